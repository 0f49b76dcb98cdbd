"""The options that are legal now by public knowledge: open cells and declarations, never hands.

The game generates its legal actions for the public position, in which a hidden card may be any
card, so nothing here depends on hidden cards. `companion.web.views.prompts` puts the options into
words.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from typing import Any

from companion.referee.control_cards import PREFIX, ControlCard
from companion.referee.explain.hidden_chance import advance
from companion.referee.table import top_of
from rules import (
    CHANCE,
    LEGAL,
    UNKNOWN,
    Action,
    Event,
    Facing,
    PlacedCard,
    Rules,
    Seat,
    Verb,
    judge,
)
from rules.core.candidate_actions import Change
from rules.core.event import REVEALED

MOST_ACTIONS = 4000
"""Maximum number of legal actions; beyond it, no list is shown, because it would be incomplete."""
MOST_SHOWN = 6
"""Maximum number of named cells or values. If there are more, the first are named and all are
counted.
"""
_MOST_SAYINGS = 24
_SEVERAL = 2
_DECLARED = frozenset((Verb.DRAW, Verb.CHOOSE, Verb.DECLARE, Verb.PASS, Verb.READY))
_SECRET = frozenset((Verb.DECLARE,))
"""Verbs used on private pages; the table's page reports only that a seat is planning."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One kind of action open to a seat, with its cells or values."""

    seat: Seat
    verb: Verb
    down: bool
    cells: tuple[str, ...]
    values: tuple[str, ...]
    later: bool = False
    """True if the action becomes possible only after a card is taken back."""
    events: tuple[Event, ...] = ()
    """Consequences of passing, such as an allowed attack, an unused card, or the turn's end."""
    offer: Event | None = None
    """The game's description, such as the value that a card needs."""
    card: str = ""
    """The only possible card, or "" if there are several."""


_Found = tuple[tuple["Seat", Verb, bool, bool], tuple[dict[str, None], dict[str, None]]]


def _order(found: _Found) -> tuple[str, bool, bool]:
    """Return the sort key: by seat, actions on the field first, ends of turns last."""
    (seat, verb, _, loose), _ = found
    return seat, verb in (Verb.PASS, Verb.READY), loose


@lru_cache(maxsize=4)
def choices(
    game: Rules[Any],
    public: Any,  # noqa: ANN401 - the game's own state
    loose: frozenset[str] = frozenset(),
) -> tuple[Choice, ...]:
    """Return all public options by seat and kind, or () if there are too many.

    Actions on a `loose` cell (a discard pile) are a separate kind.
    """
    found: dict[tuple[Seat, Verb, bool, bool], tuple[dict[str, None], dict[str, None]]] = {}
    slips: dict[tuple[Seat, str], bool] = {}
    offers: dict[tuple[Seat, Verb, bool, bool], Event | None] = {}
    cards: dict[tuple[Seat, Verb, bool, bool], set[str]] = {}
    actions = list(islice(game.legal(public), MOST_ACTIONS + 1))
    if len(actions) > MOST_ACTIONS:
        return ()
    for action in actions:
        if action.seat == CHANCE or action.verb in _SECRET or _slips(game, public, action, slips):
            continue
        down, cell = action.facing is Facing.DOWN, action.to or action.at
        key = (action.seat, action.verb, down, cell in loose)
        if key not in found:
            offers[key] = game.captions.describe_option(public, action)
        cells, values = found.setdefault(key, ({}, {}))
        cards.setdefault(key, set()).add(action.card)
        if cell:
            cells.update(dict.fromkeys((cell, *_instead(game, public, action, loose))))
        if action.value:
            values[action.value] = None
    passed = {a.seat: game.advance(public, a)[0] for a in actions if a.verb is Verb.PASS}
    public_choices = tuple(
        Choice(
            seat,
            verb,
            down,
            tuple(sorted(cells)),
            tuple(values),
            events=passed[seat] if verb is Verb.PASS else (),
            offer=offers[seat, verb, down, on_loose],
            card=_only(verb, cards[seat, verb, down, on_loose]),
        )
        for (seat, verb, down, on_loose), (cells, values) in sorted(found.items(), key=_order)
    )
    return (*public_choices, *_later(game, public, actions))


def _instead(
    game: Rules[Any],
    public: Any,  # noqa: ANN401 - as above
    action: Action,
    loose: frozenset[str],
) -> list[str]:
    """Return the cells where a card placed over another one counts as placed on a loose pile."""
    if action.verb is not Verb.PLACE or action.facing is Facing.DOWN or action.to not in loose:
        return []
    tops = {cell: top_of(game.table.layout(public), cell) for cell in game.table.layout(public)}
    covered = ((cell, top) for cell, top in tops.items() if top is not None and cell not in loose)
    return [
        cell
        for cell, top in covered
        if top.facing is Facing.UP
        and action
        in game.candidate_actions(public, (Change(cell, top, PlacedCard(action.card, top.owner)),))
    ]


def _only(verb: Verb, cards: set[str]) -> str:
    """Return the only card that may be placed, or "" if there are several."""
    one = next(iter(cards)) if verb is Verb.PLACE and len(cards) == 1 else ""
    return "" if one == UNKNOWN else one


def _slips(
    game: Rules[Any],
    public: Any,  # noqa: ANN401 - as above
    action: Action,
    known: dict[tuple[Seat, str], bool],
) -> bool:
    """Return True if an action is only tolerated, such as a card turned up too early.

    Such actions are not offered. The result does not depend on the card's face and is cached per
    seat and cell.
    """
    if action.verb is not Verb.FLIP:
        return False
    key = action.seat, action.at
    if key not in known:
        events = game.advance(public, action)[0]
        known[key] = any(event.kind == REVEALED and event.clause for event in events)
    return known[key]


def _later(game: Rules[Any], public: Any, actions: list[Action]) -> Iterator[Choice]:  # noqa: ANN401 - as above
    """Yield READY for seats that must take back cards before it ends a phase.

    READY is offered even if it would be refused, because the refusal gives the reason. The game's
    candidate actions determine whether the card has a meaning now.
    """
    if any(action.verb is Verb.READY for action in actions):
        return
    for seat in sorted({a.seat for a in actions if a.verb is Verb.REMOVE} - {CHANCE}):
        played = Change(f"{seat}.control", None, PlacedCard(PREFIX + ControlCard.READY, seat))
        if any(each.verb is Verb.READY for each in game.candidate_actions(public, (played,))):
            yield Choice(seat, Verb.READY, down=False, cells=(), values=(), later=True)


@lru_cache(maxsize=4)
def secret_choice(game: Rules[Any], public: Any) -> Choice | None:  # noqa: ANN401 - as above
    """Return the secret choice that is open now, if any.

    Several seats make it simultaneously, or it is a seat's only option. The values of written
    orders are omitted.
    """
    actions = list(islice(game.legal(public), MOST_ACTIONS))
    declared = [action for action in actions if action.verb in _SECRET and is_word(action)]
    if not declared or (len(game.to_act(public)) < _SEVERAL and len(declared) < len(actions)):
        return None
    values = tuple(dict.fromkeys(a.value for a in declared))
    plain = tuple(value for value in values if ":" not in value)
    if UNKNOWN not in values and (plain != values or len(values) > MOST_SHOWN):
        plain = ()
    offer = game.captions.describe_option(public, declared[0])
    return Choice("", Verb.DECLARE, down=False, cells=(), values=plain, offer=offer)


@lru_cache(maxsize=4)
def sayings(
    game: Rules[Any],
    public: Any,  # noqa: ANN401 - the game's own state
    tracked: frozenset[str],
) -> tuple[Action, ...]:
    """Return the actions that need a declaration, because no card on `tracked` cells shows them.

    `companion.web.views.orders` handles orders of several parts, and other answers to the same
    question. The result is () if there are too many.
    """
    found: dict[Action, None] = {}
    actions = list(islice(game.legal(public), MOST_ACTIONS))
    planned = {action.seat for action in actions if ":" in action.value}
    for action in actions:
        plain = action.card in ("", UNKNOWN) and action.value != UNKNOWN and ":" not in action.value
        plain = plain and is_word(action)
        plain = plain and not (
            action.seat in planned and game.captions.describe_option(public, action)
        )
        if action.seat == CHANCE or not plain or action in found or len(found) > _MOST_SAYINGS:
            continue
        if is_bare(action) or not _shows(game, public, action, tracked):
            found[action] = None
    return tuple(found) if len(found) <= _MOST_SAYINGS else ()


def is_word(action: Action) -> bool:
    """Return True if a declaration alone suffices; declarations about cards need the cards."""
    return action.verb is not Verb.DECLARE or not action.also


def is_bare(action: Action) -> bool:
    """Return True if an action is a declaration without cards or cells."""
    return action.verb in _DECLARED and not (action.card or action.at or action.to)


def _shows(game: Rules[Any], public: Any, action: Action, tracked: frozenset[str]) -> bool:  # noqa: ANN401 - as above
    """Return True if an action changes the top card of a tracked cell."""
    before, after = game.table.layout(public), game.table.layout(advance(game, public, action))
    return any(top_of(before, cell) != top_of(after, cell) for cell in tracked)


def thrown_now(game: Rules[Any], public: Any) -> Action | None:  # noqa: ANN401 - as above
    """Return the throw that is awaited now, or None."""
    if game.to_act(public) != frozenset((CHANCE,)):
        return None
    first = next(iter(game.legal(public)), None)
    return first if first is not None and first.verb is Verb.ROLL and first.to else None


def fits(game: Rules[Any], public: Any, action: Action, open_: tuple[str, ...]) -> list[str]:  # noqa: ANN401 - as above
    """Return those of the `open_` cells on which a card refused elsewhere would be legal."""
    if action.verb is not Verb.PLACE or action.card == UNKNOWN:
        return []
    tried = (cell for cell in open_ if cell != action.to)
    return [cell for cell in tried if judge(game, public, replace(action, to=cell)) == LEGAL]
