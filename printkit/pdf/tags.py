"""QR tags: choice of salts, symbols, and panels as rectangles in mm.

Theory of operation. A tag is a QR code: Model 2, version 1, level H. All tags have the same mask,
because encoders disagree on masks, and choosing one takes most of an encoder's time. Two symbols
can therefore differ only in their 26 codewords (9 data, 17 error correction; ISO/IEC 18004, tables
7 and 9). The Hamming distance of two symbols is that of their codewords, so salts are chosen on
208-bit integers without drawing anything. Each tag, in print order, gets the first salt whose
codewords are at least `MIN_DISTANCE` from those of all earlier tags.

The panel, from outside in: black frame, white quiet zone, symbol. Modules are merged into
rectangles: a run in a row extends down as long as the next row has the same run. All are painted
as one path, so that no viewer shows seams.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby

from qrcode import QRCode
from qrcode.constants import ERROR_CORRECT_H
from qrcode.util import QRData, create_data

from printkit.pdf.geometry import Rect
from rules import Tag, format_tag
from rules.records.manifest import Symbol
from rules.records.tag import MAX_COPY

MASK = 3
MODULES = 21
MIN_DISTANCE = 56
DECK_NUMBERS = 36 * 36
_VERSION = 1


@dataclass(frozen=True, slots=True)
class TagPanel:
    """A framed tag: `x` and `y` are the frame's top left, and `symbol` is the side."""

    x: float
    y: float
    symbol: float = 16.0
    quiet_modules: float = 2.0
    frame: float = 2.0

    @property
    def quiet(self) -> float:
        """Width of the quiet zone, in mm."""
        return self.quiet_modules * self.symbol / MODULES

    @property
    def side(self) -> float:
        """Side of the whole panel, frame included, in mm."""
        return self.symbol + 2 * (self.quiet + self.frame)

    @property
    def outer(self) -> Rect:
        """The frame's outer square."""
        return Rect(self.x, self.y, self.side, self.side)

    @property
    def white(self) -> Rect:
        """The white square: symbol and quiet zone."""
        return self.outer.spread(-self.frame)

    @property
    def square(self) -> Rect:
        """The symbol's square."""
        return self.white.spread(-self.quiet)

    def scaled(self, scale: float) -> TagPanel:
        """Return the panel on a face that is drawn at `scale`."""
        x, y, symbol, frame = (n * scale for n in (self.x, self.y, self.symbol, self.frame))
        return TagPanel(x, y, symbol, self.quiet_modules, frame)

    @classmethod
    def whole(cls, x: float, y: float, side: float) -> TagPanel:
        """Return a panel of the given outer side, in the default proportions."""
        scale = side / cls(0, 0).side
        return cls(x, y, symbol=16.0 * scale, frame=2.0 * scale)


def symbol_of(panel: TagPanel) -> Symbol:
    """Return the manifest's description of this panel's tags."""
    return Symbol(MASK, panel.symbol, panel.quiet_modules, panel.frame)


def codewords(text: str) -> int:
    """Return the 26 codewords of a tag's symbol as one integer."""
    data = QRData(text)
    return int.from_bytes(bytes(create_data(_VERSION, ERROR_CORRECT_H, [data])), "big")


class SaltBook:
    """Choice of salts that keeps all tags of a print run at least `MIN_DISTANCE` modules apart."""

    def __init__(self) -> None:
        self._taken: dict[str, int] = {}

    def assign(self, tag: Tag) -> Tag:
        """Return the tag with the first salt that keeps the distance, and reserve it.

        Raises `ValueError` if no salt does (never observed: it needs thousands of tags).
        """
        for salt in range(MAX_COPY + 1):
            salted = replace(tag, salt=salt)
            text = format_tag(salted)
            word = codewords(text)
            if all((word ^ other).bit_count() >= MIN_DISTANCE for other in self._taken.values()):
                self._taken[text] = word
                return salted
        raise ValueError(f"no salt keeps {tag!r} apart from {len(self._taken)} tags")

    def take(self, text: str) -> None:
        """Reserve the codewords of a tag that was printed before."""
        self._taken[text] = codewords(text)

    def assign_all(self, tags: Iterable[Tag]) -> list[Tag]:
        """Assign salts to the tags, in order."""
        return [self.assign(tag) for tag in tags]


@lru_cache(maxsize=64)
def modules(text: str) -> tuple[tuple[bool, ...], ...]:
    """Return the symbol's 21 rows of 21 modules, True = dark.

    >>> "".join("#" if dark else "." for dark in modules("Y00C100110")[0])
    '#######...##..#######'
    """
    code = QRCode(version=_VERSION, error_correction=ERROR_CORRECT_H, mask_pattern=MASK, border=0)
    code.add_data(QRData(text))
    code.make(fit=False)
    return tuple(tuple(bool(dark) for dark in row) for row in code.modules)


@lru_cache(maxsize=64)
def symbol_rects(text: str) -> tuple[tuple[int, int, int, int], ...]:
    """Return the dark modules as disjoint rectangles (column, row, columns, rows), in modules."""
    done: list[tuple[int, int, int, int]] = []
    growing: dict[tuple[int, int], int] = {}
    for y, row in enumerate((*modules(text), ())):
        runs = set(_runs(row))
        for run in [run for run in growing if run not in runs]:
            start = growing.pop(run)
            done.append((run[0], start, run[1], y - start))
        for run in runs:
            growing.setdefault(run, y)
    return tuple(sorted(done, key=lambda r: (r[1], r[0])))


def _runs(row: tuple[bool, ...]) -> Iterable[tuple[int, int]]:
    x = 0
    for dark, run in groupby(row):
        length = len(list(run))
        if dark:
            yield x, length
        x += length


def stable_number(*words: str) -> int:
    """Return a number from 0 to 1295 that depends only on the words."""
    digest = hashlib.sha256("/".join(words).encode()).digest()
    return int.from_bytes(digest[:8], "big") % DECK_NUMBERS
