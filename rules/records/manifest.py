"""The print manifest: what was printed where, the contract between paper and camera.

`printkit` writes `NAME.manifest.json` beside each PDF, `companion` learns from it which tags
exist, where cells are and how big things are, and the virtual camera cuts its textures out of
the real PDF through it.  These are its values; `manifest_file` writes and reads them, and the JSON
Schema stands beside it (`manifest.schema.json`).

Geometry: millimetres.  Page coordinates start at the page's top left, y down.  A `Spot` is the
axis-parallel trim rectangle on the page; `turn` says by how many degrees clockwise (0, 90, 180,
270) the upright face is turned in it.  A tag's square (`TagSquare`) is the symbol without quiet
zone, in the upright face's own coordinates, top left of the trim = (0, 0).
Mat coordinates start at the mat's top left as seat A (south) sees it, y down; `Cell.turn` is the
direction in which a card of seat A's lies upright there (0 unless the mat is built otherwise).
"""

from __future__ import annotations

from dataclasses import dataclass

MANIFEST_VERSION = 1


@dataclass(frozen=True, slots=True)
class Symbol:
    """How tags are drawn: QR version, level, mask (0–7); sizes in mm, quiet zone in modules."""

    mask: int
    size_mm: float = 16.0
    quiet_modules: float = 2.0
    frame_mm: float = 2.0
    version: int = 1
    level: str = "H"


@dataclass(frozen=True, slots=True)
class Spot:
    """Trim rectangle on a page (from 1), mm from its top left; `turn` in degrees clockwise."""

    page: int
    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float
    turn: int = 0


@dataclass(frozen=True, slots=True)
class TagSquare:
    """The symbol's square within the upright face: top left and side, mm; quiet zone excluded."""

    x_mm: float
    y_mm: float
    size_mm: float


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """One physical card: tag text, card id, copy (from 1), owner colour or "" (shared).

    `slot` is the part of the deck it is (`root`, `extra`, `side`, `master`), `beside` for what lies
    beside every deck, "" for its ordinary cards.  `replaces` is the tag of the lost copy in whose
    place it was printed: either one may lie in the deck, not both.  `printed_in` names the PDF its
    spots are in, where that is an earlier one than the manifest's own.
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
    """The common back of an owner's cards: one tag for all of them."""

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
    """A mat's mark: tag text, centre of the symbol and its side in mat coordinates (mm)."""

    tag: str
    x_mm: float
    y_mm: float
    size_mm: float


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page of a tiled mat: which rectangle of the mat (mm) it shows, and where on the page."""

    page: int
    mat_x_mm: float
    mat_y_mm: float
    width_mm: float
    height_mm: float
    page_x_mm: float
    page_y_mm: float


@dataclass(frozen=True, slots=True)
class Mat:
    """One mat; `name` as in the game's table form (`4x5`), `version` of its geometry.

    `maze` is the seed of the maze that is printed on it ("": none).
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
    """Everything one PDF put on paper.

    `deck` is the deck's name ("" for mats), `deck_number` the number in its tags, `template`
    the template and its version (`yggdrasil/card@1`), `pdf` the file name beside the manifest,
    `pdf_sha256` what it held ("" in manifests of older programs).
    `scale` is the size of the cards against full size (1.0; 0.667 for a small set).
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
