"""The aces: one large machine of the suit in a compass ring."""

from __future__ import annotations

from artwork.pen import Pen
from artwork.shapes import polar
from artwork.stratosphere.machines import draw_machine
from artwork.stratosphere.palette import Palette
from printkit.pdf.drawing import Drawing, Group, Path, ellipse, placed, polygon, rectangle

_X, _Y = 32.6, 35.2
_SIZE = 13.0
_LIFT = {"hearts": 0.6, "diamonds": -2.4, "spades": -0.6, "clubs": 0.6}
"""Vertical offset of each suit's machine from the ring's centre, mm; positive is down."""


def ace(pen: Pen, palette: Palette) -> None:
    """Draw an ace's rays, ring and machine."""
    _rays(pen, palette)
    _ring(pen, palette)
    figure = Pen()
    draw_machine(figure, palette, _SIZE)
    machine: Drawing = figure.drawing((-30, -30, 30, 30))
    turn = {"diamonds": 12.0, "clubs": 0.0, "spades": 14.0, "hearts": 0.0}[palette.suit]
    pen.add([Group(machine.nodes, placed(_X, _Y + _LIFT[palette.suit], turn=turn))])


def _rays(pen: Pen, palette: Palette) -> None:
    """Draw rays of light from behind the machine, below the card's name and kind."""
    rays = Path(())
    for k in range(36):
        near, wide = 20.6, 1.4 if k % 2 else 0.7
        rays += polygon(
            [polar(_X, _Y, near, 10 * k), polar(_X, _Y, 60, 10 * k - wide),
             polar(_X, _Y, 60, 10 * k + wide)]
        )  # fmt: skip
    tone = palette.sky[1].mixed(palette.light, 0.30)
    with pen.clipped(rectangle(-3, 17, 60, 46)):
        pen.fill(rays, palette.isobar.mixed(palette.edge, 0.6) if palette.line_only else tone)


def _ring(pen: Pen, palette: Palette) -> None:
    """Draw a compass card: ticks outside, a double line, and a plain disc."""
    line = palette.ink if palette.line_only else palette.light
    if palette.warm and not palette.line_only:
        line = palette.light.mixed(palette.body, 0.35)
    pen.fill(ellipse(_X, _Y, 19.0), palette.sky[1])
    pen.stroke(ellipse(_X, _Y, 17.4), line, 0.35)
    pen.stroke(ellipse(_X, _Y, 15.9), line, 1.2 if not palette.line_only else 0.5)
    fine, bold = Path(()), Path(())
    for k in range(72):
        long = k % 6 == 0
        tick = polygon(
            [polar(_X, _Y, 17.4, 5 * k), polar(_X, _Y, 18.9 if long else 18.1, 5 * k)], closed=False
        )
        if long:
            bold += tick
        else:
            fine += tick
    pen.stroke(fine, line, 0.25, cap=0)
    pen.stroke(bold, line, 0.7, cap=0)
    pen.fill(ellipse(_X, _Y, 14.6), palette.sky[0])
