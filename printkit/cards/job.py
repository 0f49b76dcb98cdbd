"""Request for a print of cards."""

from dataclasses import dataclass, field
from pathlib import Path

from printkit.pdf.geometry import Duplex
from printkit.template.card_template import Dress

ALL = "all"
"""The value of `owner` that means every owner."""


@dataclass(frozen=True, slots=True)
class SheetOptions:
    """Requested sheets; `gutter` is the space between cards, in mm.

    With a cutting `machine`, its registration marks replace the crop marks.
    """

    paper: str = "A4"
    duplex: Duplex = Duplex.LONG
    split: bool = False
    printer: str = ""
    gutter: float = 0.0
    machine: str = ""


@dataclass(frozen=True, slots=True)
class CardJob:
    """A request for cards; `decks` maps an owner to a deck or a deck list file.

    Owners without an entry get the template's deck. `pool` adds the cards that are in none of the
    run's decks, in every owner's colours, for proofing.
    """

    game: str
    decks: dict[str, str] = field(default_factory=dict)
    owner: str = ALL
    lang: str = "en"
    sheet: SheetOptions = SheetOptions()
    style: Dress = "full"
    art: bool = True
    controls: bool = True
    deck_number: int | None = None
    small: bool = False
    pool: bool = False
    out: Path = Path("out")
