"""Flow of text rows over the pages of a book, independent of PDF.

Theory of operation. A text becomes *rows*: broken lines with their height and contents. Rows that
belong together form a *block* (a heading, a paragraph, an entry of a table); `flow` distributes
blocks over columns of fixed height, in order. Three rules decide where a column may end (JLREQ
3.2.9 and every book on typography). A heading is never alone at its foot (`keep`: stays with the
next block). A split block has at least two rows in each column (no widow, no orphan). A block
marked `whole` is never split. Space above a block is dropped at the top of a column.

Pages are values. They can be drawn in any order, as the imposition of a booklet requires, and page
numbers are known before the first page is drawn (`Span.page_of`). reportlab's own page flow allows
neither: it draws in reading order while it flows. It also breaks mixed CJK and Latin inside words.

Lengths are in mm, with y down; type sizes are in pt.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from printkit.errors import TextOverflow
from printkit.pdf.fonts import PT
from printkit.typeset.pictograms import PlateKind
from rules import Message

_ORPHANS = 2
_WIDOWS = 2
SLACK = 1e-6
"""Tolerance of a sum of lengths, in mm."""


@dataclass(frozen=True, slots=True)
class TextStyle:
    """Type settings of a text: role, size in pt, leading in em, and ink."""

    role: str
    size: float
    leading: float = 1.45
    ink: str = "text"

    @property
    def height(self) -> float:
        """Distance between baselines, in mm."""
        return self.size * self.leading * PT


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of text in a row; `x` is its distance from the column's left, in mm.

    `page_of` is the anchor of a block whose page number is printed. `lang` is set if its language
    is not the book's.
    """

    text: str
    x: float
    face: TextStyle
    align: Literal["left", "centre", "right"] = "left"
    page_of: str = ""
    lang: str = ""


@dataclass(frozen=True, slots=True)
class Bar:
    """A filled rectangle; x from the column's left, y from the row's top, in mm."""

    x: float
    y: float
    width: float
    height: float
    ink: str


@dataclass(frozen=True, slots=True)
class Sign:
    """A pictogram on its plate; (x, y) is its centre in the row, in mm."""

    name: str
    plate: PlateKind
    x: float
    y: float
    radius: float


@dataclass(frozen=True, slots=True)
class RowArt:
    """A drawing in a row; `paint` draws it with its top left at a point of the page."""

    x: float
    paint: Callable[[float, float], None]


@dataclass(frozen=True, slots=True)
class Row:
    """One line: its height, its baseline from the top (both in mm), and its contents."""

    height: float
    baseline: float
    spans: tuple[Span, ...] = ()
    bars: tuple[Bar, ...] = ()
    signs: tuple[Sign, ...] = ()
    art: tuple[RowArt, ...] = ()


@dataclass(frozen=True, slots=True)
class Block:
    """Rows that belong together, `space` mm below the previous block.

    `anchor` names its place for page numbers and links; a block with a `title` is a bookmark of the
    PDF at depth `level`. `head` is the running head from this block on, and `where` names the
    block in findings.
    """

    rows: tuple[Row, ...]
    space: float = 0.0
    keep: bool = False
    whole: bool = False
    anchor: str = ""
    title: str = ""
    level: int = 0
    head: str = ""
    where: str = ""

    @property
    def height(self) -> float:
        """Total height of the rows, in mm."""
        return sum(row.height for row in self.rows)


@dataclass(frozen=True, slots=True)
class Area:
    """Text area of a page, in mm: columns from left to right, each (x, width)."""

    top: float
    height: float
    columns: tuple[tuple[float, float], ...]

    @property
    def width(self) -> float:
        """Width of every column."""
        return self.columns[0][1]


@dataclass(frozen=True, slots=True)
class Placed:
    """Rows of a block on a page; (x, y) is their top left, `first` marks the block's beginning."""

    block: Block
    rows: tuple[Row, ...]
    x: float
    y: float
    first: bool


def flow(blocks: Sequence[Block], area: Area, top: float = 0.0) -> list[list[Placed]]:
    """Break blocks into columns and pages; the first page has `top` mm less room.

    A heading as wide as the page takes this space from all columns.

    Raises `TextOverflow` for a block that must not be split and is higher than a column.
    """
    cursor = _Cursor(area, top)
    for chain in _chains(blocks):
        cursor.make_room(chain)
        for block in chain:
            cursor.place(block)
    return cursor.pages


class _Cursor:
    """Position of the next row."""

    def __init__(self, area: Area, top: float) -> None:
        self.pages: list[list[Placed]] = [[]]
        self._area = area
        self._column = 0
        self._begin = self._y = top

    def make_room(self, chain: Sequence[Block]) -> None:
        """Continue in the next column if the chain cannot begin in this one."""
        *tied, last = chain
        need = sum(block.space + block.height for block in tied) + last.space + _least(last)
        if need - chain[0].space > self._area.height + SLACK:
            what = chain[0].where or chain[0].title
            raise TextOverflow([Message("print.higher_than_page", what=what)])
        if self._y > self._begin and self._y + need > self._area.height + SLACK:
            self._next_column()

    def place(self, block: Block) -> None:
        """Place the block's rows in as many columns as they need."""
        self._y += block.space if self._y > self._begin else 0.0
        rest = block.rows
        while rest:
            fit = _fitting(rest, self._area.height - self._y, whole=block.whole)
            if fit:
                x = self._area.columns[self._column][0]
                begins = rest is block.rows
                self.pages[-1].append(
                    Placed(block, rest[:fit], x, self._area.top + self._y, begins)
                )
                self._y += sum(row.height for row in rest[:fit])
                rest = rest[fit:]
            if rest:
                self._next_column()

    def _next_column(self) -> None:
        self._column += 1
        if self._column == len(self._area.columns):
            self._column, self._begin = 0, 0.0
            self.pages.append([])
        self._y = self._begin


def _chains(blocks: Sequence[Block]) -> Iterator[list[Block]]:
    """Yield chains of blocks that stay together."""
    chain: list[Block] = []
    for block in blocks:
        chain.append(block)
        if not block.keep:
            yield chain
            chain = []
    if chain:
        yield chain


def _least(block: Block) -> float:
    """Return the height that must stay together at the beginning of a block."""
    rows = block.rows
    if block.whole or len(rows) < _ORPHANS + _WIDOWS:
        return block.height
    return sum(row.height for row in rows[:_ORPHANS])


def _fitting(rows: Sequence[Row], room: float, *, whole: bool) -> int:
    """Return the number of rows that fit in `room` mm; 0 if all move to the next column."""
    used, count = 0.0, 0
    for row in rows:
        if used + row.height > room + SLACK:
            break
        used += row.height
        count += 1
    if count == len(rows):
        return count
    count = min(count, len(rows) - _WIDOWS)
    return 0 if whole or count < _ORPHANS else count
