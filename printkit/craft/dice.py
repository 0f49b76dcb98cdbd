"""Dice from one sheet: the cube with pips, and the pyramid that is read at its top corner.

Theory of operation
-------------------
*Cube*: a cross. Opposite faces add up to seven, and 1, 2 and 3 run anticlockwise around their
corner as seen from outside (a right-handed die). Faces have pips and nothing else unless numbers
are requested. *Pyramid*: an equilateral triangle of twice the edge, folded at its middle lines; its
three corners meet at one corner of the die. Every face has three symbols, one in each corner,
upright towards it, so that the three visible faces agree whichever corner is on top.
"""

import math
from collections.abc import Sequence
from typing import Final

from printkit.cards.built import SIGNS, Sign
from printkit.craft.net import Edge, Net, NetPanel, tab
from printkit.craft.signs import symbol
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
    """Return a die of this edge, mm; `numbers` are small in the corner of each face."""
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
    tabs = [_cube_tab(panels[name], side, edge) for name, side in _TABS]
    return Net((*panels.values(), *tabs), tuple(labels))


def _cube_tab(panel: NetPanel, side: int, edge: float) -> NetPanel:
    hinge = (panel.outline[side], panel.outline[(side + 1) % 4])
    return tab(f"tab.{panel.id}.{side}", panel, hinge, 0.26 * edge)


def _shared(one: Sequence[Point], other: Sequence[Point]) -> Edge:
    """Return the edge that two squares share; their corners are exactly equal by construction."""
    common = [point for point in one if any(math.dist(point, q) < 1e-6 for q in other)]
    return common[0], common[1]


def _pips(count: int, x: float, y: float, edge: float, ink: Cmyk | None) -> tuple[Node, ...]:
    """Draw pips; the single one is red and larger, as on Japanese and Chinese dice."""
    radius = 0.16 * edge if count == 1 else 0.095 * edge
    colour = (ink or _RED) if count == 1 else BLACK
    return tuple(
        Shape(ellipse(x + 0.25 * edge * dx, y + 0.25 * edge * dy, radius), colour)
        for dx, dy in PIPS[count]
    )


# --- the pyramid ------------------------------------------------------------------------------


def pyramid(
    edge: float, ground: Cmyk, ink: Cmyk, signs: Sequence[Sign] = SIGNS, *, dark: bool
) -> Net:
    """Return the four-faced die of this edge; `dark` shields have white symbols.

    The first sign is that of the net's outer corners, which meet; the others are those of its
    middle points.
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
    # One tab at each outer side, on the half whose edge is glued to the other half's face.
    tabs = [
        tab("tab.up", faces[1], (top, b), 6.0, FOLD_OF_TETRAHEDRON),
        tab("tab.left", faces[2], (left, a), 6.0, FOLD_OF_TETRAHEDRON),
        tab("tab.right", faces[3], (right, c), 6.0, FOLD_OF_TETRAHEDRON),
    ]
    return Net((*faces, *tabs))


def _shield(
    name: Sign,
    corner: Point,
    face: Sequence[Point],
    edge: float,
    ink: Cmyk,
    *,
    dark: bool,
) -> list[Node]:
    """Draw a symbol in its five-sided shield, its top towards the corner."""
    mx, my = sum(p[0] for p in face) / 3, sum(p[1] for p in face) / 3
    turn = math.degrees(math.atan2(corner[1] - my, corner[0] - mx)) + 90
    reach = 0.27 * edge
    length = math.dist(corner, (mx, my))
    x = corner[0] + (mx - corner[0]) * reach / length
    y = corner[1] + (my - corner[1]) * reach / length
    plate, sign = (ink, PAPER) if dark else (PAPER, ink)
    points = [(0, -0.66), (0.56, -0.24), (0.52, 0.56), (-0.52, 0.56), (-0.56, -0.24)]
    size = 0.2 * edge
    body = (
        Shape(polygon(points), plate, Stroke(ink, 0.022)),
        *symbol(name, sign),
    )
    return [Group(body, placed(x, y, turn=turn, scale=size))]
