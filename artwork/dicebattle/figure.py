"""Figures: shapes in three flat tones with a black contour and a white outer edge.

A figure is drawn around (0, 0), in mm, y down. The card's foot hides everything below y = −4.
Light comes from the upper left. ``cel`` fills a shape with its dark tone. Clipped to the shape, it
then draws the same path shifted up and left in the middle tone, and shifted further in the light
tone. The contour comes last. The shifted shapes reuse one path under a matrix, so the compressed
stream contains the path once.

All parts of the silhouette are also collected for the **halo**: they are drawn first, together,
with a broad white edge. The halo keeps a figure recognisable at a height of 20 mm.

Paths come from the short functions below: ``blob`` (smooth, but sharp at marked knots), ``stem`` (a
line of given width), ``flame``, and those of ``shapes``.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Final

from artwork.dicebattle.palette import SIGNAL, Theme, Tones
from artwork.dicebattle.shapes import both, die_faces, die_outline
from artwork.geometry import sampled, tapered
from artwork.outlines import Knot, mirrored, outline, through
from artwork.pen import Pen
from printkit.pdf.drawing import (
    BLACK,
    PAPER,
    Cmyk,
    Contour,
    Group,
    Matrix,
    Node,
    Path,
    Point,
    Shape,
    Stroke,
    placed,
)

HALO: Final = 2.2


def blob(*knots: Knot) -> Path:
    """Return a closed outline, smooth except at knots with a third member."""
    return outline(knots)


def whole(*half: Knot) -> Path:
    """Return a symmetric outline, given the knots of its right half from top to bottom."""
    return outline(mirrored(half))


def stem(points: Sequence[Point], widths: Sequence[float]) -> Path:
    """Return the outline of a smooth line of varying width; a width of 0 makes a pointed end."""
    return tapered(sampled(points, 0.6), [width / 2 for width in widths])


def flame(length: float, width: float, bend: float, tail: float = 0.45) -> Path:
    """Return a flame from (0, 0) to the right; ``bend`` is its rise as a fraction of its length."""
    points = [(0, 0), (0.3 * length, -0.55 * bend * length), (0.66 * length, 0.25 * bend * length),
              (length, -bend * length)]  # fmt: skip
    return stem(points, [tail * width, width, 0.72 * width, 0])


def joined(*runs: Sequence[Point]) -> Path:
    """Return a closed outline of smooth runs that meet at sharp corners."""
    segments = [segment for run in runs for segment in through(list(run)).contours[0].segments]
    return Path((Contour(runs[0][0], tuple(segments)),))


class Figure:
    """Collector of a figure's parts, back to front."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self._pen = Pen()
        self._edges: list[Path] = []

    def cel(
        self,
        path: Path,
        tones: Tones,
        width: float = 0.9,
        reach: float = 0.9,
        *,
        halo: bool = True,
    ) -> None:
        """Draw a part in three tones; ``reach`` is the width of the shading, in mm."""
        paint = self.theme.paint
        inside = [
            Group((Shape(path, paint(tone)),), placed(-step * reach, -0.75 * step * reach))
            for step, tone in ((1.0, tones.mid), (5.4, tones.light))
        ]
        self._pen.add([Shape(path, paint(tones.dark)), Group(tuple(inside), clip=path)])
        self._contour(path, width)
        if halo:
            self._edges.append(path)

    def flat(
        self, path: Path, colour: Cmyk, width: float = 0.6, *, halo: bool = False, eo: bool = False
    ) -> None:
        """Draw a part in one tone with a contour."""
        paint, width = self.theme.paint(colour), self.theme.line(width)
        self._pen.shape(path, paint, BLACK, width, even_odd=eo)
        if halo:
            self._edges.append(path)

    def mark(self, path: Path, colour: Cmyk = BLACK) -> None:
        """Fill an area without a contour."""
        self._pen.fill(path, self.theme.paint(colour))

    def line(self, points: Sequence[Point], width: float = 0.5, colour: Cmyk = BLACK) -> None:
        """Draw a smooth line through the points."""
        self.trace(through(list(points)), width, colour)

    def trace(self, path: Path, width: float, colour: Cmyk = BLACK) -> None:
        """Draw the outline of a path as a line."""
        self._pen.stroke(path, self.theme.paint(colour), self.theme.line(width))

    def both_lines(self, points: Sequence[Point], width: float = 0.5, colour: Cmyk = BLACK) -> None:
        """Draw a line and its mirror image."""
        self.trace(both(through(list(points))), width, colour)

    def inside(self, path: Path) -> AbstractContextManager[None]:
        """Clip everything drawn in the block to ``path``, without drawing its contour."""
        return self._pen.clipped(path)

    def dots(self, spots: Sequence[tuple[float, float, float]], colour: Cmyk = BLACK) -> None:
        """Draw discs (x, y, radius) of one colour as zero-length lines with round ends."""
        sizes: dict[float, list[Contour]] = {}
        for x, y, radius in spots:
            dot = Contour((x, y), ((x, y),), closed=False)
            sizes.setdefault(round(2 * radius, 1), []).append(dot)
        paint = self.theme.paint(colour)
        for size, dots in sorted(sizes.items()):
            self._pen.stroke(Path(tuple(dots)), paint, size)

    def edge(self, path: Path) -> None:
        """Add a path to the halo only."""
        self._edges.append(path)

    def die(
        self,
        x: float,
        y: float,
        radius: float,
        turn: float = 0,
        faces: tuple[int, int, int] = (1, 2, 3),
        tones: tuple[Cmyk, Cmyk, Cmyk] | None = None,
        pip: Cmyk = BLACK,
        width: float = 0.8,
    ) -> None:
        """Draw a die seen from a corner; `faces` are the pip counts on top, left and right."""
        self.flat(die_outline(x, y, radius, turn), BLACK, 1.6 * width, halo=True)
        drawn = die_faces(x, y, radius, turn, faces)
        for face, count, tone in zip(drawn, faces, tones or _DIE, strict=True):
            self.flat(face.outline, tone, width)
            ink = BLACK if self.theme.saving else SIGNAL if count == 1 else pip
            self.mark(face.pips, ink)

    def _contour(self, path: Path, width: float) -> None:
        self._pen.stroke(path, BLACK, self.theme.line(width))

    def nodes(self, matrix: Matrix, halo: float = HALO) -> tuple[Node, ...]:
        """Return the figure placed by ``matrix``, with its halo behind it."""
        edge = Stroke(PAPER, halo)
        cutout = [Shape(path, PAPER, edge) for path in self._edges]
        return (Group((*cutout, *self._pen.nodes), matrix),)


_DIE: Final = (PAPER, Cmyk(4, 2, 2, 12), Cmyk(10, 6, 6, 34))
