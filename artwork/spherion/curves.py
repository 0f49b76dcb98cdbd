"""The curved shapes of Spherion: outlines, bands along a line, flames, crescents, and drops.

A shape with a direction grows from the origin along +x; ``shapes.at`` places it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from artwork.geometry import directions, lengths, sampled
from artwork.outlines import Knot, outline
from artwork.shapes import at
from printkit.pdf.drawing import Path, Point


def blob(points: Sequence[Knot]) -> Path:
    """Return a closed smooth outline; a third member of a knot marks a sharp corner."""
    return outline(points)


def strip(points: Sequence[Point], widths: Sequence[float], stations: int = 0) -> Path:
    """Return a band along a smooth line, with ``widths`` at equal intervals; 0 means a tip."""
    reach = sum(math.dist(a, b) for a, b in pairwise(points))
    count = stations or 2 * len(points)
    line = sampled(points, reach / count)
    along = lengths(line) / lengths(line)[-1]
    half = np.interp(along, np.linspace(0, 1, len(widths)), np.array(widths) / 2)
    _, normal = directions(line)
    left, right = line + normal * half[:, None], line - normal * half[:, None]
    there: list[Knot] = [(float(x), float(y)) for x, y in left]
    back: list[Knot] = [(float(x), float(y)) for x, y in right[::-1]]
    sharp = _cornered(there[0]), _cornered(back[-1])
    if widths[0] < 0.06:
        there[0], back = sharp[0], back[:-1]
    else:
        there[0], back[-1] = sharp
    if widths[-1] < 0.06:
        there[-1], back = _cornered(there[-1]), back[1:]
    else:
        there[-1], back[0] = _cornered(there[-1]), _cornered(back[0])
    return outline([*there, *back])


def _cornered(knot: Knot) -> Knot:
    return knot[0], knot[1], 1


def flame(length: float, width: float, curl: float = 0.1, base: float = 0.45) -> Path:
    """Return a flame or feather; its tip bends up by ``curl``, a fraction of its length."""
    bend = length * curl
    return strip(
        [(0, 0), (length * 0.3, -bend * 0.55), (length * 0.66, bend * 0.25), (length, -bend)],
        [width * base, width, width * 0.72, 0],
        5,
    )


def crescent(length: float, width: float, bend: float) -> Path:
    """Return a shallow arc that bulges by ``bend``, a fraction of its length."""
    line = [(length * u, -4 * bend * length * u * (1 - u)) for u in (0, 0.25, 0.5, 0.75, 1)]
    return strip(line, [0, width * 0.82, width, width * 0.66, 0], 6)


def tear(x: float, y: float, r: float, turn: float = 0) -> Path:
    """Return a drop of radius ``r`` around (x, y), pointing up and then turned."""
    drop = blob(
        [
            (0, -1.75 * r, 1),
            (0.5 * r, -0.75 * r),
            (r, 0.1 * r),
            (0.72 * r, 0.8 * r),
            (0, 1.05 * r),
            (-0.72 * r, 0.8 * r),
            (-r, 0.1 * r),
            (-0.5 * r, -0.75 * r),
        ]
    )
    return at(drop, x, y, turn)
