"""Composition of a card's front, in drawing order.

The order is: sky and pressure chart, distant clouds, then a numeral with its squadron, a machine,
or an aviator. The near clouds follow, then the weather front with the foot, and finally the frames
of the printed facts.
"""

from __future__ import annotations

from artwork.card import BOX, HEIGHT, SHEET
from artwork.outlines import chance
from artwork.pen import Pen
from artwork.stratosphere import squadron
from artwork.stratosphere.ace import ace
from artwork.stratosphere.air import (
    cloud,
    draw_isobars,
    foot_form,
    sky_form,
)
from artwork.stratosphere.courts import court
from artwork.stratosphere.instrument import (
    emblem_form,
    far_index,
    index,
    instrument_form,
)
from artwork.stratosphere.palette import PALETTES, Palette, Style, Suit
from printkit.pdf.drawing import Drawing, placed, polygon, rectangle

_EMBLEM = (39.6, 68.0)
_VALUED = (1, 11, 12, 13)
"""Ranks whose value is printed below the emblem."""


def front(suit: Suit, rank: int, style: Style) -> Drawing:
    """Draw the front of one card with 3 mm of bleed; the trim's top left corner is (0, 0)."""
    palette = PALETTES[suit, style]
    seed = f"{suit}{rank}"
    source = chance("place", seed)
    pen = Pen()
    pen.use(sky_form(palette), placed(0, 0))
    draw_isobars(pen, palette, seed)
    cloud(pen, palette, 46, 25 + source.uniform(-2, 2), 22, f"{seed}far")
    left = 50.5 + source.uniform(-1, 1)
    if rank in _VALUED:
        if rank == 1:
            ace(pen, palette)
        else:
            court(pen, palette, rank)
        cloud(pen, palette, 5, left + 1.6, 21, f"{seed}left")
        cloud(pen, palette, 51, 53.6, 18, f"{seed}right")
    else:
        cloud(pen, palette, 8, left + 1.5, 26, f"{seed}left")  # behind all machines
        squadron.behind(pen, palette, rank)
        squadron.numeral(pen, palette, rank)
        cloud(pen, palette, 48, 53.6, 24, f"{seed}right")
        squadron.before(pen, palette, rank)
    pen.use(foot_form(palette), placed(0, 0))
    index(pen, palette, rank)
    pen.use(instrument_form(palette), placed(0, 0))
    x, y = _EMBLEM
    pen.use(emblem_form(palette), placed(x, y - (1.4 if rank in _VALUED else -0.4)))
    far_index(pen, palette, rank)
    if palette.line_only:
        _edge(pen, palette)
    return pen.drawing(BOX)


def _edge(pen: Pen, palette: Palette) -> None:
    """Draw the edge of cold cards for the line-only style, heavy at the top and bottom."""
    if palette.warm:
        return
    pen.fill(SHEET + rectangle(1.2, 1.2, 51.6, 87.6), palette.foot, even_odd=True)
    for y in (1.55, HEIGHT - 1.55):
        pen.stroke(polygon([(1.2, y), (52.8, y)], closed=False), palette.ink, 0.7, cap=0)
    pen.stroke(rectangle(1.2, 1.2, 51.6, 87.6), palette.ink, 0.25)
