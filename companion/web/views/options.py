"""What may be done now, out of public knowledge only: open cells and words, never hands.

The game's own generator is asked on the public position, where every hidden card may still be any
of its identities; so nothing here depends on what somebody holds.  How it is said is
`companion.web.views.prompts`'s.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from companion.referee.control_cards import PREFIX, ControlCard
from companion.referee.explain.hidden_chance import advance
from companion.referee.table import top_of
from rules import CHANCE, LEGAL, UNKNOWN, Action, Event, Facing, PlacedCard, Verb, judge
from rules.core.candidate_actions import Change
from rules.core.event import REVEALED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rules import Game, Seat

MOST_ACTIONS = 4000
"""A position with more is not listed: what is shown must be whole."""
MOST_SHOWN = 6
"""So many places or values are named; of more the first, and how many there are."""
_MOST_SAYINGS = 24
_SEVERAL = 2
_SAID = frozenset((Verb.DRAW, Verb.CHOOSE, Verb.DECLARE, Verb.PASS, Verb.READY))
_SECRET = frozenset((Verb.DECLARE,))
"""What a private page says; the table's page only says that it is being planned."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One kind of thing a seat may do: where, or which values."""

    seat: Seat
    verb: Verb
    down: bool
    cells: tuple[str, ...]
    values: tuple[str, ...]
    later: bool = False
    """Not yet as it lies: when something is taken back."""
    events: tuple[Event, ...] = ()
    """What comes of passing: an attack is allowed, a card is not used, or the turn ends."""
    offer: Event | None = None
    """What the game wants known of it: the value a card needs, for one."""
    card: str = ""
    """The only card with which it may be done, "" if it may be another."""


_Found = tuple[tuple["Seat", Verb, bool, bool], tuple[dict[str, None], dict[str, None]]]


def _order(found: _Found) -> tuple[str, bool, bool]:
    """Seat by seat, what is done on the field first, what ends a turn last."""
    (seat, verb, _, loose), _ = found
    return seat, verb in (Verb.PASS, Verb.READY), loose


def choices(
    game: Game[Any],
    public: Any,  # noqa: ANN401 - the game's own state
    loose: frozenset[str] = frozenset(),
) -> tuple[Choice, ...]:
    """Everything the public position allows, by seat and kind; () if it is too much.

    What is done on a `loose` cell (a discard pile) is a thing of its own.
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
            offers[key] = game.describe_option(public, action)
        cells, values = found.setdefault(key, ({}, {}))
        cards.setdefault(key, set()).add(action.card)
        if cell:
            cells.update(dict.fromkeys((cell, *_instead(game, public, action, loose))))
        if action.value:
            values[action.value] = None
    passed = {a.seat: game.resolve(public, a) for a in actions if a.verb is Verb.PASS}
    told = tuple(
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
    return (*told, *_later(game, public, actions))


def _instead(
    game: Game[Any],
    public: Any,  # noqa: ANN401 - (same)
    action: Action,
    loose: frozenset[str],
) -> list[str]:
    """Where else a card may be laid that goes to a loose pile: over one that says so there."""
    if action.verb is not Verb.PLACE or action.facing is Facing.DOWN or action.to not in loose:
        return []
    tops = {cell: top_of(game.layout(public), cell) for cell in game.layout(public)}
    lain = ((cell, top) for cell, top in tops.items() if top is not None and cell not in loose)
    return [
        cell
        for cell, top in lain
        if top.facing is Facing.UP
        and action
        in game.candidate_actions(public, (Change(cell, top, PlacedCard(action.card, top.owner)),))
    ]


def _only(verb: Verb, cards: set[str]) -> str:
    """The one card that may be laid, if it is known."""
    one = next(iter(cards)) if verb is Verb.PLACE and len(cards) == 1 else ""
    return "" if one == UNKNOWN else one


def _slips(
    game: Game[Any],
    public: Any,  # noqa: ANN401 - (same)
    action: Action,
    known: dict[tuple[Seat, str], bool],
) -> bool:
    """Whether an action is only borne with: a card turned up too early stays up, says a clause.

    Nobody is invited to that.  What a card shows does not matter: asked once a seat and cell.
    """
    if action.verb is not Verb.FLIP:
        return False
    key = action.seat, action.at
    if key not in known:
        events = game.resolve(public, action)
        known[key] = any(event.kind == REVEALED and event.clause for event in events)
    return known[key]


def _later(game: Game[Any], public: Any, actions: list[Action]) -> Iterator[Choice]:  # noqa: ANN401 - (same)
    """Who ends a phase with READY, though what lies there now would have to go back first.

    What ends it has to be known even where it would be refused: the refusal says why.  Whether
    the card says anything now is asked of the game's own gestures.
    """
    if any(action.verb is Verb.READY for action in actions):
        return
    for seat in sorted({a.seat for a in actions if a.verb is Verb.REMOVE} - {CHANCE}):
        laid = Change(f"{seat}.control", None, PlacedCard(PREFIX + ControlCard.READY, seat))
        if any(said.verb is Verb.READY for said in game.candidate_actions(public, (laid,))):
            yield Choice(seat, Verb.READY, down=False, cells=(), values=(), later=True)


def secret_choice(game: Game[Any], public: Any) -> Choice | None:  # noqa: ANN401 - (same)
    """What is said in secret, by several at the same time or where nothing else can be done.

    Where orders are written on paper that is it, whatever may be said beside it.
    """
    actions = list(islice(game.legal(public), MOST_ACTIONS))
    said = [action for action in actions if action.verb in _SECRET and is_word(action)]
    if not said or (len(game.to_act(public)) < _SEVERAL and len(said) < len(actions)):
        return None
    values = tuple(dict.fromkeys(a.value for a in said))
    plain = tuple(value for value in values if ":" not in value)
    if UNKNOWN not in values and (plain != values or len(values) > MOST_SHOWN):
        plain = ()
    offer = game.describe_option(public, said[0])
    return Choice("", Verb.DECLARE, down=False, cells=(), values=plain, offer=offer)


def sayings(
    game: Game[Any],
    public: Any,  # noqa: ANN401 - the game's own state
    tracked: frozenset[str],
) -> tuple[Action, ...]:
    """What no card on the `tracked` cells would show, so that it has to be said.

    Orders of several parts are left to whoever plans them (`view_orders`), and with them what
    answers the same question: no button asks it; () if it is too much.
    """
    found: dict[Action, None] = {}
    actions = list(islice(game.legal(public), MOST_ACTIONS))
    planned = {action.seat for action in actions if ":" in action.value}
    for action in actions:
        told = action.card in ("", UNKNOWN) and action.value != UNKNOWN and ":" not in action.value
        told = told and is_word(action)
        told = told and not (action.seat in planned and game.describe_option(public, action))
        if action.seat == CHANCE or not told or action in found or len(found) > _MOST_SAYINGS:
            continue
        if is_bare(action) or not _shows(game, public, action, tracked):
            found[action] = None
    return tuple(found) if len(found) <= _MOST_SAYINGS else ()


def is_word(action: Action) -> bool:
    """Whether a word can say it: what is declared of cards is said by showing them."""
    return action.verb is not Verb.DECLARE or not action.also


def is_bare(action: Action) -> bool:
    """Whether it is a word and nothing else."""
    return action.verb in _SAID and not (action.card or action.at or action.to)


def _shows(game: Game[Any], public: Any, action: Action, tracked: frozenset[str]) -> bool:  # noqa: ANN401 - (same)
    """Whether another card shows on a compared cell after an action."""
    before, after = game.layout(public), game.layout(advance(game, public, action))
    return any(top_of(before, cell) != top_of(after, cell) for cell in tracked)


def thrown_now(game: Game[Any], public: Any) -> Action | None:  # noqa: ANN401 - (same)
    """A throw of the dice that is awaited now, None if none is."""
    if game.to_act(public) != frozenset((CHANCE,)):
        return None
    first = next(iter(game.legal(public)), None)
    return first if first is not None and first.verb is Verb.ROLL and first.to else None


def fits(game: Game[Any], public: Any, action: Action, open_: tuple[str, ...]) -> list[str]:  # noqa: ANN401 - (same)
    """The cells of `open_` on which a card that was refused elsewhere would be allowed."""
    if action.verb is not Verb.PLACE or action.card == UNKNOWN:
        return []
    tried = (cell for cell in open_ if cell != action.to)
    return [cell for cell in tried if judge(game, public, replace(action, to=cell)) == LEGAL]
