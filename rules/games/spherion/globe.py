"""The globe: two hexagonal discs joined along their rims (SPH-2).

Cells are numbers in canonical order (SPH-2.4): the N disc first, ring by ring, then the S disc.
Directions are 0 … 5, the printed edge numbers. Within a disc a cell has axial coordinates (x, y)
and direction d adds `AXIAL[d]`; across the equator SPH-2.7 defines the neighbours. Edges are
numbers, too, in the order of (lower cell, higher cell), so a set of walls is one integer.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

AXIAL: Final = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
NOWHERE: Final = -1
"""Neighbour on the missing side of a pentagon."""


@dataclass(frozen=True, slots=True)
class Globe:
    """Board of one radius, with tables by cell number.

    `steps[c][d]` is the neighbour in direction d and `edges[c][d]` the edge to it, both `NOWHERE`
    on the missing side. `around[c]` lists neighbours in the order of directions. `ends[e]` are an
    edge's cells. `distance[a][b]` ignores walls (SPH-2.10). `image` is the fairness map M
    (SPH-2.11) and `edge_image` the same for edges. `gates[g]` is the edge of gate g (SPH-2.8).
    `disc` is the number of cells of one disc.
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
    """Return the globe of a radius (SPH-2.1)."""
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
    """Return the axial coordinates ring·d(k) + t·d(k+2) of a cell (SPH-2.3)."""
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
    """Return the neighbour of a cell of disc `half` (0 N, 1 S) in a direction."""
    ring, position = rings[number]
    x, y = _axial(ring, position)
    dx, dy = AXIAL[direction]
    inside = place.get((x + dx, y + dy))
    if inside is not None:
        return half * len(rings) + inside
    # SPH-2.7: across the equator.
    length, k = 6 * radius, position // radius
    first = position - half  # N goes to i and i+1, S to i−1 and i
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
