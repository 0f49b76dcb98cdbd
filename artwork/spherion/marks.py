"""The owners' marks: Sun's, Moon's, and the mark of shared cards."""

from __future__ import annotations

import math

from artwork.shapes import disc, polar, star
from artwork.spherion.palette import Owner
from printkit.pdf.drawing import Path, polygon


def sun(x: float, y: float, r: float) -> Path:
    """Return Sun's mark, a disc with eight rays."""
    path = disc(x, y, r * 0.54)
    for i in range(8):
        a = 45 * i
        path += polygon(
            [polar(x, y, r * 0.66, a - 14), polar(x, y, r, a), polar(x, y, r * 0.66, a + 14)]
        )
    return path


def moon(x: float, y: float, r: float) -> Path:
    """Return Moon's mark, a crescent open to the right."""
    outer = [polar(x, y, r, 50 + 260 * i / 16) for i in range(17)]
    cx = x + r * 0.46
    first, last = outer[-1], outer[0]
    reach = math.dist(first, (cx, y))
    a = math.degrees(math.atan2(first[1] - y, first[0] - cx)) % 360
    b = math.degrees(math.atan2(last[1] - y, last[0] - cx)) % 360
    inner = [polar(cx, y, reach, a + (b - a) * i / 12) for i in range(13)]
    return polygon([*outer, *inner])


def owner_mark(owner: Owner, x: float, y: float, r: float) -> Path:
    """Return an owner's mark: a moon for blue, a sun for red, or a star for shared cards."""
    if owner == "blue":
        return moon(x - r * 0.12, y, r * 0.95)
    return sun(x, y, r) if owner == "red" else star(x, y, r, r * 0.3, 4)
