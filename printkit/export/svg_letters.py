"""Letters of this program's PDFs as outlines for SVG: embedded TrueType subsets, glyph by glyph."""

from __future__ import annotations

import re
from io import BytesIO
from typing import Any

from printkit.pdf.geometry import short

_ESCAPE = re.compile(rb"\\([0-7]{1,3}|.)", re.DOTALL)
_CONTROL = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}


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
