"""Signs on paper objects: dice symbols, stars and bricks."""

import math
from collections.abc import Callable, Mapping
from typing import Final

from printkit.cards.built import Sign
from printkit.pdf.drawing import Cmyk, Group, Node, Path, Shape, Stroke, placed, polygon, rectangle
from printkit.pdf.geometry import Point


def star(x: float, y: float, outer: float, inner: float, points: int = 5) -> Path:
    """Return a star with one point up."""
    corners: list[Point] = []
    for n in range(2 * points):
        angle = math.radians(-90 + 180 * n / points)
        radius = outer if n % 2 == 0 else inner
        corners.append((x + radius * math.cos(angle), y + radius * math.sin(angle)))
    return polygon(corners)


def _arrow(ink: Cmyk) -> list[Node]:
    points = [(0, -0.44), (0.36, 0.02), (0.14, 0.02), (0.14, 0.42)]
    mirrored = [(-x, y) for x, y in reversed(points[1:])]
    return [Shape(polygon([*points, *mirrored]), ink)]


def _card(ink: Cmyk) -> list[Node]:
    """Draw an upright card, and the edge of a second card behind it."""
    behind = polygon([(0.02, -0.36), (0.34, -0.26), (0.2, 0.3)], closed=False)
    return [
        Shape(rectangle(-0.32, -0.28, 0.42, 0.66), ink),
        Shape(behind, stroke=Stroke(ink, 0.07)),
    ]


def _hammer(ink: Cmyk) -> list[Node]:
    head = polygon([(-0.4, -0.36), (0.24, -0.36), (0.42, -0.22), (0.24, -0.06), (-0.4, -0.06)])
    return [Shape(head, ink), Shape(rectangle(-0.11, -0.06, 0.2, 0.5), ink)]


SYMBOLS: Final[Mapping[Sign, Callable[[Cmyk], list[Node]]]] = {
    "star": lambda ink: [Shape(star(0, 0.06, 0.46, 0.19), ink)],
    "arrow": _arrow,
    "card": _card,
    "hammer": _hammer,
}
"""Functions that draw each sign upright around (0, 0), with height 1."""


def bricks(width: float, height: float, course: float, stone: Cmyk, mortar: Cmyk) -> list[Node]:
    """Draw masonry that fills a box from (0, 0)."""
    nodes: list[Node] = [Shape(rectangle(0, 0, width, height), stone)]
    lines: list[Node] = []
    rows = max(1, round(height / course))
    step, long = height / rows, 2.4 * course
    for row in range(rows):
        y = row * step
        if row:
            lines.append(_line((0, y), (width, y), mortar))
        x = long * (0.5 if row % 2 else 1.0)
        while x < width:
            lines.append(_line((x, y), (x, y + step), mortar))
            x += long
    return [*nodes, Group(tuple(lines), placed(0, 0))]


def _line(a: Point, b: Point, ink: Cmyk) -> Node:
    return Shape(polygon([a, b], closed=False), stroke=Stroke(ink, 0.3, cap=0))
