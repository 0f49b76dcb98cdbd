"""Dice to fold from one sheet: a cube with pips, and a pyramid that is read at its top corner.

Theory of operation. *Cube*: the net is a cross. Opposite faces add up to seven. Seen from outside,
1, 2 and 3 run anticlockwise around their corner (a right-handed die). Faces have only pips unless
numbers are requested. *Pyramid*: the net is an equilateral triangle with twice the die's edge,
folded at its midlines. Its three corners meet at one corner of the die. Every face has a symbol in
each corner, with its top towards that corner, so that the three visible faces show the same symbol
at the top corner.
"""

import math
from collections.abc import Sequence
from typing import Final

from printkit.cards.built import SIGNS, Sign
from printkit.craft.net import Edge, Net, NetPanel, edges_of, tab
from printkit.craft.signs import SYMBOLS
from printkit.pdf.drawing import (
    BLACK,
    PAPER,
    Cmyk,
    Group,
    Node,
    Shape,
    Stroke,
    ellipse,
    placed,
    polygon,
)
from printkit.pdf.fonts import PT
from printkit.pdf.geometry import Point
from printkit.typeset.label import Label

FACES: Final = {
    "front": (1, 1, 1),
    "right": (2, 1, 2),
    "up": (1, 0, 3),
    "down": (1, 2, 4),
    "left": (0, 1, 5),
    "back": (1, 3, 6),
}
"""Each face's column and row in the cross, and its pips."""
PIPS: Final[dict[int, tuple[tuple[int, int], ...]]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
_TREE = {"front": "", "right": "front", "left": "front", "up": "front", "down": "front"}
_RED = Cmyk(5, 100, 90, 5)
_TABS = (("up", 0), ("up", 1), ("up", 3), ("down", 1), ("down", 3), ("back", 1), ("back", 3))
"""Sides of each face with a tab: 0 top, 1 right, 2 bottom, 3 left."""
_SQUARE = ((0, 0), (1, 0), (1, 1), (0, 1))

FOLD_OF_TETRAHEDRON: Final = 180 - math.degrees(math.acos(1 / 3))


def cube(edge: float, *, numbers: bool = False, ink: Cmyk | None = None) -> Net:
    """Return a die with this edge, in mm; `numbers` adds a small number to each face."""
    panels: dict[str, NetPanel] = {}
    labels: list[Label] = []
    for name, (column, row, pips) in FACES.items():
        parent = _TREE.get(name, "down")
        corners = tuple(((column + x) * edge, (row + y) * edge) for x, y in _SQUARE)
        hinge = _shared(corners, panels[parent].outline) if parent else None
        art = _pips(pips, (column + 0.5) * edge, (row + 0.5) * edge, edge, ink)
        panels[name] = NetPanel(name, corners, parent, hinge, 90.0 if parent else 0.0, art=art)
        if numbers:
            x, y = (column + 0.5) * edge, (row + 0.93) * edge
            labels.append(Label(str(pips), x, y, "strong", 0.13 * edge / PT, BLACK))
    hinges = {name: [*edges_of(panel.outline)] for name, panel in panels.items()}
    tabs = [tab(f"tab.{n}.{k}", panels[n], hinges[n][k], 0.26 * edge) for n, k in _TABS]
    return Net((*panels.values(), *tabs), tuple(labels))


def _shared(one: Sequence[Point], other: Sequence[Point]) -> Edge:
    """Return the edge that two squares share; their corners are exactly equal by construction."""
    common = [point for point in one if any(math.dist(point, q) < 1e-6 for q in other)]
    return common[0], common[1]


def _pips(count: int, x: float, y: float, edge: float, ink: Cmyk | None) -> tuple[Node, ...]:
    """Draw pips; a single pip is red and larger, as on Japanese and Chinese dice."""
    radius = 0.16 * edge if count == 1 else 0.095 * edge
    colour = (ink or _RED) if count == 1 else BLACK
    return tuple(
        Shape(ellipse(x + 0.25 * edge * dx, y + 0.25 * edge * dy, radius), colour)
        for dx, dy in PIPS[count]
    )


# The pyramid.


def pyramid(
    edge: float, ground: Cmyk, ink: Cmyk, signs: Sequence[Sign] = SIGNS, *, dark: bool
) -> Net:
    """Return a four-faced die with this edge, in mm; `dark` shields have white symbols.

    The first sign is in the net's outer corners, which meet; the others are at the midpoints of
    its sides.
    """
    height = edge * math.sqrt(3) / 2
    top, left, right = (edge, 0.0), (0.0, 2 * height), (2 * edge, 2 * height)
    a, b, c = (edge / 2, height), (1.5 * edge, height), (edge, 2 * height)
    marks = dict(zip((top, left, right, a, b, c), (signs[0], signs[0], *signs), strict=True))

    def face(name: str, corners: tuple[Point, ...], hinge: Edge | None) -> NetPanel:
        art = [_shield(marks[p], p, corners, edge, ink, dark=dark) for p in corners]
        angle = FOLD_OF_TETRAHEDRON if hinge else 0.0
        nodes = tuple(node for part in art for node in part)
        parent = "middle" if hinge else ""
        return NetPanel(name, corners, parent, hinge, angle, art=nodes, ground=ground)

    faces = [
        face("middle", (a, b, c), None),
        face("up", (top, b, a), (a, b)),
        face("left", (a, c, left), (a, c)),
        face("right", (b, right, c), (b, c)),
    ]
    # One tab on each side of the triangle; it is glued to the face at the side's other half.
    tabs = [
        tab(f"tab.{panel.id}", panel, side, 6.0, FOLD_OF_TETRAHEDRON)
        for panel, side in zip(faces[1:], ((top, b), (left, a), (right, c)), strict=True)
    ]
    return Net((*faces, *tabs))


def _shield(
    name: Sign, corner: Point, face: Sequence[Point], edge: float, ink: Cmyk, *, dark: bool
) -> list[Node]:
    """Draw a symbol in its five-sided shield, with its top towards the corner."""
    mx, my = sum(p[0] for p in face) / 3, sum(p[1] for p in face) / 3
    turn = math.degrees(math.atan2(corner[1] - my, corner[0] - mx)) + 90
    reach = 0.27 * edge
    length = math.dist(corner, (mx, my))
    x = corner[0] + (mx - corner[0]) * reach / length
    y = corner[1] + (my - corner[1]) * reach / length
    plate, sign = (ink, PAPER) if dark else (PAPER, ink)
    points = [(0, -0.66), (0.56, -0.24), (0.52, 0.56), (-0.52, 0.56), (-0.56, -0.24)]
    size = 0.2 * edge
    body = (Shape(polygon(points), plate, Stroke(ink, 0.022)), *SYMBOLS[name](sign))
    return [Group(body, placed(x, y, turn=turn, scale=size))]
