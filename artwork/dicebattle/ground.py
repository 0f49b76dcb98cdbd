"""The background of a figure: slanted planes, rays, and halftone in two corners.

Planes and halftone are one form per kind. Rays differ from card to card: their seed is the card's
id. Halftone dots are zero-length lines with round ends, the shortest encoding of a disc.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Final

from artwork.card import BOX, SHEET
from artwork.dicebattle.palette import KINDS, Theme
from artwork.outlines import chance
from artwork.pen import Pen
from artwork.shapes import polar
from printkit.pdf.drawing import (
    BLACK,
    PAPER,
    Cmyk,
    Contour,
    Form,
    Path,
    Point,
    Shape,
    Stroke,
    polygon,
    rectangle,
)

HORIZON: Final = 64.0
_LEVELS: Final = 9
"""Number of sizes of halftone dots."""


def ground_form(kind: str, theme: Theme) -> Form:
    """Return the base, the two slanted planes and the halftone of a kind."""
    inks = KINDS[kind]
    pen = Pen()
    if theme.saving:
        pen.fill(SHEET, PAPER)
        pen.add(tuple(halftone(_corner(-3, 62, 26, 22, 0.46), Cmyk(0, 0, 0, 45), HORIZON)))
        return pen.form(f"ground-{kind}", BOX)
    base, light, dark = inks.base, inks.light, inks.dark
    shade = 0.24 if theme.owner == "moon" else 0.0
    pen.fill(rectangle(-3, -3, 60, HORIZON + 3), theme.paint(base.mixed(dark, shade)))
    pen.fill(
        polygon([(-3, 64), (-3, 34), (57, -3), (57, 20)]),
        theme.paint(base.mixed(light, 0.42 - shade)),
    )
    pen.fill(polygon([(-3, 64), (57, 20), (57, 64)]), theme.paint(base.mixed(dark, 0.22 + shade)))
    pen.add(tuple(halftone(_corner(-3, 62, 30, 26, 0.78), theme.paint(dark), HORIZON)))
    pen.add(tuple(halftone(_corner(57, 14, 26, 20, 0.72), theme.paint(inks.glow), HORIZON)))
    return pen.form(f"ground-{kind}", BOX)


def rays(pen: Pen, card: str, kind: str, theme: Theme, centre: Point) -> None:
    """Draw rays of random width that burst from behind the figure."""
    inks = KINDS[kind]
    source = chance(card, "burst")
    lit, unlit = Path(()), Path(())
    angle = 0.0
    while angle < 360:
        breadth = source.uniform(0.5, 2.6)
        start = source.uniform(13, 21) * (1 if source.random() > 0.25 else 1.5)
        ray = polygon(
            [
                polar(*centre, start, angle),
                polar(*centre, 80, angle - breadth / 2),
                polar(*centre, 80, angle + breadth / 2),
            ]
        )
        if source.random() < 0.55:
            lit += ray
        else:
            unlit += ray
        angle += source.uniform(2.2, 6.5)
    if theme.saving:
        pen.fill(_thinned(unlit), BLACK)
        return
    pen.fill(lit, theme.paint(inks.light))
    pen.fill(unlit, theme.paint(inks.dark.mixed(inks.base, 0.25)))


def _thinned(path: Path) -> Path:
    """Return every second ray, narrowed to 30 % of its width."""
    thin = []
    for contour in path.contours[::2]:
        (ax, ay), (bx, by) = contour.segments[0], contour.segments[1]
        mx, my = (ax + bx) / 2, (ay + by) / 2
        narrow = tuple((mx + (x - mx) * 0.3, my + (y - my) * 0.3) for x, y in ((ax, ay), (bx, by)))
        thin.append(Contour(contour.start, narrow))
    return Path(tuple(thin))


def _corner(
    x: float, y: float, width: float, height: float, radius: float
) -> Callable[[float, float], float]:
    """Return a function that maps a dot's position to its radius, which is largest at (x, y)."""

    def size(px: float, py: float) -> float:
        share = 1 - math.hypot((px - x) / width, (py - y) / height)
        return radius * share**0.75 if share > 0 else 0.0

    return size


def halftone(
    size: Callable[[float, float], float],
    ink: Cmyk,
    bottom: float,
    *,
    pitch: Point = (1.75, 1.52),
    box: tuple[float, float, float] = (-3, -3, 57),
) -> Iterator[Shape]:
    """Yield dots on a staggered grid, with radii from `size`; `box` is (left, top, right)."""
    left, top, right = box
    rows: dict[int, list[Contour]] = {}
    for row in range(int((bottom - top) / pitch[1]) + 2):
        for column in range(int((right - left) / pitch[0]) + 2):
            x = left + (column + (row % 2) / 2) * pitch[0]
            y = top + row * pitch[1]
            radius = size(x, y)
            if radius > 0.05:
                level = max(1, round(radius * 2 * _LEVELS))
                rows.setdefault(level, []).append(Contour((x, y), ((x, y),), closed=False))
    for level, dots in sorted(rows.items()):
        yield Shape(Path(tuple(dots)), stroke=Stroke(ink, level / _LEVELS, 1, 1))
