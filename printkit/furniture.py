"""What a sheet carries beside its cards: crop marks, a 100 mm ruler, its footer."""

from __future__ import annotations

from collections.abc import Sequence

from printkit.canvas import Sheets
from printkit.drawing import BLACK, Cmyk
from printkit.geometry import Rect
from printkit.imposition import Mark, crop_marks
from printkit.words import word

__all__ = ["draw_furniture", "draw_ruler"]

_RULER = 100.0
_RULER_DROP = 5.2
_TEXT_DROP = 9.0
_HAIR = 0.18
_FOOT_PT = 5.5


def draw_furniture(sheets: Sheets, block: Rect, trims: Sequence[Rect], footer: str) -> None:
    """Crop marks around the trims; ruler, its sentence and the footer below the block."""
    sheets.lines(crop_marks(trims), width=_HAIR)
    middle = block.centre[0]
    draw_ruler(sheets, middle - _RULER / 2, block.bottom + _RULER_DROP)
    baseline = block.bottom + _TEXT_DROP
    lang = sheets.fonts.lang
    sheets.text(word("actual_size", lang), block.x, baseline, role="text", size=_FOOT_PT)
    sheets.text(footer, block.right, baseline, role="text", size=_FOOT_PT, align="right")


def draw_ruler(sheets: Sheets, x: float, y: float, ink: Cmyk = BLACK, width: float = _HAIR) -> None:
    """A horizontal line of exactly 100 mm with ticks every 10 mm, upwards from (x, y)."""
    marks = [Mark(x, y, x + _RULER, y)]
    for step in range(11):
        at = x + 10 * step
        marks.append(Mark(at, y, at, y - (1.4 if step % 5 == 0 else 0.8)))
    sheets.lines(marks, ink, width)
