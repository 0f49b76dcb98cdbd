"""The plain forms of Spherion: hexagons, stars, discs, arcs; without numpy, mats need them too.

Local coordinates: mm, y down, angles in degrees clockwise from the x axis (so −90 is up).
"""

from __future__ import annotations

import math

from printkit.drawing import Contour, Path, Point, ellipse, placed, polygon, transformed


def polar(x: float, y: float, r: float, angle: float) -> Point:
    """The point at a distance and an angle."""
    a = math.radians(angle)
    return x + r * math.cos(a), y + r * math.sin(a)


def ring_points(x: float, y: float, r: float, count: int = 6, turn: float = -90) -> list[Point]:
    """Corners of a regular polygon."""
    return [polar(x, y, r, turn + 360 * i / count) for i in range(count)]


def ngon(x: float, y: float, r: float, count: int = 6, turn: float = -90) -> Path:
    """A regular polygon; a hexagon with a corner on top if nothing else is said."""
    return polygon(ring_points(x, y, r, count, turn))


def star(x: float, y: float, outer: float, inner: float, points: int, turn: float = -90) -> Path:
    """A star with its first point at ``turn``."""
    return polygon(
        polar(x, y, outer if i % 2 == 0 else inner, turn + 180 * i / points)
        for i in range(2 * points)
    )


def disc(x: float, y: float, r: float, ry: float | None = None, turn: float = 0) -> Path:
    """A disc or an ellipse."""
    return ellipse(x, y, r, ry, turn)


def at(path: Path, x: float, y: float, turn: float = 0, scale: float = 1) -> Path:
    """The path scaled, turned clockwise and moved."""
    return transformed(path, placed(x, y, turn=turn, scale=scale))


def flipped(path: Path) -> Path:
    """Mirrored left to right."""
    return transformed(path, placed(0, 0, mirrored=True))


def arc(x: float, y: float, r: float, start: float, end: float, ry: float | None = None) -> Path:
    """An open arc of a circle (or an upright ellipse) in cubics of at most a quarter turn."""
    squash = 1.0 if ry is None else ry / r
    pieces = max(1, math.ceil(abs(end - start) / 90))
    step = math.radians(end - start) / pieces
    k = 4 / 3 * math.tan(step / 4) * r
    segments = []
    for i in range(pieces):
        a = math.radians(start) + i * step
        b = a + step
        segments.append(
            (
                x + r * math.cos(a) - k * math.sin(a),
                y + (r * math.sin(a) + k * math.cos(a)) * squash,
                x + r * math.cos(b) + k * math.sin(b),
                y + (r * math.sin(b) - k * math.cos(b)) * squash,
                x + r * math.cos(b),
                y + r * math.sin(b) * squash,
            )
        )
    first = math.radians(start)
    begin = (x + r * math.cos(first), y + r * math.sin(first) * squash)
    return Path((Contour(begin, tuple(segments), closed=False),))


def spiral(x: float, y: float, r: float, turns: float, start: float, sense: int = 1) -> list[Point]:
    """Points of a spiral that winds inwards from radius ``r``."""
    count = max(8, round(turns * 10))
    return [
        polar(x, y, r * (1 - i / count) ** 0.8 + 0.3, start + sense * 360 * turns * i / count)
        for i in range(count + 1)
    ]
