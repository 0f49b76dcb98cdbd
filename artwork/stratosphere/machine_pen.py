"""A pen for machines, which scales to the machine's size."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from artwork.geometry import sampled, tapered
from artwork.outlines import Knot, outline
from artwork.pen import Pen
from artwork.stratosphere.palette import Palette
from printkit.pdf.drawing import Path, Point, ellipse, placed, polygon, transformed

_GRAND: Final = 8.0
"""Minimum size, in mm, of a machine that is drawn with its fittings."""


class MachinePen:
    """A pen for one machine: points are in the machine's units, line widths in mm."""

    def __init__(self, pen: Pen, palette: Palette, size: float) -> None:
        self.pen, self.palette, self.size = pen, palette, size
        self.grand = size >= _GRAND

    def shape(self, knots: Sequence[Knot]) -> Path:
        """Return the closed outline through some knots, scaled to mm."""
        return self.scaled(outline(knots))

    def straight(self, points: Sequence[Point], *, closed: bool = True) -> Path:
        """Return a polygon or an open polyline, scaled to mm."""
        return self.scaled(polygon(points, closed=closed))

    def scaled(self, path: Path) -> Path:
        """Scale a path from the machine's units to mm."""
        return transformed(path, placed(0, 0, scale=self.size))

    def disc(self, x: float, y: float, radius: float) -> Path:
        """Return a circle; its position and radius are in the machine's units."""
        return ellipse(x * self.size, y * self.size, radius * self.size)

    def strap(self, points: Sequence[Point], widths: Sequence[float]) -> Path:
        """Return a ribbon; its points and widths are in the machine's units."""
        line = sampled([(x * self.size, y * self.size) for x, y in points], 0.04 * self.size)
        return tapered(line, [width * self.size / 2 for width in widths])

    @property
    def contour(self) -> float:
        """Width of outer lines, mm."""
        return 0.03 * self.size + 0.14 if not self.grand else 0.55

    @property
    def hair(self) -> float:
        """Width of inner lines, mm."""
        return 0.035 * self.size + 0.06 if not self.grand else 0.3

    def halo(self, path: Path) -> None:
        """Draw a light edge that separates the machine from the sky."""
        self.pen.shape(path, self.palette.edge, self.palette.edge, 0.08 * self.size + 0.55)

    def line(self, path: Path, width: float | None = None) -> None:
        """Draw a dark line, by default with the width of an inner line."""
        self.pen.stroke(path, self.palette.dark, self.hair if width is None else width)
