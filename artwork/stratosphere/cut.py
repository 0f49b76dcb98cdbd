"""Extraction of the few letters of the game's display face that pictures use.

``python -m artwork.stratosphere.cut`` writes ``letters.json`` with fontTools. The font and its
licence are in ``templates/stratosphere/fonts``.
"""

from __future__ import annotations

import json
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.ttLib import TTFont

from artwork.stratosphere.letters import DATA, STEP
from printkit.pdf.drawing import Point, Segment

CHARACTERS: Final = "0123456789AJQKLCR"
FACE: Final = (
    Path(__file__).resolve().parents[2]
    / "templates"
    / "stratosphere"
    / "fonts"
    / "BigShouldersDisplay-Black.ttf"
)


def cut() -> str:
    """Return the text of ``letters.json``, extracted from the font with fontTools."""
    font: Any = TTFont(FACE)
    glyphs, names, capital = font.getGlyphSet(), font.getBestCmap(), font["OS/2"].sCapHeight
    found = {}
    for character in CHARACTERS:
        pen = DecomposingRecordingPen(glyphs)
        glyph = glyphs[names[ord(character)]]
        glyph.draw(pen)
        found[character] = {
            "width": round(glyph.width / capital * STEP),
            "contours": _contours(pen.value, STEP / capital),
        }
    return json.dumps(found, separators=(",", ":"), sort_keys=True) + "\n"


def _contours(recorded: list[tuple[str, Any]], scale: float) -> list[list[list[int]]]:
    """Convert recorded pen calls to contours (start, then segments); quadratics become cubics."""
    found: list[list[list[int]]] = []
    here: Point = (0.0, 0.0)

    def at(point: Point) -> Point:
        return point[0] * scale, -point[1] * scale

    for call, points in recorded:
        match call:
            case "moveTo":
                here = at(points[0])
                found.append([_whole(here)])
            case "lineTo":
                here = at(points[0])
                found[-1].append(_whole(here))
            case "qCurveTo":
                for control, end in _quadratics([at(point) for point in points]):
                    found[-1].append(_whole(_cubic(here, control, end)))
                    here = end
            case _:
                pass
    return found


def _whole(numbers: Segment) -> list[int]:
    return [round(number) for number in numbers]


def _quadratics(points: list[Point]) -> list[tuple[Point, Point]]:
    """Return each curve's control and end point; TrueType omits an end between two controls."""
    *controls, last = points
    ends = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in pairwise(controls)]
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


if __name__ == "__main__":
    DATA.write_text(cut(), encoding="ascii")
    sys.exit(0)
