"""Literal interpretation of changes on the table: one physical verb per change.

Each game defines what an action means, but the physical act is the same in every game. A card that
appears was placed; a card that changed cells was moved.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.core.action import Action, Verb
from rules.core.values import PlacedCard, Seat


@dataclass(frozen=True, slots=True)
class Change:
    """Cell whose top card on the observed table differs from the predicted one.

    `before` and `after` are the visible top cards; None is an empty cell.
    """

    cell: str
    before: PlacedCard | None
    after: PlacedCard | None


def literal_actions(to_act: frozenset[Seat], changes: tuple[Change, ...]) -> Iterator[Action]:
    """Yield the physical actions that explain `changes`; see `Rules.candidate_actions`."""
    came = [(c.cell, c.after) for c in changes if c.before is None and c.after]
    went = [(c.cell, c.before) for c in changes if c.before and c.after is None]
    other = [(c.cell, c.before, c.after) for c in changes if c.before and c.after]
    actor = next(iter(sorted(to_act)), "")
    if len(other) == 2 and not came and not went:
        (one, a, b), (two, c, d) = other
        if _same(a, d) and _same(b, c):
            yield Action(actor, Verb.SWAP, at=one, to=two)
            return
    for source in tuple(went):
        target = next((target for target in came if _same(source[1], target[1])), None)
        if target is not None:
            yield Action(actor, Verb.MOVE, at=source[0], to=target[0], turn=target[1].turn)
            came.remove(target)
            went.remove(source)
    for cell, placed in came:
        yield _placed(cell, placed)
    for cell, before, after in other:
        yield _changed(actor, cell, before, after)
    for cell, _ in went:
        yield Action(actor, Verb.REMOVE, at=cell)


def _same(a: PlacedCard, b: PlacedCard) -> bool:
    return a.card == b.card and a.owner == b.owner


def _placed(cell: str, placed: PlacedCard) -> Action:
    return Action(
        placed.owner, Verb.PLACE, card=placed.card, to=cell, facing=placed.facing, turn=placed.turn
    )


def _changed(actor: Seat, cell: str, before: PlacedCard, after: PlacedCard) -> Action:
    if before.owner != after.owner:
        return _placed(cell, after)
    if before.facing is not after.facing:
        return Action(actor, Verb.FLIP, card=after.card, at=cell)
    if before.card == after.card:
        return Action(actor, Verb.TURN, at=cell, turn=(after.turn - before.turn) % 4)
    return _placed(cell, after)
