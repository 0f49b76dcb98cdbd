"""A rulebook made up: its blocks broken into pages in reading order, as values; no PDF here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from printkit.books.rulebook.data import BookData, GameBook
from printkit.books.rulebook.imposition import padding
from printkit.books.rulebook.pages import Leaf, text_area
from printkit.books.rulebook.text import Writer
from printkit.pdf.geometry import Size
from printkit.typeset.flow import Block, Placed, flow
from printkit.typeset.typesetter import Typesetter
from rules import Catalog

_BELOW_PART = 3.0
_APART = (1.6, 1.1, 0.6)
"""Spaces between settings, mm, the best first; no page may begin with only one or two settings."""
_BACK_PARTS = ("settings", "referee", "terms", "index")


def make_up(
    catalog: Catalog,
    book: BookData,
    own: GameBook,
    typesetter: Typesetter,
    size: Size,
    *,
    booklet: bool,
) -> tuple[Leaf, ...]:
    """Make up every page of a game's book, cover first; a booklet has a multiple of four pages."""
    made = _MakeUp(catalog, book, own, typesetter, size, booklet)
    made.write()
    return tuple(made.leaves)


def anchored(leaves: Sequence[Leaf]) -> list[tuple[int, Block]]:
    """Return every link target in order, with the number of the page it begins on."""
    return [
        (number, item.block)
        for number, leaf in enumerate(leaves, 1)
        for item in leaf.placed
        if item.first and item.block.anchor
    ]


@dataclass
class _MakeUp:
    """The pages while they are filled."""

    catalog: Catalog
    book: BookData
    own: GameBook
    typesetter: Typesetter
    size: Size
    booklet: bool
    leaves: list[Leaf] = field(default_factory=list)

    def write(self) -> None:
        """Write all parts in order, padded to whole sheets for a booklet."""
        writer = self._writer()
        self.leaves.append(Leaf(cover=True))
        if self.own.need or self.own.setup:
            self._part(writer.part("start"), writer.start())
        glance = list(self._writer(2).glance())
        parts = _BACK_PARTS if self.catalog.settings else _BACK_PARTS[1:]
        listed = (*parts, "reference") if glance else parts
        self._part(writer.part("contents"), [*writer.contents(listed), *writer.guide()])
        self._part(writer.part("rules"), writer.sections())
        if self.catalog.settings:
            self.leaves += self._settings(writer)
        self._part(writer.part("referee"), writer.referee())
        self._part(writer.part("terms"), [writer.lead("terms_lead"), *writer.terms()])
        self._part(writer.part("index"), self._writer(2).index(), columns=2)
        last = self._pages(writer.part("reference"), glance, columns=2) if glance else []
        if self.booklet:
            notes = Leaf(head=writer.word("notes"), lined=True)
            self.leaves += [notes] * padding(len(self.leaves) + len(last))
        self.leaves += last

    def _settings(self, writer: Writer) -> list[Leaf]:
        """Set the settings on as few pages as any of the allowed spacings gives."""
        head, lead = writer.part("settings"), writer.lead("settings_lead")
        ways = [self._pages(head, [lead, *writer.settings(space)]) for space in _APART]
        return min(ways, key=len)

    def _writer(self, columns: int = 1) -> Writer:
        area = text_area(self.book, self.size, columns)
        return Writer(self.catalog, self.book, self.own, self.typesetter, area)

    def _part(self, head: Block, blocks: Iterable[Block], columns: int = 1) -> None:
        self.leaves += self._pages(head, blocks, columns)

    def _pages(self, head: Block, blocks: Iterable[Block], columns: int = 1) -> list[Leaf]:
        """Break a part into pages: its heading over all columns, then its blocks."""
        area = text_area(self.book, self.size, columns)
        pages = flow(list(blocks), area, head.height + _BELOW_PART)
        pages[0].insert(0, Placed(head, head.rows, 0, area.top, first=True))
        running, leaves = head.head, []
        for page in pages:
            if page[0].first and page[0].block.head:
                running = page[0].block.head
            leaves.append(Leaf(tuple(page), running))
            heads = [item.block.head for item in page if item.block.head]
            running = heads[-1] if heads else running
        return leaves
