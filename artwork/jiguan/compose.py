"""Composition of a card's front, in drawing order.

The order is: ground and window, disc, figure, steps, tokens at the head and foot, and the seal
with the tag's panel.
"""

from __future__ import annotations

from typing import Final

from artwork.card import BOX
from artwork.jiguan.arrows import arrow
from artwork.jiguan.cards import BEATS, SCENES, Beast, Item, Reference
from artwork.jiguan.figure import Figure
from artwork.jiguan.ground import (
    WINDOW_TOP,
    disc_form,
    double_edge,
    ground_form,
    rules,
    stamp,
    steps_form,
    steps_top,
    window_form,
)
from artwork.jiguan.organs import pendant_form
from artwork.jiguan.palette import THEMES, TONES, Owner, Style, Theme
from artwork.jiguan.patterns import pattern
from artwork.jiguan.tokens import (
    index_form,
    lost_form,
    medal_form,
    owner_mark,
    rank_beads,
    role_form,
    sign_form,
    token_form,
    wheel,
)
from artwork.pen import Pen
from printkit.pdf.drawing import (
    Drawing,
    Form,
    Point,
    ellipse,
    placed,
    polygon,
    rectangle,
    transformed,
)

_INDEX: Final[Point] = (10.0, 10.0)
_PENDANT: Final[Point] = (48.4, 20.6)
MARK: Final[Point] = (41.4, 84.1)
"""Middle of the owner mark."""
_FAR: Final[Point] = (47.4, 83.6)
"""Place of the second head token, upside down for the opponent."""
_FAR_SCALE: Final = 0.42
_SIGN_X: Final = 32.0
_WON_Y: Final = 60.4
_LOST_Y: Final = 66.9
_FIRST: Final = 37.1
_PITCH: Final = 5.3
_RULE_Y: Final = 70.9
_CIRCLE: Final = (27.0, 36.6, 15.4)


def front(card: str, owner: Owner, style: Style) -> Drawing:
    """Draw the front of one card with 3 mm of bleed; the trim's top left corner is (0, 0)."""
    scene, theme = SCENES[card], THEMES[owner, style]
    pen = Pen()
    pen.use(ground_form(theme), placed(0, 0))
    pen.use(window_form(theme, scene.element), placed(0, 0))
    if isinstance(scene, Beast):
        _official(pen, theme, scene)
    elif isinstance(scene, Item):
        _item(pen, theme, scene)
    else:
        _reference(pen, theme, scene)
    if theme.line_only and not theme.sun:
        double_edge(pen, theme)
    stamp(pen, theme, list(SCENES).index(card))
    mark = transformed(owner_mark(theme, 1.95), placed(*MARK))
    pen.fill(mark, theme.mark)
    return pen.drawing(BOX)


def _head(pen: Pen, token: Form) -> None:
    """Draw the card's main token at the head, and again upside down at the foot."""
    pen.use(token, placed(*_INDEX))
    pen.use(token, placed(*_FAR, turn=180, scale=_FAR_SCALE))


def _official(pen: Pen, theme: Theme, scene: Beast) -> None:
    top = steps_top(scene.rank)
    y = top - 16.5 * scene.scale - scene.lift
    figure = Figure.at(pen, theme, 27, y, scene.scale)
    with pen.clipped(rectangle(-3, WINDOW_TOP, 60, top - WINDOW_TOP)):
        pen.use(disc_form(theme, scene.element), placed(27, y - 1))
        scene.portrait(figure, (top - y) / scene.scale)
        if scene.front is not None:
            scene.front(figure, (top - y) / scene.scale)
    pen.use(steps_form(theme, scene.rank), placed(0, 0))
    rules(pen, theme)
    _head(pen, index_form(theme, scene.element))
    rank_beads(pen, theme, scene.rank)
    pen.use(pendant_form(theme, scene.facts()["organ"][0]), placed(*_PENDANT))
    _verdicts(pen, theme, scene)


def _verdicts(pen: Pen, theme: Theme, scene: Beast) -> None:
    """Draw filled tokens for the elements a beast beats, outlined ones for those that beat it."""
    pen.use(sign_form(theme, won=True), placed(_SIGN_X, _WON_Y))
    for k, element in enumerate(BEATS[scene.element]):
        pen.use(token_form(theme, element), placed(_FIRST + k * _PITCH, _WON_Y))
    pen.use(sign_form(theme, won=False), placed(_SIGN_X, _LOST_Y))
    for k, element in enumerate(scene.loses_to):
        pen.use(lost_form(theme, element), placed(_FIRST + k * _PITCH, _LOST_Y))
    _rule(pen, theme, _RULE_Y)


def _rule(pen: Pen, theme: Theme, y: float) -> None:
    pen.stroke(polygon([(30.2, y), (50, y)], closed=False), theme.gold, 0.35, cap=0)


def _item(pen: Pen, theme: Theme, scene: Item) -> None:
    x, y, radius = _CIRCLE
    pen.shape(ellipse(x, y, 12.0), theme.ground, theme.gold, 0.35)
    inner = theme.ground.mixed(TONES[scene.element].main, 0.16 if theme.sun else 0.38)
    with pen.clipped(ellipse(x, y, 11.5)):
        lines = pattern(scene.element, (x - 12, y - 12, 24, 24), 0.8, "item")
        pen.stroke(lines, theme.texture(scene.element) if theme.line_only else inner, 0.2)
    scene.creature(Figure.at(pen, theme, x, y + scene.drop, scene.scale))
    wheel(pen, theme, x, y, radius, scene.direction)
    rules(pen, theme)
    _head(pen, role_form(theme, scene.role, scene.element))
    _course(pen, theme, scene.direction)
    _rule(pen, theme, 66.2)


def _course(pen: Pen, theme: Theme, direction: int) -> None:
    """Draw an arrow for the item's direction, or two level bars if it has none."""
    x, y = 45.8, 60.9
    if direction == 0:
        for dy in (-1.1, 1.1):
            pen.stroke(
                polygon([(x - 2.8, y + dy), (x + 2.8, y + dy)], closed=False), theme.gold, 0.95
            )
        return
    ends = (-150.0, 120.0) if direction > 0 else (-30.0, -300.0)
    shaft, head = arrow(x, y, 3.1, *ends, 2.2)
    pen.stroke(shaft, theme.gold, 0.95, cap=0)
    pen.fill(head, theme.gold)


def _reference(pen: Pen, theme: Theme, scene: Reference) -> None:
    with pen.clipped(rectangle(-3, WINDOW_TOP, 60, 39.3)):
        scene.scene(pen, theme)
    rules(pen, theme)
    _head(pen, medal_form(theme, scene.name, scene.medal))
    scene.foot(pen, theme)
    _rule(pen, theme, 67.2)
