"""Texts of reference cards, from `templates/<slug>/reference.toml`."""

from functools import cache

from pydantic import Field

from printkit.books.diagrams.data import Shown
from printkit.data.toml_source import Key, Strict, game_folder, read_toml
from printkit.errors import TemplateFaults
from printkit.pdf.fonts import LANGUAGES
from printkit.template.parts import Pair
from rules import Catalog, Fault, Message
from rules.messages.message import Text

Words = dict[str, str]
MOST_SIDES = 4
"""Maximum number of sides: two cards per player, printed on both sides."""


class Item(Strict):
    """One line of a card: its mark (a number, or a callout's letter), its words and its clauses.

    `at` is the point on the sample card that a callout refers to, in mm from its trim's top left.
    """

    mark: str = ""
    head: Words = Field(default_factory=dict)
    text: Words
    clauses: list[str] = Field(default_factory=list)
    at: Pair | None = None


class PictureRow(Strict):
    """A row of pictures across a side, as high as fits, at most `high` mm."""

    shown: list[Shown] = Field(min_length=1)
    high: float = Field(gt=0)


class SampleCard(Strict):
    """The card whose face is explained on a reference card."""

    card: str
    owner: str


class CardSide(Strict):
    """One side of a card: its pictures, then its items; `controls` lists the control cards."""

    id: str
    title: Words
    figure: list[PictureRow] = Field(default_factory=list)
    item: list[Item] = Field(default_factory=list)
    sample: SampleCard | None = None
    controls: bool = False
    in_book: bool = False


class Reference(Strict):
    """All reference cards of one player: the sides in order, two per card."""

    version: int = Field(ge=1)
    side: list[CardSide] = Field(min_length=1, max_length=MOST_SIDES)

    def pictures(self) -> list[tuple[str, Shown]]:
        """Return every picture with the place of its side."""
        figures = [(side, figure) for side in self.side for figure in side.figure]
        return [(f"side.{side.id}", shown) for side, figure in figures for shown in figure.shown]

    def faults(self) -> list[tuple[Key, Text]]:
        """Return the texts that are missing in a language."""
        found: list[tuple[Key, Text]] = []
        for n, side in enumerate(self.side):
            found += _lacking(("side", n, "title"), side.title)
            for k, item in enumerate(side.item):
                place: Key = ("side", n, "item", k)
                found += _lacking((*place, "text"), item.text)
                found += _lacking((*place, "head"), item.head) if item.head else []
        return found


def _lacking(place: Key, words: Words) -> list[tuple[Key, Text]]:
    return [((*place, lang), Message("lacks")) for lang in LANGUAGES if not words.get(lang)]


@cache
def load_reference(slug: str) -> Reference | None:
    """Load a game's reference cards, or None; raise `TemplateFaults` if their file is faulty."""
    file = game_folder(slug) / "reference.toml"
    return read_toml(file, Reference) if file.is_file() else None


def check_reference(reference: Reference, catalog: Catalog) -> None:
    """Raise `TemplateFaults` if a cited clause does not exist."""
    file = f"templates/{catalog.slug}/reference.toml"
    wrong = [
        Fault(
            file,
            0,
            Message("print.side", side=side.id),
            Message("print.none_of_clause", clause=repr(clause), game=catalog.slug),
        )
        for side in reference.side
        for item in side.item
        for clause in item.clauses
        if clause not in catalog.clauses
    ]
    if wrong:
        raise TemplateFaults(wrong)
