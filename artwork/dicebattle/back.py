"""The card back: rays, halftone in two corners, four dice, and a diamond-shaped seal for the tag.

It is point-symmetric except for the owner's mark at the top. A face-down card therefore shows its
owner and orientation, and nothing else.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from artwork.card import BOX, SHEET
from artwork.dicebattle.figure import Figure
from artwork.dicebattle.frame import PANEL
from artwork.dicebattle.ground import halftone
from artwork.dicebattle.palette import Theme
from artwork.pen import Pen
from artwork.shapes import ngon, polar
from printkit.pdf.drawing import (
    BLACK,
    PAPER,
    Cmyk,
    Drawing,
    Group,
    Path,
    Point,
    ellipse,
    placed,
    polygon,
    rectangle,
)
from printkit.typeset.pictograms import MARKS

PANEL_AT: Final[Point] = ((54 - PANEL) / 2, (90 - PANEL) / 2)
_MOON: Final = (Cmyk(95, 85, 20, 18), Cmyk(100, 88, 26, 26), Cmyk(80, 55, 0, 0))
_SUN: Final = (Cmyk(0, 5, 20, 0), Cmyk(0, 14, 45, 0), Cmyk(0, 32, 88, 0))
_MOON_DICE: Final = (Cmyk(70, 40, 0, 0), Cmyk(88, 62, 0, 5), Cmyk(100, 85, 10, 30))
_SUN_DICE: Final = (Cmyk(0, 18, 70, 0), Cmyk(0, 32, 88, 0), Cmyk(0, 55, 95, 8))
_DICE: Final = ((11.2, 20.0, 6.2, -12.0, (6, 5, 3)), (43.4, 21.4, 5.4, 14.0, (4, 1, 2)))


def back(theme: Theme) -> Drawing:
    """Draw one owner's card back with 3 mm of bleed; the trim's top left corner is (0, 0)."""
    night = theme.owner == "moon"
    ground, ray, bright = _MOON if night else _SUN
    ink = PAPER if night and not theme.saving else BLACK
    pen = Pen()
    pen.fill(SHEET, PAPER if theme.saving else ground)
    fan = Path(())
    for n in range(30):
        half = (1.1 if night else 0.5) if theme.saving else 3.2
        fan += polygon(
            [polar(27, 45, 14, n * 12 - half * 0.7), polar(27, 45, 75, n * 12 - half),
             polar(27, 45, 75, n * 12 + half), polar(27, 45, 14, n * 12 + half * 0.7)]
        )  # fmt: skip
    pen.fill(fan, Cmyk(0, 0, 0, 18) if theme.saving else ray)
    half_tone = tuple(
        halftone(_spread(-3, -3), Cmyk(0, 0, 0, 40) if theme.saving else bright, 93,
                 pitch=(1.9, 1.65))
    )  # fmt: skip
    pen.add(half_tone)
    pen.add((Group(half_tone, placed(54, 90, turn=180)),))
    figure = Figure(theme)
    for x, y, radius, turn, faces in _DICE:
        tones = _MOON_DICE if night else _SUN_DICE
        pips = PAPER if night and not theme.saving else BLACK
        figure.die(x, y, radius, turn, faces, tones, pips, 0.6)
    dice = figure.nodes(placed(0, 0), 0)
    pen.add(dice)
    pen.add((Group(dice, placed(54, 90, turn=180)),))
    _seal(pen, theme, ground, bright, ink)
    pen.shape(ellipse(27, 9, 5.0), PAPER if theme.saving else ground, ink, theme.line(0.8))
    pen.fill(MARKS[theme.owner](27, 9, 3.4), theme.mark if theme.saving else ink)
    plate = polygon([(12, 82.6), (42, 82.6), (41, 86.8), (13, 86.8)])
    pen.shape(plate, PAPER if theme.saving else ground, ink, theme.line(0.4))
    return pen.drawing(BOX)


def _spread(x: float, y: float) -> Callable[[float, float], float]:
    def size(px: float, py: float) -> float:
        share = 1 - math.hypot((px - x) / 34, (py - y) / 44)
        return 0.85 * share**0.8 if share > 0 else 0.0

    return size


def _seal(pen: Pen, theme: Theme, ground: Cmyk, bright: Cmyk, ink: Cmyk) -> None:
    """Draw three nested diamonds, with the tag's panel and its keyline on top."""
    for radius, fill, width in ((23.6, bright, 0.9), (21.6, ground, 0.0), (20.4, bright, 0.0)):
        path = ngon(27, 45, radius, 4)
        paper = PAPER if theme.saving else fill
        if width or theme.saving:
            pen.shape(path, paper, ink, theme.line(width or 0.5))
        else:
            pen.fill(path, paper)
    x, y = PANEL_AT
    pen.shape(rectangle(x - 0.7, y - 0.7, PANEL + 1.4, PANEL + 1.4), PAPER, BLACK, 0.3)
