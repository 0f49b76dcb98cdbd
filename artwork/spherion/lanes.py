"""Curves of field lines: Béziers across a notch, and offsets of the discs' convex hull."""

from __future__ import annotations

import math
from itertools import pairwise

from artwork.shapes import between
from printkit.pdf.drawing import Point


def along(p: Point, direction: Point, reach: float) -> Point:
    """Return the point at distance ``reach`` from ``p`` in a direction."""
    return p[0] + direction[0] * reach, p[1] + direction[1] * reach


def bent(a: Point, b: Point, c: Point, d: Point, count: int = 40) -> tuple[Point, ...]:
    """Return ``count`` + 1 points on a cubic Bézier."""
    points = []
    for i in range(count + 1):
        t = i / count
        u = 1 - t
        w = (u**3, 3 * u * u * t, 3 * u * t * t, t**3)
        points.append(
            (
                w[0] * a[0] + w[1] * b[0] + w[2] * c[0] + w[3] * d[0],
                w[0] * a[1] + w[1] * b[1] + w[2] * c[1] + w[3] * d[1],
            )
        )
    return tuple(points)


def hull_of(points: list[Point]) -> list[Point]:
    """Return the convex hull, clockwise on the page (y down), by Andrew's monotone chain."""
    ordered = sorted({(round(x, 4), round(y, 4)) for x, y in points})

    def chain(run: list[Point]) -> list[Point]:
        kept: list[Point] = []
        for p in run:
            while len(kept) > 1 and _cross(kept[-2], kept[-1], p) <= 1e-6:
                kept.pop()
            kept.append(p)
        return kept[:-1]

    return chain(ordered) + chain(ordered[::-1])


def _cross(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])


def lane_between(
    hull: list[Point], start: Point, end: Point, out: float, middle_y: float
) -> list[Point]:
    """Return the hull's offset by ``out``, along the shorter way between the two given points.

    The ends are the hull's points nearest to ``start`` and ``end``. Of two ways of equal length,
    the upper one on the page is returned.
    """
    count = len(hull)
    i, foot_i = _nearest_side(hull, start)
    j, foot_j = _nearest_side(hull, end)
    ways = []
    forward = [(i + k) % count for k in range(1, (j - i) % count + 1)]
    backward = [(i - k) % count for k in range((i - j) % count)]
    for corners in (forward, backward):
        run = [along(foot_i, _normal(hull, i), out)]
        ordered = corners
        for corner in ordered:
            before, after = _normal(hull, corner - 1), _normal(hull, corner)
            if corners is backward:
                before, after = after, before
            run += _arc(hull[corner], before, after, out)
        run.append(along(foot_j, _normal(hull, j), out))
        length = sum(math.dist(a, b) for a, b in pairwise(run))
        top = sum(y for _, y in run) / len(run) > middle_y
        ways.append((round(length, 1), top, run))
    return min(ways, key=lambda way: way[:2])[2]


def _nearest_side(hull: list[Point], p: Point) -> tuple[int, Point]:
    """Return the nearest hull side, by its first corner's index, and the nearest point on it."""
    best: tuple[float, int, Point] = (math.inf, 0, p)
    for i, a in enumerate(hull):
        b = hull[(i + 1) % len(hull)]
        dx, dy = b[0] - a[0], b[1] - a[1]
        t = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy)
        t = min(1.0, max(0.0, t))
        foot = (a[0] + dx * t, a[1] + dy * t)
        away = math.dist(p, foot)
        if away < best[0] - 1e-6:
            best = (away, i, foot)
    return best[1], best[2]


def _normal(hull: list[Point], i: int) -> Point:
    a, b = hull[i % len(hull)], hull[(i + 1) % len(hull)]
    length = math.dist(a, b)
    return (b[1] - a[1]) / length, (a[0] - b[0]) / length


def _arc(centre: Point, before: Point, after: Point, r: float) -> list[Point]:
    a, b = math.atan2(before[1], before[0]), math.atan2(after[1], after[0])
    turn = (b - a + math.pi) % math.tau - math.pi
    return [
        (centre[0] + r * math.cos(a + turn * k / 6), centre[1] + r * math.sin(a + turn * k / 6))
        for k in range(7)
    ]


def rounded(points: tuple[Point, ...], reach: float = 7.0) -> tuple[Point, ...]:
    """Replace the sharp corners of a polyline with small curves."""
    found = [points[0]]
    for a, b, c in zip(points, points[1:], points[2:], strict=False):
        before, after = math.dist(a, b), math.dist(b, c)
        if min(before, after) < 1e-6:
            continue
        cut = min(reach, before / 2, after / 2)
        first = between(b, a, cut / before)
        last = between(b, c, cut / after)
        for k in range(5):
            t = k / 4
            u = 1 - t
            found.append(
                (
                    u * u * first[0] + 2 * u * t * b[0] + t * t * last[0],
                    u * u * first[1] + 2 * u * t * b[1] + t * t * last[1],
                )
            )
    return (*found, points[-1])
