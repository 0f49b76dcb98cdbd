"""The card back: a two-armed cyclone around a compass that contains the tag.

It is point-symmetric except for the north mark at the top. A face-down card therefore shows its
orientation and nothing else. There is one back because the players share the pack.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from artwork.card import BOX, HEIGHT, SHEET, WIDTH
from artwork.geometry import Array, directions, ribbon
from artwork.outlines import chance, outline
from artwork.pen import Pen
from artwork.shapes import polar
from artwork.stratosphere.instrument import PANEL
from artwork.stratosphere.palette import NAVY, Style, grey
from printkit.pdf.drawing import (
    PAPER,
    Cmyk,
    Drawing,
    Path,
    Radial,
    Stop,
    ellipse,
    placed,
    polygon,
    rectangle,
    rounded,
    transformed,
)

_X: Final = WIDTH / 2
_Y: Final = HEIGHT / 2
_RING: Final = 18.6
_NORTH: Final = (27.0, 9.0)
_DEEP: Final = Cmyk(94, 78, 28, 36)
_LAYERS: Final = (
    (13.0, Cmyk(82, 50, 4, 6)), (9.5, Cmyk(64, 30, 0, 0)), (5.8, Cmyk(38, 12, 0, 0)),
    (2.4, Cmyk(10, 2, 0, 0)),
)  # fmt: skip
"""Width and tone of the cloud bands, outermost first."""


def back(style: Style) -> Drawing:
    """Draw the back with 3 mm of bleed; the trim's top left corner is (0, 0)."""
    pen, full = Pen(), style == "full"
    if full:
        stops = (Stop(0, Cmyk(72, 36, 0, 0)), Stop(0.45, Cmyk(92, 68, 8, 10)), Stop(1, _DEEP))
        pen.fill(SHEET, Radial((_X, _Y), 56, stops))
    with pen.clipped(SHEET):
        _arms(pen, full=full)
        _winds(pen, full=full)
    if not full:
        _frame(pen)
    _compass(pen, full=full)
    _north(pen, full=full)
    plate = rounded(13, 82.0, 28, 4.3, 1.0)
    pen.shape(plate, NAVY if full else PAPER, NAVY if full else grey(70), 0.25)
    return pen.drawing(BOX)


def _arm() -> Array:
    """Return a logarithmic spiral from the compass outwards."""
    angle = np.arange(0, 570, 3.0)
    radius = 13.6 * np.exp(0.0031 * angle)
    turned = np.radians(angle - 40)
    return np.column_stack([radius * np.cos(turned), radius * np.sin(turned)])


def _arms(pen: Pen, *, full: bool) -> None:
    line = _arm()
    share = np.linspace(0, 1, len(line))
    for layer, (width, tone) in enumerate(_LAYERS):
        steps = np.arange(len(line)) / 3
        half = width * (0.35 + 0.9 * share) * (1 + 0.10 * np.sin(1.15 * steps + layer)) / 2
        arm = ribbon(line, half) + _puffs(line, half)
        both = transformed(arm, placed(_X, _Y)) + transformed(arm, placed(_X, _Y, turn=180))
        if full:
            pen.fill(both, tone)
        elif layer in (0, 2):
            pen.stroke(both, grey(45), 0.7)
            pen.fill(both, PAPER if layer == 0 else grey(5))


def _puffs(line: Array, half: Array) -> Path:
    """Return round puffs of cloud along both rims of a band."""
    _, normal = directions(line)
    puffs = Path(())
    for n in range(12, len(line) - 3, 6):
        side = 1 if n % 12 else -1
        x, y = line[n] + normal[n] * half[n] * 0.9 * side
        puffs += ellipse(float(x), float(y), float(half[n]) * 0.36)
    return puffs


def _winds(pen: Pen, *, full: bool) -> None:
    """Draw isobars of even harmonics only, so that they are point-symmetric."""
    source = chance("winds")
    fine, bold = Path(()), Path(())
    for k in range(9):
        radius, phase = 16 + 4.4 * k, 0.3 * k + source.uniform(0, 0.2)
        points = []
        for step in range(16):
            angle = math.radians(22.5 * step)
            points.append(polar(_X, _Y, radius * (1 + 0.05 * math.sin(2 * angle + phase)),
                               22.5 * step))  # fmt: skip
        if k % 3:
            fine += outline(points)
        else:
            bold += outline(points)
    pen.stroke(fine, Cmyk(48, 18, 0, 0) if full else grey(20), 0.18)
    pen.stroke(bold, PAPER if full else grey(30), 0.3)


def _frame(pen: Pen) -> None:
    """Draw a double line at the edge, because the line-only style has no dark background."""
    for inset, width in ((2.0, 0.7), (3.2, 0.25)):
        pen.stroke(
            rounded(inset, inset, WIDTH - 2 * inset, HEIGHT - 2 * inset, 2.4), grey(100), width
        )


def _compass(pen: Pen, *, full: bool) -> None:
    line = PAPER if full else grey(100)
    pen.shape(ellipse(_X, _Y, _RING), NAVY if full else PAPER, line, 0.9 if full else 0.5)
    fine, bold = Path(()), Path(())
    for k in range(72):
        long = k % 6 == 0
        tick = polygon(
            [polar(_X, _Y, _RING - 0.6, 5 * k), polar(_X, _Y, 16.2 if long else 17.0, 5 * k)],
            closed=False,
        )
        if long:
            bold += tick
        else:
            fine += tick
    pen.stroke(fine, line, 0.25, cap=0)
    pen.stroke(bold, line, 0.6, cap=0)
    key = PANEL + 1.0
    square = rectangle(_X - key / 2, _Y - key / 2, key, key)
    pen.fill(square, PAPER)
    if not full:
        pen.stroke(square, grey(100), 0.18)


def _north(pen: Pen, *, full: bool) -> None:
    x, y = _NORTH
    pen.shape(ellipse(x, y, 4.6), NAVY if full else PAPER, PAPER if full else grey(100), 0.7)
    needle = polygon([(x, y - 3.4), (x + 2.6, y + 2.6), (x, y + 1.2), (x - 2.6, y + 2.6)])
    pen.fill(needle, PAPER if full else grey(100))
