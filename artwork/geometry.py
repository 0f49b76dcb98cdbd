"""Curves for the art programs: smooth outlines, ribbons along a line, and seeded noise.

There are two kinds of curve. An **outline** drawn by hand (a head, a leaf) is a short list of
points, smooth or sharp. It is converted directly to Béziers (``outline`` and ``through`` in
``artwork.outlines``).

A computed **line** (a branch, a furrow) is sampled finely as an array of shape (n, 2), in mm. It is
bent and widened in that form; ``fitted`` then replaces it with a few Béziers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from artwork.outlines import chance, enclosed, run
from printkit.pdf.drawing import Contour, Path, Point, Segment

Array: TypeAlias = NDArray[np.float64]

FIT: Final = 0.025
"""Largest distance, in mm, between a computed line and the Béziers that replace it."""


def sampled(points: Sequence[Point], step: float = 0.45) -> Array:
    """Sample the smooth line through ``points`` at equal steps of about ``step`` mm."""
    pieces = [np.array([points[0]], float)]
    last = points[0]
    t = np.linspace(0, 1, 13)[1:, None]
    for segment in run(points):
        if len(segment) == 2:
            pieces.append(np.array([segment], float))
        else:
            p0, (p1, p2, p3) = np.array(last), np.array(segment).reshape(3, 2)
            pieces.append(
                (1 - t) ** 3 * p0 + 3 * (1 - t) ** 2 * t * p1 + 3 * (1 - t) * t**2 * p2 + t**3 * p3
            )
        last = (segment[-2], segment[-1])
    return even(np.vstack(pieces), step)


def even(line: Array, step: float) -> Array:
    """Resample a line at equal steps."""
    along = lengths(line)
    count = max(2, int(along[-1] / step) + 1)
    places = np.linspace(0, along[-1], count)
    return np.column_stack([np.interp(places, along, line[:, i]) for i in (0, 1)])


def lengths(line: Array) -> Array:
    """Return the arc length from the start to each sample."""
    steps = np.hypot(*np.diff(line, axis=0).T)
    along: Array = np.concatenate([[0.0], np.cumsum(steps)])
    return along


def directions(line: Array) -> tuple[Array, Array]:
    """Return unit tangents, and unit normals that point to the left of the direction of travel."""
    tangent: Array = np.gradient(line, axis=0)
    tangent /= np.maximum(1e-9, np.hypot(tangent[:, 0], tangent[:, 1]))[:, None]
    return tangent, np.column_stack([tangent[:, 1], -tangent[:, 0]])


def shifted(line: Array, left: Array | float) -> Array:
    """Shift the line to its left by ``left`` mm (one value, or one per sample)."""
    _, normal = directions(line)
    moved: Array = line + normal * np.broadcast_to(left, len(line))[:, None]
    return moved


def band(line: Array, near: Array | float, far: Array | float) -> Path:
    """Return the area between two offsets to the left of ``line``, fitted with few Béziers."""
    return joined(shifted(line, near), shifted(line, far))


def ribbon(line: Array, half_width: Array | float) -> Path:
    """Return the area within ``half_width`` (one value, or one per sample) of the line."""
    wide = np.broadcast_to(half_width, len(line))
    return band(line, wide, -wide)


def tapered(line: Array, half_widths: Sequence[float]) -> Path:
    """Return a ribbon of varying width; the half-widths are spread evenly along the line."""
    spread = np.linspace(0, 1, len(half_widths))
    return ribbon(line, np.interp(np.linspace(0, 1, len(line)), spread, half_widths))


def joined(there: Array, back: Array) -> Path:
    """Return the closed area between two lines that run in the same direction."""
    return enclosed(fitted(there), fitted(back[::-1]))


def fitted(line: Array, tolerance: float = FIT) -> Path:
    """Fit a sampled line with few Béziers that deviate by at most ``tolerance``.

    Each piece is the Hermite cubic of its end points and tangents; its control arms are a third of
    its length. A piece that exceeds the tolerance is split in the middle.
    """
    along = lengths(line)
    tangent, _ = directions(line)
    segments: list[Segment] = []

    def add(first: int, last: int) -> None:
        reach = (along[last] - along[first]) / 3
        p0, p3 = line[first], line[last]
        p1, p2 = p0 + tangent[first] * reach, p3 - tangent[last] * reach
        if last - first > 1:
            t = ((along[first + 1 : last] - along[first]) / (3 * reach or 1))[:, None]
            u = 1 - t
            curve = u**3 * p0 + 3 * u * u * t * p1 + 3 * u * t * t * p2 + t**3 * p3
            error = np.abs(curve - line[first + 1 : last]).max()
            if error > tolerance:
                middle = (first + last) // 2
                add(first, middle)
                add(middle, last)
                return
        segments.append((*map(float, p1), *map(float, p2), *map(float, p3)))

    add(0, len(line) - 1)
    return Path((Contour((float(line[0, 0]), float(line[0, 1])), tuple(segments), closed=False),))


def noise(seed: str, along: Array, period: float) -> Array:
    """Return smooth value noise (−1 to 1) along a line, with a random value every ``period`` mm."""
    random_source = chance(seed)
    values = np.array([random_source.uniform(-1, 1) for _ in range(int(along[-1] / period) + 4)])
    place = along / period
    index = place.astype(int)
    part = place - index
    part = part * part * (3 - 2 * part)
    result: Array = values[index] * (1 - part) + values[index + 1] * part
    return result
