"""Composition of a card's front from the scene's facts, in drawing order.

The order is: background, light, distant parts, wood, guests in front of the wood, fruit, and the
rune stone with the tag's panel. The tokens behind the printed numbers come last.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from artwork.card import BOX, HEIGHT, WIDTH
from artwork.geometry import Array, ribbon, sampled
from artwork.outlines import chance
from artwork.pen import Pen
from artwork.shapes import between
from artwork.yggdrasil.cards import SCENES, Scene
from artwork.yggdrasil.courses import COURSES, EXITS
from artwork.yggdrasil.foliage import (
    Box,
    Room,
    draw_ghosts,
    draw_twig,
    twigs,
)
from artwork.yggdrasil.ground import ground_form
from artwork.yggdrasil.palette import PALETTES, Owner, Palette, Style
from artwork.yggdrasil.stone import STONES, TAG, hang_stone, stone_form
from artwork.yggdrasil.tokens import (
    FRUIT_RADIUS,
    fruit_form,
    fruit_light,
    owner_mark,
    score_form,
    shield_form,
)
from artwork.yggdrasil.wood import (
    Branch,
    contour,
    grow,
    root_wood,
    sprout,
    wood,
)
from printkit.pdf.drawing import Drawing, Point, placed, polygon, transformed

_SLOTS: Final[tuple[Box, ...]] = (
    (2.8, 2.8, 19.4, 27.6),  # index, score, name
    (0.4, 53.6, 29.2, 30),  # rune stone
    (2.5, 81.5, 20, 7),  # footer left
    (35.5, 79, 17.5, 9.5),  # owner mark, power as seen by the opponent
)
_FAR: Final[Point] = (50.0, 86.5)
"""Place of the second power number, in the lower right corner, for the opponent."""
_FAR_SCALE: Final = 0.56
_TEXT: Final[Box] = (35.6, 56.0, 15.6, 25.5)
_TWIGS: Final = {1: 11, 2: 11, 3: 8, 4: 6}
"""Number of twigs to grow on each branch, by the card's number of exits."""


def front(card: str, owner: Owner, style: Style) -> Drawing:
    """Draw the front of one card with 3 mm of bleed; the trim's top left corner is (0, 0)."""
    scene, palette = SCENES[card], PALETTES[owner, style]
    seed = card + owner
    branches, roots = _branches(scene, seed)
    room = Room(_keep_clear(scene))
    pen = Pen()
    pen.use(ground_form(palette), placed(0, 0))
    for x, y in scene.fruit:
        fruit_light(pen, palette, x, y)
    draw_ghosts(pen, branches, room, 16, seed, palette)
    for spot in scene.fruit:
        _stalk(pen, palette, branches, spot)
    for guest in scene.guests:
        guest.behind(pen, palette)
    _tree(pen, palette, scene, branches, roots, room, seed)
    for guest in scene.guests:
        guest.before(pen, palette)
    for x, y in scene.fruit:
        pen.use(fruit_form(palette), placed(x, y))
    hang_stone(pen, palette, branches)
    number = chance(seed, "stone").randrange(STONES)
    pen.use(stone_form(palette, number), placed(*TAG))
    for root in roots[-1:]:
        contour(pen, root, palette)
        wood(pen, root, palette)
    _tokens(pen, palette, scene)
    if palette.line_only and not palette.sun:
        _double_edge(pen, palette, scene.pattern)
    return pen.drawing(BOX)


def _branches(scene: Scene, seed: str) -> tuple[list[Branch], list[Branch]]:
    """Return the branches in drawing order (boughs, mains, strands), and the roots."""
    if scene.root:
        return root_wood(scene.pattern, seed)
    courses = scene.courses or COURSES[scene.pattern]
    grown = [grow(course, f"{seed}{i}", slender=scene.text) for i, course in enumerate(courses)]
    boughs = [sprout(points, f"{seed}b{i}") for i, points in enumerate(scene.boughs)]
    return [*boughs, *grown], []


def _keep_clear(scene: Scene) -> tuple[Box, ...]:
    boxes = [*_SLOTS]
    if scene.text:
        boxes.append(_TEXT)
    boxes += [(x - 6.1, y - 6.3, 12.2, 12.4) for x, y in scene.fruit]
    if scene.root:
        boxes.append((30, 66, 24, 24))
    for guest in scene.guests:
        boxes += guest.keep
    for edge, (x, y) in EXITS.items():
        if edge not in scene.pattern:
            boxes.append(_around(edge, x, y))
    return tuple(boxes)


def _around(edge: str, x: float, y: float) -> Box:
    """Return the area to keep free at an edge without an exit: 12 × 5 mm, plus a margin."""
    along, deep = 6.5, 5.5
    if edge in "UD":
        return x - along, y - deep, 2 * along, 2 * deep
    return x - deep, y - along, 2 * deep, 2 * along


def _tree(
    pen: Pen,
    palette: Palette,
    scene: Scene,
    branches: Sequence[Branch],
    roots: Sequence[Branch],
    room: Room,
    seed: str,
) -> None:
    """Draw leaves, then all contours, then all wood, so that no line divides joined branches."""
    for i, branch in enumerate(branches):
        count = 4 if branch.kind == "bough" else _TWIGS[len(scene.pattern)]
        for twig in twigs(branch, room, count, f"{seed}t{i}", palette):
            draw_twig(pen, twig, palette)
    for branch in (*branches, *roots[:-1]):
        contour(pen, branch, palette)
    for branch in (*branches, *roots[:-1]):
        wood(pen, branch, palette)


def _stalk(pen: Pen, palette: Palette, branches: Sequence[Branch], spot: Point) -> None:
    """Draw a fruit's stalk from the nearest wood, hooked if the wood is not above the fruit."""
    x, y = spot
    start = _foothold(branches, spot)
    top = (x + 0.1, y - FRUIT_RADIUS * 1.2)
    if start[1] < top[1] - 0.5:
        middle = (
            (start[0] + top[0]) / 2 - (x - start[0]) * 0.25 + 0.4,
            (start[1] + top[1]) / 2 + 0.2,
        )
        points = [start, middle, top]
    else:
        side = 1 if x > start[0] else -1
        middle = ((start[0] + top[0]) / 2 - side * 1.2, (start[1] + top[1]) / 2 - 2.4)
        points = [start, middle, (x - side * 1.4, y - 6.8), top]
    line: Array = sampled(points, 0.3)
    pen.fill(ribbon(line, np.linspace(0.85, 0.42, len(line))), palette.ink)
    pen.fill(ribbon(line, np.linspace(0.52, 0.16, len(line))), palette.bark)


def _foothold(branches: Sequence[Branch], spot: Point) -> Point:
    x, y = spot
    best, nearest = (x, y - 12), 1e9
    for branch in branches:
        for px, py in branch.line[::3]:
            if not (2 < px < WIDTH - 2 and 4 < py < HEIGHT - 4):
                continue
            away = float(np.hypot(px - x, py - (y - 3.5))) + (0 if py < y - 3 else 1.5)
            if away < nearest:
                nearest, best = away, (float(px), float(py))
    return best


def _tokens(pen: Pen, palette: Palette, scene: Scene) -> None:
    pen.use(shield_form(palette), placed(4, 3.6))
    if scene.fruit:
        pen.use(score_form(palette), placed(18.2, 13.2))
    pen.use(shield_form(palette), placed(*_FAR, turn=180, scale=_FAR_SCALE))
    mark = transformed(owner_mark(palette, 1.9), placed(39.4, 83.6))
    pen.stroke(mark, palette.ground_rim, 1.2)
    pen.fill(mark, palette.mark)


def _double_edge(pen: Pen, palette: Palette, pattern: str) -> None:
    """Draw the double edge of Moon's line-only cards, which is open at exits."""
    for inset, width in ((0.35, 0.4), (1.1, 0.18)):
        low, right, foot = inset, WIDTH - inset, HEIGHT - inset
        sides = {
            "U": ((low, low), (right, low)),
            "R": ((right, low), (right, foot)),
            "D": ((right, foot), (low, foot)),
            "L": ((low, foot), (low, low)),
        }
        for edge, (start, end) in sides.items():
            spans = [(start, end)]
            if edge in pattern:
                length = abs(end[0] - start[0]) + abs(end[1] - start[1])
                share = 0.5 - 5.2 / length
                near = between(start, end, share), between(start, end, 1 - share)
                spans = [(start, near[0]), (near[1], end)]
            for span in spans:
                pen.stroke(polygon(span, closed=False), palette.ink, width, cap=2)
