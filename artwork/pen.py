"""A pen that collects the nodes of a picture in drawing order, the topmost last."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from printkit.pdf.drawing import (
    Cmyk,
    Drawing,
    Form,
    Group,
    Matrix,
    Node,
    Paint,
    Path,
    Shape,
    Stroke,
    Use,
)


class Pen:
    """Collector of shapes, lines and forms; ``drawing`` returns the finished picture."""

    def __init__(self) -> None:
        self._nodes: list[Node] = []

    def fill(self, path: Path, paint: Paint, *, even_odd: bool = False) -> None:
        """Fill an area."""
        self._nodes.append(Shape(path, paint, even_odd=even_odd))

    def stroke(self, path: Path, colour: Cmyk, width: float, *, cap: int = 1) -> None:
        """Draw a line of ``width`` mm with round (``cap`` 1) or flat ends (0)."""
        self._nodes.append(Shape(path, stroke=Stroke(colour, width, cap)))

    def shape(
        self, path: Path, paint: Paint, line: Cmyk, width: float, *, even_odd: bool = False
    ) -> None:
        """Fill an area, and draw its edge over the fill."""
        self._nodes.append(Shape(path, paint, Stroke(line, width), even_odd))

    def backed(self, path: Path, paint: Paint, ink: Cmyk, width: float) -> None:
        """Fill an area, and draw a contour of ``width`` mm entirely outside it."""
        self._nodes.append(Shape(path, ink, Stroke(ink, 2 * width)))
        self._nodes.append(Shape(path, paint))

    def use(self, form: Form, matrix: Matrix) -> None:
        """Place a form on top, transformed by ``matrix``."""
        self._nodes.append(Use(form, matrix))

    def add(self, nodes: Sequence[Node]) -> None:
        """Add finished nodes on top."""
        self._nodes.extend(nodes)

    @contextmanager
    def clipped(self, path: Path) -> Iterator[None]:
        """Clip everything drawn in the block to ``path``."""
        outside, self._nodes = self._nodes, []
        try:
            yield
        finally:
            inside, self._nodes = self._nodes, outside
        self._nodes.append(Group(tuple(inside), clip=path))

    @property
    def nodes(self) -> tuple[Node, ...]:
        """Everything drawn so far, back to front."""
        return tuple(self._nodes)

    def drawing(self, box: tuple[float, float, float, float]) -> Drawing:
        """Return everything drawn so far as a picture with the given box."""
        return Drawing(box, self.nodes)

    def form(self, name: str, box: tuple[float, float, float, float]) -> Form:
        """Return everything drawn so far as a form."""
        return Form(name, self.drawing(box))
