"""Export for digital tabletops: pictures, and deck sheets and a save for Tabletop Simulator.

Theory of operation. Tabletop Simulator cuts a picture into a grid of up to 10 × 7 cards. The last
place of the grid shows hidden cards. A sheet therefore has at most 69 faces, and the back in its
last place. The documentation of Tabletop Simulator recommends RGB sheets of at most 4096 px
(kb.tabletopsimulator.com, “Asset creation”); `largest` may be raised to 10000 px, the maximum of
the importer. A card's id is 100 × its deck's number + its place on the sheet.

Save files refer to pictures by URL. By default, these are the `file:///` URLs of the written
files, which work only on this machine. With `base`, the URL of a folder on the web, they work for
everyone.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from printkit.cards.face_drawing import draw_face
from printkit.cards.job import CardJob
from printkit.cards.layout import CardLayout
from printkit.cards.one_face import SingleFace, different, empty_sheets, faces_of, load_faces
from printkit.export.preview import png, rasters
from printkit.pdf.geometry import FaceSpot, Rect, Size
from printkit.pdf.output import Steps, write_whole
from printkit.template.card_template import SHARED

if TYPE_CHECKING:
    from PIL.Image import Image

COLUMNS, ROWS = 10, 7
FACES = COLUMNS * ROWS - 1
"""Maximum number of faces on a sheet, whose last place is for the hidden card."""
RECOMMENDED_PX = 4096
_POKER = 63.5
"""Width of a card with scale 1, in mm."""


@dataclass(frozen=True, slots=True)
class DigitalJob:
    """A request for an export. `largest` is the maximum sheet side in px; `base` is a URL or ""."""

    job: CardJob
    largest: int = RECOMMENDED_PX
    base: str = ""
    pictures: bool = False
    dpi: float = 300.0


@dataclass(frozen=True, slots=True)
class DigitalPrint:
    """The written files."""

    save: Path
    sheets: tuple[Path, ...]
    pictures: tuple[Path, ...]
    cards: int
    addresses: str


@dataclass(frozen=True, slots=True)
class _Deck:
    """One sheet's faces in their order, all of one owner."""

    owner: str
    name: str
    number: int
    faces: tuple[SingleFace, ...]
    columns: int
    rows: int

    def path(self, folder: str, side: str) -> str:
        """Return the path of a sheet or a back, relative to the output folder."""
        return f"{folder}/{self.owner}-{self.number}-{side}.png"


def write_digital(asked: DigitalJob, steps: Steps | None = None) -> DigitalPrint:
    """Write sheets, backs and the save file. Raises the same errors as printing."""
    layout, steps = load_faces(asked.job), steps or Steps()
    decks = _decks(layout)
    steps.total = sum(len(deck.faces) + 1 for deck in decks)
    steps.total += len(different(layout)) if asked.pictures else 0
    folder = f"{asked.job.game}-tabletop-{layout.plan.lang}"
    folder += f"-{asked.job.style}" if asked.job.style != "full" else ""
    files: dict[Path, bytes] = {}
    for deck in decks:
        grid, back = _drawn(layout, deck, asked.largest, steps)
        files[asked.job.out / deck.path(folder, "faces")] = png(grid, asked.dpi)
        files[asked.job.out / deck.path(folder, "back")] = png(back, asked.dpi)
    sheets = tuple(files)
    pictures = _pictures(layout, asked, folder, steps)
    files |= pictures
    save = asked.job.out / folder / f"{asked.job.game}.json"
    base = asked.base.rstrip("/") or (asked.job.out / folder).resolve().as_uri()
    text = json.dumps(_save(layout, decks, base), ensure_ascii=False, indent=1) + "\n"
    files[save] = text.encode("utf-8")
    write_whole(files)
    count = sum(len(deck.faces) for deck in decks)
    return DigitalPrint(save, sheets, tuple(pictures), count, base)


def _decks(layout: CardLayout) -> list[_Deck]:
    """Group the cards by owner, at most `FACES` per sheet; control cards go to the first owner."""
    found: list[_Deck] = []
    plan, controls = layout.plan, faces_of(layout, "control")
    for owner in layout.backs:
        own = [face for face in faces_of(layout, "card") if face.piece.owner == owner]
        name = plan.catalog.deck_names[plan.decks[owner]][plan.lang]
        for start in range(0, len(own), FACES):
            found.append(_deck(owner, name, len(found) + 1, own[start : start + FACES]))
        if owner == next(iter(layout.backs)) and controls:
            found.append(_deck(owner, "control cards", len(found) + 1, controls))
    return found


def _deck(owner: str, name: str, number: int, faces: Sequence[SingleFace]) -> _Deck:
    """Return a deck with a nearly square grid for its faces and the hidden card, at least 2 × 2."""
    places = len(faces) + 1
    columns = min(COLUMNS, max(2, math.ceil(math.sqrt(places))))
    rows = max(2, math.ceil(places / columns))
    if rows > ROWS:
        columns, rows = COLUMNS, max(2, math.ceil(places / COLUMNS))
    return _Deck(owner, name, number, tuple(faces), columns, rows)


def _drawn(layout: CardLayout, deck: _Deck, largest: int, steps: Steps) -> tuple[Image, Image]:
    """Draw the sheet and the back, cut to the trim; the longest side is at most `largest` px."""
    from PIL import Image as Images  # noqa: PLC0415 - heavy

    size = deck.faces[0].size
    across = largest // deck.columns / size.width
    along = largest // deck.rows / size.height
    px = min(across, along, 300 / 25.4)
    width, height = int(size.width * px), int(size.height * px)
    backs = [face for face in faces_of(layout, "back") if face.piece.owner == deck.owner]
    faces, last = [*deck.faces, *backs], (deck.rows - 1, deck.columns - 1)
    sheet = Images.new("RGB", (width * deck.columns, height * deck.rows), "white")
    for place, picture in enumerate(_rasters(layout, faces, px, steps)):
        shown = picture.crop((0, 0, width, height))
        row, column = divmod(place, deck.columns) if place < len(faces) - 1 else last
        sheet.paste(shown, (column * width, row * height))
    return sheet, shown


def _rasters(
    layout: CardLayout, faces: Sequence[SingleFace], px_a_mm: float, steps: Steps
) -> Iterator[Image]:
    """Yield a picture of each face, cut at its trim."""
    sheets = empty_sheets(layout)
    for face in faces:
        box = Rect(0, 0, face.size.width, face.size.height)
        with sheets.page(Size(box.width, box.height), box, box):
            draw_face(sheets, layout, face.item, FaceSpot(box), box)
    for picture in rasters(sheets.data(), px_a_mm * 25.4, mono=sheets.mono):
        yield picture
        steps.step()


def _pictures(
    layout: CardLayout, asked: DigitalJob, folder: str, steps: Steps
) -> dict[Path, bytes]:
    """Return a picture file of each distinct face; empty if pictures are not requested."""
    if not asked.pictures:
        return {}
    faces = different(layout)
    drawn = _rasters(layout, faces, asked.dpi / 25.4, steps)
    return {
        asked.job.out / folder / "cards" / f"{face.label}.png": png(picture, asked.dpi)
        for face, picture in zip(faces, drawn, strict=True)
    }


def _save(layout: CardLayout, decks: Sequence[_Deck], base: str) -> dict[str, Any]:
    """Return the contents of the save file: one deck object per sheet, side by side."""
    catalog, lang = layout.plan.catalog, layout.plan.lang
    return {
        "SaveName": catalog.names[lang],
        "GameMode": "",
        "Gravity": 0.5,
        "PlayArea": 0.5,
        **dict.fromkeys(("Date", "Table", "Sky", "Note", "Rules", "XmlUI"), ""),
        **dict.fromkeys(("LuaScript", "LuaScriptState"), ""),
        "ObjectStates": [_stack(layout, deck, base, place) for place, deck in enumerate(decks)],
    }


def _stack(layout: CardLayout, deck: _Deck, base: str, place: int) -> dict[str, Any]:
    key = str(deck.number)
    custom = {
        key: {
            "FaceURL": f"{base}/{deck.path('', 'faces').lstrip('/')}",
            "BackURL": f"{base}/{deck.path('', 'back').lstrip('/')}",
            "NumWidth": deck.columns,
            "NumHeight": deck.rows,
            "BackIsHidden": True,
            "UniqueBack": False,
            "Type": 0,
        }
    }
    scale = round(layout.plan.template.size.width / _POKER, 4)
    where = _at(place * 3.0, scale)
    cards = [
        {
            "GUID": f"{deck.number:02x}{n:04x}",
            "Name": "Card",
            "Transform": where,
            "Nickname": _name(layout, face),
            "Description": face.piece.tag,
            "CardID": deck.number * 100 + n,
            "CustomDeck": custom,
        }
        for n, face in enumerate(deck.faces)
    ]
    if len(cards) == 1:
        return cards[0]
    owner = "" if deck.owner == SHARED else f" ({deck.owner})"
    return {
        "GUID": f"{deck.number:02x}ffff",
        "Name": "DeckCustom",
        "Transform": where,
        "Nickname": f"{deck.name}{owner}",
        "DeckIDs": [card["CardID"] for card in cards],
        "CustomDeck": custom,
        "ContainedObjects": cards,
    }


def _at(x: float, scale: float) -> dict[str, float]:
    """Return a face-down position on the table, `x` units to the right."""
    place = {"posX": x, "posY": 1.5, "posZ": 0.0}
    turned = {"rotX": 0.0, "rotY": 180.0, "rotZ": 180.0}
    return {**place, **turned, "scaleX": scale, "scaleZ": scale, "scaleY": 1.0}


def _name(layout: CardLayout, face: SingleFace) -> str:
    catalog, identity = layout.plan.catalog, face.piece.id
    known = catalog.cards.get(identity)
    return known.names[layout.plan.lang] if known else identity
