"""Composition of a card's front, in drawing order: background, figure, foot, banner and tokens."""

from __future__ import annotations

from artwork.card import BOX
from artwork.dicebattle.cards import CARDS, Scene
from artwork.dicebattle.figure import HALO, Figure
from artwork.dicebattle.frame import (
    FAR_AT,
    FAR_SCALE,
    INDEX_AT,
    SEAL_TILT,
    banner_form,
    foot_form,
    grant_form,
    index_form,
    kind_form,
    panel_form,
    seal_form,
    tag_form,
)
from artwork.dicebattle.ground import HORIZON, ground_form, rays
from artwork.dicebattle.palette import Theme
from artwork.dicebattle.signs import draw_signs
from artwork.pen import Pen
from printkit.pdf.drawing import Drawing, placed, rectangle

_WINDOW = rectangle(-3, -3, 60, HORIZON + 3)


def front(card: str, theme: Theme) -> Drawing:
    """Draw the front of one card with 3 mm of bleed; the trim's top left corner is (0, 0)."""
    scene = CARDS[card]
    look = scene.look
    pen = Pen()
    pen.use(ground_form(look, theme), placed(0, 0))
    with pen.clipped(_WINDOW):
        rays(pen, card, look, theme, (27 + scene.x * 0.6, 57 - 22))
        figure = Figure(theme)
        scene.hero(figure)
        pen.add(figure.nodes(placed(27 + scene.x, 57 + scene.y, scale=scene.scale),
                             HALO / scene.scale))  # fmt: skip
    pen.use(foot_form(look, theme, plain=not scene.text), placed(0, 0))
    pen.use(banner_form(look, theme), placed(0, 0))
    _index(pen, scene, theme)
    if scene.kind in ("human", "monster", "magic"):
        pen.use(kind_form(look, theme), placed(8, 22.4))
    if scene.grant_level:
        pen.use(grant_form(look, theme), placed(0, 0))
    if scene.kind == "reference":
        pen.use(panel_form(look, theme), placed(0, 0))
    pen.use(tag_form(look, scene.level, theme), placed(0, 0))
    draw_signs(pen, scene.effect, scene.exception, theme)
    return pen.drawing(BOX)


def _index(pen: Pen, scene: Scene, theme: Theme) -> None:
    if scene.level:
        pen.use(index_form(scene.level, theme), placed(*INDEX_AT))
        pen.use(index_form(scene.level, theme), placed(*FAR_AT, turn=180, scale=FAR_SCALE))
    else:
        pen.use(seal_form(scene.look, theme), placed(*INDEX_AT, turn=SEAL_TILT))
