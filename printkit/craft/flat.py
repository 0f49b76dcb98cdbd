"""Small pieces: rings, chips, stars, and walls with two feet.

Chips and stars are printed twice, joined at one edge. Folded and glued, they are two layers thick
and printed on both sides. A wall is one strip, with its feet folded outwards and its halves glued
back to back.
"""

import math
from dataclasses import replace

from printkit.craft.net import Edge, Net, NetPanel
from printkit.craft.signs import bricks, star
from printkit.pdf.drawing import (
    PAPER,
    Cmyk,
    Group,
    Node,
    Shape,
    Stroke,
    ellipse,
    placed,
    polygon,
    transformed,
)
from printkit.pdf.fonts import PT
from printkit.pdf.geometry import Point
from printkit.typeset.label import Label

_ROUND = 72
"""Number of sides of the polygon for a circle. A ring's error is at most 0.04 mm."""


def _circle(radius: float) -> tuple[Point, ...]:
    turns = [2 * math.pi * n / _ROUND for n in range(_ROUND)]
    return tuple((radius * math.cos(turn), radius * math.sin(turn)) for turn in turns)


def ring(number: int, outer: float, hole: float, ground: Cmyk, ink: Cmyk, *, dark: bool) -> Net:
    """Return a flat ring with its number printed four times; a dark ring has reversed colours."""
    r, h = outer / 2, hole / 2
    plate, sign = (ink, PAPER) if dark and ground != PAPER else (ground, ink)
    art: list[Node] = []
    band = r - h
    size = 1.12 * band / PT
    labels = []
    for side in range(4):
        angle = math.radians(90 * side)
        at = (r + h) / 2 - 0.345 * size * PT
        x, y = math.sin(angle) * at, -math.cos(angle) * at
        labels.append(Label(str(number), x, y, "numeral", size, sign, "centre", 90.0 * side))
        a = math.radians(90 * side + 45)
        middle = (r + h) / 2
        mark = (math.sin(a) * middle, -math.cos(a) * middle)
        art += _owner_sign(mark, 0.28 * band, sign, dark=dark)
    panel = NetPanel("ring", _circle(r), art=tuple(art), ground=plate, holes=(_circle(h),))
    return Net((panel,), tuple(labels))


def _owner_sign(at: Point, r: float, ink: Cmyk, *, dark: bool) -> list[Node]:
    """Draw an owner's sign: a disc with rays if `dark`, otherwise a hollow disc."""
    x, y = at
    if dark:
        return [Shape(star(x, y, r, 0.62 * r, 8), ink)]
    return [Shape(ellipse(x, y, 0.8 * r), stroke=Stroke(ink, 0.5))]


def chip(width: float, first: tuple[Cmyk, Cmyk], second: tuple[Cmyk, Cmyk]) -> Net:
    """Return two hexagons joined at a side, each `width` mm from corner to corner.

    `first` and `second` are the background and ink of each hexagon; the second also has diagonal
    hatching.
    """
    r = width / 2
    half = r * math.sqrt(3) / 2
    panels = []
    for n, (ground, ink) in enumerate((first, second)):
        y = n * 2 * half
        corners = tuple(
            (r * math.cos(math.radians(60 * k)), y + r * math.sin(math.radians(60 * k)))
            for k in range(6)
        )
        inner = polygon([(0.8 * cx, y + 0.8 * (cy - y)) for cx, cy in corners])
        art: list[Node] = [Shape(inner, stroke=Stroke(ink, 1.4 if n else 0.7))]
        if n:
            lines = [
                Shape(
                    polygon([(x, y + r), (x + 2 * r, y - r)], closed=False), stroke=Stroke(ink, 0.3)
                )
                for x in (-2 * r + 2.5 * k for k in range(int(2 * width / 2.5)))
            ]
            art.append(Group(tuple(lines), clip=inner))
        art += _owner_sign((0, y), 0.34 * r, ink, dark=bool(n))
        panels.append(NetPanel("second" if n else "first", corners, art=tuple(art), ground=ground))
    # the second hexagon's upper side is the first hexagon's lower side
    return _folded(panels[0], panels[1], (corners[4], corners[5]))


def _folded(panel: NetPanel, back: NetPanel, hinge: Edge) -> Net:
    """Return the net of two panels that are folded onto each other's back."""
    return Net((panel, replace(back, parent=panel.id, hinge=hinge, angle=180.0)))


def star_pair(outer: float, ground: Cmyk, ink: Cmyk) -> Net:
    """Return two stars joined at a flat tip, at which they are folded."""
    inner = 0.56 * outer
    tip = 0.16 * outer
    one = _blunt_star(outer, inner, tip)
    joint = min(y for _, y in one)
    other = tuple((x, 2 * joint - y) for x, y in one)
    panels = []
    for n, outline in enumerate((one, other)):
        y = 2 * joint if n else 0.0
        face = star(0, 0, 0.62 * outer, 0.3 * outer)
        matrix = placed(0, y, turn=180 if n else 0)
        art = (Shape(transformed(face, matrix), stroke=Stroke(ink, 0.7)),)
        panels.append(NetPanel("back" if n else "front", outline, art=art, ground=ground))
    return _folded(panels[0], panels[1], (one[0], one[1]))


def _blunt_star(outer: float, inner: float, tip: float) -> tuple[Point, ...]:
    """Return a five-pointed star, upper tip first; each tip is cut flat, `tip` mm wide."""
    corners: list[Point] = []
    for n in range(5):
        turn = math.radians(72 * n)
        for x in (-tip / 2, tip / 2):
            reach = -outer + tip / 2
            corners.append(_turned(x, reach, turn))
        corners.append(_turned(0, -inner, turn + math.radians(36)))
    return tuple(corners)


def _turned(x: float, y: float, angle: float) -> Point:
    c, s = math.cos(angle), math.sin(angle)
    return c * x - s * y, s * x + c * y


def wall(length: float, foot: float, height: float, stone: Cmyk, mortar: Cmyk) -> Net:
    """Return the strip for a wall: foot, half, half, foot. Each foot is `foot` mm wide."""
    rows = (0.0, foot, foot + height, foot + 2 * height, 2 * foot + 2 * height)
    names = ("foot.near", "near", "far", "foot.far")
    box = {
        name: ((0.0, top), (length, top), (length, bottom), (0.0, bottom))
        for name, top, bottom in zip(names, rows, rows[1:], strict=False)
    }
    made = []
    for name, parent, angle in (
        ("near", "", 0.0),
        ("foot.near", "near", -90.0),
        ("far", "near", 180.0),
        ("foot.far", "far", -90.0),
    ):
        outline = box[name]
        art: tuple[Node, ...] = ()
        if stone != PAPER or "foot" not in name:
            tall = outline[2][1] - outline[0][1]
            masonry = bricks(length, tall, 3.5, stone, mortar)
            art = (Group(tuple(masonry), placed(0, outline[0][1])),)
        hinge = None
        if parent:
            y = max(outline[0][1], box[parent][0][1])
            hinge = ((0.0, y), (length, y))
        made.append(NetPanel(name, outline, parent, hinge, angle, art=art, ground=stone))
    return Net(tuple(made))
