"""The mat of a game that brings no artist: white ground, outlines of its cells, their names.

It prints and plays at once, and shows a designer the geometry that was typed.
"""

from __future__ import annotations

from collections.abc import Iterator

from printkit.mats.label_context import Label, LabelContext
from printkit.pdf.drawing import (
    BLACK,
    PAPER,
    Cmyk,
    Drawing,
    Point,
    Shape,
    Stroke,
    polygon,
    rectangle,
)
from printkit.pdf.geometry import BLEED
from printkit.template.words import place_name

_LINE = Cmyk(0, 0, 0, 60)
_NAME_PT = 9.0
_TITLE_PT = 24.0


def picture(desk: LabelContext) -> Drawing:
    """Draw a white sheet with the outline of every cell."""
    width, height = desk.plan.size.width, desk.plan.size.height
    nodes = [
        Shape(
            rectangle(-BLEED, -BLEED, width + 2 * BLEED, height + 2 * BLEED),
            PAPER,
        )
    ]
    nodes += [
        Shape(polygon(list(cell.outline)), stroke=Stroke(_LINE, 0.5)) for cell in desk.plan.cells
    ]
    return Drawing((-BLEED, -BLEED, width + BLEED, height + BLEED), tuple(nodes))


def labels(desk: LabelContext) -> Iterator[Label]:
    """Yield a label for each cell, facing its owner, and the game's name.

    The label of a place off the field is the game's word `zone_<kind>`, else its id.
    """
    for cell in desk.plan.cells:
        x, y = cell.centre
        said = place_name(desk.plan.slug, cell.kind, desk.lang) or cell.id
        yield Label(said, x, y, "text", _NAME_PT, _LINE, turn=cell.turn)
    size = desk.plan.size
    name = Label(desk.title, size.width / 2, size.height - 20, "name", _TITLE_PT, BLACK)
    yield from desk.both_ways(name)


def ruler(desk: LabelContext) -> tuple[Point, Cmyk]:
    """Return the position of the ruler, and its ink."""
    size = desk.plan.size
    return (size.width / 2 - 50, size.height - 11), BLACK
