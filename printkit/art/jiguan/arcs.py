"""Arcs, arrows and rounded lines: curves with exact formulas, which need no sampling."""

from __future__ import annotations

import math

from printkit.drawing import Contour, Path, Point, Segment, polygon


def on_circle(x: float, y: float, radius: float, angle: float) -> Point:
    """The point of a circle at an angle, degrees clockwise from 3 o'clock."""
    a = math.radians(angle)
    return x + radius * math.cos(a), y + radius * math.sin(a)


def arc_segments(
    x: float, y: float, radius: float, start: float, end: float
) -> tuple[Segment, ...]:
    """Cubics along a circle from one angle to another, in pieces of at most a quarter."""
    pieces = max(1, math.ceil(abs(end - start) / 90))
    step = (end - start) / pieces
    arm = 4 / 3 * math.tan(math.radians(step) / 4)
    found: list[Segment] = []
    for n in range(pieces):
        a, b = start + n * step, start + (n + 1) * step
        (x0, y0), (x1, y1) = on_circle(x, y, radius, a), on_circle(x, y, radius, b)
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


def arc(x: float, y: float, radius: float, start: float, end: float) -> Path:
    """An open part of a circle."""
    segments = arc_segments(x, y, radius, start, end)
    return Path((Contour(on_circle(x, y, radius, start), segments, closed=False),))


def arrow(
    x: float, y: float, radius: float, start: float, end: float, head: float
) -> tuple[Path, Path]:
    """An arrow along a circle that points where ``end`` lies: its shaft and its head."""
    side = 1 if end > start else -1
    back = math.degrees(head * 0.8 / radius)
    px, py = on_circle(x, y, radius, end)
    along = math.radians(end + side * 90)
    dx, dy = math.cos(along), math.sin(along)
    tip = (px + dx * 0.25, py + dy * 0.25)
    wings = [
        (px - dx * head - dy * head * w, py - dy * head + dx * head * w) for w in (0.62, -0.62)
    ]
    notch = (px - dx * head * 0.7, py - dy * head * 0.7)
    shaft = arc(x, y, radius, start, end - side * back)
    return shaft, polygon([tip, wings[0], notch, wings[1]])
