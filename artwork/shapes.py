"""Basic shapes: points on a circle, polygons, stars, arcs, and corner ticks.

Coordinates are local, in mm, with y down. Angles are in degrees clockwise from the x axis, so −90
is up.
"""

from __future__ import annotations

import math

from printkit.pdf.drawing import (
    Contour,
    Matrix,
    Path,
    Point,
    Segment,
    ellipse,
    placed,
    polygon,
    transformed,
)
from printkit.pdf.geometry import Rect

disc = ellipse
"""Alias of ``ellipse`` for the art programs."""


def polar(x: float, y: float, radius: float, degrees: float) -> Point:
    """Return the point at a distance and direction from (x, y)."""
    angle = math.radians(degrees)
    return x + radius * math.cos(angle), y + radius * math.sin(angle)


def between(start: Point, end: Point, share: float) -> Point:
    """Return the point at a fraction (0 to 1) of the way from `start` to `end`."""
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def corners(x: float, y: float, radius: float, count: int = 6, turn: float = -90) -> list[Point]:
    """Return the corners of a regular polygon, the first one at ``turn`` degrees."""
    return [polar(x, y, radius, turn + 360 * n / count) for n in range(count)]


def ngon(x: float, y: float, radius: float, count: int = 6, turn: float = -90) -> Path:
    """Return a regular polygon; by default a hexagon with a corner at the top."""
    return polygon(corners(x, y, radius, count, turn))


def star(x: float, y: float, outer: float, inner: float, points: int, turn: float = -90) -> Path:
    """Return a star with its first point at ``turn`` degrees."""
    return polygon(
        polar(x, y, inner if n % 2 else outer, turn + 180 * n / points) for n in range(2 * points)
    )


def arc(
    x: float, y: float, radius: float, start: float, end: float, ry: float | None = None
) -> Path:
    """Return an open arc of a circle, or of an ellipse with vertical radius ``ry``."""
    first = polar(x, y, radius, start)
    path = Path((Contour(first, arc_segments(x, y, radius, start, end), closed=False),))
    if ry is None:
        return path
    squash = ry / radius
    return transformed(path, Matrix(d=squash, f=y - y * squash))


def arc_segments(
    x: float, y: float, radius: float, start: float, end: float
) -> tuple[Segment, ...]:
    """Return cubics along a circle between two angles; each spans at most a quarter turn."""
    pieces = max(1, math.ceil(abs(end - start) / 90))
    step = (end - start) / pieces
    arm = 4 / 3 * math.tan(math.radians(step) / 4)
    found: list[Segment] = []
    for n in range(pieces):
        a, b = start + n * step, start + (n + 1) * step
        (x0, y0), (x1, y1) = polar(x, y, radius, a), polar(x, y, radius, b)
        found.append(
            (
                x0 - arm * (y0 - y),
                y0 + arm * (x0 - x),
                x1 + arm * (y1 - y),
                y1 - arm * (x1 - x),
                x1,
                y1,
            )
        )
    return tuple(found)


def spiral(x: float, y: float, r: float, turns: float, start: float, sense: int = 1) -> list[Point]:
    """Return points of a spiral that winds inwards from radius ``r``."""
    count = max(8, round(turns * 10))
    return [
        polar(x, y, r * (1 - i / count) ** 0.8 + 0.3, start + sense * 360 * turns * i / count)
        for i in range(count + 1)
    ]


def corner_ticks(box: Rect, arm: float) -> Path:
    """Return right-angled ticks in the corners of a box, with arms of length ``arm``."""
    ticks = Path(())
    for x, dx in ((box.x, arm), (box.right, -arm)):
        for y, dy in ((box.y, arm), (box.bottom, -arm)):
            ticks += polygon([(x + dx, y), (x, y), (x, y + dy)], closed=False)
    return ticks


def at(path: Path, x: float, y: float, turn: float = 0, scale: float = 1) -> Path:
    """Return the path scaled, turned clockwise and moved."""
    return transformed(path, placed(x, y, turn=turn, scale=scale))


def flip(path: Path) -> Path:
    """Return the path mirrored in the axis x = 0."""
    return transformed(path, placed(0, 0, mirrored=True))
