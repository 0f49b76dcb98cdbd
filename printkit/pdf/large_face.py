"""Fast reading of large faces: a CJK face of 17 000 glyphs in 15 ms, without copying its file.

Theory of operation. reportlab reads a face number by number, which costs about 90 ms and 15 MiB for
a CJK face, and keeps a copy of the file. Here reportlab still reads names, metrics and flags
(`extractInfo` without characters). The three long tables, which OpenType defines as plain arrays of
big-endian numbers, are read as arrays: `cmap` format 12 (character → glyph), `hmtx` (advances and
bearings) and `loca` (positions of outlines). The file is memory-mapped, so only the printed
outlines are ever read. A face without a format 12 map is small: reportlab reads it whole.
"""

from __future__ import annotations

import mmap
import sys
from array import array
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from struct import iter_unpack, unpack_from
from typing import Literal
from weakref import WeakKeyDictionary

from reportlab import rl_config
from reportlab.pdfbase.ttfonts import TTEncoding, TTFError, TTFont, TTFontFace

_FULL_UNICODE = (3, 10)
"""Platform and encoding of a map with characters beyond the first 65 536."""
_SEGMENTED = 12
_SPACE, _TIED_SPACE = 0x20, 0xA0


class LargeFont(TTFont):
    """A face read from a file, not yet registered; raises the same errors as `TTFont`."""

    def __init__(self, name: str, path: Path) -> None:
        """Read the face as `TTFont` does, except for the long tables."""
        self.fontName = name
        self.face = _LargeFace(path)
        self.encoding = TTEncoding()
        self.state = WeakKeyDictionary()
        self._asciiReadable = rl_config.ttfAsciiReadable
        self.shapable = False


@dataclass(frozen=True, slots=True)
class _MappedFile:
    """A file-like object for reportlab."""

    name: str
    data: mmap.mmap

    def read(self) -> mmap.mmap:
        return self.data


@dataclass(frozen=True, slots=True)
class _Outlines:
    """The table `glyf`; slices of it are bytes."""

    data: mmap.mmap
    start: int

    def __getitem__(self, part: slice) -> bytes:
        return self.data[self.start + part.start : self.start + part.stop]


@dataclass(frozen=True, slots=True)
class _Metrics:
    """Advance and bearing of each glyph; glyphs beyond the last advance share it."""

    advances: array[int]
    bearings: array[int]

    def __getitem__(self, glyph: int) -> tuple[int, int]:
        return self.advances[min(glyph, len(self.advances) - 1)], self.bearings[glyph]


class _LargeFace(TTFontFace):
    _ttf_data: mmap.mmap
    _pdfScale: Callable[[int], float]  # noqa: N815 - reportlab's name

    def __init__(self, path: Path) -> None:
        with path.open("rb") as file:
            data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        super().__init__(_MappedFile(str(path), data))

    def extractInfo(self, charInfo: Literal[0, 1] | bool = 1) -> None:  # noqa: FBT001, N802, N803 - reportlab's
        """Set the face's attributes for reportlab, with the long tables read as arrays."""
        characters = self._full_map()
        if characters < 0:
            super().extractInfo(charInfo)
            return
        super().extractInfo(0)
        glyphs: dict[int, int] = {}
        start, count = characters + 16, self.get_ulong(characters + 12)
        for first, last, glyph in iter_unpack(">LLL", self.get_chunk(start, 12 * count)):
            for char in range(first, last + 1):
                glyphs[char] = glyph + char - first
        if _SPACE in glyphs:
            glyphs[_TIED_SPACE] = glyphs[_SPACE]
        self.charToGlyph = glyphs
        self.hmetrics = self._metrics()
        self.glyphPos = self._positions()
        scale, advances = self._pdfScale, self.hmetrics.advances
        top = len(advances) - 1
        self.defaultWidth = scale(advances[0])
        self.charWidths = {char: scale(advances[min(n, top)]) for char, n in glyphs.items()}

    def get_table(self, tag: str) -> bytes | _Outlines:
        """Return a table's bytes; outlines are read on request."""
        if tag == "glyf":
            return _Outlines(self._ttf_data, self.get_table_pos(tag)[0])
        table: bytes = super().get_table(tag)  # type: ignore[no-untyped-call]
        return table

    def _full_map(self) -> int:
        """Return the offset of the format 12 map of all characters; -1 if there is none."""
        table = self.get_table_pos("cmap")[0]
        for n in range(self.get_ushort(table + 2)):
            platform, encoding, offset = unpack_from(">HHL", self._ttf_data, table + 4 + 8 * n)
            if (platform, encoding) == _FULL_UNICODE:
                return table + offset if self.get_ushort(table + offset) == _SEGMENTED else -1
        return -1

    def _metrics(self) -> _Metrics:
        start, _ = self.get_table_pos("hmtx")
        full = self.get_ushort(self.get_table_pos("hhea")[0] + 34)
        numbers = _numbers("H", self.get_chunk(start, 2 * (full + self.numGlyphs)))
        return _Metrics(numbers[: 2 * full : 2], numbers[1 : 2 * full : 2] + numbers[2 * full :])

    def _positions(self) -> array[int]:
        start, length = self.get_table_pos("loca")
        if not self.get_ushort(self.get_table_pos("head")[0] + 50):
            return array("L", (2 * half for half in _numbers("H", self.get_chunk(start, length))))
        return _numbers("I", self.get_chunk(start, length))


def _numbers(kind: str, data: bytes) -> array[int]:
    """Return a table of big-endian numbers of two (`H`) or four (`I`) bytes."""
    found = array(kind)
    if len(data) % found.itemsize:
        raise TTFError("a table of the face is cut off")
    found.frombytes(data)
    if sys.byteorder == "little":
        found.byteswap()
    return found
