"""The plain mat of a game without ready-drawn art: white ground, outlines of cells, their names.

It can be printed and played at once, and shows a designer the geometry in the file.
"""

from __future__ import annotations

from collections.abc import Iterator

from printkit.mats.art import MatArt
from printkit.mats.plan import MatPlan
from printkit.pdf.drawing import (
    BLACK,
    PAPER,
    Cmyk,
    Drawing,
    Shape,
    Stroke,
    polygon,
    rectangle,
)
from printkit.pdf.encoding import Encoded, encode
from printkit.pdf.fonts import Fonts
from printkit.pdf.geometry import BLEED
from printkit.template.words import place_name
from printkit.typeset.label import Label

_LINE = Cmyk(0, 0, 0, 60)
_NAME_PT = 9.0
_TITLE_PT = 24.0


def plain_art(plan: MatPlan, fonts: Fonts, title: str) -> MatArt:
    """Return the outline of every cell on a white sheet, with its name and the game's."""
    size = plan.size
    labels = (*_labels(plan, fonts), *_titles(plan, title))
    ruler = (size.width / 2 - 50, size.height - 11)
    return MatArt(encode(_ground(plan)), _no_form, labels, ruler, BLACK)


def _no_form(name: str) -> Encoded:
    raise KeyError(name)


def _ground(plan: MatPlan) -> Drawing:
    width, height = plan.size.width, plan.size.height
    sheet = rectangle(-BLEED, -BLEED, width + 2 * BLEED, height + 2 * BLEED)
    outlines = (
        Shape(polygon(list(cell.outline)), stroke=Stroke(_LINE, 0.5)) for cell in plan.cells
    )
    box = (-BLEED, -BLEED, width + BLEED, height + BLEED)
    return Drawing(box, (Shape(sheet, PAPER), *outlines))


def _labels(plan: MatPlan, fonts: Fonts) -> Iterator[Label]:
    """Yield the kind of each cell as a label, upright for its owner.

    A place next to the field has the game's own word `zone_<kind>`, or without one its id.
    """
    for cell in plan.cells:
        x, y = cell.centre
        name = place_name(plan.slug, cell.kind, fonts.lang) or cell.id
        yield Label(name, x, y, "text", _NAME_PT, _LINE, turn=cell.turn)


def _titles(plan: MatPlan, title: str) -> Iterator[Label]:
    """Yield the game's name, for both seats."""
    at = (plan.size.width / 2, plan.size.height - 20)
    for (x, y), turn in ((at, 0.0), (plan.opposite(at), 180.0)):
        yield Label(title, x, y, "name", _TITLE_PT, BLACK, turn=turn)
