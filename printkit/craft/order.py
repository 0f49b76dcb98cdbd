"""A request to build a thing, with everything that its maker needs."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pydantic import Field

from printkit.cards.built import BuiltThing, CounterInks
from printkit.cards.pieces import load_pieces
from printkit.data.toml_source import TEMPLATES, Strict, read_toml
from printkit.errors import UsageError
from printkit.mats.mat import MatPlan, load_mat, usual_mat
from printkit.pdf.drawing import BLACK, PAPER
from printkit.pdf.fonts import Fonts
from printkit.pdf.geometry import Size
from printkit.sheets.papers import SMALL
from printkit.template.card_template import Dress, Style, drawn_as, printable
from printkit.template.parts import Ink
from rules import Catalog, Message


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


class _Stand(Strict):
    width: float
    depth: float
    front: float
    slope: float = Field(gt=0, lt=60)
    slot: float
    foot: float
    foot_height: float
    overhang: float
    stop: float
    row: float
    rows: int = Field(ge=2)


class _Stone(Strict):
    ground: Ink
    mortar: Ink


class _Time(Strict):
    cut: int = Field(ge=1)
    tile: int = Field(ge=1)
    fold: int = Field(ge=1)
    staple: int = Field(ge=1)


class CraftData(Strict):
    """Everything of `craft.toml`; `version` is that of the geometry."""

    version: int = Field(ge=1)
    d6: _Die
    pyramid: _Pyramid
    rings: _Rings
    chips: _Chips
    stars: _Stars
    walls: _Walls
    box: _Box
    stand: _Stand
    stone: _Stone
    time: _Time


@cache
def load_craft() -> CraftData:
    """Load the file; raises `TemplateFaults`."""
    return read_toml(TEMPLATES / "sheets" / "craft.toml", CraftData)


@dataclass(frozen=True, slots=True)
class CraftJob:
    """A request. `game` may be empty if only one game has the item, or if it belongs to no game.

    `owners` are those whose box is made; if empty, the usual owners of the deck. `thickness` is
    that of a card (box) or of the card stock (stand), mm; `copies` 0 means as many as the game
    needs.
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
    """A job with everything looked up: the game (if any), fonts, sheet, data."""

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
        """Drawing style; black ink alone is a matter of printing."""
        return drawn_as(self.job.style)

    @property
    def known(self) -> Catalog:
        """The game; raises `UsageError` if none was named."""
        if self.catalog is None:
            raise UsageError(Message("print.thing_game", thing=self.what))
        return self.catalog

    @property
    def built(self) -> BuiltThing:
        """The game's entry for the thing, else the entry of a game that needs one."""
        found = built_for(self.known.slug, self.what) if self.catalog else None
        return found or BuiltThing(thing=self.what, clause="")

    def counter_inks(self) -> list[CounterInks]:
        """Return the inks of each owner's counters; black on white if the game names none."""
        given = load_pieces(self.known.slug).counters
        return list(given.values()) or [CounterInks(ground=PAPER, ink=BLACK)]

    def mat(self) -> MatPlan:
        """Return the requested mat, else the game's usual one."""
        return load_mat(self.known.slug, self.job.mat or usual_mat(self.known.slug))

    def count(self, usual: int = 1) -> int:
        """Return the total number: as requested, else as the game says, else `usual`."""
        if self.job.copies:
            return self.job.copies
        found = built_for(self.known.slug, self.what) if self.catalog else None
        if found is None:
            return usual
        return self.for_each() * (len(self.known.seats) if found.each else 1)

    def for_each(self) -> int:
        """Return the number for one player, or for all who share the thing."""
        return self.built.number(self.mat)


def built_for(game: str, what: str) -> BuiltThing | None:
    """Return the game's entry for an item; None if the item does not depend on a game."""
    return next((built for built in load_pieces(game).built if built.thing == what), None)


def games_of(what: str) -> list[str]:
    """Return the shipped games that need a thing."""
    return [slug for slug in printable() if built_for(slug, what)]
