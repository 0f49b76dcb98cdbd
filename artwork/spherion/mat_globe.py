"""The globe on the mat: cells with their texture, gates with tokens and field lines, and walls."""

from __future__ import annotations

import math
from typing import Final

from artwork.pen import Pen
from artwork.shapes import at, disc, ngon
from artwork.spherion.board import Board, Gate, Side
from artwork.spherion.cells import CARD
from artwork.spherion.mat_inks import MatInks, gate_colour, gate_shape
from artwork.spherion.palette import WHITE
from printkit.pdf.drawing import BLACK, Cmyk, Path, Point, polygon

TOKEN: Final = 5.6
"""Radius of a gate's token, mm."""


def inset(points: list[Point], by: float) -> list[Point]:
    """Return a convex outline moved inwards by ``by`` mm."""
    cx = sum(x for x, _ in points) / len(points)
    cy = sum(y for _, y in points) / len(points)
    rows = []
    for a, b in zip(points, [*points[1:], points[0]], strict=True):
        length = math.dist(a, b)
        nx, ny = (a[1] - b[1]) / length, (b[0] - a[0]) / length
        if (cx - a[0]) * nx + (cy - a[1]) * ny < 0:
            nx, ny = -nx, -ny
        rows.append((a[0] + nx * by, a[1] + ny * by, b[0] - a[0], b[1] - a[1]))
    found = []
    for (x1, y1, dx1, dy1), (x2, y2, dx2, dy2) in zip([rows[-1], *rows[:-1]], rows, strict=True):
        t = ((x2 - x1) * dy2 - (y2 - y1) * dx2) / (dx1 * dy2 - dy1 * dx2)
        found.append((x1 + dx1 * t, y1 + dy1 * t))
    return found


def field_lines(pen: Pen, b: Board, inks: MatInks) -> None:
    """Draw every gate's line from its side on N to its side on S."""
    for g in b.gates():
        line = polygon(g.line, closed=False)
        pen.stroke(line, inks.ground, 3.0)
        pen.stroke(line, gate_colour(inks, g.number, b.radius), 1.1)


def draw_cells(pen: Pen, b: Board, inks: MatInks) -> None:
    """Draw all cells: N darker and hatched, S with rings, and each pole with a crown."""
    for name in b.names:
        half, ring = name[0], int(name[1:].split(".")[0])
        colour = inks.cells[half][min(2, ring if ring < b.radius else 2)]
        line = inks.lines[half]
        points = b.outline(name)
        plate = inset(points, 1.4)
        pen.fill(polygon(points), inks.ground)
        pen.fill(polygon(plate), colour)
        tone = colour.mixed(line, inks.texture)
        if half == "N":
            _hatch(pen, plate, tone)
        else:
            for k in range(1, 6):
                inner = inset(points, 1.4 + 7.2 * k)
                if _keeps_its_sides(points, inner):
                    pen.stroke(polygon(inner), tone, 0.7)
        pentagon = b.missing(name) is not None
        pen.stroke(polygon(plate), line, 1.0 if pentagon else 0.6)
        if pentagon:
            pen.fill(ngon(*b.heart(name), 9, 5), colour.mixed(line, inks.texture * 1.6))
        if ring == 0:
            _pole(pen, b.centre(name), inks, half)
        ticks = Path(())
        for arm in card_corners(b, name):
            ticks += polygon(arm, closed=False)
        if ticks.contours:
            pen.stroke(ticks, colour.mixed(line, 0.55), 0.7)


def _keeps_its_sides(points: list[Point], inner: list[Point]) -> bool:
    """Return whether every side of ``inner`` keeps its direction and enough of its length."""

    def sides(corners: list[Point]) -> list[Point]:
        pairs = zip(corners, [*corners[1:], corners[0]], strict=True)
        return [(x1 - x0, y1 - y0) for (x0, y0), (x1, y1) in pairs]

    both = zip(sides(points), sides(inner), strict=True)
    return all(ax * bx + ay * by > 0.12 * (ax * ax + ay * ay) for (ax, ay), (bx, by) in both)


def _hatch(pen: Pen, plate: list[Point], tone: Cmyk) -> None:
    cx = sum(x for x, _ in plate) / len(plate)
    cy = sum(y for _, y in plate) / len(plate)
    lines = Path(())
    for k in range(-9, 10):
        lines += polygon([(cx - 80, cy + 9 * k + 46), (cx + 80, cy + 9 * k - 46)], closed=False)
    with pen.clipped(polygon(plate)):
        pen.stroke(lines, tone, 0.7)


def _pole(pen: Pen, centre: Point, inks: MatInks, half: str) -> None:
    x, y = centre
    line, colour = inks.lines[half], inks.cells[half][0]
    pen.fill(disc(x, y, 25), colour.mixed(WHITE, 0.55))
    pen.stroke(disc(x, y, 25), line, 1.2)
    pen.stroke(disc(x, y, 22.8), line, 0.4)
    ticks = Path(())
    for k in range(36):
        a = math.radians(10 * k)
        ticks += polygon(
            [(x + r * math.cos(a), y + r * math.sin(a)) for r in (22.8, 25)], closed=False
        )
    pen.stroke(ticks, line, 0.4)
    crown = [(-13, 8), (-16, -8), (-7.5, -2), (0, -13), (7.5, -2), (16, -8), (13, 8)]
    turn = 0 if half == "N" else 180
    pen.shape(at(polygon(crown), x, y, turn), colour.mixed(line, 0.2), line, 1.0)


def card_corners(b: Board, name: str) -> list[Side]:
    """Return two ticks for each corner of an upright card that is inside the cell."""
    (x, y), within = b.heart(name), inset(b.outline(name), 2.0)
    found: list[Side] = []
    for sx in (-1, 1):
        for sy in (-1, 1):
            px, py = x + sx * CARD[0] / 2, y + sy * CARD[1] / 2
            if _inside(within, (px, py)):
                found += [((px, py), (px - 6 * sx, py)), ((px, py), (px, py - 6 * sy))]
    return found


def _inside(outline: list[Point], p: Point) -> bool:
    turns = [
        (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
        for a, b in zip(outline, [*outline[1:], outline[0]], strict=True)
    ]
    return all(t > 0 for t in turns) or all(t < 0 for t in turns)


def tokens(pen: Pen, b: Board, inks: MatInks) -> None:
    """Draw every gate's token on both rims, with its colour, shape and number."""
    for g in b.gates():
        for side in (g.north, g.south):
            colour = gate_colour(inks, g.number, b.radius)
            pen.stroke(polygon(_short(side, 0.12), closed=False), colour, 2.2)
    for g in b.gates():
        for half in "NS":
            _token(pen, b, inks, g, half, filled=False)


def _token(pen: Pen, b: Board, inks: MatInks, g: Gate, half: str, *, filled: bool) -> None:
    x, y = g.token(half)
    shape = gate_shape(g.number, b.radius, 0, 0, TOKEN)
    shape = at(shape, x, y, 0 if half == "N" else 180)
    colour = gate_colour(inks, g.number, b.radius)
    pen.stroke(shape, inks.ground, 2.4)
    pen.shape(
        shape, colour.mixed(WHITE, 0.45) if filled else WHITE, BLACK if filled else colour, 1.0
    )


def _short(side: Side, share: float) -> list[Point]:
    (ax, ay), (bx, by) = side
    dx, dy = bx - ax, by - ay
    return [(ax + dx * share, ay + dy * share), (bx - dx * share, by - dy * share)]


def gate_line(pen: Pen, b: Board, inks: MatInks, g: Gate, *, is_open: bool) -> None:
    """Draw a gate of a printed maze: a broad line, or bars along both sides if it is closed."""
    if not is_open:
        for side in (g.north, g.south):
            pen.stroke(polygon(_short(side, 0.05), closed=False), inks.bar, 2.8)
        return
    line = polygon(g.line, closed=False)
    for colour, width in ((inks.ground, 5.0), (BLACK, 3.4)):
        pen.stroke(line, colour, width)
    pen.stroke(line, gate_colour(inks, g.number, b.radius), 2.4)


def gate_tokens(pen: Pen, b: Board, inks: MatInks, g: Gate, *, is_open: bool) -> None:
    """Draw the tokens of a gate in a printed maze, filled if the gate is open."""
    for half in "NS":
        _token(pen, b, inks, g, half, filled=is_open)
