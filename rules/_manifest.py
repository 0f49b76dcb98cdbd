"""The print manifest: what was printed where, the contract between paper and camera.

`printkit` writes `NAME.manifest.json` beside each PDF, `companion` learns from it which tags
exist, where cells are and how big things are, and the virtual camera cuts its textures out of
the real PDF through it.  The JSON Schema stands beside this module (`manifest.schema.json`).

Geometry: millimetres.  Page coordinates start at the page's top left, y down.  A `Spot` is the
axis-parallel trim rectangle on the page; `turn` says by how many degrees clockwise (0, 90, 180,
270) the upright face is turned in it.  A tag's square (`TagSquare`) is the symbol without quiet
zone, in the upright face's own coordinates, top left of the trim = (0, 0).
Mat coordinates start at the mat's top left as seat A (south) sees it, y down; `Cell.turn` is the
direction in which a card of seat A's lies upright there (0 unless the mat is built otherwise).
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rules._errors import DataError, Fault, MalformedTag
from rules._tag import parse_tag

__all__ = [
    "MANIFEST_VERSION",
    "Cell",
    "Fiducial",
    "Manifest",
    "Mat",
    "PrintedBack",
    "PrintedCard",
    "Sheet",
    "Spot",
    "Symbol",
    "TagSquare",
    "dump_manifest",
    "load_manifest",
    "parse_manifest",
]

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
    """One mat; `name` as in the game's table form (`4x5`), `version` of its geometry."""

    name: str
    version: int
    width_mm: float
    height_mm: float
    cells: tuple[Cell, ...]
    fiducials: tuple[Fiducial, ...]
    sheets: tuple[Sheet, ...]


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


def dump_manifest(manifest: Manifest) -> str:
    """JSON text of a manifest, the same bytes for the same value; numbers to 0.001 mm.

    What few cards have (`_SELDOM`) is written only where it says something.
    """

    def plain(value: Any) -> Any:  # noqa: ANN401 - any JSON value
        if dataclasses.is_dataclass(value) and not isinstance(value, type):
            told = {f.name: getattr(value, f.name) for f in dataclasses.fields(value)}
            return {k: plain(v) for k, v in told.items() if v != "" or k not in _SELDOM}
        if isinstance(value, tuple):
            return [plain(item) for item in value]
        if isinstance(value, float):
            return round(value, 3)
        return value

    data = plain(manifest)
    data = {"manifest": data.pop("manifest"), **data}
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def load_manifest(path: Path) -> Manifest:
    """Read and check a manifest file; raises `DataError` naming every fault."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        fix = "give the .manifest.json that printkit wrote beside the PDF"
        what = "is not UTF-8" if isinstance(error, UnicodeDecodeError) else str(error.strerror)
        raise DataError([Fault(str(path), 0, "", f"cannot be read ({what})", fix)]) from error
    return parse_manifest(text, str(path))


def belongs(manifest: Manifest, pdf: bytes) -> bool:
    """Whether a manifest was written with this PDF; one without a digest may have been."""
    return manifest.pdf_sha256 in ("", hashlib.sha256(pdf).hexdigest())


def parse_manifest(text: str, name: str = "manifest") -> Manifest:
    """Read a manifest's JSON text; raises `DataError` naming every fault at once."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:  # also a number of thousands of digits
        line = getattr(error, "lineno", 0)
        fix = "the file is damaged or half-written; print again to get a whole one"
        raise DataError([Fault(name, line, "", "is not JSON", fix)]) from error
    reader = _Reader(name)
    if isinstance(data, dict) and "manifest" not in data:
        reader.fault("manifest", "is missing", "print again")  # of which version, nobody knows
    elif isinstance(data, dict) and data["manifest"] != MANIFEST_VERSION:
        what = f"is of version {data['manifest']!r}, this program reads {MANIFEST_VERSION}"
        raise DataError([Fault(name, 0, "manifest", what, "print again, or update this program")])
    manifest = reader.build(Manifest, data, "")
    if isinstance(manifest, Manifest):
        reader.check(manifest)
    if reader.faults or not isinstance(manifest, Manifest):
        raise DataError(reader.faults)
    return manifest


_SELDOM = frozenset(("slot", "replaces", "printed_in", "pdf_sha256"))
_SCALARS = {"int": int, "float": float, "str": str}
_CALLED = {int: "whole number", float: "number", str: "text"}
_FAR = 100_000
"""No length on paper is as long, mm."""
_POSITIVE = frozenset(
    ("size_mm", "width_mm", "height_mm", "card_width_mm", "card_height_mm", "scale")
)
_RANGES = {"quiet_modules": (1, 8), "frame_mm": (0, 100), "copy": (1, 35)}
"""What fields of these names hold, least and most; labels have no frame and a wide quiet zone."""
_NESTED: dict[str, type] = {
    t.__name__: t
    for t in (Symbol, Spot, TagSquare, PrintedCard, PrintedBack, Cell, Fiducial, Sheet, Mat)
}


class _Reader:
    """Builds the dataclasses from JSON data and collects what does not fit."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.faults: list[Fault] = []

    def fault(self, field: str, what: str, fix: str = "") -> None:
        self.faults.append(Fault(self.name, 0, field, what, fix))

    def build(self, cls: type, data: object, at: str) -> object:
        if not isinstance(data, dict):
            self.fault(at or "the file", "is not an object", "print again")
            return None
        values: dict[str, object] = {}
        before = len(self.faults)
        known = {f.name for f in dataclasses.fields(cls)}
        for key in data.keys() - known:
            self.fault(f"{at}{key}", "is unknown", "remove it, or update this program")
        for field in dataclasses.fields(cls):
            if field.name in data:
                values[field.name] = self.value(
                    str(field.type), data[field.name], f"{at}{field.name}"
                )
            elif field.default is dataclasses.MISSING:
                self.fault(f"{at}{field.name}", "is missing", "print again")
        return cls(**values) if len(self.faults) == before else None

    def value(self, kind: str, data: object, at: str) -> object:
        if kind.endswith(" | None"):
            return None if data is None else self.value(kind.removesuffix(" | None"), data, at)
        if kind.startswith("tuple["):
            inner = kind[6:-1]
            if not isinstance(data, list):
                self.fault(at, "is not a list")
                return ()
            if inner == "float, float":
                return self.pair(data, at)
            inner = inner.removesuffix(", ...")
            return tuple(self.value(inner, item, f"{at}[{i}]") for i, item in enumerate(data))
        if kind in _NESTED:
            return self.build(_NESTED[kind], data, f"{at}.")
        return self.scalar(_SCALARS[kind], data, at)

    def pair(self, data: list[object], at: str) -> tuple[object, ...]:
        if len(data) != 2:
            self.fault(at, "is not a pair of numbers")
        return tuple(self.scalar(float, item, at) for item in data)

    def scalar(self, kind: type, data: object, at: str) -> object:
        if kind is float and isinstance(data, int) and not isinstance(data, bool):
            data = float(max(-_FAR, min(data, _FAR)))  # a longer one has no float
        if not isinstance(data, kind) or isinstance(data, bool):
            self.fault(at, f"is {data!r}, which is no {_CALLED[kind]}")
            return kind()
        if isinstance(data, float) and not abs(data) < _FAR:
            self.fault(at, f"is {data!r}, which is no length on paper")
        else:
            self.within(data, at)
        return data

    def within(self, data: Any, at: str) -> None:  # noqa: ANN401 - any scalar
        """What the field's name says of its number, as the schema does."""
        name = at.rpartition(".")[2]
        if name in _POSITIVE and data <= 0:
            self.fault(at, f"is {data:g}, not more than 0", "print again")
        least, most = _RANGES.get(name, (-_FAR, _FAR))
        if name in _RANGES and not least <= data <= most:
            self.fault(at, f"is {data:g}, not {least} to {most}", "print again")

    def check(self, manifest: Manifest) -> None:
        """What types cannot say: tags are ours and unique, the symbol can be drawn."""
        if manifest.symbol.version != 1 or manifest.symbol.level != "H":
            self.fault("symbol", "only version 1, level H symbols can be read", "print again")
        if not 0 <= manifest.symbol.mask <= 7:
            self.fault("symbol.mask", f"is {manifest.symbol.mask}, not 0 to 7")
        seen: dict[str, str] = {}
        marks = [(f"cards[{i}]", c.tag) for i, c in enumerate(manifest.cards)]
        marks += [(f"backs[{i}]", b.tag) for i, b in enumerate(manifest.backs)]
        for i, card in enumerate(manifest.cards):
            if "/" in card.printed_in or "\\" in card.printed_in:
                self.fault(f"cards[{i}].printed_in", "is a path, not a file's name", "print again")
        for m, mat in enumerate(manifest.mats):
            marks += [(f"mats[{m}].fiducials[{i}]", f.tag) for i, f in enumerate(mat.fiducials)]
            ids = [cell.id for cell in mat.cells]
            for twice in sorted({i for i in ids if ids.count(i) > 1}):
                self.fault(f"mats[{m}].cells", f"holds the cell {twice!r} twice")
        for at, text in marks:
            try:
                parse_tag(text)
            except MalformedTag as error:
                self.fault(f"{at}.tag", str(error), "print again")
            if text in seen:
                self.fault(f"{at}.tag", f"{text!r} stands at {seen[text]}, too", "print again")
            seen.setdefault(text, at)
