"""The four suit signs, the display face's letters as paths, and a few plain helpers.

A sign is about 2 high about the origin. Letters come from the game's own face (its licence lies
beside it) as outlines one capital high, so that numerals can be widened and machines can fly
behind and before them.
"""

from __future__ import annotations

import math
from functools import cache
from pathlib import Path as File
from typing import Any, Final

from printkit.art.geometry import Knot, mirrored, outline
from printkit.art.stratosphere.palette import Suit
from printkit.drawing import Contour, Path, Point, Segment, placed, transformed

FACE: Final = (
    File(__file__).resolve().parents[3]
    / "templates"
    / "stratosphere"
    / "fonts"
    / "BigShouldersDisplay-Black.ttf"
)
LETTERS: Final = {1: "A", 11: "J", 12: "Q", 13: "K"}


def letter_of(rank: int) -> str:
    """What a pack prints for a rank: A, 2 to 10, J, Q, K."""
    return LETTERS.get(rank, str(rank))


def pole(x: float, y: float, radius: float, degrees: float) -> Point:
    """The point at a distance and a clockwise angle (0 is to the right) from (x, y)."""
    angle = math.radians(degrees)
    return x + radius * math.cos(angle), y + radius * math.sin(angle)


def _lobe(x: float, y: float, angles: tuple[float, ...]) -> list[Knot]:
    return [pole(x, y, 0.46, angle) for angle in angles]


_HALF: Final[dict[Suit, list[Knot]]] = {
    "hearts": [
        (0, -0.52, 1), (0.32, -0.92), (0.78, -0.86), (0.98, -0.42), (0.80, 0.08), (0.42, 0.52),
        (0, 1.0, 1),
    ],
    "diamonds": [(0, -1.05, 1), (0.74, 0, 1), (0, 1.05, 1)],
    "spades": [
        (0, -1.02, 1), (0.30, -0.56), (0.74, -0.12), (0.96, 0.30), (0.70, 0.66), (0.32, 0.62),
        (0.10, 0.40, 1), (0.16, 0.72), (0.42, 1.0, 1), (0, 1.0),
    ],
    "clubs": [
        *_lobe(0, -0.56, (-90, -40, 10)), (0.26, -0.20, 1),
        *_lobe(0.52, 0.16, (-80, -30, 20, 70, 115)), (0.09, 0.36, 1), (0.15, 0.70), (0.42, 1.0, 1),
        (0, 1.0),
    ],
}  # fmt: skip


@cache
def _unit(suit: Suit) -> Path:
    return outline(mirrored(_HALF[suit]))


def sign(suit: Suit, x: float, y: float, size: float, turn: float = 0) -> Path:
    """A suit sign about (x, y), `size` mm from its middle to its foot."""
    return transformed(_unit(suit), placed(x, y, scale=size, turn=turn))


@cache
def letters(text: str) -> tuple[Path, float]:
    """The text as a path one capital high on the baseline from x = 0, and its width."""
    from fontTools.pens.recordingPen import (  # noqa: PLC0415 - only drawing anew needs it
        DecomposingRecordingPen,
    )
    from fontTools.ttLib import TTFont  # noqa: PLC0415

    font: Any = TTFont(FACE)
    glyphs, names, capital = font.getGlyphSet(), font.getBestCmap(), font["OS/2"].sCapHeight
    contours: list[Contour] = []
    x = 0.0
    for character in text:
        pen = DecomposingRecordingPen(glyphs)
        glyph = glyphs[names[ord(character)]]
        glyph.draw(pen)
        contours += _contours(pen.value, x / capital, 1 / capital)
        x += glyph.width
    return Path(tuple(contours)), x / capital


def _contours(recorded: list[tuple[str, Any]], x: float, scale: float) -> list[Contour]:
    """Recorded pen calls as contours; TrueType's quadratics become cubics."""
    found: list[Contour] = []
    segments: list[Segment] = []
    start = here = (0.0, 0.0)

    def at(point: Point) -> Point:
        return x + point[0] * scale, -point[1] * scale

    for call, points in recorded:
        match call:
            case "moveTo":
                start = here = at(points[0])
                segments = []
            case "lineTo":
                here = at(points[0])
                segments.append(here)
            case "qCurveTo":
                for control, end in _quadratics([at(point) for point in points]):
                    segments.append(_cubic(here, control, end))
                    here = end
            case _:
                found.append(Contour(start, tuple(segments)))
    return found


def _quadratics(points: list[Point]) -> list[tuple[Point, Point]]:
    """Control and end points; between two controls TrueType implies their middle."""
    *controls, last = points
    ends = [
        ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
        for a, b in zip(controls, controls[1:], strict=False)
    ]
    return list(zip(controls, [*ends, last], strict=True))


def _cubic(start: Point, control: Point, end: Point) -> Segment:
    third = 2 / 3
    return (
        start[0] + third * (control[0] - start[0]),
        start[1] + third * (control[1] - start[1]),
        end[0] + third * (control[0] - end[0]),
        end[1] + third * (control[1] - end[1]),
        *end,
    )
