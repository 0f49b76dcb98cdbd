"""A pen that shades figures in three flat tones, with light from the upper left.

Figures are drawn around their foot point (0, 0), with y down. Each shaded part also adds its
outline to the halo, a darker sky behind the whole figure. The halo keeps a silhouette recognisable
at 20 mm. ``both`` draws the right half of a figure and then its mirror image with the same paths;
the light keeps its direction.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from artwork.outlines import through
from artwork.pen import Pen
from artwork.spherion.palette import INK, Tones
from printkit.pdf.drawing import (
    Cmyk,
    Drawing,
    Form,
    Group,
    Matrix,
    Node,
    Path,
    Point,
    Shape,
    Stroke,
    placed,
)

_FLIP = placed(0, 0, mirrored=True)
Tone = tuple[Cmyk, Cmyk, Cmyk]


class Brush(Pen):
    """A pen for one figure, in its element's tones."""

    def __init__(self, tones: Tones, halo: float = 1.5) -> None:
        super().__init__()
        self.tones = tones
        self.width = halo
        self._halo: list[Node] = []
        self._side = 1

    @property
    def side(self) -> int:
        """The side being drawn: 1, or −1 for the mirror image."""
        return self._side

    def both(self) -> Iterator[int]:
        """Yield 1 while the right side is drawn, then −1 for its mirror image."""
        yield 1
        nodes, halo = self._nodes, self._halo
        self._nodes, self._halo, self._side = [], [], -1
        yield -1
        nodes.append(Group(tuple(self._nodes), _FLIP))
        halo.append(Group(tuple(self._halo), _FLIP))
        self._nodes, self._halo, self._side = nodes, halo, 1

    def lift(self, path: Path) -> None:
        """Add a path to the halo."""
        colour = self.tones.halo
        self._halo.append(Shape(path, colour, Stroke(colour, self.width)))

    def cel(
        self,
        path: Path,
        tone: Tone | None = None,
        k: float = 0.8,
        *,
        line: float = 0.3,
        ink: Cmyk = INK,
        halo: bool = True,
    ) -> None:
        """Draw a part in three tones, with a contour outside it."""
        t = self.tones
        deep, mid, light = tone or (t.deep, t.mid, t.light)
        if halo:
            self.lift(path)
        dx = -k * self._side
        inner = Group((Shape(path, light),), Matrix(e=dx * 1.4, f=-k * 1.2))
        lit = Group((Shape(path, mid), inner), Matrix(e=dx, f=-k * 0.7))
        self._nodes.append(Shape(path, deep, Stroke(ink, 2 * line) if line else None))
        self._nodes.append(Group((lit,), clip=path))

    def flat(self, path: Path, colour: Cmyk, line: float = 0.0, ink: Cmyk = INK) -> None:
        """Draw a part in one tone, with a contour of width ``line`` outside it."""
        if line:
            self.backed(path, colour, ink, line)
        else:
            self.fill(path, colour)

    def lines(
        self, runs: Sequence[Sequence[Point]], colour: Cmyk, width: float, *, cap: int = 1
    ) -> None:
        """Draw smooth lines of one colour and width."""
        path = Path(())
        for run in runs:
            path += through(list(run))
        self.stroke(path, colour, width, cap=cap)

    def figure(self, name: str) -> Form:
        """Return the figure and its halo as a form around the foot point."""
        box = (-40.0, -60.0, 40.0, 50.0)
        return Form(name, Drawing(box, (*self._halo, *self._nodes)))
