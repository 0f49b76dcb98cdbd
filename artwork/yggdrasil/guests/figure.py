"""Drawing of guests: outlines are in the guest's own coordinates, line widths in mm."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from artwork.geometry import fitted, ribbon, sampled, tapered
from artwork.outlines import Knot, mirrored, outline, through
from artwork.pen import Pen
from artwork.yggdrasil.foliage import Box
from artwork.yggdrasil.palette import Palette
from printkit.pdf.drawing import Cmyk, Matrix, Path, Point, ellipse, placed, polygon, transformed

Act: TypeAlias = Callable[[Pen, Palette], None]


def _nothing(_pen: Pen, _palette: Palette) -> None:
    """Draw nothing, because most guests use only one layer."""


@dataclass(frozen=True, slots=True)
class Guest:
    """A guest on a card: the area that foliage must avoid, and a drawing for each layer."""

    keep: tuple[Box, ...]
    behind: Act = _nothing
    before: Act = _nothing


@dataclass(frozen=True, slots=True)
class Figure:
    """A guest being drawn: its pen, its colours, and the matrix that places it on the card."""

    pen: Pen
    palette: Palette
    matrix: Matrix

    @classmethod
    def at(
        cls,
        pen: Pen,
        palette: Palette,
        x: float,
        y: float,
        scale: float = 1,
        *,
        turn: float = 0,
        flip: bool = False,
    ) -> Figure:
        """Return a figure whose origin is at (x, y) on the card; ``flip`` mirrors it."""
        return cls(pen, palette, placed(x, y, turn=turn, scale=scale, mirrored=flip))

    @property
    def flat(self) -> Cmyk:
        """The colour of a spirit's body."""
        return self.palette.spirit

    @property
    def line_colour(self) -> Cmyk:
        """The colour of the lines on a spirit's body."""
        return self.palette.spirit_line

    def moved(
        self, x: float, y: float, *, turn: float = 0, scale: float = 1, flip: bool = False
    ) -> Figure:
        """Return a figure whose origin is at (x, y) in this figure's units."""
        inner = placed(x, y, turn=turn, scale=scale, mirrored=flip)
        return Figure(self.pen, self.palette, self.matrix @ inner)

    def sides(self) -> Iterator[Figure]:
        """Yield the right half and its mirror image."""
        yield self
        yield self.moved(0, 0, flip=True)

    def path(self, knots: Sequence[Knot]) -> Path:
        """Return a closed outline in card coordinates."""
        return transformed(outline(knots), self.matrix)

    def oval(self, x: float, y: float, rx: float, ry: float | None = None, turn: float = 0) -> Path:
        """Return an ellipse in card coordinates."""
        return transformed(ellipse(x, y, rx, ry, turn), self.matrix)

    def body(self, shape: Sequence[Knot] | Path, colour: Cmyk | None = None) -> None:
        """Draw a flat shape with a dark contour."""
        path = shape if isinstance(shape, Path) else self.path(shape)
        self.pen.backed(path, colour or self.flat, self.palette.ink, 0.32)

    def whole(self, half: Sequence[Knot]) -> None:
        """Draw a symmetric body, given its right half."""
        self.body(mirrored(half))

    def part(
        self, shape: Sequence[Knot] | Path, width: float = 0.3, colour: Cmyk | None = None
    ) -> None:
        """Draw a flat shape on the body, outlined in the line colour."""
        path = shape if isinstance(shape, Path) else self.path(shape)
        self.pen.shape(path, colour or self.flat, self.line_colour, width)

    def mark(self, shape: Sequence[Knot] | Path, colour: Cmyk | None = None) -> None:
        """Draw a patch in the line colour."""
        path = shape if isinstance(shape, Path) else self.path(shape)
        self.pen.fill(path, colour or self.line_colour)

    def glow(self, shape: Sequence[Knot] | Path, width: float = 0.16) -> None:
        """Draw a shining patch, such as an eye, a beak or lightning."""
        path = shape if isinstance(shape, Path) else self.path(shape)
        self.pen.shape(path, self.palette.eye, self.palette.ink, width)

    def line(
        self, points: Sequence[Point], width: float = 0.28, colour: Cmyk | None = None
    ) -> None:
        """Draw a smooth line of uniform width."""
        path = transformed(through(points), self.matrix)
        self.pen.stroke(path, colour or self.line_colour, width)

    def straight(
        self, points: Sequence[Point], width: float = 0.28, colour: Cmyk | None = None
    ) -> None:
        """Draw a line with sharp corners."""
        path = transformed(polygon(points, closed=False), self.matrix)
        self.pen.stroke(path, colour or self.line_colour, width)

    def hair(self, points: Sequence[Point], width: float = 0.4, colour: Cmyk | None = None) -> None:
        """Draw a line that is thick in the middle and pointed at both ends, like a gouge's cut."""
        line = sampled([self.matrix(p) for p in points], 0.3)
        half = np.sin(np.linspace(0.06, np.pi - 0.06, len(line))) * width / 2
        self.pen.fill(ribbon(line, half), colour or self.line_colour)

    def limb(
        self, points: Sequence[Point], widths: Sequence[float], colour: Cmyk | None = None
    ) -> None:
        """Draw a body part along a line; ``widths`` are half-widths at equal intervals."""
        self.body(self.tube(points, widths), colour)

    def tube(self, points: Sequence[Point], widths: Sequence[float]) -> Path:
        """Return the outline of a body part along a line, in card coordinates."""
        return transformed(tapered(sampled(points, 0.3), widths), self.matrix)

    def course(self, points: Sequence[Point]) -> Path:
        """Return a smooth open line in card coordinates."""
        return transformed(fitted(sampled(points, 0.3)), self.matrix)
