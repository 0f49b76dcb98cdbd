"""A maze printed on the mat is the match's; no player has to declare it."""

from __future__ import annotations

import pytest

from companion.referee.explain.hidden_chance import draw_outcome
from rules import Cell, Mat
from rules.games.spherion import GAME
from tests.support.games.spherion import World

CORNERS = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0))
GLOBE = World("turn 0 maze").state.config.globe.names
CELLS = tuple(Cell(name, 0.0, 0.0, CORNERS) for name in GLOBE)


def mat(maze: str) -> Mat:
    return Mat("globe-2", 1, 1189.0, 841.0, CELLS, (), (), maze)


@pytest.mark.parametrize(("maze", "stands"), [("kiln-7", True), ("", False), ("two words", False)])
def test_the_printed_maze_stands_where_it_is_one(maze: str, *, stands: bool) -> None:
    world = World("turn 0 maze")
    lot = draw_outcome(GAME, world.state, lambda _: 0, mat(maze))
    assert lot is not None
    assert (lot.value == maze) is stands
    assert world.clauses(str(lot)) == ()


def test_where_a_power_up_appears_is_a_lot_for_all_that() -> None:
    world = World("turn 1 spawn\npile ?")
    lot = draw_outcome(GAME, world.state, lambda count: count // 2, mat("N2.2"))
    drawn = draw_outcome(GAME, world.state, lambda count: count // 2)
    assert lot == drawn
