"""Vector pictures as values: paths, flat and shaded paints, groups, and forms drawn once.

Theory of operation
-------------------
A picture is a tree of frozen values measured in **millimetres, origin top left, y down**;
angles are degrees, clockwise as seen. Nothing here knows what is drawn. Colours are CMYK in
per cent; there is no transparency and no bitmap, so a press sees what the program meant.

``encode`` turns a ``Drawing`` into an ``Encoded`` form: a deflated PDF content stream whose
coordinates are whole hundredths of a millimetre (``UNIT``), the shadings it uses, and the names
of the forms it places. That is also what is kept on disk (``printkit.art.pack``): to print a
picture nothing is computed again, its bytes are copied into the PDF once (``place_encoded``) and
placed by a matrix that turns hundredths of a millimetre, y down, into points, y up.

PDF operators are those of ISO 32000-1, tables 57 to 61 (graphics state, paths, painting) and 74
to 81 (colour, shadings); form XObjects are its section 8.10.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, TypeAlias

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

Point: TypeAlias = tuple[float, float]
Segment: TypeAlias = tuple[float, ...]
"""Two numbers: a line to (x, y). Six: a cubic Bézier to the last two (control points first)."""

UNIT: Final = 0.01
"""Length of one coordinate step in an encoded stream, in mm."""

POINTS_PER_MM: Final = 72 / 25.4
KAPPA: Final = 0.5522847498
"""Arm of the cubic that draws a quarter circle of radius 1 (error 0.03 %)."""


@dataclass(frozen=True, slots=True)
class Cmyk:
    """A process colour; each ink in per cent, 0 to 100."""

    c: float
    m: float
    y: float
    k: float

    @property
    def coverage(self) -> float:
        """Total ink in per cent (four full inks are 400)."""
        return self.c + self.m + self.y + self.k

    def mixed(self, other: Cmyk, share: float) -> Cmyk:
        """This colour with ``share`` (0 to 1) of it replaced by ``other``."""
        keep = 1 - share
        return Cmyk(
            self.c * keep + other.c * share,
            self.m * keep + other.m * share,
            self.y * keep + other.y * share,
            self.k * keep + other.k * share,
        )

    @property
    def rgb(self) -> tuple[int, int, int]:
        """A screen preview, 0 to 255 each; plain arithmetic, no colour profile."""
        light = 1 - self.k / 100
        red, green, blue = (
            round(255 * (1 - ink / 100) * light) for ink in (self.c, self.m, self.y)
        )
        return red, green, blue


PAPER: Final = Cmyk(0, 0, 0, 0)
BLACK: Final = Cmyk(0, 0, 0, 100)


@dataclass(frozen=True, slots=True)
class Stop:
    """A colour at ``at`` (0 to 1) along a shading."""

    at: float
    colour: Cmyk


@dataclass(frozen=True, slots=True)
class Axial:
    """A shading along the line ``start`` to ``end`` (mm), carried on beyond both ends."""

    start: Point
    end: Point
    stops: tuple[Stop, ...]


@dataclass(frozen=True, slots=True)
class Radial:
    """A shading outwards from ``centre`` to ``radius`` (mm), carried on beyond it."""

    centre: Point
    radius: float
    stops: tuple[Stop, ...]


Paint: TypeAlias = Cmyk | Axial | Radial


@dataclass(frozen=True, slots=True)
class Contour:
    """One run of lines and cubics from ``start`` (mm)."""

    start: Point
    segments: tuple[Segment, ...]
    closed: bool = True


@dataclass(frozen=True, slots=True)
class Path:
    """One or more contours, filled or stroked together."""

    contours: tuple[Contour, ...]

    def points(self) -> Iterator[Point]:
        """Every end point and control point, in order."""
        for contour in self.contours:
            yield contour.start
            for segment in contour.segments:
                yield from zip(segment[::2], segment[1::2], strict=True)

    def bounds(self) -> tuple[float, float, float, float]:
        """Left, top, right, bottom of the control polygon: never smaller than the path."""
        xs, ys = zip(*self.points(), strict=True)
        return min(xs), min(ys), max(xs), max(ys)

    def __add__(self, other: Path) -> Path:
        return Path(self.contours + other.contours)


@dataclass(frozen=True, slots=True)
class Matrix:
    """An affine map: x' = a x + c y + e, y' = b x + d y + f (mm)."""

    a: float = 1
    b: float = 0
    c: float = 0
    d: float = 1
    e: float = 0
    f: float = 0

    def __call__(self, point: Point) -> Point:
        """The point mapped."""
        x, y = point
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    def __matmul__(self, inner: Matrix) -> Matrix:
        """The map that applies ``inner`` first."""
        e, f = self((inner.e, inner.f))
        return Matrix(
            self.a * inner.a + self.c * inner.b,
            self.b * inner.a + self.d * inner.b,
            self.a * inner.c + self.c * inner.d,
            self.b * inner.c + self.d * inner.d,
            e,
            f,
        )


def placed(
    x: float, y: float, *, turn: float = 0, scale: float = 1, mirrored: bool = False
) -> Matrix:
    """Scale (and mirror left to right), turn clockwise by degrees, then move to (x, y)."""
    angle = math.radians(turn)
    cos, sin = math.cos(angle) * scale, math.sin(angle) * scale
    sign = -1 if mirrored else 1
    return Matrix(cos * sign, sin * sign, -sin, cos, x, y)


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line drawn along a path.

    ``width`` in mm; ``cap`` and ``join`` as in PDF: 0 butt or mitre, 1 round, 2 square or bevel.
    """

    colour: Cmyk
    width: float
    cap: int = 1
    join: int = 1


@dataclass(frozen=True, slots=True)
class Shape:
    """A path, filled, stroked or both (the stroke lies over the fill)."""

    path: Path
    fill: Paint | None = None
    stroke: Stroke | None = None
    even_odd: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """Nodes moved together by ``matrix`` and cut to ``clip`` (in the group's own coordinates)."""

    nodes: tuple[Node, ...]
    matrix: Matrix | None = None
    clip: Path | None = None


@dataclass(frozen=True, slots=True)
class Drawing:
    """A whole picture. ``box`` is left, top, right, bottom in mm; outside it nothing shows."""

    box: tuple[float, float, float, float]
    nodes: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Form:
    """A drawing with a name, kept once and placed many times.

    The name (letters, digits, hyphens) must be unique among the forms of one document.
    """

    name: str
    drawing: Drawing


@dataclass(frozen=True, slots=True)
class Use:
    """A form placed by ``matrix``."""

    form: Form
    matrix: Matrix = Matrix()


Node: TypeAlias = Shape | Group | Use


# --- making paths -----------------------------------------------------------------------------


def polygon(points: Iterable[Point], *, closed: bool = True) -> Path:
    """A path of straight lines through ``points``."""
    start, *rest = [(float(x), float(y)) for x, y in points]
    return Path((Contour(start, tuple(rest), closed),))


def rectangle(x: float, y: float, width: float, height: float) -> Path:
    """An upright rectangle from its top left."""
    return polygon([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])


def ellipse(x: float, y: float, rx: float, ry: float | None = None, turn: float = 0) -> Path:
    """An ellipse about (x, y), its first axis turned clockwise; a circle without ``ry``."""
    k = KAPPA
    quarter = [
        (1, 0),
        (1, k, k, 1, 0, 1),
        (-k, 1, -1, k, -1, 0),
        (-1, -k, -k, -1, 0, -1),
        (k, -1, 1, -k, 1, 0),
    ]
    angle = math.radians(turn)
    cos, sin = math.cos(angle), math.sin(angle)
    ry = rx if ry is None else ry
    to = Matrix(cos * rx, sin * rx, -sin * ry, cos * ry, x, y)
    first, *rest = (_mapped(to, segment) for segment in quarter)
    return Path((Contour((first[0], first[1]), tuple(rest)),))


def transformed(path: Path, matrix: Matrix) -> Path:
    """The path mapped by ``matrix``."""
    return Path(
        tuple(
            Contour(
                matrix(contour.start),
                tuple(_mapped(matrix, segment) for segment in contour.segments),
                contour.closed,
            )
            for contour in path.contours
        )
    )


def _mapped(matrix: Matrix, segment: Segment) -> Segment:
    return tuple(
        value for pair in zip(segment[::2], segment[1::2], strict=True) for value in matrix(pair)
    )


# --- PDF --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Encoded:
    """A drawing as PDF bytes, ready to be copied into any document.

    ``stream`` is deflated; ``box`` and all coordinates are in units of ``UNIT``, y down.
    ``shadings`` is the source of a PDF dictionary name → shading (``"<< >>"`` if none), and
    ``uses`` names the forms the stream places.
    """

    stream: bytes
    box: tuple[int, int, int, int]
    shadings: str = "<< >>"
    uses: tuple[str, ...] = ()


def encode(drawing: Drawing) -> Encoded:
    """The drawing as a PDF form; forms it uses are named, not contained (see ``forms_of``)."""
    writer = _StreamWriter()
    writer.nodes(drawing.nodes)
    left, top, right, bottom = drawing.box
    return Encoded(
        stream=zlib.compress("\n".join(writer.lines).encode("ascii"), 9),
        box=(_int(left), _int(top), _int(right), _int(bottom)),
        shadings=writer.shadings(),
        uses=tuple(sorted(writer.used)),
    )


def forms_of(drawing: Drawing) -> dict[str, Form]:
    """Every form the drawing uses, however deep, by name."""
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
    """Writes nodes as PDF operators, repeating colours and widths only when they change."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.used: set[str] = set()
        self._shadings: list[str] = []
        self._state: dict[str, str] = {}

    def shadings(self) -> str:
        entries = " ".join(f"/S{n} {text}" for n, text in enumerate(self._shadings))
        return f"<< {entries} >>" if entries else "<< >>"

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
    """The stops as one stitching function of linear pieces (ISO 32000-1, 7.10)."""
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


def place(
    canvas: Canvas, drawing: Drawing, x_mm: float, y_mm: float, turn_deg: float = 0, *, key: str
) -> None:
    """Draw on the canvas, with the drawing's origin at (x, y) of the page, turned clockwise.

    Positions are mm from the page's top left. The stream is written once a document for each
    ``key``; a second drawing under the same key is not looked at. The names of the forms it
    uses become part of the document under ``key`` too, so two pictures may reuse a name.
    """
    forms = forms_of(drawing)

    def lookup(name: str) -> Encoded:
        return encode(forms[name].drawing)

    place_encoded(
        canvas,
        lambda: encode(drawing),
        placed(x_mm, y_mm, turn=turn_deg),
        key=key,
        family=key,
        lookup=lookup,
    )


def place_encoded(
    canvas: Canvas,
    load: Callable[[], Encoded],
    matrix: Matrix,
    *,
    key: str,
    family: str,
    lookup: Callable[[str], Encoded],
) -> None:
    """Place an encoded form; ``matrix`` maps its mm to the page's mm, both y down.

    ``load`` is called when ``key`` is new to the document, ``lookup`` for each form it uses that
    ``family`` (the pictures that share forms) has not yet brought in.
    """
    if not canvas.hasForm(key):
        _register(canvas, key, load(), family, lookup)
    k = POINTS_PER_MM * UNIT
    inside: Any = canvas
    page_height: float = inside._pagesize[1]  # noqa: SLF001 - the only place it is kept
    canvas.saveState()
    canvas.transform(
        matrix.a * k,
        -matrix.b * k,
        matrix.c * k,
        -matrix.d * k,
        matrix.e * POINTS_PER_MM,
        page_height - matrix.f * POINTS_PER_MM,
    )
    canvas.doForm(key)
    canvas.restoreState()


def _register(
    canvas: Canvas, key: str, encoded: Encoded, family: str, lookup: Callable[[str], Encoded]
) -> None:
    """Add the form and, first, those it uses to the document, without encoding them again."""
    from reportlab.pdfbase import pdfdoc  # noqa: PLC0415 - heavy, and only printing needs it

    inside: Any = canvas
    document = inside._doc  # noqa: SLF001 - objects are registered there
    parts = []
    for name in encoded.uses:
        inner = f"{family}.{name}"
        if not canvas.hasForm(inner):
            _register(canvas, inner, lookup(name), family, lookup)
        reference = pdfdoc.PDFObjectReference(pdfdoc.xObjectName(inner))
        parts.append((name, reference))
    resources = pdfdoc.PDFDictionary({"Shading": encoded.shadings})
    if parts:
        resources["XObject"] = pdfdoc.PDFDictionary(dict(parts))
    stream = pdfdoc.PDFStream(
        pdfdoc.PDFDictionary(
            {
                "Type": pdfdoc.PDFName("XObject"),
                "Subtype": pdfdoc.PDFName("Form"),
                "BBox": pdfdoc.PDFArray(list(encoded.box)),
                "Filter": pdfdoc.PDFName("FlateDecode"),
                "Resources": resources,
            }
        ),
        encoded.stream,
    )
    document.addForm(key, stream)


# --- SVG --------------------------------------------------------------------------------------


def to_svg(drawing: Drawing) -> str:
    """The drawing as one SVG document in mm, for previews and tests; colours without profile."""
    left, top, right, bottom = drawing.box
    writer = _SvgWriter()
    body = writer.nodes(drawing.nodes)
    forms = "".join(
        f'<g id="{name}">{writer.nodes(form.drawing.nodes)}</g>'
        for name, form in sorted(forms_of(drawing).items())
    )
    width, height = right - left, bottom - top
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}mm" height="{height:g}mm" '
        f'viewBox="{left:g} {top:g} {width:g} {height:g}">'
        f"<defs>{forms}{''.join(writer.defs)}</defs>{body}</svg>"
    )


class _SvgWriter:
    def __init__(self) -> None:
        self.defs: list[str] = []

    def nodes(self, nodes: Iterable[Node]) -> str:
        return "".join(self._node(node) for node in nodes)

    def _node(self, node: Node) -> str:
        if isinstance(node, Use):
            return f'<use href="#{node.form.name}" transform="{_svg_matrix(node.matrix)}"/>'
        if isinstance(node, Group):
            matrix = f' transform="{_svg_matrix(node.matrix)}"' if node.matrix else ""
            clip = f' clip-path="url(#{self._clip(node.clip)})"' if node.clip else ""
            return f"<g{matrix}{clip}>{self.nodes(node.nodes)}</g>"
        rule = ' fill-rule="evenodd"' if node.even_odd else ""
        fill = "none" if node.fill is None else self._paint(node.fill)
        return f'<path d="{_svg_path(node.path)}" fill="{fill}"{rule}{_svg_stroke(node.stroke)}/>'

    def _clip(self, path: Path) -> str:
        name = f"d{len(self.defs)}"
        self.defs.append(f'<clipPath id="{name}"><path d="{_svg_path(path)}"/></clipPath>')
        return name

    def _paint(self, paint: Paint) -> str:
        if isinstance(paint, Cmyk):
            return _hex(paint)
        name = f"d{len(self.defs)}"
        stops = "".join(
            f'<stop offset="{stop.at:g}" stop-color="{_hex(stop.colour)}"/>' for stop in paint.stops
        )
        if isinstance(paint, Axial):
            (x1, y1), (x2, y2) = paint.start, paint.end
            tag, where = "linearGradient", f'x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}"'
        else:
            (x, y), r = paint.centre, paint.radius
            tag, where = "radialGradient", f'cx="{x:g}" cy="{y:g}" r="{r:g}"'
        self.defs.append(
            f'<{tag} id="{name}" gradientUnits="userSpaceOnUse" {where}>{stops}</{tag}>'
        )
        return f"url(#{name})"


def _svg_matrix(matrix: Matrix) -> str:
    values = (matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f)
    return f"matrix({' '.join(f'{value:.5g}' for value in values)})"


def _svg_stroke(stroke: Stroke | None) -> str:
    if stroke is None:
        return ""
    cap = ("butt", "round", "square")[stroke.cap]
    join = ("miter", "round", "bevel")[stroke.join]
    return (
        f' stroke="{_hex(stroke.colour)}" stroke-width="{stroke.width:g}"'
        f' stroke-linecap="{cap}" stroke-linejoin="{join}"'
    )


def _svg_path(path: Path) -> str:
    parts = []
    for contour in path.contours:
        parts.append(f"M{contour.start[0]:.2f} {contour.start[1]:.2f}")
        for segment in contour.segments:
            numbers = " ".join(f"{value:.2f}" for value in segment)
            parts.append(f"{'L' if len(segment) == 2 else 'C'}{numbers}")
        if contour.closed:
            parts.append("Z")
    return "".join(parts)


def _hex(colour: Cmyk) -> str:
    red, green, blue = colour.rgb
    return f"#{red:02x}{green:02x}{blue:02x}"
