"""Paths, colours and shadings of a PDF in SVG."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Any

from printkit.pdf.drawing import Cmyk
from printkit.pdf.geometry import short

_ESCAPE = re.compile(rb"\\([0-7]{1,3}|.)", re.DOTALL)
_CONTROL = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}


def gradient(shading: Any, own: str) -> str:  # noqa: ANN401 - pypdf's
    """Return an axial or radial shading with the id `own`."""
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


def _step(letter: str) -> Any:  # noqa: ANN401 - a function of operands
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
    """Return inks from 0 to 1 as a screen colour."""
    red, green, blue = Cmyk(*(ink * 100 for ink in inks)).rgb
    return f"#{red:02x}{green:02x}{blue:02x}"


def matrix(numbers: Sequence[float]) -> str:
    """Return six numbers as a transform."""
    return f"matrix({' '.join(short(number, 6) for number in numbers)})"


class Letters:
    """An embedded TrueType subset: outlines and advances by the byte of each letter."""

    def __init__(self, font: Any, name: str) -> None:  # noqa: ANN401 - pypdf's
        """Read the face of a PDF font; `name` begins the ids of its outlines."""
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
        """Return a letter's advance width, em."""
        return self._widths[code - self._first] * self.em / 1000

    def glyph(self, code: int, defs: list[str]) -> str:
        """Return the id of the letter's outline, defined when first used; "" for a blank one."""
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
    """Return a string's bytes (ISO 32000-1, 7.3.4.2)."""

    def plain(hit: re.Match[bytes]) -> bytes:
        what = hit[1]
        return bytes([int(what, 8) & 255]) if what.isdigit() else _CONTROL.get(what, what)

    return _ESCAPE.sub(plain, text)
