"""Frames of the printed values: index, element tokens, marks of attack and defence, and hatch."""

from __future__ import annotations

from functools import cache
from typing import Final

from artwork.pen import Pen
from artwork.shapes import arc, corners, disc, ngon, polar, spiral, star
from artwork.shapes import at as put
from artwork.spherion.curves import blob, flame, strip, tear
from artwork.spherion.palette import (
    BONE,
    BRASS,
    BRASS_DEEP,
    BRASS_GLOW,
    ELEMENTS,
    INK,
    PAPER_WARM,
    SEATS,
    WHITE,
    Tones,
    press,
)
from printkit.pdf.drawing import Cmyk, Form, Path, Point, polygon, rectangle, rounded

INDEX: Final[Point] = (10.0, 10.0)
PANEL: Final = 23.048
TAG: Final[Point] = (3.5, 57.0)
_SMALL: Final = (-12.0, -12.0, 12.0, 12.0)


def _plate(pen: Pen, tones: Tones, fill: Cmyk, rim: Cmyk) -> None:
    """Draw the hexagon under the index; its left third catches the light."""
    pen.fill(ngon(0, 0, 6.55), rim)
    pen.fill(ngon(0, 0, 6.1), INK)
    pen.fill(ngon(0, 0, 5.75), fill)
    lit = [polar(0, 0, 5.75, a) for a in (-90, -150, 150)]
    pen.fill(polygon([*lit, (0, 0)]), fill.mixed(tones.mid, 0.45))
    pen.stroke(ngon(0, 0, 4.9), tones.light, 0.3)


@cache
def index(kind: str, element: str) -> Form:
    """Return a card class's index sign: a plate, a star, teeth or a cut stone."""
    t = ELEMENTS[element]
    pen = Pen()
    if kind in ("monster", "fusion"):
        _plate(pen, t, t.deep, t.glow)
        if kind == "fusion":  # a second rim
            pen.stroke(ngon(0, 0, 6.95), BRASS, 0.5)
    elif kind == "spell":
        _plate(pen, t, press(70, 55, 40, 45), t.glow)
        pen.shape(star(0, 0, 4.6, 2.3, 6), BRASS, INK, 0.3)
        for i in range(6):
            pen.fill(
                polygon([polar(0, 0, 4.5, 60 * i - 90), polar(0, 0, 2.25, 60 * i - 60), (0, 0)]),
                BRASS_GLOW if i in (4, 5, 0) else BRASS_DEEP,
            )
        pen.fill(disc(0, 0, 1.1), WHITE)
    elif kind == "trap":
        _plate(pen, t, press(40, 85, 70, 45), t.glow)
        for sign in (-1, 1):
            row = [(-4.3, 3.1), (4.3, 3.1), (2.9, 1.4), (1.7, 2.6), (0.6, 0.6), (0, 2.1)]
            row += [(-0.6, 0.6), (-1.7, 2.6), (-2.9, 1.4)]
            pen.fill(polygon((x, sign * y) for x, y in row), BONE)
    else:
        _plate(pen, t, press(40, 45, 75, 45), t.glow)
        gem = corners(0, 0, 3.6, 6, 0)
        pen.shape(ngon(0, 0, 3.6, 6, 0), BRASS, INK, 0.35)
        pen.fill(polygon([gem[3], gem[4], gem[5], (0, 0)]), BRASS_GLOW)
        pen.fill(polygon([gem[0], gem[1], (0, 0)]), BRASS_DEEP)
        pen.fill(star(0, 0, 2.3, 0.6, 4), WHITE)
    return pen.form(f"index-{kind}-{element or 'brass'}", _SMALL)


@cache
def chevrons(count: int) -> Form:
    """Return one chevron per tribute, below the index."""
    pen = Pen()
    for i in range(count):
        x = (i - (count - 1) / 2) * 3.0
        y = -abs(x) * 0.5
        mark = [(x - 1.3, y + 7.6), (x, y + 5.7), (x + 1.3, y + 7.6), (x, y + 6.95)]
        pen.backed(polygon(mark), BRASS, INK, 0.25)
    return pen.form(f"tribute-{count}", _SMALL)


@cache
def crown(owner: str) -> Form:
    """Return a deck master's index: the owner's plate under a crown, with LP below it."""
    t = SEATS[owner]
    pen = Pen()
    _plate(pen, t, t.deep, BRASS)
    points = [(-3.4, -5.2), (-4.6, -8.0), (-1.9, -6.8), (0, -8.8), (1.9, -6.8), (4.6, -8.0)]
    pen.backed(polygon([*points, (3.4, -5.2)]), BRASS, INK, 0.25)
    pen.backed(rounded(-3.6, 4.7, 7.2, 3.6, 0.6), BRASS, INK, 0.25)
    return pen.form(f"crown-{owner}", _SMALL)


def element_shape(element: str) -> Path:
    """Return the outline of an element's token, about 4 mm in radius, distinct per element."""
    if element == "Fire":
        half: list[tuple[float, ...]] = [(0, -4.8, 1), (1.5, -2.4), (3.0, -2.9, 1), (3.9, 0.2)]
        half += [(2.7, 3.2), (0, 4.2), (-2.7, 3.2), (-3.9, 0.4), (-2.6, -1.8, 1), (-1.3, -1.4)]
        return blob([(k[0], k[1], 1) if len(k) > 2 else (k[0], k[1]) for k in half])
    if element == "Wind":
        curl = [polar(0, 0, 3.1 + 1.5 * a / 330, a - 60) for a in range(0, 331, 33)]
        first, last = curl[0], curl[-1]
        return blob([(*first, 1), *curl[1:-1], (*last, 1)])
    if element == "Earth":
        return polygon([(-2.5, -3.8), (2.5, -3.8), (4, -1), (4, 3.7), (-4, 3.7), (-4, -1)])
    if element == "Water":
        return tear(0, 0.3, 3.8)
    return disc(0, 0, 4)


@cache
def element_token(element: str) -> Form:
    """Return an element's token with its own outline, sign and line pattern."""
    t = ELEMENTS[element]
    shape = element_shape(element)
    pen = Pen()
    pen.shape(shape, t.glow, t.glow, 1.1)
    pen.shape(shape, t.deep, t.deep, 0.3)
    if element == "Fire":
        for length, width, x, turn in (
            (4.6, 2.0, 0.2, -94),
            (3.2, 1.5, -1.5, -110),
            (3.0, 1.4, 1.8, -70),
        ):
            pen.fill(put(flame(length, width, 0.16), x, 2.9, turn), t.light)
        pen.fill(put(flame(2.3, 1.1, 0.14), 0.2, 3.0, -94), t.glow)
    elif element == "Wind":
        pen.fill(strip(spiral(0, 0, 2.9, 1.7, 200), [0.15, 1.0, 0.9, 0.5, 0.2], 16), t.glow)
    elif element == "Earth":
        for y, wide, colour in ((-2.0, 2.0, t.glow), (0.1, 3.1, t.light), (2.1, 3.1, t.mid)):
            pen.fill(
                polygon(
                    [
                        (-wide, y - 0.7),
                        (wide * 0.4, y - 0.7),
                        (wide * 0.6, y - 0.35),
                        (wide, y - 0.35),
                        (wide, y + 0.7),
                        (-wide, y + 0.7),
                    ]
                ),
                colour,
            )
    elif element == "Water":
        for y, colour in ((-0.3, t.glow), (1.3, t.light), (2.8, t.mid)):
            wave = [(-2.6, y + 0.3), (-1.4, y - 0.5), (0, y + 0.3), (1.4, y - 0.5), (2.6, y + 0.3)]
            pen.fill(strip(wave, [0, 0.8, 0.8, 0], 8), colour)
    else:
        pen.stroke(disc(0, 0, 3.3), t.light, 0.35)
        pen.fill(disc(0, 0, 2.3), t.glow)
        pen.fill(disc(0.35, 0.25, 1.75), t.deep)
        pen.stroke(arc(0, 0, 3.3, 190, 290), t.glow, 0.6)
    return pen.form(f"element-{element}", _SMALL)


@cache
def blade_and_shield(element: str) -> Form:
    """Return the marks for ATK and DEF; the origin is the top left corner of the text slot."""
    t = ELEMENTS[element]
    pen = Pen()
    blade = [(1.9, 0), (3.8, 2.3), (2.6, 2.1), (2.6, 3.9), (1.2, 3.9), (1.2, 2.1), (0, 2.3)]
    pen.fill(polygon(blade), t.deep)
    pen.fill(polygon([(1.9, 0), (1.9, 3.9), (1.2, 3.9), (1.2, 2.1), (0, 2.3)]), t.mid)
    shield: list[tuple[float, float, int] | tuple[float, float]] = [
        (0, 4.9, 1),
        (3.8, 4.9, 1),
        (3.8, 6.7),
        (3.0, 8.1),
        (1.9, 9.0, 1),
        (0.8, 8.1),
        (0, 6.7),
    ]
    pen.fill(blob(shield), t.deep)
    pen.fill(polygon([(1.65, 5.6), (2.15, 5.6), (2.15, 8.0), (1.9, 8.3), (1.65, 8.0)]), PAPER_WARM)
    return pen.form(f"blade-{element or 'brass'}", _SMALL)


@cache
def hatch() -> Form:
    """Return the tag's frame: a brass hatch with hinges at the top and a latch on the left."""
    pen = Pen()
    p = PANEL
    for x in (3.2, p - 8.0):
        pen.fill(rounded(x, -2.2, 4.8, 2.4, 0.5), INK)
        pen.fill(rounded(x + 0.25, -1.95, 4.3, 2.0, 0.4), BRASS_DEEP)
        pen.fill(rounded(x + 0.25, -1.95, 4.3, 0.9, 0.4), BRASS)
        pen.fill(disc(x + 1.2, -1.1, 0.32) + disc(x + 3.6, -1.1, 0.32), INK)
        pen.fill(rounded(x, p - 0.2, 4.8, 1.45, 0.4), INK)
        pen.fill(rounded(x + 0.25, p, 4.3, 1.0, 0.3), BRASS)
    pen.fill(rounded(-2.2, p / 2 - 2.6, 2.4, 5.2, 0.5), INK)
    pen.fill(rounded(-1.95, p / 2 - 2.35, 2.0, 4.7, 0.4), BRASS_DEEP)
    pen.fill(rounded(-1.95, p / 2 - 2.35, 0.9, 4.7, 0.3), BRASS)
    pen.fill(disc(-1.1, p / 2, 0.4), INK)
    frame(pen, p)
    return pen.form("hatch", (-4.0, -4.0, p + 4, p + 4))


def frame(pen: Pen, side: float) -> None:
    """Draw a line, a brass ring and a keyline around a tag panel whose top left is the origin."""
    for more, colour in ((0.95, INK), (0.75, BRASS)):
        pen.fill(rectangle(-more, -more, side + 2 * more, side + 2 * more), colour)
    low = [(-0.75, side + 0.75), (side + 0.75, side + 0.75), (side + 0.75, -0.75)]
    pen.fill(polygon(low), BRASS_DEEP)
    pen.fill(rectangle(-0.5, -0.5, side + 1, side + 1), PAPER_WARM)
    pen.fill(rectangle(0, 0, side, side), WHITE)
