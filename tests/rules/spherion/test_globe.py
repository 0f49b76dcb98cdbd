"""The globe, its maze and its random numbers: SPH-2, SPH-3, SPH-16, SPH-21, SPH-22."""

from __future__ import annotations

from collections import deque
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.games.spherion.globe import NOWHERE, Globe, globe, maze

TABLE = Path(__file__).with_name("adjacency.txt").read_text("utf-8")
COUNTS = {  # SPH-2.12: V, E, F, degree 5, degree 6, equator, inside each disc, diameter
    1: (14, 36, 24, 12, 2, 12, 12, 3),
    2: (38, 108, 72, 12, 26, 24, 42, 5),
    3: (74, 216, 144, 12, 62, 36, 90, 7),
    4: (122, 360, 240, 12, 110, 48, 156, 9),
}
QUARTER = Fraction(1, 4)


@pytest.mark.parametrize("radius", COUNTS)
def test_counts(radius: int) -> None:
    board = globe(radius)
    cells, edges, faces, fives, sixes, equator, inside, diameter = COUNTS[radius]
    degrees = [len(row) for row in board.around]
    crossing = [(a, b) for a, b in board.ends if a < board.disc <= b]
    assert (len(board.names), len(board.ends)) == (cells, edges)
    assert (degrees.count(5), degrees.count(6)) == (fives, sixes)
    assert len(crossing) == equator == len(set(board.gates))
    assert sum(b < board.disc for _, b in board.ends) == inside
    assert sum(a >= board.disc for a, _ in board.ends) == inside
    assert max(map(max, board.distance)) == diameter == board.distance[0][board.disc]
    assert board.distance[0].count(diameter) == 1, "only S0 is farthest from N0"
    triangles = {
        frozenset((a, b, c))
        for a, b in board.ends
        for c in set(board.around[a]) & set(board.around[b])
    }
    assert len(triangles) == faces
    assert cells - edges + faces == 2


@pytest.mark.parametrize("radius", COUNTS)
def test_the_fairness_map_is_an_automorphism(radius: int) -> None:
    board = globe(radius)
    image = board.image
    assert [image[image[c]] for c in range(len(image))] == list(range(len(image)))
    assert (image[0], image[board.disc]) == (board.disc, 0)
    for a, row in enumerate(board.steps):
        for direction, b in enumerate(row):
            if b == NOWHERE:
                continue
            assert image[b] in board.around[image[a]]
            if (a < board.disc) == (b < board.disc):
                assert board.steps[image[a]][-direction % 6] == image[b]
    gates = 12 * radius
    assert [board.gates.index(board.edge_image[e]) for e in board.gates] == [
        -g % gates for g in range(gates)
    ]


@pytest.mark.parametrize("radius", COUNTS)
def test_adjacency_is_symmetric_and_directions_lead_back(radius: int) -> None:
    board = globe(radius)
    for a, row in enumerate(board.steps):
        assert a not in row
        assert len(set(row) - {NOWHERE}) == len(board.around[a])
        assert all(a in board.around[b] for b in row if b != NOWHERE)


def test_the_table_of_radius_two() -> None:
    board = globe(2)
    rows = [line.split() for line in TABLE.splitlines() if line[:1] in ("N", "S")]
    assert len(rows) == 38
    assert [row[0] for row in rows] == list(board.names)
    for number, (_, axial, *cells, degree) in enumerate(rows):
        assert axial == "({},{})".format(*board.axial[number])
        names = ["-" if c == NOWHERE else board.names[c] for c in board.steps[number]]
        assert names == cells
        assert len(board.around[number]) == int(degree)


def open_steps(board: Globe, start: int, walls: int) -> list[int]:
    """Return the steps around walls from a cell to every cell (SPH-2.10); −1 if unreachable."""
    found = [-1] * len(board.names)
    found[start] = 0
    queue = deque((start,))
    while queue:
        at = queue.popleft()
        for cell, edge in zip(board.steps[at], board.edges[at], strict=True):
            if cell != NOWHERE and found[cell] < 0 and not walls >> edge & 1:
                found[cell] = found[at] + 1
                queue.append(cell)
    return found


def test_the_maze_of_the_vectors() -> None:
    board = globe(2)
    walls = maze(2, "spherion-1", 4, QUARTER, 3)
    assert [g for g, e in enumerate(board.gates) if not walls >> e & 1] == [0, 3, 4, 20, 21]
    inner = [
        f"{board.names[a]}-{board.names[b]}"
        for e, (a, b) in enumerate(board.ends)
        if walls >> e & 1 and (a < board.disc) == (b < board.disc)
    ]
    assert " ".join(inner) == (
        "N1.0-N2.1 N1.1-N2.1 N1.1-N2.2 N1.2-N1.3 N1.2-N2.3 N1.2-N2.5 N1.3-N2.7 N1.4-N1.5 "
        "N1.5-N2.9 N2.0-N2.11 "
        "S1.0-S2.11 S1.1-S1.2 S1.1-S2.3 S1.3-S1.4 S1.3-S2.5 S1.4-S2.7 S1.4-S2.9 S1.5-S2.10 "
        "S1.5-S2.11 S2.0-S2.1"
    )
    assert walls.bit_count() == 39
    assert open_steps(board, 0, walls)[board.disc] == 5


@given(st.integers(1, 4), st.integers(0, 10**9), st.sampled_from((2, 3)))
@settings(max_examples=25, deadline=None)
def test_what_every_maze_promises(radius: int, seed: int, least: int) -> None:
    board = globe(radius)
    gates = min(2 * radius, 5)
    walls = maze(radius, str(seed), gates, Fraction(1, 3), least)
    mirrored = sum(1 << board.edge_image[e] for e in range(len(board.ends)) if walls >> e & 1)
    assert mirrored == walls
    opened = sum(not walls >> e & 1 for e in board.gates)
    assert opened in (gates, gates + 1)
    across = sum(1 << e for e in board.gates)
    for pole in board.poles:
        inside = open_steps(board, pole, walls | across)
        assert sum(steps >= 0 for steps in inside) == board.disc
        assert not any(walls >> e & 1 for e in board.edges[pole])
    assert min(open_steps(board, 0, walls)) == 0
    sides = [sum(e != NOWHERE and not (walls >> e & 1) for e in row) for row in board.edges]
    assert min(sides) >= least
