"""End of a game and its score (YGG-11, YGG-9.6)."""

from typing import Final

from rules.core.event import Event, Outcome
from rules.core.rules import lead
from rules.core.values import UNKNOWN
from rules.games.yggdrasil.config import SEATS
from rules.games.yggdrasil.fits import first
from rules.games.yggdrasil.hidden import candidates
from rules.games.yggdrasil.state import State
from rules.games.yggdrasil.tree import open_cells, root_cell

_IDLE_TURNS = 4


def ending(state: State) -> str:
    """Return the clause that ends the game with the current turn, or "" (YGG-11.1 to 11.3)."""
    if not can_grow(state, 0) and not can_grow(state, 1):
        return "YGG-11.1"
    idle = 0 if state.placed else state.idle + 1
    return "YGG-11.2" if idle >= _IDLE_TURNS else ""


def can_grow(state: State, seat: int) -> bool:
    """Return True if a seat has a cell for a new card (YGG-11.1)."""
    cells = open_cells(state, seat)
    if not cells or state.config.get("end_cells") == "open_cell":
        return bool(cells)
    player = state.players[seat]
    held = {*player.hand, *player.deck}
    if UNKNOWN in held:
        held = (held - {UNKNOWN}) | candidates(state, seat).keys()
    return first(state, seat, held) is not None


def outcome(state: State) -> Outcome | None:
    """Return the result of an ended game, or None."""
    return result(state, state.ending) if state.ending else None


def result(state: State, clause: str) -> Outcome:
    """Return the winner and the world-tree points if `clause` ends the game now."""
    totals, fruits = zip(*(points(state, seat) for seat in (0, 1)), strict=True)
    scores = dict(zip(SEATS, totals, strict=True))
    if clause == "YGG-9.6":
        fallen = 0 if root_cell(state.field, 0) < 0 else 1
        return Outcome((SEATS[1 - fallen],), clause, scores)
    lead = totals[0] - totals[1]
    tie_break = "draw" if lead else state.config.get("tie_break")
    if tie_break == "draw":
        return Outcome(_ahead(lead), clause, scores)
    tie = Event("tied", clause="YGG-11.6", value=tie_break)
    if tie_break == "second_player":
        return Outcome(_ahead(1 if state.first else -1), clause, scores, tie)
    counts = dict(zip(SEATS, fruits, strict=True))
    return Outcome(_ahead(fruits[0] - fruits[1]), clause, scores, tie, counts)


def _ahead(lead: int) -> tuple[str, ...]:
    """Return the leading seat, or none for a tie, given A's lead."""
    return (SEATS[0],) if lead > 0 else (SEATS[1],) if lead < 0 else ()


def points(state: State, seat: int) -> tuple[int, int]:
    """Return a seat's world-tree points (YGG-11.4, YGG-11.5) and number of fruits."""
    roots = state.config.get("score_root") == "yes"
    cards = fruits = 0
    for placed in state.field:
        if placed is not None and placed.owner == seat and (roots or not placed.card.root):
            cards += 1
            fruits += placed.card.fruits
    return cards + fruits, fruits


# Evaluation of a position for a seat, used by greedy players only.
#
# The field counts as at the end, in world-tree points (YGG-11.4). Every open cell (YGG-6.8) counts
# about two points, the value of a card that may be placed there. Without this part, a seat would
# close every branch with fruit early and have no room to grow.


_OPEN: Final = 2.0


def evaluate(state: State, seat: int) -> float:
    """Estimate the seat's lead in points and in room to grow."""
    room = [open_cells(state, s).bit_count() for s in (seat, 1 - seat)]
    return lead(result(state, "").scores, SEATS[seat]) + _OPEN * (room[0] - room[1])
