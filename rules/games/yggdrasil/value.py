"""Evaluation of a position for a seat; used by greedy playouts, by no rule.

The field counts as at the end, in world-tree points (YGG-11.4); every open cell (YGG-6.8) counts as
the card that may be placed there, about two points. Without the second part a seat would put fruit
on every branch at once and have no room to grow.
"""

from __future__ import annotations

from typing import Final

from rules.core.game import lead
from rules.games.yggdrasil.config import SEATS
from rules.games.yggdrasil.score import result
from rules.games.yggdrasil.state import State
from rules.games.yggdrasil.tree import open_cells

_OPEN: Final = 2.0


def evaluate(state: State, seat: int) -> float:
    """Return the lead in points and in room to grow."""
    room = [open_cells(state, s).bit_count() for s in (seat, 1 - seat)]
    return lead(result(state, "").scores, SEATS[seat]) + _OPEN * (room[0] - room[1])
