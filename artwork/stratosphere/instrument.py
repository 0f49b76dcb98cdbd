"""Frames of the printed facts: the index panel, and the flight instrument around the tag."""

from __future__ import annotations

from functools import cache
from typing import Final

from artwork.card import BOX
from artwork.pen import Pen
from artwork.stratosphere.letters import letter_of, letters
from artwork.stratosphere.palette import CREAM, Palette
from artwork.stratosphere.signs import sign
from printkit.pdf.drawing import (
    Form,
    Matrix,
    Path,
    placed,
    polygon,
    rectangle,
    rounded,
    transformed,
)

PANEL: Final = 23.048
"""Side length of the tag's black frame, mm."""
TAG: Final = (3.5, 57.0)
"""Top left corner of the tag panel on a front."""
_INDEX: Final = (
    (3.2, 3.2), (14.6, 3.2), (16.4, 5.0), (16.4, 24.4), (14.6, 26.2), (5.0, 26.2), (3.2, 24.4),
)  # fmt: skip
_MIDDLE: Final = 9.8
_TICKS: Final = 22
_UNDERLINED: Final = (6, 9)
"""Ranks that are underlined, because upside down each looks like the other."""
_FAR: Final = 4.4
"""Height of the rank in the opponent's index, mm."""


def index(pen: Pen, palette: Palette, rank: int) -> None:
    """Draw rank and suit in the upper left corner, legible in a fanned hand from 60 cm."""
    warm = palette.warm
    rim = palette.body if warm and not palette.line_only else palette.light
    if palette.line_only:
        rim = palette.dark
    pen.shape(polygon(_INDEX), palette.panel, rim, 0.5 if palette.line_only else 0.7)
    path, width = letters(letter_of(rank))
    height, widest = 9.7, 10.6
    stretch = min(1.12, widest / (width * height))
    to = placed(_MIDDLE, 14.3) @ _stretched(height * stretch, height) @ placed(-width / 2, 0)
    number = palette.dark if palette.line_only else palette.numeral
    pen.fill(transformed(path, to), number)
    if rank in _UNDERLINED:
        pen.stroke(polygon([(6.9, 15.6), (12.7, 15.6)], closed=False), number, 0.8, cap=0)
    shape = sign(palette.suit, _MIDDLE, 20.8, 4.1)
    if palette.line_only:
        pen.shape(shape, palette.numeral, palette.dark, 0.5)
    elif warm:
        pen.shape(shape, palette.body, palette.numeral, 0.5)
    else:
        pen.fill(shape, palette.body)


def far_index(pen: Pen, palette: Palette, rank: int) -> None:
    """Draw rank and suit in the lower right corner, for the opponent."""
    path, width = letters(letter_of(rank))
    rotated = placed(50.0, 81.6, turn=180)
    number = palette.dark if palette.line_only else palette.numeral
    pen.fill(transformed(path, rotated @ _stretched(_FAR, _FAR)), number)
    if rank in _UNDERLINED:
        line = polygon([(0, 0.8), (width * _FAR, 0.8)], closed=False)
        pen.stroke(transformed(line, rotated), number, 0.4, cap=0)
    shape = transformed(sign(palette.suit, width * _FAR + 3.2, -_FAR / 2, 2.0), rotated)
    if palette.line_only:
        pen.shape(shape, palette.numeral, palette.dark, 0.35)
    else:
        pen.fill(shape, palette.body)


def _stretched(x: float, y: float) -> Matrix:
    return Matrix(x, 0, 0, y)


@cache
def instrument_form(palette: Palette) -> Form:
    """Return the instrument's rim around a front's tag, with bearing ticks and a lubber mark.

    printkit adds the panel itself; this form has only the light square behind it.
    """
    pen = Pen()
    x, y = TAG
    case = rounded(x - 2.6, y - 2.6, PANEL + 3.55, PANEL + 4.0, 1.2)
    pen.shape(case, palette.mount, palette.mount_ink, 0.35)
    fine, bold = Path(()), Path(())
    for k in range(_TICKS + 1):
        at = PANEL * k / _TICKS
        reach = 0.8 + (1.5 if k % 11 == 0 else 1.1 if k % 2 == 0 else 0.65)
        ticks = polygon([(x + at, y - 0.8), (x + at, y - reach)], closed=False)
        ticks += polygon([(x - 0.8, y + at), (x - reach, y + at)], closed=False)
        if k % 11:
            fine += ticks
        else:
            bold += ticks
    pen.stroke(fine, palette.mount_ink, 0.3, cap=0)
    pen.stroke(bold, palette.mount_ink, 0.7, cap=0)
    keyline = rectangle(x - 0.5, y - 0.5, PANEL + 1, PANEL + 1)
    pen.fill(keyline, CREAM if not palette.line_only else palette.mount)
    if palette.line_only:
        pen.stroke(keyline, palette.mount_ink, 0.18)
    middle = x + PANEL / 2
    mark = polygon([(middle - 1.3, y - 2.9), (middle + 1.3, y - 2.9), (middle, y - 0.7)])
    pen.fill(mark, palette.lubber)
    return pen.form(f"instrument-{palette.suit}", BOX)


@cache
def emblem_form(palette: Palette) -> Form:
    """Return the second, large suit sign, 18 mm high."""
    pen = Pen()
    size = 9.0 if palette.suit == "diamonds" else 9.4
    outer, inner = (sign(palette.suit, 0, 0, share * size) for share in (1, 0.81))
    if palette.line_only:
        pen.shape(outer, palette.numeral, palette.dark, 0.7)
        pen.stroke(inner, palette.dark, 0.25)
    elif palette.warm:
        pen.shape(outer, palette.body, palette.numeral, 0.9)
        pen.stroke(inner, palette.foot, 0.35)
    else:
        pen.fill(outer, palette.body)
        pen.stroke(inner, palette.dark, 0.35)
    return pen.form(f"emblem-{palette.suit}", (-12, -12, 12, 12))
