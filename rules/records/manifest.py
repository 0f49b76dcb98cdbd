"""Values of the print manifest, the contract between print and camera.

`printkit` writes `NAME.manifest.json` next to each PDF. From it, `companion` reads the existing
tags, the positions of the cells, and all sizes. The simulated camera uses it to cut textures out of
the real PDF. `manifest_file` writes and reads these values; `manifest.schema.json` is the JSON
Schema.

All lengths are in millimetres. Page coordinates have their origin at the page's top left, with y
down. A `Spot` is the axis-aligned trim rectangle on the page; `turn` is the rotation of the
upright face in it, in degrees clockwise (0, 90, 180, 270). A `TagSquare` is the symbol without its
quiet zone, in coordinates of the upright face, with the origin at the top left of the trim. Mat
coordinates have their origin at the mat's top left as seen by seat A (south), with y down.
`Cell.turn` is the orientation in the cell of a card that is upright for seat A (usually 0).
"""

from __future__ import annotations

from dataclasses import dataclass

MANIFEST_VERSION = 1


@dataclass(frozen=True, slots=True)
class Symbol:
    """Parameters of the tag symbol: QR version, level, mask (0–7), and sizes in mm and modules."""

    mask: int
    size_mm: float = 16.0
    quiet_modules: float = 2.0
    frame_mm: float = 2.0
    version: int = 1
    level: str = "H"


@dataclass(frozen=True, slots=True)
class Spot:
    """Trim rectangle on a page (from 1), in mm from its top left; `turn` in degrees clockwise."""

    page: int
    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float
    turn: int = 0


@dataclass(frozen=True, slots=True)
class TagSquare:
    """The symbol's square on the upright face: top left and side in mm, without quiet zone."""

    x_mm: float
    y_mm: float
    size_mm: float


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """One physical card: tag text, card id, copy (from 1), owner colour or "" (shared).

    `slot` is the deck part (`root`, `extra`, `side`, `master`), `beside` for cards that accompany
    every deck, or "" for ordinary cards. `replaces` is the tag of the lost copy that this card
    replaces; a deck may contain either card, but not both. `printed_in` names the PDF that contains
    the card's spots, if that is an earlier PDF than the manifest's own.
    """

    tag: str
    card: str
    copy: int
    owner: str
    front: Spot
    square: TagSquare
    back: Spot | None = None
    slot: str = ""
    replaces: str = ""
    printed_in: str = ""


@dataclass(frozen=True, slots=True)
class PrintedBack:
    """Common back of an owner's cards, with one tag for all backs."""

    tag: str
    owner: str
    square: TagSquare


@dataclass(frozen=True, slots=True)
class Cell:
    """A place on a mat: centre and outline in mat coordinates (mm); `owner` for private zones."""

    id: str
    x_mm: float
    y_mm: float
    outline_mm: tuple[tuple[float, float], ...]
    turn: int = 0
    owner: str = ""


@dataclass(frozen=True, slots=True)
class Fiducial:
    """A mat's fiducial: tag text, centre of the symbol and its side in mat coordinates (mm)."""

    tag: str
    x_mm: float
    y_mm: float
    size_mm: float


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page of a tiled mat: the mat's rectangle (mm) that it shows, and the place on the page."""

    page: int
    mat_x_mm: float
    mat_y_mm: float
    width_mm: float
    height_mm: float
    page_x_mm: float
    page_y_mm: float


@dataclass(frozen=True, slots=True)
class Mat:
    """One mat, with the name from the game's table form (`4x5`) and the version of its geometry.

    `maze` is the printed maze's seed ("": no maze).
    """

    name: str
    version: int
    width_mm: float
    height_mm: float
    cells: tuple[Cell, ...]
    fiducials: tuple[Fiducial, ...]
    sheets: tuple[Sheet, ...]
    maze: str = ""


@dataclass(frozen=True, slots=True)
class Manifest:
    """Everything that one PDF prints.

    `deck` is the deck's name ("" for mats), `deck_number` the number in its tags, and `template`
    the template with its version (`yggdrasil/card@1`). `pdf` is the name of the PDF next to the
    manifest, and `pdf_sha256` its digest ("" if an older program wrote the manifest). `scale` is
    the size of the cards relative to full size (1.0; 0.667 for a small set).
    """

    game: str
    tool: str
    pdf: str
    template: str
    symbol: Symbol
    deck: str = ""
    deck_number: int = 0
    lang: str = "en"
    paper: str = "A4"
    duplex: str = "none"
    scale: float = 1.0
    card_width_mm: float = 54.0
    card_height_mm: float = 90.0
    cards: tuple[PrintedCard, ...] = ()
    backs: tuple[PrintedBack, ...] = ()
    mats: tuple[Mat, ...] = ()
    pdf_sha256: str = ""
    manifest: int = MANIFEST_VERSION
