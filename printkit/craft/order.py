"""A request to build an object, with all data that its maker needs."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pydantic import Field

from printkit.cards.built import BuiltThing, CounterInks
from printkit.cards.pieces import load_pieces
from printkit.craft.stand import Stand
from printkit.data.toml_source import TEMPLATES, Strict, read_toml
from printkit.errors import UsageError
from printkit.mats.mat import load_mat, usual_mat
from printkit.mats.plan import MatPlan
from printkit.pdf.drawing import BLACK, PAPER
from printkit.pdf.fonts import Fonts
from printkit.pdf.geometry import Size
from printkit.sheets.papers import SMALL
from printkit.template.card_template import Dress, Style, drawn_as, printable
from printkit.template.parts import Ink
from rules import Catalog


class _Die(Strict):
    edge: float = Field(gt=8, le=60)
    copies: int = Field(ge=1)


class _Pyramid(Strict):
    edge: float = Field(ge=20, le=90)


class _Rings(Strict):
    outer: float
    hole: float


class _Chips(Strict):
    width: float


class _Stars(Strict):
    outer: float


class _Walls(Strict):
    height: float


class _Box(Strict):
    play: float = Field(gt=0)
    card: float = Field(gt=0)
    sleeve: float
    sleeve_card: float
    tuck: float
    tab: float


class _Stone(Strict):
    ground: Ink
    mortar: Ink


class _Time(Strict):
    cut: int = Field(ge=1)
    tile: int = Field(ge=1)
    fold: int = Field(ge=1)
    staple: int = Field(ge=1)


class CraftData(Strict):
    """Contents of `craft.toml`; `version` is the version of the geometry."""

    version: int = Field(ge=1)
    d6: _Die
    pyramid: _Pyramid
    rings: _Rings
    chips: _Chips
    stars: _Stars
    walls: _Walls
    box: _Box
    stand: Stand
    stone: _Stone
    time: _Time


@cache
def load_craft() -> CraftData:
    """Load `craft.toml`; raise `TemplateFaults` if it is faulty."""
    return read_toml(TEMPLATES / "sheets" / "craft.toml", CraftData)


@dataclass(frozen=True, slots=True)
class CraftJob:
    """A request to print an object.

    `game` may be empty if at most one game has the object. Boxes are made for `owners`; if empty,
    for the default owners of the deck. `thickness` is the thickness of a card (box) or of the card
    stock (stand), in mm. `copies` 0 means as many as the game needs.
    """

    what: str
    game: str = ""
    lang: str = "en"
    paper: str = "A4"
    style: Dress = "full"
    deck: str = ""
    owners: tuple[str, ...] = ()
    thickness: float | None = None
    sleeved: bool = False
    numbers: bool = False
    mat: str = ""
    small: bool = False
    copies: int = 0
    out: Path = Path("out")


@dataclass(frozen=True, slots=True)
class Order:
    """A job with its resolved data: the game (if any), fonts, sheet and sizes."""

    job: CraftJob
    what: str
    data: CraftData
    catalog: Catalog | None
    fonts: Fonts
    size: Size

    @property
    def scale(self) -> float:
        """Scale of pieces that belong on a mat."""
        return SMALL if self.job.small else 1.0

    @property
    def style(self) -> Style:
        """Drawing style: "ink" for "bw", too, because the two differ only in the ink they use."""
        return drawn_as(self.job.style)

    @property
    def known(self) -> Catalog:
        """The game's catalogue. Raises `UsageError` if no game was named."""
        if self.catalog is None:
            raise UsageError("print.thing_game", thing=self.what)
        return self.catalog

    @property
    def built(self) -> BuiltThing:
        """The game's entry for the object, otherwise an entry for a single copy."""
        found = built_for(self.known.slug, self.what) if self.catalog else None
        return found or BuiltThing(thing=self.what, clause="")

    def counter_inks(self) -> list[CounterInks]:
        """Return the inks of each owner's counters; the default is black on white."""
        given = load_pieces(self.known.slug).counters
        return list(given.values()) or [CounterInks(ground=PAPER, ink=BLACK)]

    def mat(self) -> MatPlan:
        """Return the requested mat, otherwise the game's default mat."""
        return load_mat(self.known.slug, self.job.mat or usual_mat(self.known.slug))

    def count(self, usual: int = 1) -> int:
        """Return the total number of copies: as requested, or as the game needs, or `usual`."""
        if self.job.copies:
            return self.job.copies
        found = built_for(self.known.slug, self.what) if self.catalog else None
        if found is None:
            return usual
        return self.for_each() * (len(self.known.seats) if found.each else 1)

    def for_each(self) -> int:
        """Return the number of copies per player, or in total if the players share them."""
        return self.built.number(self.mat)


def built_for(game: str, what: str) -> BuiltThing | None:
    """Return the game's entry for an object; None if the game does not need it."""
    return next((built for built in load_pieces(game).built if built.thing == what), None)


def games_of(what: str) -> list[str]:
    """Return the printable games that need an object."""
    return [slug for slug in printable() if built_for(slug, what)]
