"""The outline of a card picture with bleed, in mm, y down; (0, 0) is the trim's top left corner."""

from __future__ import annotations

from typing import Final

from printkit.cards.pictures import HEIGHT, WIDTH
from printkit.pdf.drawing import rectangle
from printkit.pdf.geometry import BLEED

__all__ = ["BLEED", "BOX", "HEIGHT", "SHEET", "WIDTH"]

BOX: Final = (-BLEED, -BLEED, WIDTH + BLEED, HEIGHT + BLEED)
"""The left, top, right and bottom edges of the sheet."""
SHEET: Final = rectangle(-BLEED, -BLEED, WIDTH + 2 * BLEED, HEIGHT + 2 * BLEED)
