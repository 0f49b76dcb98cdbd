"""What a written position may not claim, because no game of these rules comes to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.games.jiguan._cards import BEASTS, ELEMENTS
from rules.games.jiguan._config import SEATS
from rules.games.jiguan._state import HIDDEN, PLACES, ROUNDS, Phase

if TYPE_CHECKING:
    from collections.abc import Callable

    from rules._position import Lines
    from rules.games.jiguan._state import State

__all__ = ["check", "due_marker", "round_of", "two_up"]

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
        return "the lot comes before the first round", "take the results and the plies out"
    if phase is Phase.END:
        if played == ROUNDS or beyond:
            return _FINE
        return f"the game has not ended after {played} rounds", "write another phase"
    if phase is Phase.DISCARD:
        return _FINE if played else ("nobody has lost a round yet", "add the round's result")
    if played == ROUNDS or beyond:
        return "the game has ended with these results", "write phase end"
    if phase is Phase.CLEAR and not played:
        return "no round has finished yet", "add the round's result"
    return _FINE


def _marker(state: State) -> tuple[str, str]:
    due = due_marker(state)
    if due in (-1, state.marker):
        return _FINE
    name = SEATS[due]
    return f"{name} lost the last round and has the marker (JGS-7.3)", f"write marker {name}"


def _spent(state: State, seat: int) -> tuple[str, str]:
    """JGS-4.3, JGS-7.2: one beast a round goes to the spent pile, no more and no fewer."""
    laid, name = state.beasts[seat], SEATS[seat]
    keeps = (laid is not None and laid.slot < 5) or state.owing[seat]
    over = state.phase not in _BEFORE_RESULT
    spent = len(state.results) - (over and keeps)
    left = len(ELEMENTS) - spent
    if (state.held[seat] & BEASTS).bit_count() == left:
        return _FINE
    what = f"{name} has spent a beast in each of {spent} rounds and holds {left} (JGS-7.2)"
    return what, f"write the line {name} holds with {left} beasts and the items that are left"


def _plies(state: State) -> tuple[str, str]:
    if max((laid.ply for laid in state.lying()), default=0) > state.ply:
        return "a card was laid later than now", "write a larger number after ply"
    return _FINE


def _cards(state: State) -> tuple[str, str]:
    for seat, name in enumerate(SEATS):
        lying = [laid for laid in state.lying() if laid.owner == seat]
        slots = [laid.slot for laid in lying if laid.slot != HIDDEN]
        if len(set(slots)) != len(slots):
            return f"a card of {name} lies in two places", "name another card"
        if any(not state.held[seat] >> slot & 1 for slot in slots):
            return f"{name} holds too little: a lying card is missing", f"add it to {name} holds"
        if len(lying) > state.held[seat].bit_count():
            return f"{name} has laid more cards than {name} holds", f"complete {name} holds"
        if any(laid.up and laid.slot == HIDDEN for laid in lying):
            return "a card that lies face up is known", "name it, or write down"
    return _FINE


def _rows(state: State) -> tuple[str, str]:
    """Each row is filled from the left, in the order of laying (JGS-3.2)."""
    hands_clear = state.phase in (Phase.CLEAR, Phase.RELAY)
    for row, name in enumerate(SEATS):
        places = [laid.place for laid in state.items if laid.row == row]
        filled = places == list(range(1, len(places) + 1))
        if not filled and not (hands_clear and places == sorted(set(places))):
            return f"the item row of {name} has a gap", f"use {name}.item1 to item{PLACES} in order"
    if state.items and state.phase in (Phase.LOT, Phase.LAY, Phase.REVEAL, Phase.RELAY):
        return "no items lie in this phase", "take them out, or write phase items"
    return _FINE


def _by_phase(state: State) -> tuple[str, str]:
    return _PHASES[state.phase](state)


def two_up(state: State) -> bool:
    """Whether a beast lies face up on either beast place, so that the opening is known."""
    return all(laid is not None and laid.up and 0 <= laid.slot <= 4 for laid in state.beasts)


def _first_turn(state: State) -> tuple[str, str]:
    """Who takes the first turn of phase 3, said to a position that gives it to the other."""
    name = SEATS[state.turn]
    fix = f"write turn {name} 1, or leave the line out"
    if state.opening():
        return f"{name} lost the opening and takes the first turn (JGS-5.2)", fix
    return f"the opening is tied and {name}, who has the marker, acts first (JGS-5.3)", fix


def _opened(state: State) -> tuple[str, str]:
    """The beasts of the phases that follow the opening."""
    if not two_up(state):
        return "both beasts lie face up in this phase", "write for example: beast A jb1 up"
    if any(state.owing):
        return "nobody owes a card in this phase", "take the line out"
    if state.config.tie_opening == "draw" and state.opening() == 0:
        what = "a tied opening is a drawn round at once: no items follow (JGS-5.3)"
        return what, "write two beasts that do not tie, or won = and the next round"
    return _FINE


def _lot(state: State) -> tuple[str, str]:
    if any(state.lying()):
        return "nothing lies yet", "take the cards out"
    return _lay(state)


def _lay(state: State) -> tuple[str, str]:
    if None not in state.beasts:
        return "both beasts have been laid", "write phase items, or reveal"
    for seat, name in enumerate(SEATS):
        laid = state.beasts[seat]
        if laid is not None and laid.slot > 4 and not laid.up:
            return f"an item lies on the beast place of {name}", "name a beast"
        if not state.held[seat] & BEASTS:
            return f"{name} has no beast for this round", f"add one to {name} holds"
    return _idle(state)


def _idle(state: State) -> tuple[str, str]:
    if any(state.declined) or state.turn or state.turns or any(state.owing):
        return "no turns are taken in this phase", "take turn, declined and owes out"
    return _FINE


def _reveal(state: State) -> tuple[str, str]:
    if None in state.beasts or all(laid is not None and laid.up for laid in state.beasts):
        return "one beast at least waits to be turned up", "write two beasts, one of them down"
    return _idle(state)


def _items(state: State) -> tuple[str, str]:
    if state.turns < len(state.items):
        return "more items lie than turns were taken", "write for example: turn A 3"
    if not state.turns and any(state.declined):
        return "who has declined has taken a turn", "write for example: turn B 2"
    if all(state.declined):
        return "both have declined: the phase is over", "write phase turn_up or clear"
    if state.config.decline_rule == "final" and state.declined[state.turn]:
        return "a seat that has declined is out", "give the turn to the other"
    tied = two_up(state) and state.opening() == 0
    most = 2 * len(state.items) + tied
    if state.turns > most:  # two in a row who decline end the phase, and so does the loser at once
        what = f"{state.turns} turns cannot have been taken for {len(state.items)} items (JGS-5.5)"
        return what, f"write a turn of 1 to {most + 1}"
    return _opened(state)


def _turn_up(state: State) -> tuple[str, str]:
    if all(laid.up for laid in state.items):
        return "one item at least waits to be turned up", "write an item that lies down"
    return _opened(state)


def _clear(state: State) -> tuple[str, str]:
    if not any(state.lying()) or any(not laid.up for laid in state.lying()):
        return "the round's cards lie face up until they are cleared", "write the cards, up"
    return ("nobody owes a card in this phase", "take it out") if any(state.owing) else _FINE


def _relay(state: State) -> tuple[str, str]:
    return _idle(state) if _clear(state) == _FINE else _clear(state)


def _discard(state: State) -> tuple[str, str]:
    if not any(state.owing):
        return "nobody owes a card", "write owes A"
    for seat in (0, 1):
        if state.owing[seat] and not state.possible(seat) & BEASTS:
            return "who owes a card has no beast", "add one to the cards held"
    if None in state.beasts or any(not laid.up for laid in state.lying()):
        return "both cards lie face up in this phase", "write for example: beast A ji1 up"
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
