"""Drawings as PDF forms, encoded once, stored on disk and copied into documents.

Theory of operation. `encode` turns a `Drawing` into an `Encoded` form: a deflated PDF content
stream, the shadings it uses, and the names of the forms it places. Coordinates are whole
hundredths of a millimetre (`UNIT`). Packs store the same stream on disk (`printkit.pdf.pack`).
Printing deflates it again and copies it into the PDF once (`printkit.pdf.xobjects`). A matrix
places it and converts hundredths of a millimetre, y down, to points, y up.

The PDF operators are those of ISO 32000-1, tables 57 to 61 (graphics state, paths, painting) and 74
to 81 (colour, shadings); form XObjects are its section 8.10.
"""

import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from printkit.pdf.drawing import (
    Axial,
    Cmyk,
    Drawing,
    Form,
    Group,
    Matrix,
    Node,
    Path,
    Radial,
    Shape,
    Stop,
    Use,
)

UNIT: Final = 0.01
"""Length of one coordinate step in an encoded stream, in mm."""

POINTS_PER_MM: Final = 72 / 25.4

LEVEL: Final = 9
"""Compression level of every stream, fixed so that equal streams give equal bytes."""

NO_SHADINGS: Final = "<< >>"
"""The source of a PDF dictionary without shadings."""


@dataclass(frozen=True, slots=True)
class Encoded:
    """A drawing as PDF bytes, ready to be copied into any document.

    `stream` is deflated; `box` and all coordinates are in units of `UNIT`, y down.
    `shadings` is the source of a PDF dictionary from names to shadings (`NO_SHADINGS` if
    none), and `uses` names the forms the stream places.
    """

    stream: bytes
    box: tuple[int, int, int, int]
    shadings: str = NO_SHADINGS
    uses: tuple[str, ...] = ()


def encode(drawing: Drawing) -> Encoded:
    """Return the drawing as a PDF form that refers to other forms by name (see `forms_of`)."""
    writer = _StreamWriter()
    writer.nodes(drawing.nodes)
    left, top, right, bottom = drawing.box
    return Encoded(
        stream=zlib.compress("\n".join(writer.lines).encode("ascii"), LEVEL),
        box=(_int(left), _int(top), _int(right), _int(bottom)),
        shadings=writer.shadings(),
        uses=tuple(sorted(writer.used)),
    )


def forms_of(drawing: Drawing) -> dict[str, Form]:
    """Return every form that the drawing uses, nested ones included, by name."""
    found: dict[str, Form] = {}

    def visit(nodes: Iterable[Node]) -> None:
        for node in nodes:
            if isinstance(node, Group):
                visit(node.nodes)
            elif isinstance(node, Use) and node.form.name not in found:
                found[node.form.name] = node.form
                visit(node.form.drawing.nodes)

    visit(drawing.nodes)
    return found


class _StreamWriter:
    """Writer of PDF operators that sets colours and widths only when they change."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.used: set[str] = set()
        self._shadings: list[str] = []
        self._state: dict[str, str] = {}

    def shadings(self) -> str:
        entries = " ".join(f"/S{n} {text}" for n, text in enumerate(self._shadings))
        return f"<< {entries} >>" if entries else NO_SHADINGS

    def nodes(self, nodes: Iterable[Node]) -> None:
        for node in nodes:
            if isinstance(node, Shape):
                self._shape(node)
            elif isinstance(node, Group):
                self._group(node)
            else:
                self.used.add(node.form.name)
                self.lines.append(f"q {_cm(node.matrix)} cm /{node.form.name} Do Q")

    def _group(self, group: Group) -> None:
        before = dict(self._state)
        self.lines.append("q" if group.matrix is None else f"q {_cm(group.matrix)} cm")
        if group.clip is not None:
            self._path(group.clip)
            self.lines.append("W n")
        self.nodes(group.nodes)
        self.lines.append("Q")
        self._state = before

    def _shape(self, shape: Shape) -> None:
        star = "*" if shape.even_odd else ""
        if isinstance(shape.fill, Axial | Radial):
            self.lines.append("q")
            self._path(shape.path)
            self.lines.append(f"W{star} n /{self._shading(shape.fill)} sh Q")
            if shape.stroke is None:
                return
        operator = ""
        if isinstance(shape.fill, Cmyk):
            self._set("fill", f"{_inks(shape.fill)} k")
            operator = f"f{star}"
        if shape.stroke is not None:
            self._set("stroke", f"{_inks(shape.stroke.colour)} K")
            self._set("width", f"{_int(shape.stroke.width)} w")
            self._set("cap", f"{shape.stroke.cap} J")
            self._set("join", f"{shape.stroke.join} j")
            operator = f"B{star}" if operator else "S"
        if operator:
            self._path(shape.path)
            self.lines.append(operator)

    def _set(self, key: str, operator: str) -> None:
        if self._state.get(key) != operator:
            self._state[key] = operator
            self.lines.append(operator)

    def _path(self, path: Path) -> None:
        for contour in path.contours:
            self.lines.append(f"{_int(contour.start[0])} {_int(contour.start[1])} m")
            for segment in contour.segments:
                numbers = " ".join(str(_int(value)) for value in segment)
                self.lines.append(f"{numbers} {'l' if len(segment) == 2 else 'c'}")
            if contour.closed:
                self.lines.append("h")

    def _shading(self, paint: Axial | Radial) -> str:
        coords: tuple[float, ...]
        if isinstance(paint, Axial):
            kind, coords = 2, (*paint.start, *paint.end)
        else:
            kind, coords = 3, (*paint.centre, 0.0, *paint.centre, paint.radius)
        where = " ".join(str(_int(value)) for value in coords)
        text = (
            f"<< /ShadingType {kind} /ColorSpace /DeviceCMYK /Coords [{where}] "
            f"/Extend [true true] /Function {_function(paint.stops)} >>"
        )
        if text not in self._shadings:
            self._shadings.append(text)
        return f"S{self._shadings.index(text)}"


def _function(stops: tuple[Stop, ...]) -> str:
    """Return the stops as one stitching function of linear pieces (ISO 32000-1, 7.10)."""
    pieces = [
        f"<< /FunctionType 2 /Domain [0 1] /N 1 "
        f"/C0 [{_inks(low.colour)}] /C1 [{_inks(high.colour)}] >>"
        for low, high in pairwise(stops)
    ]
    if len(pieces) == 1:
        return pieces[0]
    bounds = " ".join(_short(stop.at) for stop in stops[1:-1])
    return (
        f"<< /FunctionType 3 /Domain [0 1] /Bounds [{bounds}] "
        f"/Encode [{' '.join(['0 1'] * len(pieces))}] /Functions [{' '.join(pieces)}] >>"
    )


def _int(mm: float) -> int:
    return round(mm / UNIT)


def _short(value: float, digits: int = 4) -> str:
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".")
    if text in ("", "-", "-0"):
        return "0"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def _inks(colour: Cmyk) -> str:
    return " ".join(_short(ink / 100, 3) for ink in (colour.c, colour.m, colour.y, colour.k))


def _cm(matrix: Matrix) -> str:
    linear = " ".join(_short(value) for value in (matrix.a, matrix.b, matrix.c, matrix.d))
    return f"{linear} {_int(matrix.e)} {_int(matrix.f)}"
