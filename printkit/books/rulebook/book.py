"""A game's rulebook from its clauses: pages in reading order, or imposed as a booklet.

All text is broken into lines, placed and checked before the first page is drawn. The contents can
therefore show page numbers, and nothing is written if a character is missing. A booklet's sheets
are landscape and turn over their short edge, which is parallel to the fold.
"""

import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from printkit.books.diagrams.data import Shown
from printkit.books.diagrams.drawing import PictureDrawer
from printkit.books.diagrams.positions import Positions
from printkit.books.learn.data import LearnBook, LearnPage, check_learn_book, load_learn_book
from printkit.books.learn.pages import PageSetter
from printkit.books.reference.data import load_reference
from printkit.books.rulebook.data import (
    BookData,
    GameBook,
    check_game_book,
    inks,
    load_book,
    load_game_book,
)
from printkit.books.rulebook.pages import Leaf, PagePlace, Painter, text_area
from printkit.books.rulebook.text import Writer
from printkit.data.toml_source import choose, data_folder
from printkit.errors import TemplateFaults, TextOverflow, UsageError
from printkit.pdf.canvas import Sheets
from printkit.pdf.drawing import Cmyk
from printkit.pdf.fonts import LANGUAGES, Fonts
from printkit.pdf.geometry import Duplex, Mark, Size
from printkit.pdf.output import write_whole
from printkit.sheets.papers import book_papers, paper
from printkit.template.card_template import Dress, drawn_as
from printkit.typeset.flow import Block, Placed, Row, RowArt, flow
from printkit.typeset.setting import Setter
from printkit.typeset.typesetter import Typesetter, dotted
from rules import Catalog, Fault, Message, load_catalog

# Imposition of a saddle-stitched booklet: the pages on each side of each sheet.
#
# Sheets are folded together down the middle and stapled in the fold, so the outermost sheet has the
# first two and the last two pages. For n pages (a multiple of four), sheet s (0 is the outermost)
# has pages n - 2s | 1 + 2s outside, and 2 + 2s | n - 1 - 2s inside. The two pages of a side add up
# to n + 1. The left one is even, since page 1 is on the right.


_PAGES_A_SHEET = 4


@dataclass(frozen=True, slots=True)
class SheetSide:
    """One side of a sheet: the pages (from 1) on its left and on its right."""

    left: int
    right: int
    outside: bool


def padding(pages: int) -> int:
    """Return the number of empty pages that fill the last sheet."""
    return -pages % _PAGES_A_SHEET


def padded(leaves: Sequence[Leaf], end: int) -> list[Leaf]:
    """Fill the last sheet with blank pages before page `end`, inside the back cover."""
    blanks = [Leaf(blank=True)] * padding(len(leaves))
    return [*leaves[:end], *blanks, *leaves[end:]]


def saddle(pages: int) -> list[SheetSide]:
    """Return the sides in printing order: outside, inside, outside …, outermost sheet first."""
    if pages % _PAGES_A_SHEET or pages <= 0:
        raise ValueError(f"{pages} pages do not make whole sheets of four")
    sides = []
    for sheet in range(pages // _PAGES_A_SHEET):
        sides.append(SheetSide(pages - 2 * sheet, 1 + 2 * sheet, outside=True))
        sides.append(SheetSide(2 + 2 * sheet, pages - 1 - 2 * sheet, outside=False))
    return sides


_STAPLES = (0.25, 0.75)
"""Positions of the staples, as fractions of the fold's length."""
_FAINT = Cmyk(0, 0, 0, 30)
_BELOW_PART = 3.0
_APART = (1.6, 1.1, 0.6)
"""Spaces to try between settings, in mm, the best first. A tighter one may save a page."""
_BACK_PARTS = ("settings", "referee", "terms", "index")


BookKind = Literal["rulebook", "learn"]
"""The two books of a game: one to look rules up in, and one from which it is learnt."""


@dataclass(frozen=True, slots=True)
class BookJob:
    """A request for a book."""

    game: str
    lang: str = "en"
    paper: str = "A4"
    booklet: bool = True
    style: Dress = "full"
    out: Path = Path("out")
    kind: BookKind = "rulebook"


@dataclass(frozen=True, slots=True)
class PrintedBook:
    """The written file; `pages` counts the book's pages, `sheets` the sheets of paper."""

    pdf: Path
    pages: int
    sheets: int
    clauses: int
    paper: str
    warnings: tuple[Message, ...] = ()


def booklet_paper(name: str) -> str:
    """Return the paper size's name if `papers.toml` has a booklet page for it, otherwise A4."""
    known, _ = paper(name)
    return known if known in book_papers() else "A4"


def print_book(job: BookJob) -> PrintedBook:
    """Write the PDF; raise `PrintError` or `RulesError` if that fails."""
    catalog = load_catalog(job.game)
    lang = choose("language", job.lang, LANGUAGES)
    name, sheet = paper(choose("paper", job.paper, book_papers()))
    run = _BookRun(job, catalog, Fonts(lang, slug=catalog.slug), name, sheet)
    run.write()
    run.draw()
    parts = [job.game, job.kind, lang]
    parts += [name] if name != "A4" else []
    parts += [job.style] if job.style != "full" else []
    parts += ["pages"] if not job.booklet else []
    pdf = job.out / f"{'-'.join(parts)}.pdf"
    write_whole({pdf: run.sheets.data()})
    pages, sheets = len(run.leaves), -(-run.sheets.pages // 2)
    return PrintedBook(pdf, pages, sheets, len(catalog.clauses), name, run.warnings())


@dataclass
class _BookRun:
    """One run, which makes up the pages of a book and draws them to a PDF."""

    job: BookJob
    catalog: Catalog
    fonts: Fonts
    paper: str
    sheet: Size
    leaves: tuple[Leaf, ...] = ()
    anchored: list[tuple[int, Block]] = field(default_factory=list)
    numbers: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.book = load_book()
        self.own = load_game_book(self.catalog.slug)
        check_game_book(self.own, self.catalog)
        self.learn = load_learn_book(self.catalog.slug)
        if self.learn is not None:
            check_learn_book(self.learn, self.catalog)
        page = book_papers()[self.paper]
        self.size = Size(page.width, page.height)
        if 2 * self.size.width > self.sheet.height or self.size.height > self.sheet.width:
            raise UsageError("print.two_pages", width=f"{self.size.width:g}", paper=self.paper)
        self.typesetter = Typesetter(self.fonts)
        self.setter = Setter(self.fonts)
        lang, names = self.fonts.lang, self.catalog.names
        named = self.book.message(self.job.kind).render(lang)
        style, description = drawn_as(self.job.style), self._description()
        self.sheets = Sheets(
            f"{names[lang]} · {named}",
            self.fonts,
            Duplex.SHORT if self.job.booklet else Duplex.LONG,
            mono=self.job.style == "bw",
            tagged=True,
            subject=description,
            author=self.catalog.author,
        )
        catalog, book, own = self.catalog, self.book, self.own
        self.inks, size = inks(book, own, style), self.size
        players = own.players
        if self.learn is not None and self.job.kind == "learn":
            players = self.learn.cover
        label = dotted(*filter(None, (named, players.get(lang, ""))), lang=lang)
        self.painter = Painter(
            self.sheets,
            self.typesetter,
            catalog,
            book,
            own,
            size,
            self.inks,
            style,
            description,
            label,
        )
        replays = self.learn.replay if self.learn else {}
        self.positions = Positions(catalog.slug, replays)
        self.drawer = PictureDrawer(
            self.sheets, catalog, self.fonts, self.setter, self.job.style, self.inks, self.positions
        )

    def _description(self) -> str:
        """Return the sentence that describes the game; "" if its data has none."""
        file = data_folder(self.catalog.slug) / "game.toml"
        words = tomllib.loads(file.read_text("utf-8")).get("description", {})
        return str(words.get(self.fonts.lang, ""))

    def write(self) -> None:
        """Break all text into lines and place it.

        Raises one `MissingGlyphs` or `TextOverflow` with the findings of the whole book.
        """
        area = text_area(self.book, self.size)
        pages = PageSetter(self.sheets, self.typesetter, self.book, self.inks, self.drawer, area)
        if self.job.kind == "learn":
            self._write_lessons(pages)
        else:
            self._prepare_examples()
            made = _MakeUp(
                self.catalog,
                self.book,
                self.own,
                self.typesetter,
                self.size,
                self.job.booklet,
                self.learn,
                pages,
            )
            made.write()
            self.leaves = tuple(made.leaves)
        self.anchored = anchored(self.leaves)
        self.numbers = {block.anchor: number for number, block in self.anchored}
        self.painter.check(self.leaves, self.setter)
        self.setter.finish()

    def _prepare(self, pictures: Sequence[tuple[str, Shown]], name: str = "learn.toml") -> None:
        """Draw the faces of pictures; raise `TemplateFaults` if an example no longer holds."""
        self.drawer.prepare(pictures)
        if self.positions.faults:
            file = f"templates/{self.catalog.slug}/{name}"
            raise TemplateFaults(
                [Fault(file, 0, where, what) for where, what in self.positions.faults]
            )

    def _prepare_examples(self) -> None:
        """Draw the faces of the pictures that a rulebook shares with what explains the game."""
        if reference := load_reference(self.catalog.slug):
            self._prepare(reference.pictures(), "reference.toml")
        if self.learn is None:
            return
        examples = self.learn.examples().items()
        shown = [(id_, part.picture) for id_, parts in examples for part in parts if part.picture]
        for where, page in self.learn.repeated():
            shown += [(f"{where}.{place}", picture) for place, picture in page.pictures()]
        self._prepare(shown)

    def _write_lessons(self, pages: PageSetter) -> None:
        """Set the pages of the book from which the game is learnt."""
        if self.learn is None:
            file = f"templates/{self.catalog.slug}/learn.toml"
            raise UsageError("print.no_learn", game=self.catalog.names, file=file)
        self._prepare(list(self.learn.pictures()))
        head = self.book.message("learn").render(self.fonts.lang)
        leaves, overflow = [Leaf(cover=True)], list[Fault | Message]()
        for n, page in enumerate(self.learn.page):
            try:
                panel = pages.set(page, f"learn.toml: page.{n}")
            except TextOverflow as error:
                overflow += error.lines
            else:
                leaves.append(Leaf(panel=panel, head=head))
        if overflow:
            raise TextOverflow(overflow)
        if self.job.booklet:
            leaves = padded(leaves, len(leaves) - 1)
        self.leaves = tuple(leaves)

    def draw(self) -> None:
        """Draw every page, then the bookmarks."""
        if self.job.booklet:
            self._draw_booklet()
        else:
            for number in range(1, len(self.leaves) + 1):
                with self.sheets.page(self.size):
                    self._draw_page(number, PagePlace(self.size, (0, 0)))
        for _, block in self.anchored:
            if block.title:
                self.sheets.canvas.addOutlineEntry(
                    block.title, block.anchor, block.level, closed=block.level > 0
                )

    def _draw_booklet(self) -> None:
        sheet = Size(self.sheet.height, self.sheet.width)
        fold = sheet.width / 2
        top = (sheet.height - self.size.height) / 2
        for n, side in enumerate(saddle(len(self.leaves))):
            with self.sheets.page(sheet):
                self._draw_page(side.left, PagePlace(sheet, (fold - self.size.width, top)))
                self._draw_page(side.right, PagePlace(sheet, (fold, top)))
                if n == 0:
                    self._draw_staples(fold, sheet.height)

    def _draw_page(self, number: int, place: PagePlace) -> None:
        self.painter.draw(self.leaves[number - 1], number, self.numbers, place)

    def _draw_staples(self, fold: float, height: float) -> None:
        """Mark the fold and the staples on the outside of the outermost sheet."""
        marks = [Mark(fold, height * at - 6, fold, height * at + 6) for at in _STAPLES]
        self.sheets.lines(marks, _FAINT, 0.18)

    def warnings(self) -> tuple[Message, ...]:
        """Return warnings about prints that are probably not intended."""
        missing = self.painter.cover.pictureless
        return (Message("sheet.told_cover", cards=", ".join(missing)),) if missing else ()


def anchored(leaves: Sequence[Leaf]) -> list[tuple[int, Block]]:
    """Return every link target in order, with the number of its page."""
    return [
        (number, item.block)
        for number, leaf in enumerate(leaves, 1)
        for item in leaf.placed
        if item.first and item.block.anchor
    ]


@dataclass
class _MakeUp:
    """A book's pages while they are being made up."""

    catalog: Catalog
    book: BookData
    own: GameBook
    typesetter: Typesetter
    size: Size
    booklet: bool
    learn: LearnBook | None
    pages: PageSetter
    leaves: list[Leaf] = field(default_factory=list)

    def write(self) -> None:
        """Write all parts in order, cover first, and pad a booklet to whole sheets."""
        writer = self._writer()
        self.leaves.append(Leaf(cover=True))
        start = list(writer.start())
        glance = list(self._writer(2).glance())
        pictured = [self._repeated(*page) for page in self.learn.repeated()] if self.learn else []
        first = [writer.part("start")] if start else []
        front = [*first, *(leaf.placed[0].block for leaf in pictured)]
        parts = _BACK_PARTS if self.catalog.settings else _BACK_PARTS[1:]
        listed = (*parts, "reference") if glance else parts
        contents, guide = list(writer.contents(front, listed)), list(writer.guide())
        head = writer.part("contents")
        ways = [self._pages(head, [*contents, *guide])]
        if start:
            ways[0] += self._pages(first[0], start)
            ways.append(self._pages(head, contents) + self._pages(first[0], [*start, *guide]))
        shortest = min(ways, key=len)
        self.leaves += [*shortest, *pictured]
        self._part(writer.part("rules"), writer.sections())
        if self.catalog.settings:
            self.leaves += self._settings(writer)
        self._part(writer.part("referee"), writer.referee())
        self._part(writer.part("terms"), [writer.lead("terms_lead"), *writer.terms()])
        self._part(writer.part("index"), self._writer(2).index(), columns=2)
        last = self._pages(writer.part("reference"), glance, columns=2) if glance else []
        end = len(self.leaves)
        self.leaves += last
        if self.booklet:
            self.leaves = padded(self.leaves, end)

    def _repeated(self, where: str, page: LearnPage) -> Leaf:
        """Return a page of the book from which the game is learnt."""
        panel = self.pages.set(page, f"learn.toml: {where}")
        title = page.title[self.typesetter.fonts.lang]
        row = Row(panel.height, 0, art=(RowArt(0, panel.paint),))
        block = Block((row,), whole=True, anchor=where, title=title, head=title)
        return Leaf((Placed(block, block.rows, 0, self.pages.area.top, first=True),), title)

    def _settings(self, writer: Writer) -> list[Leaf]:
        """Set the variant settings with the spacing that needs the fewest pages."""
        head, lead = writer.part("settings"), writer.lead("settings_lead")
        ways = [self._pages(head, [lead, *writer.settings(space)]) for space in _APART]
        return min(ways, key=len)

    def _writer(self, columns: int = 1) -> Writer:
        area = text_area(self.book, self.size, columns)
        writer = Writer(self.catalog, self.book, self.own, self.typesetter, area)
        writer.show(self.learn, self.pages)
        return writer

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
