"""Conversion of this program's PDFs to SVG, with paths, outlined letters and shared pictures.

Theory of operation. No well-maintained library with a compatible licence converts PDF to SVG, and
these PDFs use few operators (ISO 32000-1, annex A): state (q Q cm w J j), paths (m l c h re),
painting (f f* S B B* W n), CMYK colours (k K), axial and radial shadings (sh), forms (Do) and lines
of text (BT Tf Tm Tr Tj ET). Each has an SVG equivalent: q and cm open groups that Q closes, W opens
a clipped group, and a form becomes a group in the definitions, referenced by `use`. A letter's
outline comes from the embedded TrueType font. Any other operator raises an error instead of being
skipped.

A shading (sh) fills its clipping path instead of an infinite square, because SVG viewers drop
groups that are far larger than the picture.

Colours are converted by a simple formula, without a colour profile. They are meant for screens,
not for proofing inks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from io import BytesIO
from typing import Any

from printkit.pdf.drawing import Cmyk
from printkit.pdf.geometry import short

_ESCAPE = re.compile(rb"\\([0-7]{1,3}|.)", re.DOTALL)
_CONTROL = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}


def gradient(shading: Any, own: str) -> str:  # noqa: ANN401 - pypdf's
    """Return an axial or radial shading as an SVG gradient with the id `own`."""
    where = [float(value) for value in shading["/Coords"]]
    stops = "".join(
        f'<stop offset="{at:g}" stop-color="{ink}"/>'
        for at, ink in _stops(shading["/Function"].get_object())
    )
    if shading["/ShadingType"] == 2:
        x1, y1, x2, y2 = map(short, where)
        tag, at = "linearGradient", f'x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"'
    else:
        x, y, radius = map(short, where[3:6])
        tag, at = "radialGradient", f'cx="{x}" cy="{y}" r="{radius}"'
    return f'<{tag} id="{own}" gradientUnits="userSpaceOnUse" {at}>{stops}</{tag}>'


def _stops(function: Any, low: float = 0.0, high: float = 1.0) -> Iterator[tuple[float, str]]:  # noqa: ANN401 - pypdf's
    """Yield the colour stops of a linear or a stitched function."""
    if function["/FunctionType"] == 2:
        yield low, colour([float(ink) for ink in function["/C0"]])
        yield high, colour([float(ink) for ink in function["/C1"]])
        return
    edges = [low, *(float(at) for at in function["/Bounds"]), high]
    for n, part in enumerate(function["/Functions"]):
        yield from _stops(part.get_object(), edges[n], edges[n + 1])


def _rectangle(of: list[float]) -> str:
    x, y, width, height = of
    return f"M{short(x)} {short(y)}h{short(width)}v{short(height)}h{short(-width)}Z"


def _step(letter: str) -> Any:  # noqa: ANN401 - a function that takes operands
    return lambda of: letter + " ".join(map(short, of))


PATH = {
    "m": _step("M"),
    "l": _step("L"),
    "c": _step("C"),
    "h": _step("Z"),
    "re": _rectangle,
}
PAINT = {
    "f": ("nonzero", False),
    "f*": ("evenodd", False),
    "S": ("", True),
    "B": ("nonzero", True),
    "B*": ("evenodd", True),
    "n": ("", False),
}


def colour(inks: Sequence[float]) -> str:
    """Return amounts of the four inks (0 to 1) as a screen colour."""
    red, green, blue = Cmyk(*(ink * 100 for ink in inks)).rgb
    return f"#{red:02x}{green:02x}{blue:02x}"


def matrix(numbers: Sequence[float]) -> str:
    """Return six numbers as an SVG transform."""
    return f"matrix({' '.join(short(number, 6) for number in numbers)})"


class Letters:
    """An embedded TrueType subset: the outline and advance width for each character code."""

    def __init__(self, font: Any, name: str) -> None:  # noqa: ANN401 - pypdf's
        """Read the font file of a PDF font; `name` is the prefix of its outlines' ids."""
        from fontTools.ttLib import TTFont  # noqa: PLC0415 - heavy

        file = font["/FontDescriptor"]["/FontFile2"].get_object().get_data()
        self._source = TTFont(BytesIO(file))
        self._glyphs = self._source.getGlyphSet()
        self._order = self._source.getGlyphOrder()
        tables = {(t.platformID, t.platEncID): t.cmap for t in self._source["cmap"].tables}
        self._map: dict[int, str] = tables.get((1, 0)) or next(iter(tables.values()))
        self._first = int(font["/FirstChar"])
        self._widths = [float(width) for width in font["/Widths"]]
        self._name = name
        self._known: dict[int, str] = {}
        self.em: float = self._source["head"].unitsPerEm

    def advance(self, code: int) -> float:
        """Return a letter's advance width, in units of the font's em square."""
        return self._widths[code - self._first] * self.em / 1000

    def glyph(self, code: int, defs: list[str]) -> str:
        """Return the id of a letter's outline, which is defined on first use; "" if it is blank."""
        if code not in self._known:
            from fontTools.pens.svgPathPen import SVGPathPen  # noqa: PLC0415 - heavy

            pen = SVGPathPen(self._glyphs, ntos=short)
            self._glyphs[self._map.get(code, self._order[0])].draw(pen)
            outline = pen.getCommands()
            self._known[code] = f"{self._name}-{code}" if outline else ""
            if outline:
                defs.append(f'<path id="{self._known[code]}" d="{outline}"/>')
        return self._known[code]


def unescaped(text: bytes) -> bytes:
    """Return the bytes of a PDF string without its escapes (ISO 32000-1, 7.3.4.2)."""

    def plain(hit: re.Match[bytes]) -> bytes:
        what = hit[1]
        return bytes([int(what, 8) & 255]) if what.isdigit() else _CONTROL.get(what, what)

    return _ESCAPE.sub(plain, text)


_TOKEN = re.compile(
    rb"(?P<number>[-+]?(?:\d+\.?\d*|\.\d+))|/(?P<name>[^\s/<>\[\]()]+)"
    rb"|(?P<text>\((?:\\.|[^\\()])*\))|(?P<operator>[A-Za-z'\"]+\*?)",
    re.DOTALL,
)
_XLINK = "http://www.w3.org/1999/xlink"
"""Namespace of references, without which SVG 1.1 viewers such as old Inkscape versions find
none.
"""
_QUIET = frozenset({"gs", "TL", "ET"})
"""Operators without effect on a screen: overprint, leading and end of text."""


def pages_as_svg(pdf: bytes) -> Iterator[str]:
    """Yield each page of a PDF by this program as an SVG document, sized in mm."""
    from pypdf import PdfReader  # noqa: PLC0415 - heavy

    for page in PdfReader(BytesIO(pdf)).pages:
        width, height = float(page.mediabox.width), float(page.mediabox.height)
        writer = _SvgDocument()
        contents = page.get_contents()
        data = contents.get_data() if contents is not None else b""
        body = _Stream(writer, page["/Resources"]).written(data)
        yield (
            f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="{_XLINK}" '
            f'width="{width * 25.4 / 72:.3f}mm" height="{height * 25.4 / 72:.3f}mm" '
            f'viewBox="0 0 {short(width)} {short(height)}">'
            f"<defs>{''.join(writer.defs)}</defs>"
            f'<g transform="matrix(1 0 0 -1 0 {short(height)})">{body}</g></svg>\n'
        )


@dataclass
class _SvgDocument:
    """Definitions shared by the streams of one page, by source object."""

    defs: list[str] = field(default_factory=list)
    forms: dict[str, str] = field(default_factory=dict)
    faces: dict[str, Letters] = field(default_factory=dict)
    count: int = 0

    def fresh(self) -> str:
        """Return an unused id."""
        self.count += 1
        return f"d{self.count}"


@dataclass
class _State:
    fill: str = "#000"
    stroke: str = "#000"
    width: float = 1.0
    cap: int = 0
    join: int = 0
    mode: int = 0
    face: Letters | None = None
    size: float = 1.0
    opened: int = 0
    """Number of groups opened since the last q."""
    clipped: str = ""
    """Attributes of the clipping path, which a shading fills, while its coordinates are valid."""


class _Stream:
    """Converter of one content stream to SVG nodes."""

    def __init__(self, document: _SvgDocument, resources: Any) -> None:  # noqa: ANN401 - pypdf's
        self.document = document
        self.resources = resources.get_object()
        self.out: list[str] = []
        self.states = [_State()]
        self.path: list[str] = []
        self.clip = ""
        self.matrix: Sequence[float] = (1, 0, 0, 1, 0, 0)

    def written(self, data: bytes) -> str:
        """Return the SVG nodes of a stream."""
        operands: list[Any] = []
        for token in _TOKEN.finditer(data):
            match token.lastgroup:
                case "number":
                    operands.append(float(token["number"]))
                case "name":
                    operands.append(token["name"].decode("latin-1"))
                case "text":
                    operands.append(unescaped(token["text"][1:-1]))
                case _:
                    self._do(token["operator"].decode("latin-1"), operands)
                    operands = []
        self.out.append("</g>" * sum(state.opened for state in self.states))
        return "".join(self.out)

    def _do(self, operator: str, of: list[Any]) -> None:
        if operator in PATH:
            self.path.append(PATH[operator](of))
        elif operator in PAINT:
            self._paint(*PAINT[operator])
        elif operator in ("W", "W*"):
            self.clip = "evenodd" if operator == "W*" else "nonzero"
        elif operator not in _QUIET:
            self._set(operator, of)

    def _set(self, operator: str, of: list[Any]) -> None:
        state = self.states[-1]
        match operator:
            case "q":
                self.states.append(replace(state, opened=0, clipped=""))
            case "Q":
                self.out.append("</g>" * self.states.pop().opened)
            case "cm":
                self._open(f'transform="{matrix(of)}"')
                state.clipped = ""
            case "w":
                state.width = of[0]
            case "J":
                state.cap = int(of[0])
            case "j":
                state.join = int(of[0])
            case "k":
                state.fill = colour(of)
            case "K":
                state.stroke = colour(of)
            case "Do":
                self._use(of[0])
            case "sh":
                self._shade(of[0])
            case _:
                self._text(operator, of)

    def _text(self, operator: str, of: list[Any]) -> None:
        state = self.states[-1]
        match operator:
            case "BT":
                self.matrix = (1, 0, 0, 1, 0, 0)
            case "Tm":
                self.matrix = of
            case "Tr":
                state.mode = int(of[0])
            case "Tf":
                state.face, state.size = self._face(of[0]), of[1]
            case "Tj" if state.face is not None:
                self._letters(state.face, of[0])
            case _:
                raise ValueError(f"the operator {operator!r} has no SVG here")

    def _open(self, attributes: str) -> None:
        self.out.append(f"<g {attributes}>")
        self.states[-1].opened += 1

    def _paint(self, fill: str, stroke: bool) -> None:  # noqa: FBT001 - unpacked from `PAINT`
        path, self.path = "".join(self.path), []
        state = self.states[-1]
        if (fill or stroke) and path:
            self.out.append(f'<path d="{path}"{self._look(state, fill, stroke=stroke)}/>')
        if self.clip:
            name, rule = self.document.fresh(), self.clip
            self.document.defs.append(
                f'<clipPath id="{name}"><path d="{path}" clip-rule="{rule}"/></clipPath>'
            )
            self.clip, state.clipped = "", f'd="{path}" fill-rule="{rule}"'
            self._open(f'clip-path="url(#{name})"')

    def _look(self, state: _State, fill: str, *, stroke: bool, scale: float = 1.0) -> str:
        look = f' fill="{state.fill}"' if fill else ' fill="none"'
        look += ' fill-rule="evenodd"' if fill == "evenodd" else ""
        if stroke:
            cap = ("butt", "round", "square")[state.cap]
            join = ("miter", "round", "bevel")[state.join]
            look += f' stroke="{state.stroke}" stroke-width="{short(state.width / scale)}"'
            look += f' stroke-linecap="{cap}" stroke-linejoin="{join}"'
        return look

    def _use(self, name: str) -> None:
        thing = self.resources["/XObject"][f"/{name}"].get_object()
        key = str(thing.indirect_reference.idnum)
        if key not in self.document.forms:
            self.document.forms[key] = group = self.document.fresh()
            left, bottom, right, top = (float(value) for value in thing["/BBox"])
            box = f"M{short(left)} {short(bottom)}H{short(right)}V{short(top)}H{short(left)}Z"
            clip = f'<clipPath id="{group}c"><path d="{box}"/></clipPath>'
            body = _Stream(self.document, thing.get("/Resources", {})).written(thing.get_data())
            self.document.defs.append(
                f'{clip}<g id="{group}"><g clip-path="url(#{group}c)">{body}</g></g>'
            )
        self.out.append(f'<use xlink:href="#{self.document.forms[key]}"/>')

    def _shade(self, name: str) -> None:
        if not self.states[-1].clipped:
            raise ValueError("a shading fills the path just clipped to, and here is none")
        shading = self.resources["/Shading"][f"/{name}"].get_object()
        own = self.document.fresh()
        self.document.defs.append(gradient(shading, own))
        self.out.append(f'<path {self.states[-1].clipped} fill="url(#{own})"/>')

    def _face(self, name: str) -> Letters:
        font = self.resources["/Font"][f"/{name}"].get_object()
        key = str(font["/BaseFont"])
        if key not in self.document.faces:
            self.document.faces[key] = Letters(font, f"f{len(self.document.faces)}")
        return self.document.faces[key]

    def _letters(self, face: Letters, text: bytes) -> None:
        state = self.states[-1]
        scale = state.size / face.em
        uses, x = "", 0.0
        for code in text:
            glyph = face.glyph(code, self.document.defs)
            uses += f'<use xlink:href="#{glyph}" x="{short(x)}"/>' if glyph else ""
            x += face.advance(code)
        stroke = state.mode in (1, 2)
        look = self._look(state, "" if state.mode == 1 else "nonzero", stroke=stroke, scale=scale)
        inner = f"matrix({short(scale)} 0 0 {short(scale)} 0 0)"
        self.out.append(f'<g transform="{matrix(self.matrix)} {inner}"{look}>{uses}</g>')
