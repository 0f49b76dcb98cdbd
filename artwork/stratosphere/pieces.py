"""Pictures of the pieces: puck, attack arrow, force tokens, and control cards.

A token measures 30 × 44 mm. Its picture is in the upper part, above a weather front. printkit adds
the word and the tag below. Pictures of control cards fill a circle with a radius of 12 mm.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from artwork.outlines import through
from artwork.shapes import polar
from artwork.stratosphere.emblems import arrow, emblem
from artwork.stratosphere.palette import (
    CREAM,
    GOLD,
    NAVY,
    PALETTES,
    SUITS,
    Style,
    Suit,
    grey,
)
from artwork.stratosphere.signs import half_disc, sign
from printkit.pdf.drawing import (
    PAPER,
    Cmyk,
    Contour,
    Drawing,
    Node,
    Path,
    Shape,
    Stroke,
    ellipse,
    placed,
    polygon,
    rectangle,
    transformed,
)
from printkit.pdf.geometry import BLEED

WIDTH: Final = 30.0
HEIGHT: Final = 44.0
_LEFT, _TOP = -WIDTH / 2 - BLEED, -HEIGHT / 2 - BLEED
LINE: Final = -9.6
"""The y of the weather front across a token."""
_MIDDLE: Final = -15.9
"""The y of the centre of the window above the front."""
_AIR: Final = Cmyk(9, 2, 2, 0)
_RED: Final = Cmyk(2, 92, 82, 4)
_SLATE: Final = Cmyk(70, 45, 42, 34)


def draw(picture: str, _owner: str, style: Style) -> Drawing:
    """Draw a picture around its piece's centre; raise ``KeyError`` for an unknown name."""
    if picture in _CONTROLS:
        return Drawing((-14, -14, 14, 14), tuple(_CONTROLS[picture](_SLATE, PAPER)))
    nodes = tuple(_token(picture, style))
    return Drawing((_LEFT, _TOP, -_LEFT, -_TOP), nodes)


def _token(picture: str, style: Style) -> Iterator[Node]:
    if picture in ("red", "black"):
        pair: tuple[Suit, Suit] = (
            ("hearts", "diamonds") if picture == "red" else ("spades", "clubs")
        )
        yield from _force(pair, style)
    elif picture in SUITS:
        yield from _force((picture,), style)
    else:
        yield from _tool(picture, style)


def _window(ground: Cmyk, sky: Cmyk, front: Cmyk, *, warm: bool) -> Iterator[Node]:
    """Draw a light background for word and tag, a sky above, and a weather front between them."""
    yield Shape(rectangle(_LEFT, _TOP, -2 * _LEFT, -2 * _TOP), ground)
    yield Shape(rectangle(_LEFT, _TOP, -2 * _LEFT, LINE - _TOP), sky)
    tooth = polygon([(-1.2, 0), (1.2, 0), (0, -1.9)])
    signs = Path(())
    for k in range(-4, 5):
        signs += transformed(half_disc(1.2) if warm else tooth, placed(3.7 * k, LINE))
    yield Shape(signs, front)
    line = polygon([(_LEFT, LINE), (-_LEFT, LINE)], closed=False)
    yield Shape(line, stroke=Stroke(front, 0.7))


def _force(suits: Sequence[Suit], style: Style) -> Iterator[Node]:
    """Draw a force's suit signs on the sky of its suit."""
    palette = PALETTES[suits[0], style]
    sky = palette.sky[0] if style == "full" else PAPER
    yield from _window(CREAM if style == "full" else PAPER, sky, palette.front, warm=palette.warm)
    for n, suit in enumerate(suits):
        own = PALETTES[suit, style]
        x = 0.0 if len(suits) == 1 else -5.6 + 11.2 * n
        shape = sign(suit, x, _MIDDLE, 4.5)
        if style == "ink":
            yield Shape(shape, PAPER if own.warm else grey(100), Stroke(grey(100), 0.5))
        else:
            yield Shape(shape, own.body, Stroke(own.numeral if own.warm else NAVY, 0.5))


def _tool(picture: str, style: Style) -> Iterator[Node]:
    """Draw the puck, an arrow, or the full-hand reminder."""
    full = style == "full"
    ground, ink = (_AIR if full else PAPER), (NAVY if full else grey(100))
    sky = _AIR.mixed(Cmyk(60, 32, 8, 0), 0.35) if full else PAPER
    if picture == "arrow":
        sky = Cmyk(0, 14, 22, 0) if full else PAPER
    yield from _window(ground, sky, ink, warm=False)
    match picture:
        case "puck":
            yield from _puck(ink, full=full)
        case "arrow":
            shape = transformed(arrow(12.0, 6.4, 6.2), placed(0, _MIDDLE + 0.6))
            yield Shape(shape, _RED if full else PAPER, Stroke(ink, 0.8))
        case "full":
            yield emblem("full", ink, PAPER, placed(0, _MIDDLE - 0.2, scale=0.66))
        case _:
            raise KeyError(picture)


def _puck(ink: Cmyk, *, full: bool) -> Iterator[Node]:
    """Draw the puck, a small compass."""
    yield Shape(ellipse(0, _MIDDLE, 5.3), PAPER, Stroke(ink, 0.8))
    ticks, needle = Path(()), Path(())
    for k in range(24):
        reach = 3.9 if k % 6 == 0 else 4.4
        ticks += polygon(
            [polar(0, _MIDDLE, 5.0, 15 * k), polar(0, _MIDDLE, reach, 15 * k)], closed=False
        )
    for k in range(4):
        tip = polar(0, _MIDDLE, 3.6, 90 * k - 90)
        sides = [polar(0, _MIDDLE, 1.2, 90 * k - 90 + a) for a in (-45, 45)]
        needle += polygon([(0, _MIDDLE), sides[0], tip, sides[1]])
    yield Shape(ticks, stroke=Stroke(ink, 0.3, cap=0))
    yield Shape(needle, GOLD if full else PAPER, Stroke(ink, 0.35))


def _allow(ink: Cmyk, ground: Cmyk) -> Iterator[Node]:
    """Draw an arrow that passes through an open gate."""
    yield Shape(transformed(arrow(20, 5.0, 8.6), placed(0, -0.5)), ground, Stroke(ground, 1.0))
    for side in (-1, 1):
        leaf = polygon(
            [(side * 10.6, -5), (side * 6.0, -7.6), (side * 6.0, 6.6), (side * 10.6, 9.2)]
        )
        yield Shape(leaf, ground, Stroke(ink, 0.4))


def _prevent(ink: Cmyk, ground: Cmyk) -> Iterator[Node]:
    """Draw a shield that stops an arrow."""
    half = [(0, -10.5), (9.4, -7.4), (8.8, 1.6), (5.4, 7.4), (0, 11)]
    shield = polygon([*half, *[(-x, y) for x, y in reversed(half[1:-1])]])
    yield Shape(shield, ground, Stroke(ground, 1.0))
    yield Shape(transformed(arrow(11, 3.4, 5.6), placed(0, 3.4)), ink)
    bar = polygon([(-6.4, -3.6), (6.4, -3.6)], closed=False)
    yield Shape(bar, stroke=Stroke(ink, 2.2))


def _concede(ink: Cmyk, ground: Cmyk) -> Iterator[Node]:
    """Draw a white flag."""
    yield Shape(polygon([(-7, -10.4), (-7, 11)], closed=False), stroke=Stroke(ground, 2.2))
    flag = through([(-6, -9.6), (-1, -11), (3.4, -8.2), (9.4, -9.4)]).contours[0]
    lower = through([(9.4, 1.4), (3.4, 2.8), (-1, -0.2), (-6, 1.4)]).contours[0]
    cloth = Path((Contour(flag.start, (*flag.segments, lower.start, *lower.segments)),))
    yield Shape(cloth, ground, Stroke(ink, 0.4))


_CONTROLS: Final[dict[str, Callable[[Cmyk, Cmyk], Iterator[Node]]]] = {
    "allow": _allow,
    "prevent": _prevent,
    "concede": _concede,
}
