"""Kinds of events, and their fold into the state."""

from collections.abc import Callable
from typing import Final

from rules.core.event import GAME_ENDED, REVEALED, ROUND_STARTED, TURN_STARTED, Event, unchanged
from rules.core.event_kinds import event_kinds
from rules.core.values import UNKNOWN
from rules.games.jiguan.state import HIDDEN, WHERE, Phase, Placed, State

EVENTS: Final = event_kinds(
    marker_given="{seat} receives the priority marker by lot (ply {number}).",
    placed="{seat} places {card} on {cell} (ply {number}).",
    declined="{seat} declines (ply {number}). With {clause:?}, a beast in an item row counts as "
    "that.",
    asked="Phase {value:phase} begins; {items:seats} must discard.",
    flipped="A player turns up the card on {cell} (ply {number}).",
    revealed="{card} on {cell}, placed in ply {number} by {seat}, is turned up. With {clause:?}, "
    "it was turned up too early or out of order.",
    compared="{seat:?} leads after the opening ({clause}); without a seat, a tie.",
    shifted="The item {card} on {cell} changes the element of {seat} to "
    "{value:wood|fire|earth|metal|water}.",
    matched="{seat:?} has the element {value:wood|fire|earth|metal|water} at last, which beats "
    "{items:texts}; without a seat, both have it.",
    misplayed="{card} of {seat} on {cell} is void under {clause}.",
    round_ended="{seat:?} wins round {number} under {clause}; without a seat, a tie.",
    marker_moved="{seat} has the priority marker from now on.",
    taken="{seat} takes {card} from {cell} ({value:spent|hand}; ply {number}).",
    cleared="The field is cleared ({value:spent|hand}; ply {number}, or 0 if by itself).",
    discarded="{seat} discards {card} (ply {number}).",
)


def _seat(event: Event) -> int:
    return 0 if event.seat == "A" else 1


def _put(pair: tuple[bool, bool], seat: int, *, value: bool) -> tuple[bool, bool]:
    return (value, pair[1]) if seat == 0 else (pair[0], value)


def _without(held: tuple[int, int], seat: int, slot: int) -> tuple[int, int]:
    """Return both players' cards after one card moves to the spent pile."""
    gone = ~(1 << slot)
    return (held[0] & gone, held[1]) if seat == 0 else (held[0], held[1] & gone)


def fold(state: State, event: Event) -> State:
    """Return the state after one event."""
    return _FOLDS[event.kind](state, event)


def _placed(state: State, event: Event) -> State:
    seat, config = _seat(event), state.config
    slot = HIDDEN if event.card == UNKNOWN else config.slots[seat][event.card]
    watched = state.watched or slot == HIDDEN
    row, place = WHERE[event.cell]
    placed = Placed(seat, row, place, slot, event.number, up=False)
    if place == 0:
        a, b = state.beasts
        beasts = (placed, b) if seat == 0 else (a, placed)
        return state._replace(beasts=beasts, watched=watched, ply=event.number)
    return state._replace(
        items=(*state.items, placed),
        turns=state.turns + 1,
        declined=state.declined if config.decline_rule == "final" else (False, False),
        watched=watched,
        ply=event.number,
    )


def _declined(state: State, event: Event) -> State:
    declined = _put(state.declined, _seat(event), value=True)
    if not event.number:
        return state._replace(declined=declined)
    return state._replace(declined=declined, turns=state.turns + 1, ply=event.number)


def _asked(state: State, event: Event) -> State:
    must_discard = ("A" in event.items, "B" in event.items)
    return state._replace(phase=Phase(event.value), must_discard=must_discard)


def _revealed(state: State, event: Event) -> State:
    where = WHERE[event.cell]
    a, b = state.beasts
    if a is not None and where == (0, 0):
        return state._replace(beasts=(_up(state, a, event), b))
    if b is not None and where == (1, 0):
        return state._replace(beasts=(a, _up(state, b, event)))
    items = [_up(state, i, event) if (i.row, i.place) == where else i for i in state.items]
    return state._replace(items=tuple(items))


def _up(state: State, placed: Placed, event: Event) -> Placed:
    owner, row, place, _, ply, _ = placed
    return Placed(owner, row, place, state.config.slots[owner][event.card], ply, up=True)


def _marker(state: State, event: Event) -> State:
    return state._replace(marker=_seat(event), ply=event.number or state.ply)


def _round_started(state: State, _event: Event) -> State:
    return State(
        state.config,
        Phase.BEASTS,
        state.held,
        marker=state.marker,
        results=state.results,
        ordered=state.ordered,
        ply=state.ply,
    )


def _round_ended(state: State, event: Event) -> State:
    won = _seat(event) if event.seat else -1
    return state._replace(results=(*state.results, won))


def _taken(state: State, event: Event) -> State:
    held = state.held
    if event.value == "spent":
        held = _without(held, _seat(event), state.config.slots[_seat(event)][event.card])
    a, b = (None if placed and placed.cell == event.cell else placed for placed in state.beasts)
    items = tuple(placed for placed in state.items if placed.cell != event.cell)
    return state._replace(held=held, beasts=(a, b), items=items, ply=event.number)


def _cleared(state: State, event: Event) -> State:
    held = state.held
    for placed in state.cards_on_field():
        # The others return to their owners' hands (JGS-10.2, JGS-10.3).
        if state.phase is not Phase.RELAY and (placed.place == 0 or placed.slot >= 5):
            held = _without(held, placed.owner, placed.slot)
    ply = event.number or state.ply
    return state._replace(held=held, beasts=(None, None), items=(), ply=ply)


def _discarded(state: State, event: Event) -> State:
    seat = _seat(event)
    held = _without(state.held, seat, state.config.slots[seat][event.card])
    must_discard = _put(state.must_discard, seat, value=False)
    return state._replace(held=held, must_discard=must_discard, ply=event.number)


_FOLDS: Final[dict[str, Callable[[State, Event], State]]] = {
    "marker_given": _marker,
    ROUND_STARTED: _round_started,
    "placed": _placed,
    "declined": _declined,
    "asked": _asked,
    "flipped": lambda state, event: state._replace(ply=event.number),
    REVEALED: _revealed,
    "compared": unchanged,
    "shifted": unchanged,
    "matched": unchanged,
    "misplayed": unchanged,
    "round_ended": _round_ended,
    "marker_moved": _marker,
    "taken": _taken,
    "cleared": _cleared,
    "discarded": _discarded,
    TURN_STARTED: lambda state, event: state._replace(phase=Phase.ITEMS, turn=_seat(event)),
    GAME_ENDED: lambda state, _event: state._replace(phase=Phase.END),
}
