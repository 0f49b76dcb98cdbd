"""The display face's letters as paths, for numerals that are part of a picture.

``letters.json`` stores the outlines of the few characters in use; 1000 units are the cap height.
Neither printing nor drawing needs a font. ``python -m artwork.stratosphere.cut`` regenerates the
file from the font.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path as File
from typing import Any, Final

from printkit.pdf.drawing import Contour, Path, Segment

DATA: Final = File(__file__).with_name("letters.json")
STEP: Final = 1000
"""Number of the file's units per cap height."""
LETTERS: Final = {1: "A", 11: "J", 12: "Q", 13: "K"}


def letter_of(rank: int) -> str:
    """Return the printed name of a rank: A, 2 to 10, J, Q, K."""
    return LETTERS.get(rank, str(rank))


@cache
def _outlines() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(DATA.read_text(encoding="ascii"))
    return found


@cache
def letters(text: str) -> tuple[Path, float]:
    """Return a text's path and its width; the cap height is 1 and the text starts at (0, 0)."""
    contours: list[Contour] = []
    x = 0
    for character in text:
        glyph = _outlines()[character]
        for first, *rest in glyph["contours"]:
            segments = tuple(_moved(segment, x) for segment in rest)
            start = _moved(first, x)
            contours.append(Contour((start[0], start[1]), segments))
        x += glyph["width"]
    return Path(tuple(contours)), x / STEP


def _moved(numbers: list[int], x: int) -> Segment:
    return tuple((n + x if k % 2 == 0 else n) / STEP for k, n in enumerate(numbers))
