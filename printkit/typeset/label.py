"""A line of text with its own position."""

from dataclasses import dataclass

from printkit.pdf.canvas import Align, Sheets
from printkit.pdf.drawing import Cmyk


@dataclass(frozen=True, slots=True)
class Label:
    """One line of text: `size` in pt, (x, baseline) in mm, turned clockwise about that point."""

    text: str
    x: float
    baseline: float
    role: str
    size: float
    ink: Cmyk
    align: Align = "centre"
    turn: float = 0.0

    def write(self, sheets: Sheets) -> None:
        """Draw the line on the open page."""
        sheets.text(
            self.text,
            self.x,
            self.baseline,
            role=self.role,
            size=self.size,
            colour=self.ink,
            align=self.align,
            turn=self.turn,
        )
