"""Plates behind the pictograms of control cards, and the pictograms in two inks.

A card's meaning is shown three times: by its pictogram, and by the outline and hue of the plate.
Questions to the referee are on a speech bubble, commands that halt or undo are on an octagon, and
commands that continue the game are on a disc.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from printkit.cards.pictures import piece_art
from printkit.cards.tokens import SLATE
from printkit.pdf.drawing import (
    BLACK,
    PAPER,
    Cmyk,
    Contour,
    Drawing,
    Group,
    Node,
    Paint,
    Path,
    Shape,
    ellipse,
    placed,
    polygon,
)
from printkit.template.card_template import Style
from printkit.typeset.flow import Sign
from printkit.typeset.icons import plain_sign
from printkit.typeset.pictograms import PlateKind, arc, pictograms

_INDIGO = Cmyk(88, 70, 6, 22)
_OXBLOOD = Cmyk(24, 84, 76, 36)


@dataclass(frozen=True, slots=True)
class SignPlate:
    """An outline around the origin, in mm, and the ink that fills it."""

    outline: Path
    colour: Cmyk


def plate(kind: PlateKind, radius: float) -> SignPlate:
    """Return a plate inscribed in a square of side 2 × `radius`, in mm."""
    match kind:
        case "bubble":
            return SignPlate(_bubble(radius), _INDIGO)
        case "octagon":
            corners = [math.radians(22.5 + 45 * n) for n in range(8)]
            octagon = [(radius * math.cos(a), radius * math.sin(a)) for a in corners]
            return SignPlate(polygon(octagon), _OXBLOOD)
        case _:
            return SignPlate(ellipse(0, 0, radius), SLATE)


def _bubble(radius: float) -> Path:
    """Return a speech bubble: a disc with a tip at the lower left."""
    disc = arc(radius, 148, 112 + 360).contours[0]
    return Path((Contour((-0.8 * radius, 0.96 * radius), (disc.start, *disc.segments)),))


def symbol(name: str, slug: str, ink: Cmyk, ground: Cmyk) -> tuple[Node, ...]:
    """Return a pictogram in a circle of radius 12, either ready-drawn or a text icon."""
    drawing = None if name in pictograms() else piece_art(slug, name, "", "full")
    if drawing is None:
        return plain_sign(name, slug, ink, ground)
    return _dyed(drawing.nodes, ink, ground)


def _dyed(nodes: Sequence[Node], ink: Cmyk, ground: Cmyk) -> tuple[Node, ...]:
    """Return a recoloured drawing of plain shapes: white parts in `ink`, others in `ground`."""

    def dye(paint: Paint) -> Cmyk:
        return ink if paint == PAPER else ground

    found: list[Node] = []
    for node in nodes:
        if not isinstance(node, Shape):
            raise TypeError(node)
        line = node.stroke and replace(node.stroke, colour=dye(node.stroke.colour))
        found.append(replace(node, fill=node.fill and dye(node.fill), stroke=line))
    return tuple(found)


_SCALE = 1.06 / 18.5
"""Scale of a pictogram on a plate of radius 1, as on a control card."""


def sign(item: Sign, slug: str, style: Style) -> Drawing:
    """Draw a game's pictogram on its plate, centred at the origin, in mm."""
    radius = item.radius
    under = plate(item.plate, radius)
    ground = under.colour if style == "full" else BLACK
    box = (-radius, -radius, radius, radius)
    signed = Group(symbol(item.name, slug, PAPER, ground), placed(0, 0, scale=radius * _SCALE))
    return Drawing(box, (Shape(under.outline, ground), signed))
