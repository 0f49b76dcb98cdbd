"""Signs above a card's text: when its effect applies, whether it is forced, and its direction.

solid lozenge with a bolt   forced      crossed blades   in the battle
open ring with a hand dot   optional    star             in the reward phase
six-pointed star            an exception
chevrons                    one per level: up for the player's own, down for the opponent's
"""

from __future__ import annotations

import re
from typing import Final

from artwork.dicebattle.palette import Theme
from artwork.pen import Pen
from artwork.shapes import star
from printkit.pdf.drawing import Path, Point, ellipse, placed, polygon, rectangle, transformed

_Y: Final = 59.6
_STEP: Final = 5.0
_SHIFT: Final = re.compile(r"lv (own|opp) ([+-])(\d)")


def draw_signs(pen: Pen, effect: str, exception: str, theme: Theme) -> None:
    """Draw a row of signs, 4 mm high, from (28.5, 57.6); ``effect`` is a value of the card data."""
    x = 30.5
    if exception:
        _exception(pen, x, theme)
        x += _STEP
    if not effect:
        return
    mode, timing, _, operations = (part.strip() for part in effect.split("/"))
    (_forced if mode == "forced" else _optional)(pen, x, theme)
    x += _STEP
    (_battle if timing == "battle" else _reward)(pen, x, theme)
    x += _STEP - 0.4
    for side, _sign, count in _SHIFT.findall(operations):
        _chevrons(pen, x, int(count), theme, up=side == "own")


def _forced(pen: Pen, x: float, theme: Theme) -> None:
    pen.fill(rectangle(x - 2, _Y - 2, 4, 4), theme.ink)
    bolt = [(0.5, -1.7), (-1.1, 0.35), (-0.1, 0.35), (-0.6, 1.7), (1.1, -0.4), (0.1, -0.4)]
    pen.fill(polygon([(x + a, _Y + b) for a, b in bolt]), theme.paper)


def _optional(pen: Pen, x: float, theme: Theme) -> None:
    pen.stroke(ellipse(x, _Y, 1.75), theme.ink, 0.5)
    for dx in (-0.85, 0.85):
        pen.stroke(ellipse(x + dx, _Y, 0.42), theme.ink, 0.35)
    pen.fill(ellipse(x + 0.85, _Y, 0.5), theme.ink)


def _exception(pen: Pen, x: float, theme: Theme) -> None:
    pen.fill(star(x, _Y, 2.3, 1.35, 6), theme.ink)
    pen.fill(polygon([(x - 0.32, _Y - 1.2), (x + 0.32, _Y - 1.2), (x + 0.2, _Y + 0.4),
                      (x - 0.2, _Y + 0.4)]), theme.paper)  # fmt: skip
    pen.fill(ellipse(x, _Y + 0.95, 0.32), theme.paper)


def _battle(pen: Pen, x: float, theme: Theme) -> None:
    blade = polygon([(0, -2.1), (0.36, -1.5), (0.36, 0.75), (1.0, 0.75), (1.0, 1.15), (0.3, 1.15),
                     (0.3, 2.1), (-0.3, 2.1), (-0.3, 1.15), (-1.0, 1.15), (-1.0, 0.75),
                     (-0.36, 0.75), (-0.36, -1.5)])  # fmt: skip
    for turn in (-42, 42):
        path = transformed(blade, placed(x, _Y, turn=turn))
        pen.stroke(path, theme.paper, 0.5)
        pen.fill(path, theme.ink)


def _reward(pen: Pen, x: float, theme: Theme) -> None:
    pen.fill(star(x, _Y + 0.15, 2.2, 0.95, 5), theme.ink)


def _chevrons(pen: Pen, x: float, count: int, theme: Theme, *, up: bool) -> None:
    """Draw chevrons in columns of three, pointing up or down."""
    tip = -1 if up else 1
    path = Path(())
    for n in range(count):
        column, row = divmod(n, 3)
        at: Point = (x + column * 3.3, _Y + (1.35 - 1.35 * row if up else -1.35 + 1.35 * row))
        path += polygon(
            [(at[0] - 1.3, at[1] - tip * 0.45), (at[0], at[1] + tip * 0.6),
             (at[0] + 1.3, at[1] - tip * 0.45)], closed=False)  # fmt: skip
    pen.stroke(path, theme.ink, 0.6)
