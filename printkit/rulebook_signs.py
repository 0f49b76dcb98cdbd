"""A control card's pictogram on its disc, as books and reference cards show it."""

from __future__ import annotations

from printkit.control_cards import SLATE
from printkit.drawing import BLACK, PAPER, Drawing, Group, Node, Shape, ellipse, placed
from printkit.pictograms import PICTOGRAMS, pictogram
from printkit.template import Style
from printkit.tokens import artist_of

__all__ = ["sign"]

_SCALE = 1.06 / 18.5
"""Of a pictogram on a disc of radius 1; the same as on a control card."""


def sign(name: str, slug: str, radius: float, style: Style) -> Drawing:
    """The pictogram all games share, or the game's own artist's; centre at the origin, mm."""
    disc = SLATE if style == "full" else BLACK
    box = (-radius, -radius, radius, radius)
    nodes = (
        Shape(ellipse(0, 0, radius), disc),
        Group(_symbol(name, slug), placed(0, 0, scale=radius * _SCALE)),
    )
    return Drawing(box, nodes)


def _symbol(name: str, slug: str) -> tuple[Node, ...]:
    artist = artist_of(slug)
    if name in PICTOGRAMS or artist is None:
        return pictogram(name, PAPER, SLATE)
    drawing: Drawing = artist.draw(name, "", "full")
    return drawing.nodes
