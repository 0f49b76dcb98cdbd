"""The sheet a card's picture is drawn on: the trim's top left is the origin; mm, y down."""

from __future__ import annotations

from typing import Final

from printkit.cards.pictures import HEIGHT, WIDTH
from printkit.pdf.drawing import rectangle
from printkit.pdf.geometry import BLEED

__all__ = ["BLEED", "BOX", "HEIGHT", "SHEET", "WIDTH"]

BOX: Final = (-BLEED, -BLEED, WIDTH + BLEED, HEIGHT + BLEED)
"""Left, top, right, bottom of the sheet."""
SHEET: Final = rectangle(-BLEED, -BLEED, WIDTH + 2 * BLEED, HEIGHT + 2 * BLEED)
