"""What a written position may not claim, because no game of these rules comes to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.games.jiguan.cards import BEASTS, ELEMENTS
from rules.games.jiguan.config import SEATS
from rules.games.jiguan.state import HIDDEN, PLACES, ROUNDS, Phase
from rules.messages.message import said
from rules.notation.lines import span

if TYPE_CHECKING:
    from collections.abc import Callable

    from rules.games.jiguan.state import State
    from rules.notation.lines import Lines

_FINE = ("", "")
_BEFORE_RESULT = frozenset(
    (Phase.LOT, Phase.LAY, Phase.REVEAL, Phase.ITEMS, Phase.TURN_UP, Phase.RELAY)
)


def check(lines: Lines, state: State, begun: State) -> None:
    """Raise `NotationError` for the first claim that cannot be.

    `begun` is the same position with the first turn of phase 3 given to whom it belongs.
    """
    for key, name, examine in _CHECKS:
        what, fix = examine(state)
        if what:
            raise lines.key(key, name).wrong(what, fix)
    if state.turns == 0 and state != begun:
        what, fix = _first_turn(begun)
        raise lines.at("turn", 0).wrong(what, fix)


def round_of(state: State) -> int:
    """The round a position is in, or was in last."""
    return len(state.results) + (state.phase in _BEFORE_RESULT)


def due_marker(state: State) -> int:
    """Who has the marker since a round was lost (JGS-7.3), or −1 if that does not follow."""
    decided = [won for won in state.results if won >= 0]
    moves = state.config.tie_opening != "alternate"
    return 1 - decided[-1] if decided and moves else -1


def _rounds(state: State) -> tuple[str, str]:
    """How many results a phase goes with (JGS-3.4, JGS-8.4)."""
    played, (a, b) = len(state.results), state.wins()
    beyond = state.config.early_stop and abs(a - b) > ROUNDS - played
    phase = state.phase
    if phase is Phase.LOT and (played or state.ply):
        return said("jiguan.lot_first"), said("jiguan.no_results")
    if phase is Phase.END:
        if played == ROUNDS or beyond:
            return _FINE
        return said("jiguan.not_over", count=played), said("jiguan.other_phase")
    if phase is Phase.DISCARD:
        return _FINE if played else (said("jiguan.none_lost"), said("jiguan.add_result"))
    if played == ROUNDS or beyond:
        return said("jiguan.over_already"), said("write", words="phase end")
    if phase is Phase.CLEAR and not played:
        return said("jiguan.none_over"), said("jiguan.add_result")
    return _FINE


def _marker(state: State) -> tuple[str, str]:
    due = due_marker(state)
    if due in (-1, state.marker):
        return _FINE
    name = SEATS[due]
    return said("jiguan.lost_last", owner=name), said("write", words=f"marker {name}")


def _spent(state: State, seat: int) -> tuple[str, str]:
    """JGS-4.3, JGS-7.2: one beast a round goes to the spent pile, no more and no fewer."""
    laid, name = state.beasts[seat], SEATS[seat]
    keeps = (laid is not None and laid.slot < 5) or state.owing[seat]
    over = state.phase not in _BEFORE_RESULT
    spent = len(state.results) - (over and keeps)
    left = len(ELEMENTS) - spent
    if (state.held[seat] & BEASTS).bit_count() == left:
        return _FINE
    what = said("jiguan.spent", owner=name, count=spent, left=left)
    return what, said("jiguan.holds_beasts", line=f"{name} holds", count=left)


def _plies(state: State) -> tuple[str, str]:
    if max((laid.ply for laid in state.lying()), default=0) > state.ply:
        return said("laid_later"), said("jiguan.later_ply")
    return _FINE


def _cards(state: State) -> tuple[str, str]:
    for seat, name in enumerate(SEATS):
        lying = [laid for laid in state.lying() if laid.owner == seat]
        slots = [laid.slot for laid in lying if laid.slot != HIDDEN]
        if len(set(slots)) != len(slots):
            return said("jiguan.two_places", owner=name), said("name_card")
        if any(not state.held[seat] >> slot & 1 for slot in slots):
            return said("jiguan.lying_missing", owner=name), said(
                "jiguan.add_held", line=f"{name} holds"
            )
        if len(lying) > state.held[seat].bit_count():
            return said("jiguan.more_lie", owner=name), said(
                "jiguan.complete_held", line=f"{name} holds"
            )
        if any(laid.up and laid.slot == HIDDEN for laid in lying):
            return said("known_card"), said("jiguan.name_or_down")
    return _FINE


def _rows(state: State) -> tuple[str, str]:
    """Each row is filled from the left, in the order of laying (JGS-3.2)."""
    hands_clear = state.phase in (Phase.CLEAR, Phase.RELAY)
    for row, name in enumerate(SEATS):
        places = [laid.place for laid in state.items if laid.row == row]
        filled = places == list(range(1, len(places) + 1))
        if not filled and not (hands_clear and places == sorted(set(places))):
            return said("jiguan.row_gap", owner=name), said(
                "jiguan.row_order", first=f"{name}.item1", last=f"item{PLACES}"
            )
    if state.items and state.phase in (Phase.LOT, Phase.LAY, Phase.REVEAL, Phase.RELAY):
        return said("jiguan.no_items"), said("jiguan.no_items_fix")
    return _FINE


def _by_phase(state: State) -> tuple[str, str]:
    return _PHASES[state.phase](state)


def two_up(state: State) -> bool:
    """Whether a beast lies face up on either beast place, so that the opening is known."""
    return all(laid is not None and laid.up and 0 <= laid.slot <= 4 for laid in state.beasts)


def _first_turn(state: State) -> tuple[str, str]:
    """Who takes the first turn of phase 3, said to a position that gives it to the other."""
    name = SEATS[state.turn]
    fix = said("jiguan.first_turn", form=f"turn {name} 1")
    if state.opening():
        return said("jiguan.lost_opening", owner=name), fix
    return said("jiguan.tied_opening", owner=name), fix


def _opened(state: State) -> tuple[str, str]:
    """The beasts of the phases that follow the opening."""
    if not two_up(state):
        return said("jiguan.beasts_up"), said("write_example", form="beast A jb1 up")
    if any(state.owing):
        return said("jiguan.none_owes"), said("take_line_out")
    if state.config.tie_opening == "draw" and state.opening() == 0:
        what = said("jiguan.drawn_at_once")
        return what, said("jiguan.no_tie")
    return _FINE


def _lot(state: State) -> tuple[str, str]:
    if any(state.lying()):
        return said("jiguan.none_lie"), said("jiguan.take_cards_out")
    return _lay(state)


def _lay(state: State) -> tuple[str, str]:
    if None not in state.beasts:
        return said("jiguan.both_laid"), said("jiguan.items_or_reveal")
    for seat, name in enumerate(SEATS):
        laid = state.beasts[seat]
        if laid is not None and laid.slot > 4 and not laid.up:
            return said("jiguan.item_on_beast", owner=name), said("jiguan.name_beast")
        if not state.held[seat] & BEASTS:
            return said("jiguan.no_beast", owner=name), said(
                "jiguan.add_beast", line=f"{name} holds"
            )
    return _idle(state)


def _idle(state: State) -> tuple[str, str]:
    if any(state.declined) or state.turn or state.turns or any(state.owing):
        return said("jiguan.no_turns"), said("jiguan.no_turns_fix")
    return _FINE


def _reveal(state: State) -> tuple[str, str]:
    if None in state.beasts or all(laid is not None and laid.up for laid in state.beasts):
        return said("jiguan.one_waits"), said("jiguan.one_down")
    return _idle(state)


def _items(state: State) -> tuple[str, str]:
    if state.turns < len(state.items):
        return said("jiguan.more_items"), said("write_example", form="turn A 3")
    if not state.turns and any(state.declined):
        return said("jiguan.declined_turn"), said("write_example", form="turn B 2")
    if all(state.declined):
        return said("jiguan.both_declined"), said("jiguan.up_or_clear")
    if state.config.decline_rule == "final" and state.declined[state.turn]:
        return said("jiguan.declined_out"), said("jiguan.other_turn")
    tied = two_up(state) and state.opening() == 0
    most = 2 * len(state.items) + tied
    if state.turns > most:  # two in a row who decline end the phase, and so does the loser at once
        what = said("jiguan.too_many_turns", count=state.turns, items=len(state.items))
        return what, span(f"turn {SEATS[state.turn]}", 1, most + 1)
    return _opened(state)


def _turn_up(state: State) -> tuple[str, str]:
    if all(laid.up for laid in state.items):
        return said("jiguan.item_waits"), said("jiguan.item_down")
    return _opened(state)


def _clear(state: State) -> tuple[str, str]:
    if not any(state.lying()) or any(not laid.up for laid in state.lying()):
        return said("jiguan.until_cleared"), said("jiguan.cards_up")
    return (said("jiguan.none_owes"), said("leave_out")) if any(state.owing) else _FINE


def _relay(state: State) -> tuple[str, str]:
    return _idle(state) if _clear(state) == _FINE else _clear(state)


def _discard(state: State) -> tuple[str, str]:
    if not any(state.owing):
        return said("jiguan.nobody_owes"), said("write", words="owes A")
    for seat in (0, 1):
        if state.owing[seat] and not state.possible(seat) & BEASTS:
            return said("jiguan.owes_no_beast"), said("jiguan.add_to_held")
    if None in state.beasts or any(not laid.up for laid in state.lying()):
        return said("jiguan.both_up"), said("write_example", form="beast A ji1 up")
    return _FINE


def _end(state: State) -> tuple[str, str]:
    return _FINE if all(laid.up for laid in state.lying()) else _clear(state)


_PHASES: dict[Phase, Callable[[State], tuple[str, str]]] = {
    Phase.LOT: _lot,
    Phase.LAY: _lay,
    Phase.REVEAL: _reveal,
    Phase.ITEMS: _items,
    Phase.TURN_UP: _turn_up,
    Phase.CLEAR: _clear,
    Phase.RELAY: _relay,
    Phase.DISCARD: _discard,
    Phase.END: _end,
}
_CHECKS: tuple[tuple[str, str, Callable[[State], tuple[str, str]]], ...] = (
    ("won", "", _rounds),
    ("won", "", _cards),
    ("item", "", _rows),
    ("phase", "", _by_phase),
    ("A", "holds", lambda state: _spent(state, 0)),
    ("B", "holds", lambda state: _spent(state, 1)),
    ("marker", "", _marker),
    ("ply", "", _plies),
)
"""What is examined, and the line a fault of it is shown in."""
