"""Relates the readings in one picture to each other: scale, smallest module, duplicates.

Scale. A table is a plane. Seen in perspective, an area on it shrinks with the third power of its
depth, and the inverse of depth is an affine function of the place in the picture (Hartley and
Zisserman, "Multiple View Geometry", 8.1). If a length is defined as the root of an area, its power
of 2/3 is affine too. Four tags that are not in one row therefore determine the scale everywhere.
"""

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from companion.readings import Point, Reading
from companion.vision.reader.codebook import Codebook
from companion.vision.reader.symbol import MODULES

Floats = npt.NDArray[np.float64]
Corners = tuple[Point, Point, Point, Point]

_APART_MODULES = 6.0
_LEAST_TAGS = 4
_SPREAD = 0.15
"""Minimum extent of the tags in both directions, as a share of the picture, to extrapolate the
scale."""
_ROOM, _UNKNOWN_ROOM = 0.9, 0.55
"""Minimum size of a tag relative to the predicted size, if this is extrapolated from the tags'
places, and if it is just the smallest size seen.
"""


def corners_of(quad: Floats) -> Corners:
    """Return the four corners in an array as points."""
    (a, b), (c, d), (e, f), (g, h) = quad.tolist()
    return (a, b), (c, d), (e, f), (g, h)


def px_per_module(corners: Sequence[Point]) -> float:
    """Return the px per module from the symbol's corners (the square root of its area)."""
    xs, ys = [p[0] for p in corners], [p[1] for p in corners]
    area = sum(xs[i - 1] * ys[i] - xs[i] * ys[i - 1] for i in range(4)) / 2
    return float(abs(area) ** 0.5 / MODULES)


def least_module(sightings: Iterable[Reading], book: Codebook, shape: tuple[int, int]) -> float:
    """Return the smallest tag's minimum px per module in this picture, or 0 if unknown.

    A mat's large fiducials show the scale just as well as cards do.
    """
    known = [s for s in sightings if s.tag]
    if not known:
        return 0.0
    scales = np.array([px_per_module(s.corners) / book.entries[s.tag].size_mm for s in known])
    smallest = min(entry.size_mm for entry in book.entries.values())
    height, width = shape
    at = np.array([s.corners for s in known]).mean(1) / (width, height)
    least = _UNKNOWN_ROOM * float(scales.min())
    if len(known) >= _LEAST_TAGS and _narrowest(at) >= _SPREAD:
        terms = np.column_stack([at, np.ones(len(at))])
        plane, *_ = np.linalg.lstsq(terms, scales ** (2 / 3), rcond=None)
        corners = np.array([[0, 0, 1], [1, 0, 1], [1, 1, 1], [0, 1, 1]]) @ plane
        least = _ROOM * max(float(corners.min()), 0.0) ** 1.5
    return least * smallest


def _narrowest(points: Floats) -> float:
    """Return the width of a set of points (n, 2) in its narrowest direction."""
    _, _, axes = np.linalg.svd(points - points.mean(0), full_matrices=False)
    return float(np.ptp((points - points.mean(0)) @ axes[-1]))


def merged(readings: Iterable[Reading]) -> tuple[Reading, ...]:
    """Return the readings, keeping only the most confident one at each place."""
    ordered = sorted(readings, key=lambda r: (not r.tag, -r.confidence))
    centres = np.array([r.corners for r in ordered]).reshape(-1, 4, 2).mean(1)
    apart = np.array([_APART_MODULES * px_per_module(r.corners) for r in ordered])
    x, y = (centres[:, i, None] - centres[:, i] for i in (0, 1))
    same = x * x + y * y <= apart[:, None] ** 2
    kept: list[int] = []
    for i in range(len(ordered)):
        if not same[i, kept].any():
            kept.append(i)
    found = [ordered[i] for i in kept]
    return tuple(sorted(found, key=lambda r: (r.corners[0][1], r.corners[0][0])))


def elsewhere(quads: Floats, found: Iterable[Reading]) -> Floats:
    """Return the quadrangles (n, 4, 2) at places without readings."""
    centres = np.array([np.mean(r.corners, axis=0) for r in found]).reshape(-1, 1, 2)
    sides = np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)
    near = np.linalg.norm(quads.mean(1) - centres, axis=2) < sides / 2
    return np.asarray(quads[~near.any(0)])
