"""Building blocks of a rulebook, such as headings, paragraphs, steps and lines of the contents."""

from collections.abc import Iterable

from printkit.books.rulebook.data import BookData, GameBook
from printkit.typeset.flow import Area, Bar, Block, Row, Span, TextStyle
from printkit.typeset.typesetter import Typesetter, line_row
from rules import Catalog
from rules.messages.message import Fact

MARK = 1.7
"""Side of the square that marks a clause that a move can break, in mm."""


def clause_anchor(clause: str) -> str:
    """Return the anchor of a clause."""
    return f"clause.{clause}"


def section_anchor(section: str) -> str:
    """Return the anchor of a section."""
    return f"section.{section}"


class Blocks:
    """Typesetter of the building blocks of one game's book, in one language and column width."""

    def __init__(
        self, catalog: Catalog, book: BookData, own: GameBook, typesetter: Typesetter, area: Area
    ) -> None:
        self.lang = typesetter.fonts.lang
        self._catalog = catalog
        self._book = book
        self._own = own
        self._set = typesetter
        self._width = area.width
        self._height = area.height
        self._number = book.margins.number

    def word(self, key: str, **facts: Fact) -> str:
        """Return one of the book's words or phrases, with its facts filled in."""
        return self._book.message(key, **facts).render(self.lang)

    def part(self, key: str) -> Block:
        """Return the heading of a part, which begins a page."""
        face, title = self._book.face("part"), self.word(key)
        if key == "settings" and (number := self.settings_number()):
            title = f"{number}  {title}"
        rows = list(self._set.rows(title, face, self._width, key))
        rows.append(Row(3.4, 0, bars=(Bar(0, 0.6, self._width, 0.7, "accent"),)))
        return Block(
            tuple(rows), 0, keep=True, whole=True, anchor=f"part.{key}", title=title, head=title
        )

    def settings_number(self) -> str:
        """Return the section number that the rules skip and the settings get, or ""."""
        numbers = {int(number) for number in self._catalog.sections if number.isdecimal()}
        left_out = set(range(1, max(numbers, default=0))) - numbers
        return str(left_out.pop()) if len(left_out) == 1 and self._catalog.settings else ""

    def lead(self, key: str) -> Block:
        """Return the sentence below a part's heading."""
        return self._paragraph(self.word(key), "body", key, space=1)

    def _subheading(self, key: str) -> Block:
        return self._subheading_of(self.word(key))

    def _subheading_of(self, title: str) -> Block:
        rows = self._set.rows(title, self._book.face("section"), self._width, title)
        rule = Row(1.8, 0, bars=(Bar(0, 0.4, self._width, 0.35, "accent"),))
        return Block((*rows, rule), 6, keep=True, whole=True)

    def _paragraph(self, text: str, kind: str, where: str, *, space: float) -> Block:
        rows = self._set.rows(text, self._book.face(kind), self._width, where)
        return Block(rows, space, where=where)

    def _item(
        self, number: str, text: str, clauses: Iterable[str], where: str, head: str = ""
    ) -> Block:
        """Return a numbered step or a bulleted item, with its clauses below."""
        face, note = self._book.face("body"), self._book.face("note")
        cited, room = ", ".join(clauses), self._width - 7
        rows: list[Row] = []
        if head:
            rows += self._set.rows(head, self._book.face("strong"), room, where, x=7)
        rows += self._set.rows(text, face, room, where, x=7)
        if number:
            rows[0] = line_row(face, Span(number, 0.4, self._book.face("label")), *rows[0].spans)
        else:
            mark = Bar(0.6, rows[0].baseline - 2.0, MARK, MARK, "accent")
            rows[0] = line_row(face, *rows[0].spans, bars=(mark,))
        if cited:
            rows += self._set.rows(f"→ {cited}", note, room, where, x=7)
        return Block(tuple(rows), 1.6, whole=True, where=where)

    def _entry(
        self, number: str, text: str, anchor: str, face: TextStyle, *, space: float = 0.0
    ) -> Block:
        """Return a line of the table of contents: number, title and page, without dot leaders."""
        lines = self._set.lines(text, face, self._width - 18, text)
        rows = [line_row(face, Span(line, 8, face)) for line in lines]
        if number:
            rows[0] = line_row(face, Span(number, 0, self._book.face("number")), *rows[0].spans)
        page = Span("", self._width, face, "right", page_of=anchor)
        rows[-1] = line_row(face, *rows[-1].spans, page)
        return Block(tuple(rows), space, whole=True)


def rule(width: float) -> Row:
    """Return a thin line across the column."""
    return Row(1.4, 0, bars=(Bar(0, 0.9, width, 0.15, "rule"),))
