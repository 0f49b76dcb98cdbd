"""The pale drawings in the mat's cells: each shows what belongs in its cell.

Each function takes one half's inks and the cell's box.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from artwork.dicebattle.shapes import arc_points, cut, die_faces, die_outline
from artwork.shapes import at, disc, ngon, polar, star
from printkit.pdf import drawing
from printkit.pdf.drawing import (
    Cmyk,
    Contour,
    Group,
    Node,
    Path,
    Shape,
    Stroke,
    placed,
    polygon,
    rectangle,
)
from printkit.pdf.geometry import Rect
from printkit.typeset.pictograms import pictogram

_STARS: Final = 4
"""Number of sockets: three stars win the match; a fourth is briefly possible (DBM-9.4)."""


@dataclass(frozen=True, slots=True)
class Side:
    """The inks of one half of the mat: its background, its cells, and the pale drawings in them."""

    ground: Cmyk
    ray: Cmyk
    dot: Cmyk
    cell: Cmyk
    pale: Cmyk
    strong: Cmyk
    line: Cmyk
    text: Cmyk


def rounded(r: Rect, radius: float) -> Path:
    """Return the outline of a box with round corners."""
    return drawing.rounded(r.x, r.y, r.width, r.height, radius)


def die(
    side: Side, x: float, y: float, radius: float, turn: float, faces: tuple[int, int, int]
) -> Iterator[Node]:
    """Draw a die seen from a corner in the cell's pale tones."""
    yield Shape(die_outline(x, y, radius, turn), side.cell, Stroke(side.strong, 1.0))
    inks = (side.cell.mixed(side.pale, 0.5), side.pale, side.strong)
    for face, ink in zip(die_faces(x, y, radius, turn, faces), inks, strict=True):
        yield Shape(face.outline, ink)
        yield Shape(face.pips, side.cell)


def _clash(side: Side, r: Rect) -> Iterator[Node]:
    """Draw blades for the humans, claws for the monsters, and a die between them."""
    x, y = r.centre
    blade = cut((-3, 30), (-3, -30), (0, -38), (3, -30), (3, 30))
    hilt = cut((-9, 23), (9, 23), (9, 27), (-9, 27))
    for turn in (-38, 38):
        yield Shape(at(blade, x - 78, y + 1, turn), side.pale)
        yield Shape(at(hilt, x - 78, y + 1, turn), side.strong)
    claw = Path((Contour((0, -34), ((8, -14, 8, 10, -8, 34), (-1, 12, 0, -10, 0, -34))),))
    for n in range(-1, 2):
        yield Shape(at(claw, x + 76 + 17 * n, y), side.pale if n else side.strong)
    yield Shape(ngon(x, y, 27, 4), stroke=Stroke(side.strong, 1.3))
    yield Shape(ngon(x, y, 22, 4), stroke=Stroke(side.pale, 0.8))
    yield from die(side, x, y, 12, 0, (6, 5, 4))


def _magic(side: Side, r: Rect) -> Iterator[Node]:
    """Draw two triangles in a graduated ring."""
    x, y = r.centre
    for radius, breadth in ((40, 1.3), (37, 0.5), (23, 0.7)):
        yield Shape(disc(x, y, radius), stroke=Stroke(side.strong, breadth))
    for turn in (-90, 90):
        yield Shape(ngon(x, y, 37, 3, turn), stroke=Stroke(side.strong, 0.9, 0, 0))
    marks = Path(())
    for n in range(24):
        marks += polygon([polar(x, y, 37, 15 * n), polar(x, y, 40, 15 * n)], closed=False)
    yield Shape(marks, stroke=Stroke(side.strong, 0.5))
    yield Shape(star(x, y, 14, 6, 6), side.pale)
    for n in range(6):
        yield Shape(disc(*polar(x, y, 30.5, 30 + 60 * n), 4.0), side.cell, Stroke(side.strong, 0.7))


def sideways(side: Side, x: float, y: float) -> Iterator[Node]:
    """Draw a sideways card with the grant's band at the bottom, and an arrow that turns it."""
    card = Rect(x - 41, y - 23, 82, 46)
    yield Shape(rounded(card, 2), stroke=Stroke(side.strong, 0.8))
    yield Shape(rectangle(card.right - 11, card.y + 1, 10, card.height - 2), side.pale)
    yield Shape(rectangle(card.x + 24, card.bottom - 10, 45, 9), side.pale)
    yield Shape(
        polygon(arc_points(x + 1, y - 4, 10, -180, -10), closed=False),
        stroke=Stroke(side.strong, 3, 0),
    )
    yield Shape(
        at(cut((-4.6, -0.6), (4.6, -0.6), (0, 6.4)), *polar(x + 1, y - 4, 10, -10), -6), side.strong
    )


def _grave(side: Side, r: Rect) -> Iterator[Node]:
    """Draw a headstone for the discard pile."""
    x, y = r.centre
    k = 9.0
    stone = Path(
        (
            Contour(
                (x - 15, y + 26),
                (
                    (x - 15, y - 10),
                    (x - 15, y - 10 - k, x - k, y - 26, x, y - 26),
                    (x + k, y - 26, x + 15, y - 10 - k, x + 15, y - 10),
                    (x + 15, y + 26),
                ),
            ),
        )
    )
    yield Shape(stone, side.pale)
    yield Shape(rectangle(x - 20, y + 24, 40, 7), side.strong)
    yield from die(side, x, y - 4, 9, 0, (1, 2, 3))


def _sockets(side: Side, r: Rect) -> Iterator[Node]:
    """Draw large sockets for the stars that win, and a small one for a surplus star."""
    y = r.centre[1]
    for n in range(_STARS):
        radius = 12.6 if n < _STARS - 1 else 9.6
        x = r.x + 16 + n * 31.4
        yield Shape(
            disc(x, y, radius), side.cell, Stroke(side.line, 1.0 if n < _STARS - 1 else 0.6)
        )
        yield Shape(
            star(x, y + 0.4, radius * 0.76, radius * 0.34, 5),
            side.strong if n < _STARS - 1 else side.pale,
        )


def _tray(side: Side, r: Rect) -> Iterator[Node]:
    """Draw a die, and a rim that stops it."""
    x, y = r.centre
    yield Shape(rounded(r.spread(-3.0), 10), stroke=Stroke(side.strong, 1.0))
    marks = Path(())
    for n in range(48):
        a = math.radians(n * 7.5)
        far = 22.5 if n % 4 else 24.0
        marks += polygon(
            [
                (x + 20.5 * math.cos(a), y + 20.5 * math.sin(a)),
                (x + far * math.cos(a), y + far * math.sin(a)),
            ],
            closed=False,
        )
    yield Shape(marks, stroke=Stroke(side.strong, 0.5))
    yield from die(side, x, y, 15, 8, (6, 5, 4))


def _miracle(side: Side, r: Rect) -> Iterator[Node]:
    """Draw a die in a burst."""
    x, y = r.centre
    rays = Path(())
    for n in range(16):
        tip = polar(x, y, 25 - n % 2 * 5, n * 22.5)
        rays += cut(polar(x, y, 15, n * 22.5 - 4), tip, polar(x, y, 15, n * 22.5 + 4))
    yield Shape(rays, side.pale)
    yield from die(side, x, y, 12, 14, (6, 4, 5))


def _revival(side: Side, r: Rect) -> Iterator[Node]:
    """Draw a card with a circular arrow."""
    x, y = r.centre
    yield Shape(rectangle(x - 8, y - 13, 16, 26), side.pale)
    yield Shape(
        polygon(arc_points(x, y, 19, -200, 52), closed=False), stroke=Stroke(side.strong, 5, 0)
    )
    yield Shape(at(cut((-8, -1), (8, -1), (0, 11)), *polar(x, y, 19, 52), 52), side.strong)


def _deck(side: Side, r: Rect) -> Iterator[Node]:
    """Draw three card backs."""
    x, y = r.centre
    for n in range(3):
        back = rectangle(x - 18 + 2.4 * n, y - 30 + 2.4 * n, 32, 54)
        yield Shape(back, side.cell, Stroke(side.strong, 0.9))
    yield Shape(ngon(x + 2.8, y + 1.8, 13, 4), side.pale, Stroke(side.strong, 0.8))


def _first(side: Side, r: Rect) -> Iterator[Node]:
    """Draw an arrow towards the opponent."""
    x, y = r.centre
    yield Shape(star(x, y, 13, 9.5, 8), side.pale)
    arrow = cut((-4.4, 6), (-4.4, -3), (-8, -3), (0, -10), (8, -3), (4.4, -3), (4.4, 6))
    yield Shape(at(arrow, x, y), side.strong)


def _redraw(side: Side, r: Rect) -> Iterator[Node]:
    """Draw three cards under a circular arrow, for the three redraws of a hand."""
    x, y = r.centre
    for n in range(3):
        card = at(rectangle(-5, -8, 10, 16), x - 5 + 5 * n, y + abs(n - 1) * 1.4, -12 + 12 * n)
        yield Shape(card, side.cell, Stroke(side.strong, 0.9))
    ring = polygon(arc_points(x, y, 13, -170, 10), closed=False)
    yield Shape(ring, stroke=Stroke(side.strong, 1.4, 0))
    yield Shape(at(cut((-3, -1), (3, -1), (0, 4)), *polar(x, y, 13, 10), 10), side.strong)


def _control(side: Side, r: Rect) -> Iterator[Node]:
    """Draw a raised hand."""
    yield Group(pictogram("ready", side.pale, side.cell), placed(*r.centre, scale=1.3))


DRAWN: Final[dict[str, Callable[[Side, Rect], Iterator[Node]]]] = {
    "main": _clash,
    "circle": _magic,
    "miracle": _miracle,
    "revival": _revival,
    "grave": _grave,
    "deck": _deck,
    "star": _sockets,
    "tray": _tray,
    "first": _first,
    "redraw": _redraw,
    "control": _control,
}
"""Drawing function by kind of place; adjacent grants are drawn by ``sideways``."""
