"""Composition of a card's front, in drawing order.

The order is: sky, globe and lit plates; the hero on its halo; the planet's surface. The frames of
the printed values follow: index, element tokens, marks of attack and defence, the hatch, and the
owner's mark.
"""

from __future__ import annotations

from functools import cache

from artwork.card import BOX
from artwork.outlines import chance
from artwork.pen import Pen
from artwork.spherion import furniture, ground
from artwork.spherion.brush import Brush
from artwork.spherion.inking import saving
from artwork.spherion.palette import BRASS, ELEMENTS, NIGHT, WHITE, Owner, Style
from artwork.spherion.scenes import SCENES, Scene
from printkit.pdf.drawing import Drawing, Form, placed, polygon

__all__ = ["SCENES", "front"]


@cache
def hero(card: str) -> Form:
    """Return a card's figure or scene as a form around its foot point."""
    scene = SCENES[card]
    brush = Brush(ELEMENTS[scene.element])
    scene.draw(brush)
    return brush.figure(f"hero-{card}")


def front(card: str, owner: Owner, style: Style) -> Drawing:
    """Draw the front of one card with 3 mm of bleed; the trim's top left corner is (0, 0)."""
    scene = SCENES[card]
    pen = Pen()
    saved = style == "ink"
    _backdrop(pen, scene, saved=saved)
    x, y = ground.STAND
    at = placed(x + scene.dx, y + scene.dy, scale=scene.scale, mirrored=scene.flip)
    pen.use(hero(card), at)
    if scene.kind in ("spell", "trap"):
        _lintel(pen, saved=saved)
    pen.use(ground.foot(scene.kind, scene.element, scene.second), placed(0, 0))
    if saved:
        ground.horizon_line(pen, scene.kind)
    _signs(pen, scene)
    pen.use(furniture.hatch(), placed(*furniture.TAG))
    if saved:
        drawing, pen = saving(pen.drawing(BOX)), Pen()
        pen.add(drawing.nodes)
    ground.owner_glow(pen, owner, saved=saved)
    return pen.drawing(BOX)


def _backdrop(pen: Pen, scene: Scene, *, saved: bool) -> None:
    if saved:
        ground.white(pen)
    else:
        pen.use(ground.sky(scene.element, scene.second), placed(0, 0))
    if scene.orb:
        pen.use(ground.orb(scene.element, saved=saved), placed(0, 0))
        ground.lit_plates(pen, scene.element, scene.level)


def _lintel(pen: Pen, *, saved: bool) -> None:
    """Draw a plain night sky behind a scene's name, with a brass line below it."""
    edge = [(57 - 3.0 * i, 16.2 + 1.6 * (1 - ((i - 10) / 10) ** 2)) for i in range(21)]
    pen.fill(polygon([(-3, -3), (57, -3), *edge]), WHITE if saved else NIGHT)
    pen.stroke(polygon(edge, closed=False), BRASS, 0.5)
    if saved:
        return
    random = chance("lintel")
    for _ in range(9):
        x, y = random.uniform(19, 53), random.uniform(-2, 3)
        pen.fill(polygon([(x - 0.2, y), (x, y - 0.2), (x + 0.2, y), (x, y + 0.2)]), BRASS)


def _signs(pen: Pen, scene: Scene) -> None:
    pen.use(furniture.index(scene.kind, scene.element), placed(*furniture.INDEX))
    if scene.tributes:
        pen.use(furniture.chevrons(scene.tributes), placed(*furniture.INDEX))
    if not scene.level:
        return
    down = 23.2 if scene.tributes else 22.4
    pen.use(furniture.element_token(scene.element), placed(8.5, down))
    if scene.second:
        pen.use(furniture.element_token(scene.second), placed(8.5, down + 8.9, scale=0.8))
    pen.use(furniture.blade_and_shield(scene.element), placed(28.5, 57.3))
