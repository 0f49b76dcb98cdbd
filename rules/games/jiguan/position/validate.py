"""Validation of positions parsed from text, which may be unreachable in a game."""

from collections.abc import Callable

from rules.games.jiguan.cards import BEASTS, ELEMENTS
from rules.games.jiguan.config import SEATS
from rules.games.jiguan.state import HIDDEN, PLACES, ROUNDS, Phase, State
from rules.messages.message import Message, Text
from rules.notation.lines import Lines, span

_FINE = ("", "")
_Fault = tuple[Text, Text]
"""Messages of a fault and its fix; ("", "") if there is no fault."""
_BEFORE_RESULT = frozenset(
    (Phase.LOT, Phase.BEASTS, Phase.REVEAL, Phase.ITEMS, Phase.TURN_UP, Phase.RELAY)
)


def check(lines: Lines, state: State, begun: State) -> None:
    """Raise `NotationError` for the first impossible part of the position.

    `begun` is the position with phase 3's first turn given to the correct seat.
    """
    for key, name, examine in _CHECKS:
        what, fix = examine(state)
        if what:
            raise lines.key(key, name).wrong(what, fix)
    if state.turns == 0 and state != begun:
        what, fix = _first_turn(begun)
        raise lines.at("turn", 0).wrong(what, fix)


def round_of(state: State) -> int:
    """Return the number of the current round, or of the last round after it has ended."""
    return len(state.results) + (state.phase in _BEFORE_RESULT)


def due_marker(state: State) -> int:
    """Return the marker's holder after the last decided round (JGS-7.3); −1 if undetermined."""
    decided = [won for won in state.results if won >= 0]
    moves = state.config.tie_opening != "alternate"
    return 1 - decided[-1] if decided and moves else -1


def _rounds(state: State) -> _Fault:
    """Check that the number of results fits the phase (JGS-3.4, JGS-8.4)."""
    played, (a, b) = len(state.results), state.wins()
    beyond = state.config.early_stop and abs(a - b) > ROUNDS - played
    phase = state.phase
    if phase is Phase.LOT and (played or state.ply):
        return Message("jiguan.lot_first"), Message("jiguan.no_results")
    if phase is Phase.END:
        if played == ROUNDS or beyond:
            return _FINE
        return Message("jiguan.not_over", count=played), Message("jiguan.other_phase")
    if phase is Phase.DISCARD:
        return _FINE if played else (Message("jiguan.none_lost"), Message("jiguan.add_result"))
    if played == ROUNDS or beyond:
        return Message("jiguan.over_already"), Message("write", words="phase end")
    if phase is Phase.CLEAR and not played:
        return Message("jiguan.none_over"), Message("jiguan.add_result")
    return _FINE


def _marker(state: State) -> _Fault:
    due = due_marker(state)
    if due in (-1, state.marker):
        return _FINE
    name = SEATS[due]
    return Message("jiguan.lost_last", owner=name), Message("write", words=f"marker {name}")


def _spent(state: State, seat: int) -> _Fault:
    """Check that a seat's spent pile contains one beast per round (JGS-4.3, JGS-7.2)."""
    placed, name = state.beasts[seat], SEATS[seat]
    keeps = (placed is not None and placed.slot < 5) or state.must_discard[seat]
    over = state.phase not in _BEFORE_RESULT
    spent = len(state.results) - (over and keeps)
    remaining = len(ELEMENTS) - spent
    if (state.held[seat] & BEASTS).bit_count() == remaining:
        return _FINE
    what = Message("jiguan.spent", owner=name, count=spent, left=remaining)
    return what, Message("jiguan.holds_beasts", line=f"{name} holds", count=remaining)


def _plies(state: State) -> _Fault:
    if max((placed.ply for placed in state.cards_on_field()), default=0) > state.ply:
        return Message("laid_later"), Message("jiguan.later_ply")
    return _FINE


def _cards(state: State) -> _Fault:
    for seat, name in enumerate(SEATS):
        own = [placed for placed in state.cards_on_field() if placed.owner == seat]
        slots = [placed.slot for placed in own if placed.slot != HIDDEN]
        if len(set(slots)) != len(slots):
            return Message("jiguan.two_places", owner=name), Message("name_card")
        if any(not state.held[seat] >> slot & 1 for slot in slots):
            return Message("jiguan.lying_missing", owner=name), Message(
                "jiguan.add_held", line=f"{name} holds"
            )
        if len(own) > state.held[seat].bit_count():
            return Message("jiguan.more_lie", owner=name), Message(
                "jiguan.complete_held", line=f"{name} holds"
            )
        if any(placed.up and placed.slot == HIDDEN for placed in own):
            return Message("known_card"), Message("jiguan.name_or_down")
    return _FINE


def _rows(state: State) -> _Fault:
    """Check that each row is filled from left to right, in the order of placement (JGS-3.2)."""
    hands_clear = state.phase in (Phase.CLEAR, Phase.RELAY)
    for row, name in enumerate(SEATS):
        places = [placed.place for placed in state.items if placed.row == row]
        filled = places == list(range(1, len(places) + 1))
        if not filled and not (hands_clear and places == sorted(set(places))):
            return Message("jiguan.row_gap", owner=name), Message(
                "jiguan.row_order", first=f"{name}.item1", last=f"item{PLACES}"
            )
    if state.items and state.phase in (Phase.LOT, Phase.BEASTS, Phase.REVEAL, Phase.RELAY):
        return Message("jiguan.no_items"), Message("jiguan.no_items_fix")
    return _FINE


def two_up(state: State) -> bool:
    """Return True if both beasts are face up, so that their comparison is known."""
    return all(
        placed is not None and placed.up and 0 <= placed.slot <= 4 for placed in state.beasts
    )


def _first_turn(state: State) -> _Fault:
    """Return the fault for a first turn of phase 3 by the wrong seat."""
    name = SEATS[state.turn]
    fix = Message("jiguan.first_turn", form=f"turn {name} 1")
    if state.opening():
        return Message("jiguan.lost_opening", owner=name), fix
    return Message("jiguan.tied_opening", owner=name), fix


def _opened(state: State) -> _Fault:
    """Check the beasts in the phases after the opening."""
    if not two_up(state):
        return Message("jiguan.beasts_up"), Message("write_example", form="beast A jb1 up")
    if any(state.must_discard):
        return Message("jiguan.none_owes"), Message("take_line_out")
    if state.config.tie_opening == "draw" and state.opening() == 0:
        what = Message("jiguan.drawn_at_once")
        return what, Message("jiguan.no_tie")
    return _FINE


def _lot(state: State) -> _Fault:
    if any(state.cards_on_field()):
        return Message("jiguan.none_lie"), Message("jiguan.take_cards_out")
    return _beasts(state)


def _beasts(state: State) -> _Fault:
    if None not in state.beasts:
        return Message("jiguan.both_laid"), Message("jiguan.items_or_reveal")
    for seat, name in enumerate(SEATS):
        placed = state.beasts[seat]
        if placed is not None and placed.slot > 4 and not placed.up:
            return Message("jiguan.item_on_beast", owner=name), Message("jiguan.name_beast")
        if not state.held[seat] & BEASTS:
            return Message("jiguan.no_beast", owner=name), Message(
                "jiguan.add_beast", line=f"{name} holds"
            )
    return _idle(state)


def _idle(state: State) -> _Fault:
    if any(state.declined) or state.turn or state.turns or any(state.must_discard):
        return Message("jiguan.no_turns"), Message("jiguan.no_turns_fix")
    return _FINE


def _reveal(state: State) -> _Fault:
    if None in state.beasts or all(placed is not None and placed.up for placed in state.beasts):
        return Message("jiguan.one_waits"), Message("jiguan.one_down")
    return _idle(state)


def _items(state: State) -> _Fault:
    if state.turns < len(state.items):
        return Message("jiguan.more_items"), Message("write_example", form="turn A 3")
    if not state.turns and any(state.declined):
        return Message("jiguan.declined_turn"), Message("write_example", form="turn B 2")
    if all(state.declined):
        return Message("jiguan.both_declined"), Message("jiguan.up_or_clear")
    if state.config.decline_rule == "final" and state.declined[state.turn]:
        return Message("jiguan.declined_out"), Message("jiguan.other_turn")
    tied = two_up(state) and state.opening() == 0
    most = 2 * len(state.items) + tied
    if state.turns > most:  # two consecutive declines end the phase
        what = Message("jiguan.too_many_turns", count=state.turns, items=len(state.items))
        return what, span(f"turn {SEATS[state.turn]}", 1, most + 1)
    return _opened(state)


def _turn_up(state: State) -> _Fault:
    if all(placed.up for placed in state.items):
        return Message("jiguan.item_waits"), Message("jiguan.item_down")
    return _opened(state)


def _clear(state: State) -> _Fault:
    if not any(state.cards_on_field()) or any(not placed.up for placed in state.cards_on_field()):
        return Message("jiguan.until_cleared"), Message("jiguan.cards_up")
    return (Message("jiguan.none_owes"), Message("leave_out")) if any(state.must_discard) else _FINE


def _discard(state: State) -> _Fault:
    if not any(state.must_discard):
        return Message("jiguan.nobody_owes"), Message("write", words="owes A")
    for seat in (0, 1):
        if state.must_discard[seat] and not state.possible(seat) & BEASTS:
            return Message("jiguan.owes_no_beast"), Message("jiguan.add_to_held")
    if None in state.beasts or any(not placed.up for placed in state.cards_on_field()):
        return Message("jiguan.both_up"), Message("write_example", form="beast A ji1 up")
    return _FINE


def _end(state: State) -> _Fault:
    return _FINE if all(placed.up for placed in state.cards_on_field()) else _clear(state)


_PHASES: dict[Phase, Callable[[State], _Fault]] = {
    Phase.LOT: _lot,
    Phase.BEASTS: _beasts,
    Phase.REVEAL: _reveal,
    Phase.ITEMS: _items,
    Phase.TURN_UP: _turn_up,
    Phase.CLEAR: _clear,
    Phase.RELAY: lambda state: _idle(state) if _clear(state) == _FINE else _clear(state),
    Phase.DISCARD: _discard,
    Phase.END: _end,
}
_CHECKS: tuple[tuple[str, str, Callable[[State], _Fault]], ...] = (
    ("won", "", _rounds),
    ("won", "", _cards),
    ("item", "", _rows),
    ("phase", "", lambda state: _PHASES[state.phase](state)),
    ("A", "holds", lambda state: _spent(state, 0)),
    ("B", "holds", lambda state: _spent(state, 1)),
    ("marker", "", _marker),
    ("ply", "", _plies),
)
"""Checks, each with the key and the name of the line that its fault refers to."""
