"""Deliberate faults of robots: an action against the rules, and the moves that show and undo it.

An attempt changes one cell. It is used only if the referee's correct verdict is certain: the game's
`candidate_actions` must name exactly one action for the change, and the rules must forbid this
action whatever the hidden cards are.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.referee.table import same, top_of
from companion.simulator.card_supply import CardSupply
from companion.simulator.stage import HandMove, Stage
from rules import UNKNOWN, Action, Facing, Match, PlacedCard, Seat, Status, TableForm, Zone
from rules.core.candidate_actions import Change


@dataclass(frozen=True, slots=True)
class IllegalMove:
    """An illegal action and its clauses, with the moves of `hand` that make and undo it.

    An action without a move is entered on its seat's page, and a move that `undone` omits is undone
    by the next hand moves.
    """

    action: Action
    clauses: tuple[str, ...]
    hand: Seat
    done: HandMove | None = None
    undone: HandMove | None = None


@dataclass(frozen=True, slots=True)
class Attempt:
    """A change of one cell that may be illegal, and the moves of `hand` that make and undo it."""

    change: Change
    hand: Seat
    done: HandMove
    undone: HandMove


def illegal(match: Match[Any], attempts: Iterable[Attempt]) -> Iterator[IllegalMove]:
    """Yield the attempts that are certainly illegal."""
    for attempt in attempts:
        meant = list(match.game.candidate_actions(match.state, (attempt.change,)))
        if len(meant) != 1:
            continue
        verdict = match.judge(meant[0])
        if verdict.status is Status.ILLEGAL:
            done, undone = attempt.done, attempt.undone
            yield IllegalMove(meant[0], verdict.clauses, attempt.hand, done, undone)


def attempts(
    match: Match[Any],
    form: TableForm,
    stage: Stage,
    stock: CardSupply,
    pieces: Mapping[Seat, Sequence[str]],
    seat: Seat,
) -> Iterator[Attempt]:
    """Yield every move of one card or token that `seat` could make now."""
    layout = match.game.layout(match.state)
    cells = {cell.id for cell in stage.mat.cells}
    for zone in form.zones:
        if zone.cell not in cells:
            continue
        top = top_of(layout, zone.cell)
        if zone.tracked:
            yield from _with_cards(zone, top, stage, stock, seat)
        elif zone.owner in ("", seat):
            names = [*pieces.get(seat, ()), *pieces.get("", ())]
            for name in names if not zone.cell.endswith(".control") else ():
                if top is None or top.card != name:
                    yield from with_piece(name, zone, stage, stock, seat)


def with_piece(
    name: str, zone: Zone, stage: Stage, stock: CardSupply, seat: Seat
) -> Iterator[Attempt]:
    """Yield a token placed off the field, which then returns to its former place."""
    fitting = [tag for tag in stock.card if stock.alike(tag, PlacedCard(name, seat))]
    tag = next(iter(fitting), None)
    if tag is None or name.startswith("ctl."):
        return
    placed, home = stage.scene.find(tag), stage.place_of(tag) or ""
    if home == zone.cell:
        return
    change = Change(zone.cell, None, PlacedCard(name, zone.owner or seat))
    back = HandMove(tag, home, seat, 0, placed.face_up if placed else True)
    yield Attempt(change, seat, HandMove(tag, zone.cell, seat), back)


def _with_cards(
    zone: Zone, top: PlacedCard | None, stage: Stage, stock: CardSupply, seat: Seat
) -> Iterator[Attempt]:
    """Yield cards placed from the hand on the field, and a face-down card turned up."""
    tags = stage.piles.get(zone.cell, [])
    if top is not None and tags and top.facing is Facing.DOWN:
        turned = PlacedCard(stock.card[tags[-1]], top.owner)
        up = HandMove(tags[-1], zone.cell, top.owner, top.turn)
        down = HandMove(tags[-1], zone.cell, top.owner, top.turn, face_up=False)
        yield Attempt(Change(zone.cell, top, turned), seat, up, down)
    if top is not None and not zone.pile:
        return  # two cards on a cell for one are a table fault, not an illegal action
    for tag in stock.hands.get(seat, ()):
        for facing in Facing:
            owner = stock.owner[tag] or zone.owner or seat
            card = stock.card[tag] if facing is Facing.UP else UNKNOWN
            placed = PlacedCard(card, owner, facing)
            if not same(placed, top):
                done = HandMove(tag, zone.cell, owner, 0, facing is Facing.UP)
                yield Attempt(Change(zone.cell, top, placed), seat, done, HandMove(tag))
