"""The maze as pairs of cells, for printing it before the game (SPH-3.4, SPH-21.4)."""

from collections import Counter

import pytest

from rules import Setup
from rules.games.spherion import GAME
from rules.games.spherion.globe import globe

OPEN = {("N2.0", "S2.0"), ("N2.1", "S2.2"), ("N2.2", "S2.2"), ("N2.10", "S2.10")}
OPEN |= {("N2.10", "S2.11")}
INSIDE_N = "N1.0-N2.1 N1.1-N2.1 N1.1-N2.2 N1.2-N1.3 N1.2-N2.3 N1.2-N2.5 N1.3-N2.7 N1.4-N1.5"
INSIDE_N += " N1.5-N2.9 N2.0-N2.11"


def test_the_walls_of_the_vector() -> None:
    pairs = {tuple(sorted(pair)) for pair in GAME.table.walls(Setup("spherion"), "spherion-1")}
    assert len(pairs) == 39
    assert {pair for pair in pairs if pair[0][0] == pair[1][0] == "N"} == {
        tuple(sorted(text.split("-"))) for text in INSIDE_N.split()
    }
    assert not pairs & {tuple(sorted(pair)) for pair in OPEN}
    assert sum(a[0] != b[0] for a, b in pairs) == 24 - len(OPEN)


def test_what_is_no_seed_is_refused() -> None:
    with pytest.raises(ValueError, match="is no seed"):
        GAME.table.walls(Setup("spherion"), "two words")


@pytest.mark.parametrize("least", [2, 3])
def test_every_cell_stays_open_on_the_agreed_number_of_sides(least: int) -> None:
    agreed = Setup("spherion", {"maze_min_open": str(least)})
    board, found = globe(2), set[int]()
    for seed in map(str, range(8)):
        walls = Counter(cell for pair in GAME.table.walls(agreed, seed) for cell in pair)
        found |= {len(board.around[board.index[name]]) - walls[name] for name in board.names}
    assert min(found) == least
