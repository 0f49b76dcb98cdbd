"""The two reference cards: a snake in a ring, and a stele on a dragon tortoise.

The template sets the texts in the wheel and on the stele in the language of the print. The
drawings leave room for them.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from artwork.geometry import directions, ribbon, sampled, shifted
from artwork.inks import press
from artwork.jiguan.arrows import arrow
from artwork.jiguan.figure import CONTOUR, Figure, bar, eyes
from artwork.jiguan.palette import CREAM, GENERATION, GILT, RANKS, TONES, VERMILION, Theme
from artwork.jiguan.patterns import pattern
from artwork.jiguan.tokens import medal, role_form, token_form
from artwork.outlines import Knot, mirrored, outline, through
from artwork.pen import Pen
from artwork.shapes import arc, polar
from printkit.pdf.drawing import (
    BLACK,
    Path,
    Point,
    ellipse,
    placed,
    polygon,
    rectangle,
    transformed,
)

# fmt: off

_SNAKE: Final = (27.0, 35.8, 14.2)
LESSON_WIDTH: Final = 0.85
"""Line width of the arrows inside the wheel, mm."""
_SCALE = press("#F4E3B8")
_STONE = press("#A9AA9E")
_STONE_DARK = press("#8E8F86")
_STONE_LINE = press("#5C5D55")
_STONE_LIGHT = press("#C7C8BC")
_SLAB = press("#E7E0CF")
_TUSK = press("#F2ECDA")


def snake(pen: Pen, theme: Theme) -> None:
    """Draw the cycle of generation as a five-coloured snake with the elements' tokens on it."""
    x, y, radius = _SNAKE
    pen.fill(ellipse(x, y, 18.6), theme.ground)
    pen.stroke(ellipse(x, y, 18.6), theme.gold, 0.45)
    turns = np.linspace(-60 - 342, -60, 220)
    line = np.column_stack([x + radius * np.cos(np.radians(turns)),
                            y + radius * np.sin(np.radians(turns))])
    share = np.linspace(0, 1, len(line))
    half = np.interp(share, [0, 0.12, 0.5, 0.9, 0.97, 1], [0.3, 1.5, 2.7, 2.3, 1.7, 1.8])
    pen.fill(ribbon(line, half + 0.35), theme.ink)
    # Each token is at the start of its element's colour; the snake's head is wood.
    places = [int(np.searchsorted(turns, -378 + 72 * k)) for k in range(5)]
    for element, first, last in zip(
        (*GENERATION, "wood"), (0, *places), (*places, len(line) - 1), strict=True
    ):
        part = slice(first, last + 1)
        pen.fill(ribbon(line[part], half[part]), theme.area(TONES[element].main))
    tangent, _ = directions(line)
    left, right = shifted(line, half * 0.72), shifted(line, -half * 0.72)
    for i in range(4, len(line) - 8, 5):
        px, py = line[i]
        dx, dy = tangent[i] * 0.62
        scale = [(left[i][0], left[i][1]), (px + dx, py + dy), (right[i][0], right[i][1]),
                 (px - dx, py - dy)]
        pen.fill(polygon([(float(a), float(b)) for a, b in scale]),
                 BLACK if theme.line_only else theme.area(_SCALE))
    for k, element in enumerate(GENERATION):
        px, py = polar(x, y, radius, -90 + 72 * k)
        pen.fill(ellipse(px, py, 3.95), theme.ink)
        pen.fill(ellipse(px, py, 3.55), theme.ground)
        pen.use(token_form(theme, element), placed(px, py, scale=1.2))
    head = Figure(pen, theme, placed(float(line[-1][0]), float(line[-1][1]), scale=1.25,
                                     turn=math.degrees(math.atan2(tangent[-1][1], tangent[-1][0]))))
    for fork in (-1, 1):
        head.line([(2.9, 0.25), (4.7, 0.3 + fork * 0.2), (6.0, 0.3 + fork * 1.0)], 0.34, VERMILION)
    head.area([(-1.8, -1.6), (0.6, -2.5), (3.4, -1.9), (4.9, -0.7, 1), (2.9, -0.15, 1),
               (4.6, 0.9, 1),
               (3.0, 1.8), (0.6, 2.3), (-1.8, 1.6)], TONES["wood"].mid, CONTOUR)
    head.area(ellipse(1.2, -1.0, 0.62), CREAM, 0.25)
    head.black(ellipse(1.35, -1.0, 0.28))
    _teaching(pen, theme)


def lessons() -> tuple[tuple[Path, Path], tuple[Path, Path]]:
    """Return the shafts and heads of the two inner arrows: Child forwards, Mother backwards."""
    x, y, _ = _SNAKE
    return arrow(x, y, 9.0, -127, -53, 2.0), arrow(x, y, 9.0, 127, 53, 2.0)


def _teaching(pen: Pen, theme: Theme) -> None:
    red = BLACK if theme.line_only else theme.seal
    for colour, (shaft, point) in zip((red, theme.gold), lessons(), strict=True):
        pen.stroke(shaft, colour, LESSON_WIDTH, cap=0)
        pen.fill(point, colour)


def snake_medal(pen: Pen, theme: Theme) -> None:
    """Draw the index of the wheel card: one circular arrow."""
    medal(pen, theme, "wood")
    light = BLACK if theme.line_only else CREAM
    shaft, point = arrow(0, 0, 3.2, -200, 100, 2.2)
    pen.stroke(shaft, light, 1.0, cap=0)
    pen.fill(point, light)


def stele_medal(pen: Pen, theme: Theme) -> None:
    """Draw the index of the stele card: five steps."""
    medal(pen, theme, "earth")
    for k in range(5):
        wide = 7.4 - k * 1.3
        pen.fill(rectangle(-wide / 2, 2.0 - k * 1.35, wide, 1.0),
                 BLACK if theme.line_only else CREAM)


def stele(pen: Pen, theme: Theme) -> None:
    """Draw a dragon tortoise that bears the stele of the five offices, and a river."""
    bearer = Figure.at(pen, theme, 27, 48.0, 1.04)
    _bixi_body(bearer)
    f = Figure.at(pen, theme, 0, 0)
    slab: list[Knot] = [(12, 43.7, 1), (12, 22.0), (13.2, 19.2), (19, 17.4), (27, 16.9), (35, 17.4),
                        (40.8, 19.2), (42, 22.0), (42, 43.7, 1)]
    f.area(slab, _SLAB, 0.7)
    inner = transformed(outline(slab), placed(27 * 0.07, 31 * 0.07, scale=0.93))
    f.pen.stroke(f.path(inner), theme.line(_STONE_DARK), 0.28)
    for sign in (1, -1):  # Two dragons coil above the inscription.
        for k in range(3):
            f.trace(arc(27 + sign * 4.4, 20.1, 2.0 - k * 0.6, 180 if sign > 0 else 0,
                        430 if sign > 0 else -250),
                    0.32, _STONE_LINE)
    f.area(ellipse(27, 19.5, 1.0), GILT, 0.25)
    for k, element in enumerate(RANKS):
        y = 24.6 + k * 3.95
        pen.use(token_form(theme, element), placed(16.1, y, scale=0.83))
        for j in range(5 - k):
            mark = rectangle(40.4 - (j + 1) * 1.18, y - 1.0, 0.78, 2.0)
            pen.fill(mark, BLACK if theme.line_only else TONES[element].main)
        if k < 4:
            f.trace(bar([(13.9, y + 1.98), (40.2, y + 1.98)]), 0.2, _STONE_DARK)
    _river(f)
    _bixi_head(bearer)


def _river(f: Figure) -> None:
    course: list[Point] = [(42.6, 42.0), (47.2, 40.6), (48.9, 34.0), (47.6, 27.0), (45.0, 25.0)]
    line = sampled(course, 0.4)
    wave = 0.16 * np.sin(np.linspace(0, 26, len(line)))
    f.pen.fill(ribbon(line, 1.45), f.ink)
    f.pen.fill(ribbon(line, 1.1), f.theme.area(TONES["water"].light))
    for shift in (-0.4, 0.35):
        path = shifted(line, wave + shift)
        f.pen.stroke(polygon([(float(x), float(y)) for x, y in path[::3]], closed=False),
                     f.theme.line(TONES["water"].main), 0.24)
    f.area([(42.5, 24.8, 1), (46.0, 22.4, 1), (45.4, 24.9, 1), (46.0, 27.4, 1)],
           TONES["water"].light, 0.35)


def _bixi_body(f: Figure) -> None:
    """Draw the claws and the hexagonal shell plates of the tortoise that bears the slab."""
    for side in f.sides():
        side.area([(9, 1, 1), (13.6, 0.6), (16.8, 3.4), (17.6, 7.0, 1), (10.2, 7.0, 1)],
                  _STONE_DARK, CONTOUR)
        for k in range(3):
            side.trace(bar([(14.6 + k, 5.2), (15.0 + k, 6.6)]), 0.32)
    f.whole([(0, -4.2, 1), (10, -3.6), (14.6, -0.4), (15.8, 3.4, 1), (0, 5.2, 1)], _STONE, 0.6)
    shell: list[Knot] = [(0, -3.9), (9, -3.2), (13.2, -0.4), (14, 3.2, 1), (0, 4.4, 1)]
    with f.pen.clipped(f.path(mirrored(shell))):
        f.trace(pattern("metal", (-15, -6, 30, 12), 0.62), 0.26, _STONE_LINE)


def _bixi_head(f: Figure) -> None:
    """Draw a dragon's head in front of the slab, with swept horns, a mane, tusks and whiskers."""
    for side in f.sides():
        for k, (x, y, turn, length) in enumerate(((3.2, 4.2, 22, 6.4), (3.8, 2.6, 2, 7.4),
                                                  (3.8, 1.0, -16, 7.0))):
            tuft = side.moved(x, y, turn=turn)
            tuft.area([(0, -1.1), (length * 0.5, -1.0), (length * 0.8, -1.7), (length, -1.5, 1),
                       (length * 0.75, 0.3), (length * 0.3, 1.0), (0, 0.9)],
                       _STONE_LIGHT if k % 2 else _STONE, 0.32)
        horn: list[Point] = [(1.6, -1.6), (3.6, -3.2), (6.6, -3.6), (8.8, -5.2)]
        side.limb(horn, (0.95, 0.8, 0.6, 0.1), _TUSK, 0.4)
        for k in range(3):
            side.line([(3.0 + k * 1.5, -3.6 - k * 0.18), (3.3 + k * 1.5, -2.6 - k * 0.3)], 0.22,
                      _STONE_LINE)
        side.area([(4.2, -0.2, 1), (6.2, -1.8), (8.0, -1.6, 1), (6.8, -0.2), (4.6, 0.9, 1)],
                  _STONE_DARK, 0.32)
    f.whole([(0, -2.6), (2.4, -2.2), (4.4, -0.6), (4.4, 1.4), (3.6, 2.8), (4.6, 4.4), (3.8, 6.2),
             (1.6, 6.9),
             (0, 7.0)], _STONE, CONTOUR)
    f.whole([(0, -2.3, 1), (0.8, -1.0), (1.0, 1.6), (0, 2.4)], _STONE_LIGHT, 0)
    for side in f.sides():  # Flame-shaped brows.
        side.area([(0.9, 0.2, 1), (2.0, -1.3), (3.8, -1.8), (5.6, -3.0, 1), (5.0, -0.9),
                   (3.6, -0.3)], _STONE_LIGHT,
                  0.3)
    eyes(f, 2.2, 0.8, 1.1, 0.7, GILT, 0.2)
    # Broad snout with two bulbs, a wide mouth, and tusks that point up.
    f.whole([(0, 2.5), (1.1, 2.2), (2.6, 2.4), (3.3, 3.4), (2.6, 4.4), (1.0, 4.2), (0, 4.3)],
            _STONE_LIGHT, 0.35)
    f.pair(ellipse(1.75, 3.35, 0.5, 0.36, -15), _STONE_LINE)
    f.lines([(0, 5.2), (1.6, 5.3), (3.2, 5.0), (4.2, 4.2)], 0.38)
    for side in f.sides():
        side.area([(2.3, 5.4, 1), (2.7, 3.9, 1), (3.3, 5.1, 1)], _TUSK, 0.22)
        side.area([(0.7, 5.2, 1), (1.0, 6.0, 1), (1.3, 5.25, 1)], _TUSK, 0.15)
        side.limb([(3.0, 3.8), (5.4, 5.2), (7.6, 3.6), (9.6, 4.4)], (0.3, 0.22, 0.06), GILT, 0.28)


def wheel_foot(pen: Pen, theme: Theme) -> None:
    """Draw the three items in miniature: Child forwards, Mother backwards, Unmoved at rest."""
    y = 61.0
    for x, role, element, ends in (
        (34.0, "child", "wood", (-160.0, 130.0)),
        (41.0, "mother", "water", (-20.0, -310.0)),
        (48.0, "unmoved", "earth", None),
    ):
        pen.use(role_form(theme, role, element), placed(x, y, scale=0.36))
        if ends is None:
            pen.stroke(ellipse(x, y, 3.3), theme.gold, 0.5)
            continue
        shaft, point = arrow(x, y, 3.25, *ends, 1.5)
        pen.stroke(shaft, theme.gold, 0.55, cap=0)
        pen.fill(point, theme.gold)


def stele_foot(pen: Pen, theme: Theme) -> None:
    """Draw the elements in rank order, with an arrow from water back to fire, which it puts out."""
    y, first, pitch = 60.2, 32.6, 4.35
    for k, element in enumerate(RANKS):
        pen.use(token_form(theme, element), placed(first + k * pitch, y, scale=0.86))
    colour = theme.lost("water")
    last = first + 4 * pitch
    course: list[Point] = [(last, y + 2.7), (last - 2.0, y + 4.6), ((first + last) / 2, y + 5.2),
                           (first + 2.0, y + 4.6), (first + 0.1, y + 3.2)]
    pen.stroke(through(course), colour, 0.75, cap=0)
    pen.fill(polygon([(first, y + 2.2), (first - 1.1, y + 4.2), (first + 1.2, y + 4.0)]), colour)
