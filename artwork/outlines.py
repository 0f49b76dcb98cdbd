"""Outlines drawn by hand, and seeded randomness.

The centripetal Catmull-Rom spline (Yuksel, Schaefer, Keyser 2011) joins points: it never loops or
overshoots between unevenly spaced points.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import TypeAlias

from printkit.pdf.drawing import Contour, Path, Point, Segment

Knot: TypeAlias = tuple[float, float] | tuple[float, float, int]
"""A point of an outline drawn by hand; a third member marks a sharp corner."""


def chance(*seed: object) -> random.Random:
    """Return a random number generator that depends on ``seed`` only."""
    return random.Random("/".join(map(str, seed)))  # noqa: S311 - pictures, not secrets


def _arms(p0: Point, p1: Point, p2: Point, p3: Point) -> tuple[Point, Point]:
    """Return the control points of the Bézier that equals the centripetal spline from p1 to p2."""
    d1, d2, d3 = (max(1e-3, math.dist(a, b)) ** 0.5 for a, b in ((p0, p1), (p1, p2), (p2, p3)))

    def arm(behind: Point, here: Point, there: Point, near: float, away: float) -> Point:
        scale = 3 * near * (near + away)
        keep = 2 * near**2 + 3 * near * away + away**2
        return (
            (near**2 * there[0] - away**2 * behind[0] + keep * here[0]) / scale,
            (near**2 * there[1] - away**2 * behind[1] + keep * here[1]) / scale,
        )

    return arm(p0, p1, p2, d1, d2), arm(p3, p2, p1, d3, d2)


def _spline(points: Sequence[Point], before: Point, after: Point) -> tuple[Segment, ...]:
    padded = [before, *points, after]
    return tuple(
        (*first, *second, *padded[i + 2])
        for i in range(len(points) - 1)
        for first, second in [_arms(*padded[i : i + 4])]
    )


def _reflected(point: Point, through: Point) -> Point:
    return 2 * through[0] - point[0], 2 * through[1] - point[1]


def run(points: Sequence[Point]) -> tuple[Segment, ...]:
    """Return the segments of an open smooth line; two points are joined by a straight one."""
    if len(points) == 2:
        return (points[1],)
    return _spline(points, _reflected(points[1], points[0]), _reflected(points[-2], points[-1]))


def through(points: Sequence[Point]) -> Path:
    """Return an open smooth line through all points."""
    return Path((Contour(points[0], run(points), closed=False),))


def enclosed(there: Path, back: Path) -> Path:
    """Return the area that is enclosed by an open line and a line back to its start."""
    first, second = there.contours[0], back.contours[0]
    return Path((Contour(first.start, (*first.segments, second.start, *second.segments)),))


def outline(knots: Sequence[Knot]) -> Path:
    """Return a closed outline that is smooth except at the knots marked sharp."""
    points = [(knot[0], knot[1]) for knot in knots]
    corners = [i for i, knot in enumerate(knots) if len(knot) > 2]
    if not corners:
        segments = _spline([*points, points[0]], points[-1], points[1])
        return Path((Contour(points[0], segments),))
    count = len(points)
    segments = ()
    for here, there in zip(corners, [*corners[1:], corners[0] + count], strict=True):
        segments += run([points[i % count] for i in range(here, there + 1)])
    return Path((Contour(points[corners[0]], segments),))


def mirrored(half: Sequence[Knot]) -> list[Knot]:
    """Complete an outline, given its right half from the top of the axis to the bottom."""
    left: list[Knot] = [(-knot[0], *knot[1:]) for knot in reversed(half) if abs(knot[0]) > 1e-6]
    return [*half, *left]
