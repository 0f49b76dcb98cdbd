"""Marks of a sheet besides its cards: crop marks, a 100 mm ruler and the footer."""

from collections.abc import Sequence
from dataclasses import replace

from printkit.pdf.canvas import Sheets
from printkit.pdf.drawing import BLACK, Cmyk
from printkit.pdf.geometry import Mark, Rect
from rules import Message

RULER = 100.0
"""Length of the line on every sheet that users check with a ruler, in mm."""
_DROP = 6.5
_MARKS_DROP = 5.0
"""Lowest end of crop marks below the block, above the ruler's ticks, in mm."""
_TEXT_DROP = 9.0
_HAIR = 0.18
_FOOT_PT = 5.5


def draw_furniture(sheets: Sheets, block: Rect, marks: Sequence[Mark], footer: str) -> None:
    """Draw crop marks and, below the block, the ruler, the note on actual size and the footer."""
    end = block.bottom + _MARKS_DROP
    sheets.lines((replace(m, y2=min(m.y2, end)) for m in marks if m.y1 < end), width=_HAIR)
    draw_ruler(sheets, block.centre[0] - RULER / 2, block.bottom + _DROP)
    baseline = block.bottom + _TEXT_DROP
    lang = sheets.fonts.lang
    sheets.text(
        Message("sheet.actual_size").render(lang), block.x, baseline, role="text", size=_FOOT_PT
    )
    sheets.text(footer, block.right, baseline, role="text", size=_FOOT_PT, align="right")


def draw_ruler(sheets: Sheets, x: float, y: float, ink: Cmyk = BLACK, width: float = _HAIR) -> None:
    """Draw a horizontal line of exactly 100 mm from (x, y), with upward ticks every 10 mm."""
    marks = [Mark(x, y, x + RULER, y)]
    for step in range(11):
        at = x + 10 * step
        marks.append(Mark(at, y, at, y - (1.4 if step % 5 == 0 else 0.8)))
    sheets.lines(marks, ink, width)
