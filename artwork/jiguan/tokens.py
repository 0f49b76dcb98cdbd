"""Small signs: elements, items, owner marks, rank beads, and signs of victory and defeat.

Silhouette, character or colour alone is enough to identify an element's token. Unit
silhouettes have a radius of about 1.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Final

from artwork.jiguan.arrows import arrow
from artwork.jiguan.carved import carved
from artwork.jiguan.palette import CREAM, GENERATION, JADE, TONES, Element, Theme
from artwork.pen import Pen
from artwork.shapes import arc, arc_segments, polar
from printkit.pdf.drawing import (
    BLACK,
    PAPER,
    Contour,
    Form,
    Path,
    ellipse,
    placed,
    polygon,
    rectangle,
    transformed,
)

CHARACTER: Final[dict[Element, str]] = {
    "wood": "木",
    "fire": "火",
    "earth": "土",
    "metal": "金",
    "water": "水",
}
ROLE_CHARACTERS: Final = {"mother": "母", "child": "子", "unmoved": "不動"}
_EM: Final = 1.36
"""Size of a token's character, in radii of the token."""
BEADS: Final = 5


def _lobes() -> Path:
    """Return a round outline with six waves."""
    segments: list[tuple[float, ...]] = []
    start = None
    for k in range(6):
        x, y = polar(0, 0, 0.74, k * 60 + 30)
        first = k * 60 + 30 - 68
        begin = polar(x, y, 0.36, first)
        if start is None:
            start = begin
        else:
            segments.append(begin)
        segments += arc_segments(x, y, 0.36, first, first + 136)
    return Path((Contour(start or (0, 0), tuple(segments)),))


_FLAME: Final = Path(
    (
        Contour(
            (0.12, -1.18),
            (
                (0.22, -1.027, 0.293, -0.87, 0.42, -0.72),
                (0.569, -0.543, 0.898, -0.411, 0.98, -0.2),
                (1.059, 0.005, 1.014, 0.321, 0.92, 0.52),
                (0.831, 0.71, 0.653, 0.897, 0.45, 0.98),
                (0.213, 1.077, -0.213, 1.077, -0.45, 0.98),
                (-0.653, 0.897, -0.837, 0.705, -0.92, 0.52),
                (-1.002, 0.337, -1.025, 0.04, -0.95, -0.12),
                (-0.883, -0.261, -0.624, -0.292, -0.55, -0.42),
                (-0.482, -0.539, -0.517, -0.707, -0.5, -0.85),
                (-0.373, -0.773, -0.22, -0.588, -0.12, -0.62),
                (-0.003, -0.658, 0.04, -0.993, 0.12, -1.18),
            ),
        ),
    )
)
_LEAF: Final = Path(
    (
        Contour(
            (0, -1.12),
            (
                (0.207, -0.987, 0.468, -0.906, 0.62, -0.72),
                (0.781, -0.523, 0.927, -0.199, 0.92, 0.05),
                (0.913, 0.29, 0.759, 0.57, 0.6, 0.75),
                (0.448, 0.922, 0.2, 0.997, 0, 1.12),
                (-0.2, 0.997, -0.448, 0.922, -0.6, 0.75),
                (-0.759, 0.57, -0.913, 0.29, -0.92, 0.05),
                (-0.927, -0.199, -0.781, -0.523, -0.62, -0.72),
                (-0.468, -0.906, -0.207, -0.987, 0, -1.12),
            ),
        ),
    )
)
SILHOUETTES: Final[dict[Element, Path]] = {
    "fire": _FLAME,
    "wood": _LEAF,
    "earth": rectangle(-0.92, -0.92, 1.84, 1.84),
    "metal": polygon(
        [
            (-0.42, -1.0),
            (0.42, -1.0),
            (1.0, -0.42),
            (1.0, 0.42),
            (0.42, 1.0),
            (-0.42, 1.0),
            (-1.0, 0.42),
            (-1.0, -0.42),
        ]
    ),
    "water": _lobes(),
}


def _sized(element: Element, radius: float) -> Path:
    return transformed(SILHOUETTES[element], placed(0, 0, scale=radius))


def _character(element: Element, radius: float) -> Path:
    drop = 0.1 * radius if element == "fire" else 0.0
    return carved(CHARACTER[element], 0, drop, _EM * radius)


@cache
def token_form(theme: Theme, element: Element) -> Form:
    """Return a filled token of radius 2.25 around the origin."""
    pen, radius = Pen(), 2.25
    fill = TONES[element].main
    # A light rim separates dark tones from a dark background.
    if not (theme.sun or theme.line_only):
        pen.stroke(_sized(element, radius), TONES[element].light, 0.3)
    pen.fill(_sized(element, radius), fill)
    pen.fill(_character(element, radius), PAPER if theme.line_only else CREAM)
    return pen.form(f"token-{element}", (-3.2, -3.2, 3.2, 3.2))


@cache
def lost_form(theme: Theme, element: Element) -> Form:
    """Return an outlined token of radius 2.25, for an element that the card loses to."""
    pen, radius = Pen(), 2.25
    colour = theme.lost(element)
    pen.shape(_sized(element, radius * 0.93), theme.ground, colour, 0.36)
    pen.fill(_character(element, radius * 0.92), colour)
    return pen.form(f"lost-{element}", (-3.2, -3.2, 3.2, 3.2))


@cache
def index_form(theme: Theme, element: Element) -> Form:
    """Return a beast's index: its element, as large as the index slot, with a gold rim."""
    pen, radius = Pen(), 6.0
    pen.stroke(_sized(element, radius), theme.gold, 1.1 * theme.fine)
    pen.fill(_sized(element, radius), PAPER if theme.line_only else TONES[element].main)
    pen.stroke(_sized(element, radius * 0.87), theme.gold, 0.2)
    pen.fill(_character(element, radius), BLACK if theme.line_only else CREAM)
    return pen.form(f"index-{element}", (-8, -8, 8, 8))


def medal(pen: Pen, theme: Theme, element: Element) -> None:
    """Draw the round gold-rimmed field of an item's or a reference card's index."""
    pen.fill(ellipse(0, 0, 5.95 + 0.5 * theme.fine), theme.gold)
    pen.fill(ellipse(0, 0, 5.95), PAPER if theme.line_only else TONES[element].dark)
    pen.stroke(ellipse(0, 0, 5.25), theme.gold, 0.2)


@cache
def role_form(theme: Theme, role: str, element: Element) -> Form:
    """Return an item's index, the character of its role."""
    pen = Pen()
    medal(pen, theme, element)
    word, light = ROLE_CHARACTERS[role], BLACK if theme.line_only else CREAM
    em = 7.6 if len(word) == 1 else 4.9
    for k, character in enumerate(word):
        x = (k - (len(word) - 1) / 2) * 4.6
        pen.fill(carved(character, x, 0, em), light)
    return pen.form(f"role-{role}", (-8, -8, 8, 8))


@cache
def medal_form(theme: Theme, name: str, draw: Callable[[Pen, Theme], None]) -> Form:
    """Return a reference card's index."""
    pen = Pen()
    draw(pen, theme)
    return pen.form(f"medal-{name}", (-8, -8, 8, 8))


def sun_mark(radius: float) -> Path:
    """Return a disc with eight rays around the origin."""
    rays = ellipse(0, 0, radius * 0.52)
    for k in range(8):
        middle = k * 45 + 22.5
        rays += polygon(
            [
                polar(0, 0, radius * 0.66, middle - 13),
                polar(0, 0, radius, middle),
                polar(0, 0, radius * 0.66, middle + 13),
            ]
        )
    return rays


def moon_mark(radius: float) -> Path:
    """Return a crescent around the origin, open to the right."""
    outer, inner = 0.92 * radius, 0.76 * radius
    ends = polar(0, 0, outer, 50), polar(0, 0, outer, 310)
    # The inner circle passes through both ends; its centre is to the right of the outer one's.
    away = ends[0][0] + (inner**2 - ends[0][1] ** 2) ** 0.5 if inner > ends[0][1] else ends[0][0]
    from_, to = (
        _angle(ends[1][0] - away, ends[1][1]),
        _angle(ends[0][0] - away, ends[0][1]),
    )
    segments = arc_segments(0, 0, outer, 50, 310) + arc_segments(away, 0, inner, from_, to)
    return Path((Contour(ends[0], segments),))


def _angle(x: float, y: float) -> float:
    return math.degrees(math.atan2(y, x)) % 360


def owner_mark(theme: Theme, radius: float) -> Path:
    """Return the sun or the moon, according to the owner."""
    return sun_mark(radius) if theme.sun else moon_mark(radius)


def rank_beads(pen: Pen, theme: Theme, rank: int) -> None:
    """Draw a string of five beads at the card's top right; the lowest ``rank`` beads are jade."""
    x = 48.4
    pen.stroke(polygon([(x, 3.9), (x, 16.4)], closed=False), theme.gold, 0.25)
    for k in range(BEADS):
        y = 13.9 - k * 2.1
        if k < rank:
            fill = BLACK if theme.line_only else JADE
            pen.shape(ellipse(x, y, 0.95), fill, theme.ink if theme.sun else theme.gold, 0.22)
        else:
            pen.shape(ellipse(x, y, 0.78), theme.ground, theme.gold, 0.24)


@cache
def sign_form(theme: Theme, *, won: bool) -> Form:
    """Return an upright pennant with a tick (win), or an inverted one with a cross (loss)."""
    pen = Pen()
    up = 1 if won else -1
    roof = polygon(
        [(-1.9, 2.3 * up), (-1.9, -1.7 * up), (0, -3.0 * up), (1.9, -1.7 * up), (1.9, 2.3 * up)]
    )
    if won:
        pen.shape(roof, BLACK if theme.line_only else theme.gold, theme.gold, 0.3)
        tick = polygon([(-1.1, 0.2), (-0.3, 1.1), (1.15, -1.1)], closed=False)
        pen.stroke(tick, PAPER if theme.line_only else theme.ink, 0.65)
    else:
        pen.shape(roof, theme.ground, theme.gold, 0.36)
        for slope in (-1, 1):
            bar = polygon([(-0.95, -0.95 * slope - 0.2), (0.95, 0.95 * slope - 0.2)], closed=False)
            pen.stroke(bar, theme.text, 0.55)
    return pen.form("sign-won" if won else "sign-lost", (-3, -4, 3, 4))


def wheel(pen: Pen, theme: Theme, x: float, y: float, radius: float, direction: int) -> None:
    """Draw the cycle of generation, with wood at the top; its arrows show a beast's step.

    ``direction`` is 1 for forwards, −1 for backwards, or 0 for rings instead of arrows.
    """
    if direction:
        for k in range(5):
            start = -90 + 72 * k
            gap = 14.5
            ends = (start + gap, start + 72 - gap - 3)
            if direction < 0:
                ends = (start + 72 - gap, start + gap + 3)
            shaft, head = arrow(x, y, radius, *ends, 1.9)
            pen.stroke(shaft, theme.gold, 0.75, cap=0)
            pen.fill(head, theme.gold)
    else:
        for k in range(5):
            start = -90 + 72 * k
            pen.stroke(arc(x, y, radius, start + 18, start + 54), theme.gold, 0.25)
    for k, element in enumerate(GENERATION):
        px, py = polar(x, y, radius, -90 + 72 * k)
        if not direction:
            pen.stroke(ellipse(px, py, 4.0), theme.gold, 0.6)
        pen.fill(ellipse(px, py, 3.45), theme.ground)
        pen.use(token_form(theme, element), placed(px, py, scale=1.2))
