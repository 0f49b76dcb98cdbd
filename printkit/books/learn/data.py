"""Data of a book from which a game is learnt, from `templates/<slug>/learn.toml`."""

from collections.abc import Iterator
from functools import cache
from typing import Literal

from pydantic import BaseModel, Field

from printkit.books.diagrams.data import Replay, Shown, Tone, Words
from printkit.data.toml_source import Key, Strict, game_folder, read_toml
from printkit.errors import TemplateFaults
from printkit.pdf.fonts import LANGUAGES
from rules import Catalog, Fault, Message
from rules.messages.message import Text


class LearnPart(Strict):
    """One entry of a block: a picture, a bold head, a text and the clause that it explains."""

    picture: Shown | None = None
    number: str = ""
    tone: Tone = ""
    head: Words = Field(default_factory=dict)
    text: Words = Field(default_factory=dict)
    clause: str = ""
    small: bool = False
    """True if the text is set in smaller type."""


class LearnBlock(Strict):
    """One block of a page.

    `steps` are numbered texts, next to the block's picture if there is one. `grid` has its parts in
    columns, pictures above texts. `cases` are examples in boxes, pictures to the left of texts.
    `picture` is a large picture with a caption, `text` is plain text, `note` is a boxed remark,
    `terms` explains words. `referee` has what every book says about the referee, and `controls`
    the game's control cards.
    """

    kind: Literal[
        "steps", "grid", "cases", "picture", "text", "note", "terms", "referee", "controls"
    ]
    part: list[LearnPart] = Field(default_factory=list)
    picture: Shown | None = None
    columns: int = Field(default=2, ge=1, le=6)
    right: bool = False
    """True if a grid's texts are to the right of their pictures."""
    high: float = Field(default=40.0, gt=0)
    """Height of the largest picture in mm; a page scales all its pictures to its height."""
    share: float = Field(default=0.5, gt=0, lt=1)
    """The picture's share of the width, where a text is next to it."""


class LearnPage(Strict):
    """One page: its title, the sentence below it, and its blocks."""

    title: Words
    lead: Words = Field(default_factory=dict)
    block: list[LearnBlock] = Field(min_length=1)
    in_book: bool = False
    """True if the rulebook repeats the page."""

    def pictures(self) -> Iterator[tuple[str, Shown]]:
        """Yield every picture with its place on the page."""
        for k, block in enumerate(self.block):
            if block.picture:
                yield f"block.{k}.picture", block.picture
            for i, part in enumerate(block.part):
                if part.picture:
                    yield f"block.{k}.part.{i}.picture", part.picture


class LearnBook(Strict):
    """A whole book, without its cover's picture, which is that of the rulebook."""

    version: int = Field(ge=1)
    cover: Words
    """Players, minutes and age."""
    replay: dict[str, Replay] = Field(default_factory=dict)
    page: list[LearnPage] = Field(min_length=1)

    def faults(self) -> list[tuple[Key, Text]]:
        """Return the texts that are missing in a language."""
        return [(key, Message("lacks")) for key in _lacking(self, ())]

    def pictures(self) -> Iterator[tuple[str, Shown]]:
        """Yield every picture with its place in the file."""
        for n, page in enumerate(self.page):
            yield from ((f"page.{n}.{place}", shown) for place, shown in page.pictures())

    def repeated(self) -> list[tuple[str, LearnPage]]:
        """Return the pages that the rulebook repeats, with their places in the file."""
        return [(f"page.{n}", page) for n, page in enumerate(self.page) if page.in_book]

    def terms(self) -> list[LearnPart]:
        """Return the words that the book explains."""
        blocks = (block for page in self.page for block in page.block if block.kind == "terms")
        return [part for block in blocks for part in block.part]

    def examples(self) -> dict[str, list[LearnPart]]:
        """Return the examples with a picture of each clause."""
        found: dict[str, list[LearnPart]] = {}
        for page in self.page:
            for block in page.block:
                for part in block.part:
                    if part.clause and part.picture and block.kind == "cases":
                        found.setdefault(part.clause, []).append(part)
        return found


def _lacking(value: object, key: Key) -> Iterator[Key]:
    """Yield the keys of the words that are missing in a language."""
    if isinstance(value, BaseModel):
        for name in type(value).model_fields:
            yield from _lacking(getattr(value, name), (*key, name))
    elif isinstance(value, list):
        for n, item in enumerate(value):
            yield from _lacking(item, (*key, n))
    elif isinstance(value, dict):
        if value.keys() & set(LANGUAGES):
            yield from ((*key, lang) for lang in LANGUAGES if not value.get(lang))
        else:
            for name, item in value.items():
                yield from _lacking(item, (*key, name))


@cache
def load_learn_book(slug: str) -> LearnBook | None:
    """Load a game's book, or None; raise `TemplateFaults` if its file is faulty."""
    file = game_folder(slug) / "learn.toml"
    return read_toml(file, LearnBook) if file.is_file() else None


def check_learn_book(book: LearnBook, catalog: Catalog) -> None:
    """Raise `TemplateFaults` if a cited clause does not exist."""
    file = f"templates/{catalog.slug}/learn.toml"
    wrong = [
        Fault(
            file,
            0,
            f"page.{n}.block.{k}.part.{i}",
            Message("print.no_clause_cited", clause=repr(part.clause)),
        )
        for n, page in enumerate(book.page)
        for k, block in enumerate(page.block)
        for i, part in enumerate(block.part)
        if part.clause and part.clause not in catalog.clauses
    ]
    if wrong:
        raise TemplateFaults(wrong)
