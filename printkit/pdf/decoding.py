"""Decoding of forms into drawings, to recolour them or to use them in other drawings.

The inverse of `printkit.pdf.encoding.encode`: encoding the drawing again gives the same bytes.
Forms that have shadings or place other forms cannot be decoded.
"""

import zlib
from dataclasses import dataclass, field, replace
from typing import Final

from printkit.pdf.drawing import (
    BLACK,
    Cmyk,
    Contour,
    Drawing,
    Group,
    Matrix,
    Node,
    Path,
    Point,
    Segment,
    Shape,
    Stroke,
)
from printkit.pdf.encoding import UNIT, Encoded

_FILLS: Final = {"f": False, "f*": True, "B": False, "B*": True}
"""Operator that fills a path → True if it uses the even-odd rule."""
_NO_STROKE: Final = Stroke(BLACK, 0.0)
"""The initial state; every form sets a width before its first line."""


def decode(form: Encoded) -> Drawing:
    """Return the drawing of a form; raise `ValueError` for shadings and nested forms."""
    reader = _Decoder()
    for line in zlib.decompress(form.stream).decode("ascii").split("\n"):
        operands: list[float] = []
        for word in line.split():
            if word[0].isalpha() or word[0] == "/":
                reader.do(word, operands)
                operands = []
            else:
                operands.append(float(word))
    left, top, right, bottom = (UNIT * edge for edge in form.box)
    return Drawing((left, top, right, bottom), tuple(reader.groups[0].nodes))


@dataclass
class _OpenGroup:
    fill: Cmyk = BLACK
    stroke: Stroke = _NO_STROKE
    nodes: list[Node] = field(default_factory=list)
    matrix: Matrix | None = None
    clip: Path | None = None


class _Decoder:
    """Collector of a content stream's nodes, operator by operator."""

    def __init__(self) -> None:
        self.groups = [_OpenGroup()]
        self._contours: list[Contour] = []
        self._start: Point = (0.0, 0.0)
        self._segments: list[Segment] = []

    def do(self, operator: str, of: list[float]) -> None:
        """Apply one operator to its operands."""
        group = self.groups[-1]
        match operator:
            case "m" | "l" | "c":
                self._go(operator, tuple(UNIT * value for value in of))
            case "h":
                self._end(closed=True)
            case "f" | "f*" | "B" | "B*" | "S":
                fill = group.fill if operator in _FILLS else None
                edge = group.stroke if operator[0] in "BS" else None
                odd = _FILLS.get(operator, False)
                group.nodes.append(Shape(self._path(), fill, edge, even_odd=odd))
            case "q":
                self.groups.append(_OpenGroup(group.fill, group.stroke))
            case "cm":
                a, b, c, d, e, f = of
                group.matrix = Matrix(a, b, c, d, UNIT * e, UNIT * f)
            case "W":
                group.clip = self._path()
            case "Q":
                done = self.groups.pop()
                self.groups[-1].nodes.append(Group(tuple(done.nodes), done.matrix, done.clip))
            case _:
                self._set(group, operator, of)

    def _set(self, group: _OpenGroup, operator: str, of: list[float]) -> None:
        match operator:
            case "k":
                group.fill = _ink(of)
            case "K":
                group.stroke = replace(group.stroke, colour=_ink(of))
            case "w":
                group.stroke = replace(group.stroke, width=UNIT * of[0])
            case "J":
                group.stroke = replace(group.stroke, cap=int(of[0]))
            case "j":
                group.stroke = replace(group.stroke, join=int(of[0]))
            case "n":
                pass
            case _:
                raise ValueError(f"a form with {operator!r} stays encoded")

    def _go(self, operator: str, to: Segment) -> None:
        if operator == "m":
            self._end(closed=False)
            self._start = (to[0], to[1])
        else:
            self._segments.append(to)

    def _end(self, *, closed: bool) -> None:
        if self._segments:
            self._contours.append(Contour(self._start, tuple(self._segments), closed))
        self._segments = []

    def _path(self) -> Path:
        self._end(closed=False)
        path = Path(tuple(self._contours))
        self._contours = []
        return path


def _ink(inks: list[float]) -> Cmyk:
    return Cmyk(*(100 * ink for ink in inks))
