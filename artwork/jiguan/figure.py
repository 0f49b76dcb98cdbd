"""Drawing of beasts: outlines in the figure's own units, line widths in mm.

Heads are frontal, so only half an outline is given and then mirrored. The owner's theme sets the
colours of areas and lines; in the ink-saving style they become greys.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from artwork.geometry import sampled, tapered
from artwork.inks import press
from artwork.jiguan.ground import cloth_form
from artwork.jiguan.palette import IVORY, TONES, Element, Theme
from artwork.outlines import Knot, mirrored, outline, through
from artwork.pen import Pen
from printkit.pdf.drawing import Cmyk, Matrix, Path, Point, ellipse, placed, polygon, transformed

CONTOUR: Final = 0.5
_EYE_WHITE: Final = press("#FFF8E6")
_GLINT: Final = Cmyk(0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure being drawn: its pen, its theme, and the matrix that places it on the card."""

    pen: Pen
    theme: Theme
    matrix: Matrix

    @classmethod
    def at(cls, pen: Pen, theme: Theme, x: float, y: float, scale: float = 1) -> Figure:
        """Return a figure whose origin is at (x, y) on the card."""
        return cls(pen, theme, placed(x, y, scale=scale))

    def moved(self, x: float, y: float, *, turn: float = 0, scale: float = 1) -> Figure:
        """Return a figure whose origin is at (x, y) in this figure's units, turned clockwise."""
        return replace(self, matrix=self.matrix @ placed(x, y, turn=turn, scale=scale))

    def sides(self) -> Iterator[Figure]:
        """Yield the right half and its mirror image."""
        yield self
        yield replace(self, matrix=self.matrix @ placed(0, 0, mirrored=True))

    def width(self, full: float) -> float:
        """Return a line's width in mm; the ink-saving style uses at most 0.32."""
        return min(0.8 * full, 0.32) if self.theme.line_only else full

    @property
    def ink(self) -> Cmyk:
        """The colour of contours."""
        return self.theme.ink

    def path(self, shape: Sequence[Knot] | Path) -> Path:
        """Return a closed outline in card coordinates."""
        return transformed(shape if isinstance(shape, Path) else outline(shape), self.matrix)

    def area(self, shape: Sequence[Knot] | Path, colour: Cmyk, width: float = 0.35) -> None:
        """Draw a flat shape with a contour, or without one if ``width`` is 0."""
        if width:
            self.pen.shape(self.path(shape), self.theme.area(colour), self.ink, self.width(width))
        else:
            self.pen.fill(self.path(shape), self.theme.area(colour))

    def edged(self, shape: Sequence[Knot] | Path, colour: Cmyk, line: Cmyk, width: float) -> None:
        """Draw a flat shape with an edge in the colour ``line``."""
        self.pen.shape(self.path(shape), self.theme.area(colour), self.theme.line(line), width)

    def black(
        self, shape: Sequence[Knot] | Path, line: Cmyk | None = None, width: float = 0.3
    ) -> None:
        """Draw a shape that is black in every theme, with an optional edge in ``line``."""
        if line is None:
            self.pen.fill(self.path(shape), self.ink)
        else:
            self.pen.shape(self.path(shape), self.ink, self.theme.on_black(line), width)

    def glow(self, shape: Sequence[Knot] | Path, colour: Cmyk) -> None:
        """Draw a light patch on an area that is black in every theme."""
        self.pen.fill(self.path(shape), self.theme.on_black(colour))

    def whole(self, half: Sequence[Knot], colour: Cmyk, width: float = 0.35) -> None:
        """Draw a symmetric shape, given its right half."""
        self.area(mirrored(half), colour, width)

    def pair(self, shape: Sequence[Knot] | Path, colour: Cmyk, width: float = 0.0) -> None:
        """Draw a shape and its mirror image."""
        for side in self.sides():
            side.area(shape, colour, width)

    def line(
        self, points: Sequence[Point], width: float = 0.28, colour: Cmyk | None = None
    ) -> None:
        """Draw a smooth line of even width."""
        curve = transformed(through(points), self.matrix)
        ink = self.ink if colour is None else self.theme.line(colour)
        self.pen.stroke(curve, ink, self.width(width))

    def lines(
        self, points: Sequence[Point], width: float = 0.28, colour: Cmyk | None = None
    ) -> None:
        """Draw a smooth line and its mirror image."""
        for side in self.sides():
            side.line(points, width, colour)

    def trace(self, path: Path, width: float, colour: Cmyk | None = None) -> None:
        """Draw a finished path as a line."""
        ink = self.ink if colour is None else self.theme.line(colour)
        self.pen.stroke(transformed(path, self.matrix), ink, self.width(width))

    def oval(self, x: float, y: float, rx: float, ry: float | None = None, turn: float = 0) -> Path:
        """Return an ellipse in the figure's own units."""
        return ellipse(x, y, rx, ry, turn)

    def limb(
        self, points: Sequence[Point], widths: Sequence[float], colour: Cmyk, width: float = 0.35
    ) -> None:
        """Draw a body part along a line; ``widths`` are half-widths at equal intervals."""
        self.area(tube(points, widths), colour, width)


def tube(points: Sequence[Point], widths: Sequence[float]) -> Path:
    """Return the outline of a body part along a line; ``widths`` are half-widths."""
    return tapered(sampled(points, 0.3), widths)


def eyes(
    figure: Figure, x: float, y: float, width: float, height: float, iris: Cmyk, slant: float = 0.25
) -> None:
    """Draw two open almond-shaped eyes; ``slant`` lifts the outer corners."""
    for side in figure.sides():
        almond: list[Knot] = [
            (x - width, y + slant, 1),
            (x - 0.1 * width, y - height),
            (x + width, y - slant, 1),
            (x + 0.1 * width, y + height * 0.8),
        ]
        side.area(almond, _EYE_WHITE, 0.3)
        side.area(ellipse(x + 0.05, y - 0.05, height * 0.82), iris, 0)
        side.black(ellipse(x + 0.05, y - 0.05, height * 0.44))
    for sign in (1, -1):
        glint = ellipse(sign * x - height * 0.22, y - height * 0.3, height * 0.2)
        figure.glow(glint, _GLINT)


def robe(figure: Figure, element: Element, foot: float) -> None:
    """Draw an official's shoulders in the element's cloth, down to y = ``foot``."""
    half: list[Knot] = [
        (0, 4.5, 1), (4.2, 5.2), (9.6, 8.2), (14.6, 12.0), (17.2, foot, 1), (0, foot, 1),
    ]  # fmt: skip
    shape = mirrored(half)
    figure.whole(half, TONES[element].main, 0.7)
    with figure.pen.clipped(figure.path(shape)):
        figure.pen.use(cloth_form(figure.theme, element), figure.matrix @ placed(0, 3.4))
    figure.trace(outline(shape), 0.7)


def collar(figure: Figure) -> None:
    """Draw the crossed ivory collar, its right side over its left."""
    flap: list[Knot] = [(3.9, 5.2, 1), (6.2, 6.4, 1), (0.2, 15.2, 1), (-1.6, 13.4, 1)]
    left, right = reversed(list(figure.sides()))
    left.area(flap, IVORY, 0.35)
    right.area(flap, IVORY, 0.35)


def leaf(length: float, width: float) -> list[Knot]:
    """Return the knots of a pointed leaf that runs from the origin to the right."""
    return [(0, 0, 1), (length * 0.4, -width), (length, 0, 1), (length * 0.4, width)]


def bar(points: Sequence[Point]) -> Path:
    """Return an open line with sharp corners."""
    return polygon(points, closed=False)
