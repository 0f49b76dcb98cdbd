"""The organs as drawn in traditional charts, each on a jade pendant below the rank beads.

The heart is a lotus bud, the lung a canopy, the liver seven leaves, the spleen a sickle, and the
kidney a pair of beans.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from artwork.jiguan.figure import Figure, leaf
from artwork.jiguan.palette import IVORY, TONES, Element, Theme
from artwork.pen import Pen
from printkit.pdf.drawing import Form, ellipse

# fmt: off

RADIUS: Final = 3.6


@cache
def pendant_form(theme: Theme, organ: str) -> Form:
    """Return an organ's pendant around the origin."""
    element, draw = _ORGANS[organ]
    pen, tones = Pen(), TONES[element]
    pen.fill(ellipse(0, 0, RADIUS + 0.55), theme.ground)
    pen.shape(ellipse(0, 0, RADIUS), theme.area(tones.dark if not theme.line_only else IVORY),
              theme.gold, 0.55)
    pen.stroke(ellipse(0, 0, RADIUS - 0.5), theme.gold, 0.16)
    draw(Figure.at(pen, theme, 0, 0.1, 0.68), element)
    return pen.form(f"organ-{organ}", (-5, -5, 5, 5))


def _heart(f: Figure, element: Element) -> None:
    tones = TONES[element]
    for side in f.sides():
        side.area([(0.3, 2.8, 1), (2.0, 1.2), (2.6, -1.0), (2.2, -2.8, 1), (3.7, -0.6),
                   (3.0, 1.8)], IVORY, 0.16)
    f.area([(0, -3.4, 1), (1.5, -1.2), (1.7, 1.0), (0, 2.8, 1), (-1.7, 1.0), (-1.5, -1.2)],
           tones.light, 0.18)
    f.line([(0, -2.2), (0.1, 0), (0, 1.8)], 0.14, tones.dark)
    f.line([(0, 2.9), (0, 3.8)], 0.36, IVORY)


def _lung(f: Figure, element: Element) -> None:
    tones = TONES[element]
    f.line([(0, -3.9), (0, -1.6)], 0.5, IVORY)
    for k in (2, 1, 0):
        for side in f.sides():
            side.area([(0.2 + 0.2 * k, -2.0 + 0.4 * k, 1), (1.6 + k * 0.75, -1.6 + 0.1 * k),
                       (2.6 + k * 0.3, 0.4 + k * 0.2), (2.0 + k * 0.45, 2.9 - k * 0.5, 1),
                       (0.9 + k * 0.4, 1.8)],
                      tones.light if k % 2 else IVORY, 0.16)


def _liver(f: Figure, element: Element) -> None:
    tones = TONES[element]
    f.line([(0, -3.8), (0, -1.4)], 0.4, IVORY)
    for turn in (-4, 34, 68):
        for side in f.sides():
            side.moved(0.1, -1.8, turn=90 - turn).area(leaf(3.9, 0.85),
                                                       IVORY if turn == 34 else tones.light, 0.16)
    f.moved(0, -1.8, turn=90).area(leaf(4.6, 0.9), IVORY, 0.16)


def _spleen(f: Figure, element: Element) -> None:
    tones = TONES[element]
    f.area([(-3.2, 1.9, 1), (-2.3, -1.6), (0.6, -2.9), (3.3, -1.5, 1), (2.2, -0.1), (0.4, 0.3),
            (-1.2, 1.6),
            (-2.2, 2.9)], IVORY, 0.18)
    for k in range(3):
        f.line([(-2.4 + k * 0.5, 1.3 - k * 0.35), (-1.0 + k * 0.5, -0.7 - k * 0.2),
                (1.4 + k * 0.3, -1.6 + k * 0.2)],
               0.18, tones.main)


def _kidney(f: Figure, element: Element) -> None:
    tones = TONES[element]
    for side in f.sides():
        side.area([(0.9, -2.7), (2.3, -3.1), (3.3, -1.4), (3.2, 1.2), (2.0, 3.0), (0.9, 2.2),
                   (1.4, 0.9), (1.6, -0.2),
                   (1.3, -1.2)], IVORY, 0.18)
        side.line([(1.5, -0.1), (0.5, 1.2), (0.35, 3.6)], 0.32, tones.light)


_ORGANS: Final[dict[str, tuple[Element, Callable[[Figure, Element], None]]]] = {
    "heart": ("fire", _heart),
    "lung": ("metal", _lung),
    "liver": ("wood", _liver),
    "spleen": ("earth", _spleen),
    "kidney": ("water", _kidney),
}
