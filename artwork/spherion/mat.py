"""Spherion's mats as pictures: a celestial chart with the two discs of the globe.

Blue's disc N is darker and hatched, red's disc S is lighter and has rings, so hue, lightness and
texture differ. Neighbouring cells of a disc touch. A gate joins two sides at the equator: tokens
of the same shape and number mark them, and a line connects them. So the closed globe is playable
on a flat table. The maze consists of loose strips, or is printed over the mat from ``walls`` and
``passages``.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Final

from artwork.labels import MatContext, MatLabel, both_ways
from artwork.pen import Pen
from artwork.shapes import disc, polar, star
from artwork.spherion import mat_globe, mat_labels, mat_places
from artwork.spherion.board import Board, board
from artwork.spherion.globe import seen
from artwork.spherion.mat_inks import MatInks, inks_of
from printkit.pdf.drawing import Cmyk, Drawing, Group, Node, Path, Point, placed, polygon, rectangle
from printkit.pdf.geometry import BLEED

_TITLE_PT: Final = 26.0
_GLOBE: Final = (36.0, 86.0, 20.0)
"""The small globe that shows how the discs join: left, distance from the bottom, radius."""


def _board(context: MatContext) -> Board:
    return board(int(context.plan.name.rsplit("-", 1)[1]))


def picture(context: MatContext) -> Drawing:
    """Draw a mat without texts, tags and walls, with 3 mm of bleed."""
    b, inks = _board(context), inks_of(context.style)
    pen = Pen()
    _chart(pen, b, inks)
    mat_globe.field_lines(pen, b, inks)
    mat_globe.draw_cells(pen, b, inks)
    for name in b.names:
        for side in b.sides(name).values():
            spot = mat_labels.edge_spot(b, name, side)
            pen.fill(
                disc(*spot, mat_labels.EDGE_DISC), inks.ground.mixed(inks.cells[name[0]][2], 0.25)
            )
    mat_globe.tokens(pen, b, inks)
    for cell in context.plan.cells:
        if cell.kind not in ("cell", "wall"):
            mat_places.place(pen, cell, inks)
    for turn in (0, 180):
        _small_globe(pen, b, inks, turn)
    for panel in context.plan.marks:
        mat_places.mount(pen, panel.outer, inks)
    return pen.drawing((-BLEED, -BLEED, b.width + BLEED, b.height + BLEED))


def passages(context: MatContext) -> Drawing:
    """Draw all gate lines, then all gate tokens; each has a closed and an open version."""
    b, inks = _board(context), inks_of(context.style)
    groups: list[Node] = []
    for draw in (mat_globe.gate_line, mat_globe.gate_tokens):
        for g in b.gates():
            for is_open in (False, True):
                pen = Pen()
                draw(pen, b, inks, g, is_open=is_open)
                groups.append(Group(pen.nodes))
    return Drawing((-BLEED, -BLEED, b.width + BLEED, b.height + BLEED), tuple(groups))


def walls(context: MatContext) -> dict[str, Any]:
    """Return the data for printing a maze: sides between cells, inks of bricks, and gates."""
    b, inks = _board(context), inks_of(context.style)
    sides = []
    for one, other in b.edges():
        if one[0] == other[0]:
            (x1, y1), (x2, y2) = b.side_of(one, other)
            sides.append([one, other, x1, y1, x2, y2])
    return {
        "sides": sides,
        "bar": _inks(inks.bar),
        "stones": [_inks(stone) for stone in inks.stones],
        "passages": [[g.cells[0], g.cells[1]] for g in b.gates()],
    }


def _inks(colour: Cmyk) -> list[float]:
    return [colour.c, colour.m, colour.y, colour.k]


def labels(context: MatContext) -> Iterator[MatLabel]:
    """Yield all texts of the mat."""
    b, inks = _board(context), inks_of(context.style)
    yield from mat_labels.labels(b, inks)
    yield from mat_places.labels(context, inks)
    x, y = b.width - 100, b.height - 86
    title = MatLabel("{title}", x, y, "name", _TITLE_PT, inks.text, fit=92.0)
    yield from both_ways(context.plan, title)
    hint = MatLabel("{same_gate}", x, y + 6.4, "text", 8.0, inks.text)
    yield from both_ways(context.plan, hint)


def ruler(context: MatContext) -> tuple[Point, Cmyk]:
    """Return the ruler's starting point and ink."""
    b = _board(context)
    return (b.width - 150, b.height - 70), inks_of(context.style).text


def _chart(pen: Pen, b: Board, inks: MatInks) -> None:
    """Draw circles and meridians around both poles, and some stars."""
    whole = rectangle(-BLEED, -BLEED, b.width + 2 * BLEED, b.height + 2 * BLEED)
    pen.fill(whole, inks.ground)
    circles, meridians, stars = Path(()), Path(()), Path(())
    for pole in ("N0", "S0"):
        x, y = b.centre(pole)
        for away in range(60, int(b.width * 0.62), 30):
            circles += disc(x, y, away)
        for k in range(24):
            ends = [polar(x, y, away, 15 * k) for away in (60, b.width * 0.62)]
            meridians += polygon(ends, closed=False)
    source = random.Random(f"chart {b.radius}")  # noqa: S311 - the same stars every time
    for _ in range(round(b.width * b.height / 4200)):
        r = source.uniform(0.6, 2.0)
        x, y = source.uniform(0, b.width), source.uniform(0, b.height)
        stars += star(x, y, r, r * 0.3, source.choice((4, 4, 6)))
    with pen.clipped(whole):
        pen.stroke(circles, inks.fainter, 0.35)
        pen.stroke(meridians, inks.fainter, 0.25)
    pen.fill(stars, inks.faint)


def _small_globe(pen: Pen, b: Board, inks: MatInks, turn: int) -> None:
    """Draw a seat's small globe, which shows in two colours how the discs join."""
    left, up, r = _GLOBE
    own = Pen()
    own.shape(disc(0, 0, r + 4.4), inks.ground, inks.brass_line, 0.7)
    ticks = Path(())
    for k in range(36):
        ticks += polygon([polar(0, 0, r + 3.2, 10 * k), polar(0, 0, r + 4.4, 10 * k)], closed=False)
    own.stroke(ticks + disc(0, 0, r + 3.2), inks.brass_line, 0.35)
    for plate in seen(20.0, -14.0, 90.0, b.radius):
        half = plate.name[0]
        x, y = plate.middle
        share = min(1.0, max(0.0, 0.45 - 0.35 * x - 0.4 * y))
        colour = inks.cells[half][0].mixed(inks.lines[half], 0.55 * (1 - share))
        own.shape(plate.path(0, 0, r, 0.97), colour, inks.lines[half], 0.3)
    x, y = (left, b.height - up) if turn == 0 else (b.width - left, up)
    form = own.form(f"globe-{turn}", (-r - 6, -r - 6, r + 6, r + 6))
    pen.use(form, placed(x, y, turn=turn))
