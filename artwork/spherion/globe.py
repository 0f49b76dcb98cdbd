"""The globe of SPH-2: the names of its cells, their neighbours, and their projection on a ball.

``steps`` is the table of neighbours. It is written from the specification and not from the
referee's code, so that tests can compare the two. ``seen`` projects the cells that face the
viewer. To place the cells on the unit sphere, each centre moves repeatedly half-way to the mean of
its neighbours. The corners of a cell are the centres of the triangles around it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from printkit.pdf.drawing import Path, Point, polygon

Vector = tuple[float, float, float]
AXIAL: Final = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
_ROUNDS: Final = 60


@cache
def cells(radius: int) -> dict[str, tuple[int, int]]:
    """Return each cell's axial coordinates on its disc, in canonical order (SPH-2.3, 2.4)."""
    found = {}
    for half in "NS":
        found[f"{half}0"] = (0, 0)
        for ring in range(1, radius + 1):
            for i in range(6 * ring):
                k, t = divmod(i, ring)
                (ax, ay), (bx, by) = AXIAL[k], AXIAL[(k + 2) % 6]
                found[f"{half}{ring}.{i}"] = (ring * ax + t * bx, ring * ay + t * by)
    return found


@cache
def steps(radius: int) -> dict[str, tuple[str, ...]]:
    """Return each cell's neighbours by edge number; a pentagon's missing side has ""."""
    places = cells(radius)
    names = {(name[0], *place): name for name, place in places.items()}
    rim = 6 * radius
    table: dict[str, tuple[str, ...]] = {}
    for name, (x, y) in places.items():
        row = [names.get((name[0], x + dx, y + dy), "") for dx, dy in AXIAL]
        if name[1:].startswith(f"{radius}."):
            i = int(name.split(".")[1])
            k = i // radius
            other, first = ("S", i) if name[0] == "N" else ("N", i - 1)
            row[k] = f"{other}{radius}.{first % rim}"
            row[(k + 1) % 6] = f"{other}{radius}.{(first + 1) % rim}"
        table[name] = tuple(row)
    return table


def gate(radius: int, one: str, other: str) -> int:
    """Return the number of the gate between two rim cells (SPH-2.8)."""
    north, south = (one, other) if one[0] == "N" else (other, one)
    i, j = int(north.split(".")[1]), int(south.split(".")[1])
    return 2 * i if i == j else (2 * i + 1) % (12 * radius)


@cache
def _embedded(radius: int) -> tuple[dict[str, Vector], dict[str, list[Vector]]]:
    """Return each cell's centre, and its corners in circular order, on the unit sphere."""
    table = {name: [n for n in row if n] for name, row in steps(radius).items()}
    centre = {name: _start(radius, name) for name in table}
    for _ in range(_ROUNDS):
        centre = {
            name: _unit(_sum([_unit(_sum([centre[n] for n in near])), centre[name]]))
            for name, near in table.items()
        }
    corners = {}
    for name, near in table.items():
        axis = centre[name]
        across = _unit(_cross(axis, (0.3, 0.5, 0.8)))
        up = _cross(axis, across)
        corner = [
            _unit(_sum([axis, centre[a], centre[b]]))
            for i, a in enumerate(near)
            for b in near[:i]
            if b in table[a]
        ]
        around = sorted((math.atan2(_dot(v, up), _dot(v, across)), v) for v in corner)
        corners[name] = [v for _, v in around]
    return centre, corners


def _start(radius: int, name: str) -> Vector:
    half, place = name[0], name[1:]
    sign = 1 if half == "N" else -1
    if place == "0":
        return 0.0, 0.0, float(sign)
    ring, i = map(int, place.split("."))
    polar = ring / (radius + 0.5) * math.pi / 2
    around = math.tau * (i - (0 if half == "N" else 0.5 * ring / radius)) / (6 * ring)
    across = math.sin(polar)
    return across * math.cos(around), across * math.sin(around), sign * math.cos(polar)


def _sum(vectors: Sequence[Vector]) -> Vector:
    xs, ys, zs = zip(*vectors, strict=True)
    return sum(xs), sum(ys), sum(zs)


def _dot(a: Vector, b: Vector) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _unit(a: Vector) -> Vector:
    length = math.sqrt(_dot(a, a))
    return a[0] / length, a[1] / length, a[2] / length


def _cross(a: Vector, b: Vector) -> Vector:
    return (
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    )


@dataclass(frozen=True, slots=True)
class Plate:
    """A projected cell: its outline and middle are in units of the ball's radius, y down.

    ``facing`` is 1 for a cell that faces the viewer, and 0 for one at the edge of the ball.
    """

    name: str
    outline: tuple[Point, ...]
    middle: Point
    facing: float

    def path(self, x: float, y: float, r: float, share: float = 1.0) -> Path:
        """Return the outline on a ball at (x, y), shrunk to ``share`` around its middle."""
        mx, my = self.middle
        return polygon(
            (x + r * (mx + (px - mx) * share), y + r * (my + (py - my) * share))
            for px, py in self.outline
        )


@cache
def seen(lon: float, lat: float, roll: float, radius: int = 2) -> tuple[Plate, ...]:
    """Return the plates that face the viewer after three rotations (degrees), farthest first."""
    centre, corners = _embedded(radius)
    turn = _turning(lon, lat, roll)
    plates = []
    for name, corner in corners.items():
        x, depth, up = turn(centre[name])
        if depth > 0.22:
            continue
        points = []
        for a, b in zip(corner, [*corner[1:], corner[0]], strict=True):
            for part in (0.0, 1 / 3, 2 / 3):
                between = _sum([_times(a, 1 - part), _times(b, part)])
                vx, vd, vu = turn(_unit(between))
                reach = math.hypot(vx, vu) if vd > 0 else 1.0
                points.append((vx / reach, -vu / reach))
        plates.append(Plate(name, tuple(points), (x, -up), -depth))
    return tuple(sorted(plates, key=lambda plate: plate.facing))


def _times(a: Vector, by: float) -> Vector:
    return a[0] * by, a[1] * by, a[2] * by


def _turning(lon: float, lat: float, roll: float) -> Callable[[Vector], Vector]:
    """Return the combined rotation about the globe's axis, towards the viewer, and sideways."""
    (ca, sa), (cb, sb), (cc, sc) = (
        (math.cos(math.radians(v)), math.sin(math.radians(v))) for v in (lon, lat, roll)
    )

    def turned(v: Vector) -> Vector:
        x, y, z = ca * v[0] - sa * v[1], sa * v[0] + ca * v[1], v[2]
        y, z = cb * y - sb * z, sb * y + cb * z
        return cc * x + sc * z, y, cc * z - sc * x

    return turned
