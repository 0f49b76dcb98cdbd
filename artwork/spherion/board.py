"""The globe on paper: the positions of a mat's cells, sides, gates and field lines, in mm.

The two discs are drawn as seen from outside the sphere, in the frame of SPH-2.9: X right, Y up,
pointy-top hexagons of width w = ``CELL``. N is centred on (+w/4, +A), S on (−w/4, −A) and mirrored
in Y. The shift by half a cell makes the facing rims mesh like a zip over a gap of ``GAP``.

This frame is then turned: page = (W/2 + Y, H/2 + X). The players sit at the *long* sides, so that
each reaches both discs and has their own disc on the right. A cell is then flat-topped and 104 mm
high. An upright card (90 mm) does not touch the cards of neighbouring cells. A sideways card comes
within a millimetre of its cell's corners.

A corner of a rim is a pentagon (SPH-2.7). It omits the corner between its missing side m and side
m + 1, so side m vanishes and side m + 1 grows.

A gate is a line from its side on N to its side on S. Gate 9r is in the middle of the strait. The
lines of the first r gates on either side cross the gap, and the next 2r − 1 cross the notch next
to it. The others run around the outside as offsets of the convex hull; the further a gate is from
the strait, the larger the offset. So no two lines cross.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Final

from artwork.spherion.globe import cells, gate, steps
from artwork.spherion.lanes import along, bent, hull_of, lane_between, rounded
from printkit.pdf.drawing import Point

CELL: Final = 104.0
"""Width of a hexagon across its flats, mm."""
SIDE: Final = CELL / math.sqrt(3)
GAP: Final = 13.0
MARGIN: Final = (122.0, 104.0)
"""Space around the discs: left and right of them, and beyond the field lines for a seat's
places.
"""
LEAST_WIDTH: Final = 1189.0
"""Minimum width of a mat, for eight rail slots, tracks, three piles and a control place. This is
also the width of A0. The standard globe fits the height of A0, or A1 at two thirds of its size.
"""
LANE: Final = (6.0, 3.5)
"""Distance of the innermost outer field line from the hull, and between neighbouring lines."""
TOKEN: Final = 8.6
"""Distance from a rim to the middle of its gate's token."""
APART: Final = 20.0
"""Minimum distance between a gate's tokens; tokens that are too close move along their rims."""

Side = tuple[Point, Point]


@dataclass(frozen=True, slots=True)
class Gate:
    """A gate: its number, its two cells, their sides with outward normals, and its field line."""

    number: int
    cells: tuple[str, str]
    north: Side
    south: Side
    normals: tuple[Point, Point]
    line: tuple[Point, ...]
    strait: bool

    def token(self, half: str) -> Point:
        """Return the middle of the gate's token on a disc; in the strait it is on the rim."""
        north = half == "N"
        normal = self.normals[0 if north else 1]
        if self.strait:
            return along(self.line[0 if north else -1], normal, 0.6)
        return along(middle(self.north if north else self.south), normal, TOKEN)


def middle(side: Side) -> Point:
    """Return the middle of a side."""
    (ax, ay), (bx, by) = side
    return (ax + bx) / 2, (ay + by) / 2


class Board:
    """The two discs of a globe of one radius, placed on their mat."""

    def __init__(self, radius: int) -> None:
        self.radius = radius
        self.away = (3 * radius + 1.5) * SIDE / 2 + GAP / 2
        block_width = 2 * (self.away + (1.5 * radius + 1) * SIDE)
        block_height = (2 * radius + 1.5) * CELL
        self.width = max(LEAST_WIDTH, float(math.ceil(block_width + 2 * MARGIN[0])))
        outermost = LANE[0] + LANE[1] * (3 * radius + 1)
        self.height = float(math.ceil(block_height + 2 * (MARGIN[1] + outermost)))
        self.names = tuple(cells(radius))

    def _page(self, x: float, y: float) -> Point:
        return self.width / 2 + y, self.height / 2 + x

    def _framed(self, name: str) -> Point:
        x, y = cells(self.radius)[name]
        sign = 1 if name[0] == "N" else -1
        return CELL * (x + y / 2) + sign * CELL / 4, sign * (1.5 * SIDE * y + self.away)

    def centre(self, name: str) -> Point:
        """Return the middle of a cell's hexagon."""
        return self._page(*self._framed(name))

    def heart(self, name: str) -> Point:
        """Return the mean of a cell's corners, where cards are placed, even on pentagons."""
        points = self.outline(name)
        return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)

    def in_strait(self, side: Side) -> bool:
        """Return whether the side faces the other disc across the gap; gates there are on rims."""
        return any(side in (g.north, g.south) for g in self.gates() if g.strait)

    def _corners(self, name: str) -> list[Point]:
        """Return the hexagon's six corners; corner k is between directions k and k + 1."""
        x, y = self._framed(name)
        sign = 1 if name[0] == "N" else -1
        turns = [math.radians(30 + 60 * k) for k in range(6)]
        return [self._page(x + SIDE * math.cos(a), y + sign * SIDE * math.sin(a)) for a in turns]

    def missing(self, name: str) -> int | None:
        """Return the missing direction of a pentagon, or None."""
        row = steps(self.radius)[name]
        return row.index("") if "" in row else None

    def outline(self, name: str) -> list[Point]:
        """Return a cell's five or six corners."""
        gone = self.missing(name)
        return [p for k, p in enumerate(self._corners(name)) if k != gone]

    def dropped(self, name: str) -> Point | None:
        """Return the omitted corner of a pentagon, or None."""
        gone = self.missing(name)
        return None if gone is None else self._corners(name)[gone]

    def sides(self, name: str) -> dict[int, Side]:
        """Return the ends of each side by edge number."""
        corners, gone = self._corners(name), self.missing(name)
        found = {}
        for d in range(6):
            if d != gone:
                first = (d - 2) % 6 if gone is not None and d == (gone + 1) % 6 else (d - 1) % 6
                found[d] = (corners[first], corners[d])
        return found

    def outward(self, name: str, side: Side) -> Point:
        """Return the unit normal of a cell's side that points out of the cell."""
        (ax, ay), (bx, by) = side
        length = math.dist(*side)
        nx, ny = (ay - by) / length, (bx - ax) / length
        mx, my = middle(side)
        cx, cy = self.centre(name)
        return (nx, ny) if (mx - cx) * nx + (my - cy) * ny > 0 else (-nx, -ny)

    def edges(self) -> list[tuple[str, str]]:
        """Return all pairs of neighbouring cells; cells and pairs are in canonical order."""
        order = {name: i for i, name in enumerate(self.names)}
        pairs = {
            (a, b)
            for a, row in steps(self.radius).items()
            for b in row
            if b and order[a] < order[b]
        }
        return sorted(pairs, key=lambda pair: (order[pair[0]], order[pair[1]]))

    def side_of(self, name: str, other: str) -> Side:
        """Return the side that a cell shares with a neighbour."""
        return self.sides(name)[steps(self.radius)[name].index(other)]

    @cached_property
    def _gates(self) -> tuple[Gate, ...]:
        hull = hull_of([p for name in self.names for p in self.outline(name)])
        found = []
        for one, other in self.edges():
            if one[0] == other[0]:
                continue
            number = gate(self.radius, one, other)
            north, south = self.side_of(one, other), self.side_of(other, one)
            normals = self.outward(one, north), self.outward(other, south)
            away = abs((number - 3 * self.radius) % (12 * self.radius) - 6 * self.radius)
            line = self._line(away, (north, south), normals, hull)
            found.append(
                Gate(number, (one, other), north, south, normals, line, away <= self.radius)
            )
        return tuple(sorted(found, key=lambda g: g.number))

    def gates(self) -> tuple[Gate, ...]:
        """Return all gates by number."""
        return self._gates

    def _line(
        self,
        away: int,
        sides: tuple[Side, Side],
        normals: tuple[Point, Point],
        hull: list[Point],
    ) -> tuple[Point, ...]:
        p, q = middle(sides[0]), middle(sides[1])
        if away <= self.radius:
            return _apart(p, q, sides[0])
        if away < 3 * self.radius:
            reach = min(math.dist(p, q) * 0.2, 36.0)
            return bent(p, along(p, normals[0], reach), along(q, normals[1], reach), q)
        out = LANE[0] + LANE[1] * (away - 3 * self.radius + 1)
        start, end = along(p, normals[0], TOKEN), along(q, normals[1], TOKEN)
        lane = lane_between(hull, start, end, out, self.height / 2)
        return rounded((p, start, *lane, end, q))


def _apart(p: Point, q: Point, side: Side) -> tuple[Point, Point]:
    """Move two facing points along their parallel sides until they are at least ``APART`` apart.

    They move in opposite directions, each by half of the missing distance.
    """
    (ax, ay), (bx, by) = side
    length = math.dist(*side)
    ux, uy = (bx - ax) / length, (by - ay) / length
    between = (p[0] - q[0]) * ux + (p[1] - q[1]) * uy
    across = abs((p[0] - q[0]) * uy - (p[1] - q[1]) * ux)
    wanted = math.sqrt(max(0.0, APART**2 - across**2))
    shift = math.copysign(max(0.0, wanted - abs(between)) / 2, between)
    return along(p, (ux, uy), shift), along(q, (ux, uy), -shift)


@cache
def board(radius: int) -> Board:
    """Return the board of a globe of this radius."""
    return Board(radius)
