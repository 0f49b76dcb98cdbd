"""Data of rulebooks, apart from the clauses.

The shared file `templates/sheets/book.toml` has margins, type, inks and common words. A game's
`templates/<slug>/book.toml` has its inks, cover, box contents and set-up. A game without this file
gets a book of its clauses only.
"""

from functools import cache

from pydantic import Field

from printkit.data.toml_source import TEMPLATES, Key, Strict, game_folder, read_toml
from printkit.errors import TemplateFaults
from printkit.pdf.drawing import Cmyk
from printkit.pdf.fonts import LANGUAGES
from printkit.template.anchors import Box
from printkit.template.card_template import Style
from printkit.template.parts import Ink, Pair
from printkit.typeset.flow import TextStyle
from printkit.typeset.min_sizes import BOOK
from rules import Catalog, Fault, Message
from rules.messages.message import Fact, Text

Words = dict[str, str]


class _Margins(Strict):
    top: float
    bottom: float
    inner: float
    outer: float
    head: float
    foot: float
    number: float
    gutter: float


class _Type(Strict):
    role: str
    size: float = Field(ge=BOOK)
    leading: float = Field(1.45, gt=0)
    ink: str = "text"

    @property
    def face(self) -> TextStyle:
        return TextStyle(self.role, self.size, self.leading, self.ink)


class _GuideParagraph(Strict):
    title: Words = Field(default_factory=dict)
    text: Words


class BookData(Strict):
    """Margins, type, inks and words of every rulebook."""

    version: int = Field(ge=1)
    margins: _Margins
    type: dict[str, _Type]
    ink: dict[Style, dict[str, Ink]]
    word: dict[str, Words]
    guide: list[_GuideParagraph]
    referee: list[_GuideParagraph]

    def face(self, name: str) -> TextStyle:
        """Return the text style of a kind of text, such as "body"."""
        return self.type[name].face

    def message(self, key: str, **facts: Fact) -> Message:
        """Return one of the book's words or phrases as a message with its facts."""
        return Message(self.word[key], **facts)

    def faults(self) -> list[tuple[Key, Text]]:
        """Return the words that are missing in a language, and the inks that are not defined."""
        found: list[tuple[Key, Text]] = [
            (("word", key, lang), Message("lacks"))
            for key, words in self.word.items()
            for lang in LANGUAGES
            if not words.get(lang)
        ]
        found += [
            ((kind, n, part, lang), Message("lacks"))
            for kind, items in (("guide", self.guide), ("referee", self.referee))
            for n, item in enumerate(items)
            for part, words in (("title", item.title), ("text", item.text))
            for lang in LANGUAGES
            if words and not words.get(lang)
        ]
        found += [
            (("type", name, "ink"), Message("print.no_ink_of", table=f"ink.{style}"))
            for style, inks in self.ink.items()
            for name, kind in self.type.items()
            if kind.ink not in inks
        ]
        return found


class Window(Strict):
    """A cropped card picture on the cover: `crop` is on the card, `at` on the panel, both in mm."""

    card: str
    owner: str
    crop: Box
    at: Pair
    scale: float = Field(1.0, gt=0)


class _Step(Strict):
    text: Words
    clauses: list[str] = Field(default_factory=list)


class GameBook(Strict):
    """The game-specific part of a rulebook; `panel` is the size of the cover's picture, in mm."""

    version: int = Field(1, ge=1)
    ink: dict[Style, dict[str, Ink]] = Field(default_factory=dict)
    players: Words = Field(default_factory=dict)
    panel: Pair = Field(default_factory=lambda: [132.0, 98.0])
    window: list[Window] = Field(default_factory=list)
    whole: bool = False
    """True if a box shows the crops of the cover's pictures whole instead of enlarged."""
    need: list[_Step] = Field(default_factory=list)
    setup: list[_Step] = Field(default_factory=list)

    def faults(self) -> list[tuple[Key, Text]]:
        """Return the texts that are missing in a language."""
        steps = [("need", n, step) for n, step in enumerate(self.need)]
        steps += [("setup", n, step) for n, step in enumerate(self.setup)]
        return [
            ((kind, n, "text", lang), Message("lacks"))
            for kind, n, step in steps
            for lang in LANGUAGES
            if not step.text.get(lang)
        ]


@cache
def load_book() -> BookData:
    """Load the data that all rulebooks share; raise `TemplateFaults` if faulty."""
    return read_toml(TEMPLATES / "sheets" / "book.toml", BookData)


@cache
def load_game_book(slug: str) -> GameBook:
    """Load a game's part of its rulebook, or an empty one; raise `TemplateFaults` if faulty."""
    file = game_folder(slug) / "book.toml"
    return read_toml(file, GameBook) if file.is_file() else GameBook.model_validate({})


def inks(book: BookData, own: GameBook, style: Style) -> dict[str, Cmyk]:
    """Return the inks of a style; the game's inks override the shared inks."""
    return {**book.ink[style], **own.ink.get(style, {})}


def check_game_book(own: GameBook, catalog: Catalog) -> None:
    """Raise `TemplateFaults` if a cited clause does not exist."""
    file = f"templates/{catalog.slug}/book.toml"
    wrong = [
        Fault(file, 0, f"{kind}.{n}", Message("print.no_clause_cited", clause=repr(clause)))
        for kind, steps in (("need", own.need), ("setup", own.setup))
        for n, step in enumerate(steps)
        for clause in step.clauses
        if clause not in catalog.clauses
    ]
    if wrong:
        raise TemplateFaults(wrong)
