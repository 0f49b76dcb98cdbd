"""Lines of nets by kind: cut solid, mountain fold dashed, valley fold dash and dot, glue hatched.

These line styles are usual for paper models. A fold line has a pale seam beneath it, so that it
shows on dark ground.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from printkit.craft.net import Edge, Net, NetPanel
from printkit.pdf.drawing import (
    BLACK,
    PAPER,
    Cmyk,
    Contour,
    Group,
    Node,
    Path,
    Shape,
    Stroke,
    polygon,
)
from printkit.pdf.geometry import Point, Rect

CUT = 0.25
GREY = Cmyk(0, 0, 0, 45)
_FOLD = 0.22
_SEAM = 0.7
_BLEED = 1.0
_HATCH = 1.6
_MOUNTAIN = (3.0, 1.5)
_VALLEY = (4.0, 1.0, 0.6, 1.0)


def dashes(edge: Edge, pattern: Sequence[float]) -> list[Edge]:
    """Return the inked stretches of a line: `pattern` is ink, gap, ink, gap … in mm."""
    (ax, ay), (bx, by) = edge
    length = math.dist(*edge)
    found, at, n = [], 0.0, 0
    while at < length - 1e-9:
        stop = min(at + pattern[n % len(pattern)], length)
        if n % 2 == 0:
            s, e = at / length, stop / length
            found.append(
                (
                    (ax + (bx - ax) * s, ay + (by - ay) * s),
                    (ax + (bx - ax) * e, ay + (by - ay) * e),
                )
            )
        at, n = stop, n + 1
    return found


def drawn(edges: Iterable[Edge], colour: Cmyk, width: float, cap: int = 0) -> list[Node]:
    """Draw straight strokes as one path; nothing without edges."""
    path = Path(tuple(Contour(a, (b,), closed=False) for a, b in edges))
    return [Shape(path, stroke=Stroke(colour, width, cap))] if path.contours else []


def fold_lines(edges: Iterable[tuple[Edge, bool]]) -> list[Node]:
    """Draw folds with their seams; True is a mountain."""
    edges = list(edges)
    inked = [part for edge, up in edges for part in dashes(edge, _MOUNTAIN if up else _VALLEY)]
    return [
        *drawn((edge for edge, _ in edges), PAPER, _SEAM),
        *drawn(inked, BLACK, _FOLD),
    ]


def hatching(outline: Sequence[Point]) -> Node:
    """Draw the hatch of a glue panel."""
    box = Rect.around(outline)
    count = int((box.width + box.height) / _HATCH) + 1
    starts = [box.x + n * _HATCH for n in range(count)]
    lines = [((x - box.height, box.bottom), (x, box.y)) for x in starts]
    return Group(tuple(drawn(lines, GREY, 0.18)), clip=polygon(outline))


def net_nodes(net: Net) -> tuple[Node, ...]:
    """Draw grounds and art of the panels, in the net's coordinates."""
    nodes: list[Node] = []
    for panel in net.panels:
        if panel.ground is not None:
            outline = polygon(panel.outline)
            nodes.append(Shape(outline, panel.ground, Stroke(panel.ground, 2 * _BLEED, join=0)))
    for panel in net.panels:
        nodes += _panel_nodes(panel)
    return tuple(nodes)


def line_nodes(net: Net) -> tuple[Node, ...]:
    """Draw everything over a net's pictures: plates, then folds, then cuts."""
    cuts = drawn(net.cuts(), BLACK, CUT, cap=1)
    return (*net.over, *fold_lines(net.folds()), *cuts)


def _panel_nodes(panel: NetPanel) -> list[Node]:
    outline = polygon(panel.outline)
    if panel.glue:
        return [Shape(outline, PAPER), hatching(panel.outline)]
    nodes: list[Node] = [Shape(outline, panel.ground)] if panel.ground is not None else []
    if panel.art:
        nodes.append(Group(panel.art, clip=outline))
    return [*nodes, *(Shape(polygon(hole), PAPER) for hole in panel.holes)]
