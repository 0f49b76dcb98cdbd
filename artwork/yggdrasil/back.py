"""The card back: a closed wreath of the owner's wood around a rune stone.

It is point-symmetric except for the owner mark at the top. A face-down card therefore shows its
owner and orientation, and nothing else.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from artwork.card import BOX, HEIGHT, WIDTH
from artwork.geometry import even, lengths
from artwork.pen import Pen
from artwork.yggdrasil.foliage import Box, Leaf, Room, Twig, draw_twig, twigs
from artwork.yggdrasil.ground import ground_form
from artwork.yggdrasil.palette import PALETTES, Owner, Palette, Style
from artwork.yggdrasil.stone import PANEL, stone_form
from artwork.yggdrasil.tokens import owner_mark
from artwork.yggdrasil.wood import Branch, contour, wood
from printkit.pdf.drawing import Drawing, Point, ellipse, placed, polygon, transformed

PANEL_AT: Final[Point] = ((WIDTH - PANEL) / 2, (HEIGHT - PANEL) / 2)
"""Top left corner of the tag panel on a back."""

_MARK_AT: Final[Point] = (27, 9)
_KEEP: Final[tuple[Box, ...]] = (
    (PANEL_AT[0] - 3, PANEL_AT[1] - 3, PANEL + 6, PANEL + 6),
    (21, 2, 12, 12.5),
    (19, 79, 16, 9),
)


def back(owner: Owner, style: Style) -> Drawing:
    """Draw one owner's card back with 3 mm of bleed; the trim's top left corner is (0, 0)."""
    palette = PALETTES[owner, style]
    pen = Pen()
    pen.use(ground_form(palette), placed(0, 0))
    _frame(pen, palette)
    wreath = _wreath(owner)
    room = Room(_KEEP)
    for twig in twigs(wreath, room, 13, f"back{owner}", palette):
        draw_twig(pen, twig, palette)
        draw_twig(pen, _turned(twig), palette)
    contour(pen, wreath, palette)
    wood(pen, wreath, palette)
    pen.use(stone_form(palette, 0), placed(*PANEL_AT))
    mark = transformed(owner_mark(palette, 3.5), placed(*_MARK_AT))
    pen.shape(ellipse(*_MARK_AT, 4.6), palette.ground_rim, palette.rosette_line, 0.5)
    pen.fill(mark, palette.mark)
    return pen.drawing(BOX)


def _frame(pen: Pen, palette: Palette) -> None:
    """Draw a double frame that bends around the rosettes in the corners."""
    for inset, width in ((3.4, 0.7), (4.9, 0.25)):
        reach = 6.6 + inset - 3.4
        away = math.degrees(math.asin(inset / reach))
        points: list[Point] = []
        corners = ((0, 0, 90), (WIDTH, 0, 180), (WIDTH, HEIGHT, 270), (0, HEIGHT, 0))
        for x, y, start in corners:
            for step in range(14):
                angle = math.radians(start - away - (90 - 2 * away) * step / 13)
                points.append((x + reach * math.cos(angle), y + reach * math.sin(angle)))
        pen.stroke(polygon(points), palette.rosette_line, width)


def _wreath(owner: Owner) -> Branch:
    """Return a ring of wood; it is point-symmetric, because only harmonics 4 and 6 occur."""
    angle = np.radians(np.linspace(70, 430, 300))
    radius = 18.9 + 0.55 * np.sin(4 * angle + 1) + 0.3 * np.sin(6 * angle)
    line = even(
        np.column_stack([27 + radius * np.cos(angle), 45 + radius * np.sin(angle) * 1.24]), 0.45
    )
    along = lengths(line)
    half = 2.35 + 0.22 * np.sin(along * 2 * np.pi * 5 / along[-1])
    ones = np.ones(len(along))
    ends = np.clip((np.minimum(along, along[-1] - along) - 0.3) / 3, 0, 1)
    return Branch(line, along, half, "ring", f"back{owner}", ones, ends)


def _turned(twig: Twig) -> Twig:
    """Return the twig rotated by 180° about the card's centre."""
    leaves = tuple(
        Leaf(WIDTH - leaf.x, HEIGHT - leaf.y, leaf.turn + 180, leaf.length, leaf.form)
        for leaf in twig.leaves
    )
    return Twig(np.array([WIDTH, HEIGHT]) - twig.stem, leaves)
