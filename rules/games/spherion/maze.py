"""The maze: fair by construction and made from a seed (SPH-3.4).

Every wall is made together with its image under M, so both players face the same maze. The two
checks of step 4 keep each disc connected and every cell open on enough sides.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from rules.core.chance import Stream, shuffled
from rules.games.spherion.globe import NOWHERE, Globe, globe


@lru_cache(maxsize=256)
def maze(radius: int, seed: str, open_gates: int, share: Fraction, min_open: int) -> int:
    """Return the set of walled edges, one bit each; raise `ValueError` for an invalid seed."""
    board, stream = globe(radius), Stream(seed, "maze")
    walls = 0
    for edge in board.gates:
        walls |= 1 << edge
    opened = 0
    for orbit in shuffled(_orbits(12 * radius), stream.below):
        if opened >= open_gates:
            break
        for gate in orbit:
            walls &= ~(1 << board.gates[gate])
        opened += len(orbit)
    quota = int(share * (9 * radius * radius + 3 * radius))
    accepted = 0
    inner = [(a, b) for a, b in board.ends if 0 < a < b < board.disc]
    for a, b in shuffled(inner, stream.below):
        if accepted >= quota:
            break
        edge = board.edge(a, b)
        pair = 1 << edge | 1 << board.edge_image[edge]
        if _keeps_open(board, walls | pair, (a, b), min_open) and _connected(board, walls | pair):
            walls |= pair
            accepted += 1
    return walls


def _orbits(gates: int) -> list[tuple[int, ...]]:
    """Return the gates exchanged by M, by their smallest member (SPH-3.4, step 2)."""
    half = gates // 2
    return [(0,), *((g, gates - g) for g in range(1, half)), (half,)]


def _keeps_open(board: Globe, walls: int, cells: tuple[int, int], least: int) -> bool:
    return all(
        sum(e != NOWHERE and not walls >> e & 1 for e in board.edges[cell]) >= least
        for cell in cells
    )


def _connected(board: Globe, walls: int) -> bool:
    """Return True if open edges within disc N connect all its cells."""
    seen, stack = {0}, [0]
    while stack:
        at = stack.pop()
        for cell, edge in zip(board.steps[at], board.edges[at], strict=True):
            if 0 <= cell < board.disc and cell not in seen and not walls >> edge & 1:
                seen.add(cell)
                stack.append(cell)
    return len(seen) == board.disc
