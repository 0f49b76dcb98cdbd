"""Pictures of The Yggdrasil's tokens: the attacker's sword, and the fruit that marks a choice.

The origin is the middle of the token. printkit draws the framed tag and the word on the light
background below the bough.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from artwork.outlines import outline, through
from artwork.pen import Pen
from artwork.shapes import polar
from artwork.yggdrasil.palette import PALETTES, Palette, Style
from printkit.pdf.drawing import (
    PAPER,
    Cmyk,
    Drawing,
    Path,
    Point,
    ellipse,
    placed,
    polygon,
    rectangle,
    transformed,
)
from printkit.pdf.geometry import BLEED

_WIDTH, _HEIGHT = 30.0, 54.0
_LEFT, _TOP = -_WIDTH / 2 - BLEED, -_HEIGHT / 2 - BLEED
_BOUGH: Final = -6.5
"""The y of the bough between the picture and the word with the tag."""
_MIDDLE: Final[Point] = (0.0, -16.0)
_STEEL: Final = Cmyk(16, 8, 6, 6)


def draw(picture: str, _owner: str, style: Style) -> Drawing:
    """Draw one token's picture; raise ``KeyError`` for an unknown name."""
    pen, palette = Pen(), PALETTES["sun", style]
    _ground(pen, palette)
    _DRAWN[picture](pen, palette)
    return pen.drawing((_LEFT, _TOP, -_LEFT, -_TOP))


def _ground(pen: Pen, palette: Palette) -> None:
    """Draw a light background, a day sky with rays above it, and a leafy bough between them."""
    pen.fill(rectangle(_LEFT, _TOP, -2 * _LEFT, -2 * _TOP), palette.ground)
    sky = rectangle(_LEFT, _TOP, -2 * _LEFT, _BOUGH - _TOP)
    if not palette.line_only:
        pen.fill(sky, palette.ground_rim)
        rays = Path(())
        for n in range(18):
            ray = ((4, 20 * n), (34, 20 * n - 4), (34, 20 * n + 4))
            rays += polygon(polar(*_MIDDLE, reach, degrees) for reach, degrees in ray)
        with pen.clipped(sky):
            pen.fill(rays, palette.rays)
    course = [(_LEFT, _BOUGH + 0.7), (-8.0, _BOUGH - 0.5), (3.0, _BOUGH + 0.6), (-_LEFT, _BOUGH)]
    pen.stroke(through(course), palette.ink, 2.6, cap=0)
    pen.stroke(through(course), PAPER if palette.line_only else palette.bark_lit, 1.6, cap=0)
    for x, turn in ((-12.2, -150.0), (-9.4, -40.0), (9.6, -140.0), (12.2, -25.0)):
        _leaf(pen, palette, x, _BOUGH - 0.4, turn, 3.6)


def _leaf(pen: Pen, palette: Palette, x: float, y: float, turn: float, length: float) -> None:
    blade = outline([(0, 0, 1), (0.35, -0.26), (1, 0, 1), (0.35, 0.26)])
    at = placed(x, y, turn=turn, scale=length)
    pen.backed(transformed(blade, at), palette.leaf, palette.ink, 0.3)
    vein = polygon([(0.1, 0), (0.8, 0)], closed=False)
    pen.stroke(transformed(vein, at), palette.leaf_line, 0.25)


def _sword(pen: Pen, palette: Palette) -> None:
    """Draw the attacker's sign, a blade between two leaves."""
    at = placed(*_MIDDLE, turn=20)
    full = not palette.line_only
    half = [(0.0, -10.6), (1.75, -7.6), (1.5, 3.2)]
    blade = polygon([*half, *((-x, y) for x, y in reversed(half[1:]))])
    pen.backed(transformed(blade, at), _STEEL if full else PAPER, palette.ink, 0.6)
    lit = polygon([half[0], half[1], half[2], (0.0, 3.2)])
    pen.fill(transformed(lit, at), PAPER)
    ridge = polygon([(0, -9.6), (0, 3.0)], closed=False)
    pen.stroke(transformed(ridge, at), palette.ink, 0.3)
    grip = transformed(rectangle(-0.95, 4.2, 1.9, 5.0), at)
    pen.backed(grip, palette.bark if full else PAPER, palette.ink, 0.5)
    for y in (5.4, 6.7, 8.0):
        turns = polygon([(-0.95, y + 0.4), (0.95, y - 0.4)], closed=False)
        pen.stroke(transformed(turns, at), palette.ink, 0.3)
    guard = outline(
        [(-5.4, 2.2), (-4.2, 3.0), (0, 2.8), (4.2, 3.0), (5.4, 2.2), (5.0, 4.2), (0, 4.9),
         (-5.0, 4.2)]
    )  # fmt: skip
    pen.backed(transformed(guard, at), palette.score_rim if full else PAPER, palette.ink, 0.5)
    pommel = transformed(ellipse(0, 9.9, 1.5), at)
    pen.backed(pommel, palette.fruit[2] if full else PAPER, palette.ink, 0.5)


def _choice(pen: Pen, palette: Palette) -> None:
    """Draw the sign of a choice, a golden fruit in a pointed frame."""
    x, y = _MIDDLE
    pin = outline(
        [(0, 9.4, 1), (-4.6, 3.4), (-7.4, -2.6), (-5.2, -7.6), (0, -9.4), (5.2, -7.6),
         (7.4, -2.6), (4.6, 3.4)]
    )  # fmt: skip
    pen.backed(transformed(pin, placed(x, y)), palette.shield, palette.ink, 0.6)
    pen.shape(ellipse(x, y - 2.2, 5.6), PAPER, palette.ink, 0.5)
    body = outline(
        [(0, -0.84), (0.42, -1.0), (0.86, -0.72), (1.0, -0.1), (0.82, 0.55), (0.42, 0.94),
         (0, 0.86), (-0.42, 0.94), (-0.82, 0.55), (-1.0, -0.1), (-0.86, -0.72), (-0.42, -1.0)]
    )  # fmt: skip
    at = placed(x, y - 1.6, scale=3.5)
    pen.backed(transformed(body, at), palette.fruit[1], palette.ink, 0.45)
    pen.stroke(through([(x, y - 4.6), (x + 0.2, y - 5.4), (x + 0.8, y - 6.0)]), palette.ink, 0.6)
    _leaf(pen, palette, x + 0.5, y - 5.2, 10, 2.6)
    shine = through([(x - 2.2, y - 2.4), (x - 1.8, y - 3.4), (x - 1.0, y - 3.9)])
    pen.stroke(shine, PAPER, 0.6)


_DRAWN: Final[dict[str, Callable[[Pen, Palette], None]]] = {"sword": _sword, "choice": _choice}
