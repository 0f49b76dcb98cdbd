"""How a figure is drawn: shapes in three flat tones under a black contour, cut out in white.

Theory of operation
-------------------
A figure is drawn round (0, 0), mm, y down, as it stands on the foot of the card; only what lies
above y −4 can be seen there. Light comes from the upper left: ``cel`` fills a shape with its
dark tone, then, clipped to the shape, with the same shape moved up and left in the middle tone,
then moved further in the light tone; the contour comes last. The moved shapes are the same path
under a matrix, so that the deflated stream holds them once.

Everything that belongs to the silhouette is also kept for the **halo**: laid down first, all
parts together, with a broad white edge. That is what makes a figure read at a height of 20 mm.

Paths are made by the short functions below: ``blob`` (smooth, sharp where a knot is marked),
``stem`` (a line with breadth), ``flame``, and those of ``shapes``.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Final

from artwork.dicebattle.palette import SIGNAL, Theme, Tones
from artwork.dicebattle.shapes import both, die_faces, die_outline
from artwork.geometry import (
    Knot,
    mirrored,
    outline,
    sampled,
    tapered,
    through,
)
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


# --- paths ------------------------------------------------------------------------------------


def blob(*knots: Knot) -> Path:
    """A closed outline, smooth but at knots with a third member."""
    return outline(knots)


def whole(*half: Knot) -> Path:
    """A symmetric outline from its right half, top of the axis to its foot."""
    return outline(mirrored(half))


def stem(points: Sequence[Point], widths: Sequence[float]) -> Path:
    """A smooth line with a breadth that changes evenly along it; 0 makes a point."""
    return tapered(sampled(points, 0.6), [width / 2 for width in widths])


def flame(length: float, width: float, bend: float, tail: float = 0.45) -> Path:
    """A tongue from (0, 0) to the right; ``bend`` is its rise as a share of its length."""
    points = [(0, 0), (0.3 * length, -0.55 * bend * length), (0.66 * length, 0.25 * bend * length),
              (length, -bend * length)]  # fmt: skip
    return stem(points, [tail * width, width, 0.72 * width, 0])


def joined(*runs: Sequence[Point]) -> Path:
    """A closed outline of smooth runs that meet in sharp corners, the last at the first's start."""
    segments = [segment for run in runs for segment in through(list(run)).contours[0].segments]
    return Path((Contour(runs[0][0], tuple(segments)),))


# --- figures ----------------------------------------------------------------------------------


class Figure:
    """Collects the parts of one figure, back to front."""

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
        """A part in three tones; ``reach`` is the breadth of the shade, mm."""
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
        """A part in one tone with a contour."""
        paint, width = self.theme.paint(colour), self.theme.line(width)
        self._pen.shape(path, paint, BLACK, width, even_odd=eo)
        if halo:
            self._edges.append(path)

    def mark(self, path: Path, colour: Cmyk = BLACK) -> None:
        """An area without contour."""
        self._pen.fill(path, self.theme.paint(colour))

    def line(self, points: Sequence[Point], width: float = 0.5, colour: Cmyk = BLACK) -> None:
        """A smooth line through the points."""
        self.trace(through(list(points)), width, colour)

    def trace(self, path: Path, width: float, colour: Cmyk = BLACK) -> None:
        """The outline of a path as a line."""
        self._pen.stroke(path, self.theme.paint(colour), self.theme.line(width))

    def both_lines(self, points: Sequence[Point], width: float = 0.5, colour: Cmyk = BLACK) -> None:
        """A line and its mirror image."""
        self.trace(both(through(list(points))), width, colour)

    def inside(self, path: Path) -> AbstractContextManager[None]:
        """What is drawn within shows only inside ``path``; its contour is drawn anew."""
        return self._pen.clipped(path)

    def dots(self, spots: Sequence[tuple[float, float, float]], colour: Cmyk = BLACK) -> None:
        """Discs (x, y, radius) of one colour, as lines of no length with round ends."""
        sizes: dict[float, list[Contour]] = {}
        for x, y, radius in spots:
            dot = Contour((x, y), ((x, y),), closed=False)
            sizes.setdefault(round(2 * radius, 1), []).append(dot)
        paint = self.theme.paint(colour)
        for size, dots in sorted(sizes.items()):
            self._pen.stroke(Path(tuple(dots)), paint, size)

    def edge(self, path: Path) -> None:
        """Take a path into the halo only."""
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
        """A die seen on its corner: top, left and right face with these pips; `radius` in mm."""
        self.flat(die_outline(x, y, radius, turn), BLACK, 1.6 * width, halo=True)
        drawn = die_faces(x, y, radius, turn, faces)
        for face, count, tone in zip(drawn, faces, tones or _DIE, strict=True):
            self.flat(face.outline, tone, width)
            ink = BLACK if self.theme.saving else SIGNAL if count == 1 else pip
            self.mark(face.pips, ink)

    def _contour(self, path: Path, width: float) -> None:
        self._pen.stroke(path, BLACK, self.theme.line(width))

    def nodes(self, matrix: Matrix, halo: float = HALO) -> tuple[Node, ...]:
        """The figure placed by ``matrix``, on its halo."""
        edge = Stroke(PAPER, halo)
        cutout = [Shape(path, PAPER, edge) for path in self._edges]
        return (Group((*cutout, *self._pen.nodes), matrix),)


_DIE: Final = (PAPER, Cmyk(4, 2, 2, 12), Cmyk(10, 6, 6, 34))
