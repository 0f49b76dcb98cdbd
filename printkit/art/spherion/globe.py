"""The globe of SPH-2 as one sees it: cells named, joined, and drawn on a ball.

``steps`` is the table of neighbours, written from the specification and not from the referee's
code, so that the tests can hold one against the other. ``seen`` relaxes the cells' centres on the
unit sphere (each moves half-way to the mean of its neighbours), takes the corners of a cell from
the centres of the triangles round it, and projects what faces the viewer.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from printkit.drawing import Path, Point, polygon

Vector = NDArray[np.float64]
AXIAL: Final = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
_ROUNDS: Final = 300


@cache
def cells(radius: int) -> dict[str, tuple[int, int]]:
    """Cell name → axial place on its disc, in canonical order (SPH-2.3, 2.4)."""
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
    """Cell name → its neighbours by edge number; "" on the missing side of a pentagon."""
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
    """The number of the gate between two cells of the rims (SPH-2.8)."""
    north, south = (one, other) if one[0] == "N" else (other, one)
    i, j = int(north.split(".")[1]), int(south.split(".")[1])
    return 2 * i if i == j else (2 * i + 1) % (12 * radius)


@cache
def _embedded(radius: int) -> tuple[dict[str, Vector], dict[str, list[Vector]]]:
    """Cell name → centre, and → corners in order, on the unit sphere."""
    table = steps(radius)
    centre = {name: _start(radius, name) for name in table}
    for _ in range(_ROUNDS):
        moved = {}
        for name, row in table.items():
            near = [centre[n] for n in row if n]
            mean: Vector = np.mean(near, axis=0) * 0.5 + centre[name] * 0.5
            moved[name] = mean / np.linalg.norm(mean)
        centre = moved
    corners = {}
    for name, row in table.items():
        near = [n for n in row if n]
        corner = [
            centre[name] + centre[a] + centre[b]
            for i, a in enumerate(near)
            for b in near[:i]
            if b in table[a]
        ]
        axis = centre[name]
        across = np.cross(axis, [0.3, 0.5, 0.8])
        across /= np.linalg.norm(across)
        up = np.cross(axis, across)
        corner.sort(key=lambda v: math.atan2(float(v @ up), float(v @ across)))
        corners[name] = [v / np.linalg.norm(v) for v in corner]
    return centre, corners


def _start(radius: int, name: str) -> Vector:
    half, place = name[0], name[1:]
    sign = 1 if half == "N" else -1
    if place == "0":
        return np.array([0.0, 0.0, float(sign)])
    ring, i = map(int, place.split("."))
    polar = ring / (radius + 0.5) * math.pi / 2
    around = math.tau * (i - (0 if half == "N" else 0.5 * ring / radius)) / (6 * ring)
    across = math.sin(polar)
    return np.array(
        [across * math.cos(around), across * math.sin(around), sign * math.cos(polar)]
    )


@dataclass(frozen=True, slots=True)
class Plate:
    """A cell as it is seen: outline and middle in units of the ball's radius, y down.

    ``facing`` is 1 for a cell that looks at the viewer, 0 for one on the limb.
    """

    name: str
    outline: tuple[Point, ...]
    middle: Point
    facing: float

    def path(self, x: float, y: float, r: float, share: float = 1.0) -> Path:
        """The outline on a ball of radius ``r`` about (x, y), shrunk towards its middle."""
        mx, my = self.middle
        return polygon(
            (x + r * (mx + (px - mx) * share), y + r * (my + (py - my) * share))
            for px, py in self.outline
        )


@cache
def seen(lon: float, lat: float, roll: float, radius: int = 2) -> tuple[Plate, ...]:
    """The plates that face the viewer after three turns (degrees), farthest first."""
    centre, corners = _embedded(radius)
    turn = _turning(lon, lat, roll)
    plates = []
    for name, corner in corners.items():
        x, depth, up = turn @ centre[name]
        if depth > 0.22:
            continue
        points = []
        for a, b in zip(corner, [*corner[1:], corner[0]], strict=True):
            for part in (0.0, 1 / 3, 2 / 3):
                v = a * (1 - part) + b * part
                vx, vd, vu = turn @ (v / np.linalg.norm(v))
                reach = math.hypot(vx, vu) if vd > 0 else 1.0
                points.append((float(vx / reach), float(-vu / reach)))
        plates.append(Plate(name, tuple(points), (float(x), float(-up)), float(-depth)))
    return tuple(sorted(plates, key=lambda plate: plate.facing))


def _turning(lon: float, lat: float, roll: float) -> Vector:
    a, b, c = map(math.radians, (lon, lat, roll))
    spin = np.array([[math.cos(a), -math.sin(a), 0], [math.sin(a), math.cos(a), 0], [0, 0, 1]])
    tilt = np.array([[1, 0, 0], [0, math.cos(b), -math.sin(b)], [0, math.sin(b), math.cos(b)]])
    lean = np.array([[math.cos(c), 0, math.sin(c)], [0, 1, 0], [-math.sin(c), 0, math.cos(c)]])
    turning: Vector = lean @ tilt @ spin
    return turning
