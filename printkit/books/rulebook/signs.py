"""A control card's sign on its plate, as books and reference cards show it."""

from __future__ import annotations

from printkit.cards.plates import plate, symbol
from printkit.pdf.drawing import BLACK, PAPER, Drawing, Group, Shape, placed
from printkit.template.card_template import Style
from printkit.typeset.flow import Sign

_SCALE = 1.06 / 18.5
"""Scale of a sign on a plate of radius 1; the same as on a control card."""


def sign(item: Sign, slug: str, style: Style) -> Drawing:
    """Draw a game's sign on its plate; centre at the origin, mm."""
    radius = item.radius
    under = plate(item.plate, radius)
    ground = under.colour if style == "full" else BLACK
    box = (-radius, -radius, radius, radius)
    signed = Group(symbol(item.name, slug, PAPER, ground), placed(0, 0, scale=radius * _SCALE))
    return Drawing(box, (Shape(under.outline, ground), signed))
