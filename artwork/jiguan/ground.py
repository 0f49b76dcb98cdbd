"""Background parts of a card: base, window, disc, robe, steps and the tag's seal."""

from __future__ import annotations

import math
from functools import cache
from itertools import pairwise
from typing import Final

from artwork.card import BOX, HEIGHT, SHEET, WIDTH
from artwork.jiguan.palette import TONES, Element, Theme
from artwork.jiguan.patterns import pattern
from artwork.outlines import chance
from artwork.pen import Pen
from artwork.shapes import arc
from printkit.pdf.drawing import PAPER, Form, Path, Point, ellipse, placed, polygon, rectangle

WINDOW_TOP: Final = 16.2
WINDOW_FOOT: Final = 55.4
WINDOW: Final = rectangle(-3, WINDOW_TOP, 60, WINDOW_FOOT - WINDOW_TOP)
PANEL: Final = 23.048
"""Side length of the tag's black frame, mm."""
TAG: Final[Point] = (3.5, 57.0)
"""Top left corner of the tag panel on a front."""
STEP_HEIGHT: Final = 2.3
DISC: Final = 15.2
SEALS: Final = 3
"""Number of different seals; each card has one of them."""
_BORDER: Final = 2.3


@cache
def ground_form(theme: Theme) -> Form:
    """Return the card's base with a border of scale waves at the bottom."""
    pen = Pen()
    pen.fill(SHEET, theme.ground)
    with pen.clipped(rectangle(-3, 87.4, 60, 5.6)):
        pen.stroke(pattern("water", (-3, 87.6, 60, 5), 0.72), theme.hem, 0.22 * theme.fine)
    pen.fill(rectangle(-3, 87.05, 60, 0.3 * theme.fine), theme.gold)
    return pen.form("ground", BOX)


@cache
def window_form(theme: Theme, element: Element) -> Form:
    """Return the window in an element's tint and line pattern."""
    pen = Pen()
    pen.fill(WINDOW, theme.window(element))
    box = (-3, WINDOW_TOP, 60, WINDOW_FOOT - WINDOW_TOP)
    lines = pattern(element, box, 1.5 if theme.line_only else 1.15, "window")
    pen.stroke(lines, theme.texture(element), 0.22 * theme.fine)
    return pen.form(f"window-{element}", (-3, WINDOW_TOP, 57, WINDOW_FOOT))


@cache
def disc_form(theme: Theme, element: Element) -> Form:
    """Return the element's disc, centred on the origin, to be drawn behind a face."""
    pen, tones = Pen(), TONES[element]
    pen.fill(ellipse(0, 0, DISC + 0.75 + 0.35 * theme.fine), theme.gold)
    pen.fill(ellipse(0, 0, DISC + 0.75), theme.ground)
    face = ellipse(0, 0, DISC)
    pen.fill(face, PAPER if theme.line_only else tones.main if theme.sun else tones.dark)
    line = theme.line(tones.light if theme.sun or theme.line_only else tones.main)
    with pen.clipped(face):
        pen.stroke(
            pattern(element, (-DISC, -DISC, 2 * DISC, 2 * DISC), 1, "disc"), line, 0.25 * theme.fine
        )
    if theme.line_only:
        pen.stroke(face, theme.ink, 0.25)
    return pen.form(f"disc-{element}", (-17, -17, 17, 17))


@cache
def cloth_form(theme: Theme, element: Element) -> Form:
    """Return the woven lines of a robe, 36 mm wide, below the origin; the caller clips them."""
    pen = Pen()
    pen.stroke(
        pattern(element, (-18, 0, 36, 17), 0.72, "robe"),
        theme.line(TONES[element].light),
        0.22 * theme.fine,
    )
    return pen.form(f"cloth-{element}", (-19, -1, 19, 18))


def steps_top(rank: int) -> float:
    """Return the y of the highest step's upper edge."""
    return WINDOW_FOOT - rank * STEP_HEIGHT


@cache
def steps_form(theme: Theme, rank: int) -> Form:
    """Return one step per rank, with small clouds carved on the fronts."""
    pen = Pen()
    ticks = Path(())
    for k in range(rank):
        width = 48 - k * 4.4
        x, y = WIDTH / 2 - width / 2, WINDOW_FOOT - (k + 1) * STEP_HEIGHT
        pen.shape(rectangle(x, y, width, STEP_HEIGHT), theme.step, theme.ink, 0.35 * theme.fine**2)
        pen.shape(
            rectangle(x - 0.6, y, width + 1.2, 0.65), theme.lip, theme.ink, 0.3 * theme.fine**2
        )
        count = int(width / 5)
        for j in range(count):
            cx = x + (j + 0.5) * width / count
            for side in (-0.7, 0.7):
                ticks += arc(cx + side, y + 1.75, 0.42, 180, 360)
    pen.stroke(ticks, theme.tick, 0.2)
    return pen.form(f"steps-{rank}", (-1, 40, 55, 56))


def rules(pen: Pen, theme: Theme) -> None:
    """Draw the gold lines above and below the window."""
    pen.fill(rectangle(-3, WINDOW_FOOT, 60, 0.7 * theme.fine), theme.gold)
    pen.fill(rectangle(-3, 15.7, 60, 0.5 * theme.fine), theme.gold)


def _rim(seed: str) -> list[Point]:
    """Return the rough edge of a stone seal's print, with grains and breaks.

    It is point-symmetric, so that a back does not reveal its orientation.
    """
    source = chance("seal", seed)
    low, high, cut = -_BORDER, PANEL + _BORDER, 0.9
    near, far = low + cut, high - cut
    corners = [(near, low), (far, low), (high, near), (high, far), (far, high)]
    points: list[Point] = []
    for (x0, y0), (x1, y1) in pairwise(corners):
        length = math.dist((x0, y0), (x1, y1))
        count = 22 if length > 5 else 2
        nx, ny = (y1 - y0) / length, (x0 - x1) / length
        for k in range(count):
            broken = source.random() < 0.12
            depth = source.uniform(0.22, 0.45) if broken else source.uniform(-0.16, 0.16)
            t = k / count
            points.append((x0 + (x1 - x0) * t - nx * depth, y0 + (y1 - y0) * t - ny * depth))
    return [*points, *((PANEL - x, PANEL - y) for x, y in points)]


def _fret() -> Path:
    """Return a key-fret along all four sides of the seal's border."""
    lines, count = Path(()), 17
    reach = PANEL + 2 * _BORDER - 3.2
    step = reach / count
    low, high = -_BORDER, PANEL + _BORDER
    for x, y, dx, dy in (
        (low + 1.6, low + 0.62, 1, 0),
        (high - 0.62, low + 1.6, 0, 1),
        (high - 1.6, high - 0.62, -1, 0),
        (low + 0.62, high - 1.6, 0, -1),
    ):
        for k in range(count):
            hook = [(0.0, 0.0), (0.78, 0.0), (0.78, 0.74), (0.34, 0.74), (0.34, 0.36)]
            along = [((k + a) * step, b) for a, b in hook]
            lines += polygon(
                [(x + dx * a - dy * b, y + dy * a + dx * b) for a, b in along], closed=False
            )
    return lines


@cache
def seal_form(theme: Theme, number: int) -> Form:
    """Return the official's seal around the tag; the panel's top left corner is the origin.

    printkit adds the panel itself; this form has only a flat ivory area.
    """
    pen = Pen()
    rim = polygon(_rim(f"{number}"))
    if theme.line_only:
        pen.shape(rim, PAPER, theme.ink, 0.3)
    else:
        pen.fill(rim, theme.seal)
    pen.stroke(_fret(), theme.fret, 0.18 if theme.line_only else 0.25, cap=0)
    key = 0.5
    ivory = PAPER if theme.line_only else theme.fret.mixed(PAPER, 0.4)
    pen.fill(rectangle(-key, -key, PANEL + 2 * key, PANEL + 2 * key), ivory)
    return pen.form(f"seal-{number}", (-3.2, -3.2, PANEL + 3.2, PANEL + 3.2))


def double_edge(pen: Pen, theme: Theme) -> None:
    """Draw the double edge that marks Moon's cards in the ink-saving style."""
    for inset, width in ((0.8, 0.35), (1.4, 0.12)):
        edge = rectangle(inset, inset, WIDTH - 2 * inset, HEIGHT - 2 * inset)
        pen.stroke(edge, theme.ink, width)


def stamp(pen: Pen, theme: Theme, number: int) -> None:
    """Draw the seal under the front's tag."""
    pen.use(seal_form(theme, number % SEALS), placed(*TAG))
