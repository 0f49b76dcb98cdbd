"""The globe: two hexagonal discs joined along their rims (SPH-2).

Cells are numbers in canonical order (SPH-2.4): the N disc first, ring by ring, then the S disc.
Directions are 0 … 5, the printed edge numbers. Within a disc, a cell has axial coordinates (x, y),
and direction d adds `AXIAL[d]`. Across the equator, SPH-2.7 defines the neighbours. Edges are also
numbers, ordered by (lower cell, higher cell), so that a set of walls is one integer.
"""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from typing import Final

from rules.core.chance import Stream, shuffled

AXIAL: Final = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
NOWHERE: Final = -1
"""Number of the neighbour on a pentagon's missing side."""


@dataclass(frozen=True, slots=True)
class Globe:
    """Board of one radius, with tables by cell number.

    `steps[c][d]` is the neighbour in direction d and `edges[c][d]` the edge to it, both `NOWHERE`
    on the missing side. `around[c]` lists the neighbours in the order of directions. `ends[e]`
    holds the two cells of edge e. `distance[a][b]` ignores walls (SPH-2.10). `image` is the
    fairness map M (SPH-2.11) for cells, and `edge_image` the same map for edges. `gates[g]` is the
    edge of gate g (SPH-2.8). `disc` is the number of cells in one disc.
    """

    radius: int
    names: tuple[str, ...]
    index: Mapping[str, int]
    axial: tuple[tuple[int, int], ...]
    disc: int
    steps: tuple[tuple[int, ...], ...]
    edges: tuple[tuple[int, ...], ...]
    around: tuple[tuple[int, ...], ...]
    ends: tuple[tuple[int, int], ...]
    distance: tuple[tuple[int, ...], ...]
    image: tuple[int, ...]
    edge_image: tuple[int, ...]
    gates: tuple[int, ...]

    @property
    def poles(self) -> tuple[int, int]:
        """The cells N0 and S0."""
        return (0, self.disc)

    def edge(self, a: int, b: int) -> int:
        """Return the edge between two adjacent cells."""
        return self.edges[a][self.steps[a].index(b)]


@cache
def globe(radius: int) -> Globe:
    """Return the globe with the given radius (SPH-2.1)."""
    rings = [(p, i) for p in range(radius + 1) for i in range(max(1, 6 * p))]
    axial = tuple(_axial(p, i) for p, i in rings)
    names = tuple(f"{letter}{p}.{i}" if p else f"{letter}0" for letter in "NS" for p, i in rings)
    disc = len(rings)
    place = {xy: number for number, xy in enumerate(axial)}
    steps = tuple(
        tuple(_step(radius, rings, place, half, number, d) for d in range(6))
        for half in (0, 1)
        for number in range(disc)
    )
    around = tuple(tuple(c for c in row if c != NOWHERE) for row in steps)
    ends = tuple(sorted({(min(a, b), max(a, b)) for a, row in enumerate(around) for b in row}))
    number_of = {pair: number for number, pair in enumerate(ends)}
    edges = tuple(
        tuple(NOWHERE if b == NOWHERE else number_of[min(a, b), max(a, b)] for b in row)
        for a, row in enumerate(steps)
    )
    image = tuple((1 - half) * disc + place[x + y, -y] for half in (0, 1) for x, y in axial)
    rim = disc - 6 * radius
    gates = tuple(
        number_of[rim + g // 2, disc + rim + (g // 2 + g % 2) % (6 * radius)]
        for g in range(12 * radius)
    )
    return Globe(
        radius=radius,
        names=names,
        index={name: number for number, name in enumerate(names)},
        axial=axial * 2,
        disc=disc,
        steps=steps,
        edges=edges,
        around=around,
        ends=ends,
        distance=tuple(_distances(around, start) for start in range(2 * disc)),
        image=image,
        edge_image=tuple(
            number_of[min(image[a], image[b]), max(image[a], image[b])] for a, b in ends
        ),
        gates=gates,
    )


def _axial(ring: int, position: int) -> tuple[int, int]:
    """Return a cell's axial coordinates, ring·d(k) + t·d(k+2) (SPH-2.3)."""
    if ring == 0:
        return (0, 0)
    k, t = divmod(position, ring)
    (ax, ay), (bx, by) = AXIAL[k], AXIAL[(k + 2) % 6]
    return (ring * ax + t * bx, ring * ay + t * by)


def _step(
    radius: int,
    rings: list[tuple[int, int]],
    place: dict[tuple[int, int], int],
    half: int,
    number: int,
    direction: int,
) -> int:
    """Return the neighbour in a direction of a cell in disc `half` (0: N, 1: S)."""
    ring, position = rings[number]
    x, y = _axial(ring, position)
    dx, dy = AXIAL[direction]
    inside = place.get((x + dx, y + dy))
    if inside is not None:
        return half * len(rings) + inside
    # SPH-2.7: across the equator.
    length, k = 6 * radius, position // radius
    first = position - half  # N borders i and i+1; S borders i−1 and i
    across = {k: first, (k + 1) % 6: first + 1}.get(direction)
    if across is None:
        return NOWHERE
    return (1 - half) * len(rings) + len(rings) - length + across % length


def _distances(around: tuple[tuple[int, ...], ...], start: int) -> tuple[int, ...]:
    distances = [-1] * len(around)
    distances[start] = 0
    queue = deque((start,))
    while queue:
        at = queue.popleft()
        for cell in around[at]:
            if distances[cell] < 0:
                distances[cell] = distances[at] + 1
                queue.append(cell)
    return tuple(distances)


# The maze, fair by construction and generated from a seed (SPH-3.4).
#
# Every wall is added together with its image under M, so that both players face the same maze. The
# two checks in step 4 keep each disc connected and every cell open on enough sides.


@lru_cache(maxsize=256)
def maze(radius: int, seed: str, open_gates: int, share: Fraction, min_open: int) -> int:
    """Return the bit set of walled edges; raise `ValueError` for an invalid seed."""
    board, stream = globe(radius), Stream(seed, "maze")
    walls, opened = sum(1 << edge for edge in set(board.gates)), 0
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
    """Return the groups of gates that M exchanges, by their smallest member (SPH-3.4, step 2)."""
    half = gates // 2
    return [(0,), *((g, gates - g) for g in range(1, half)), (half,)]


def _keeps_open(board: Globe, walls: int, cells: tuple[int, int], least: int) -> bool:
    return all(
        sum(e != NOWHERE and not walls >> e & 1 for e in board.edges[cell]) >= least
        for cell in cells
    )


def _connected(board: Globe, walls: int) -> bool:
    """Return True if open edges within disc N connect all cells of the disc."""
    seen, stack = {0}, [0]
    while stack:
        at = stack.pop()
        for cell, edge in zip(board.steps[at], board.edges[at], strict=True):
            if 0 <= cell < board.disc and cell not in seen and not walls >> edge & 1:
                seen.add(cell)
                stack.append(cell)
    return len(seen) == board.disc
