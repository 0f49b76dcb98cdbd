"""The correction of a printer's back pages: a shift and a turn."""

import math

from pydantic import Field

from printkit.data.toml_source import Strict

MOST_MM = 10.0
MOST_DEG = 3.0


class Correction(Strict):
    """Correction of one printer's back pages."""

    x_mm: float = Field(0.0, ge=-MOST_MM, le=MOST_MM)
    y_mm: float = Field(0.0, ge=-MOST_MM, le=MOST_MM)
    rotation_deg: float = Field(0.0, ge=-MOST_DEG, le=MOST_DEG)

    def matrix(self, width: float, height: float) -> tuple[float, ...]:
        """Return the six numbers of the PDF matrix for a page of this size; mm, y down."""
        angle = math.radians(self.rotation_deg)
        c, s = math.cos(angle), math.sin(angle)
        x, y = width / 2, height / 2
        return (c, s, -s, c, x - c * x + s * y + self.x_mm, y - s * x - c * y + self.y_mm)

    def __bool__(self) -> bool:
        return bool(self.x_mm or self.y_mm or self.rotation_deg)


NO_CORRECTION = Correction.model_validate({})
