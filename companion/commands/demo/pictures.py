"""Pictures for people: the final table with annotations, and a match on one sheet."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, cast

import cv2
import numpy as np
import numpy.typing as npt

from companion.frames import Frame
from companion.readings import Face, Reading, TableView
from companion.vision.lettering import lines_of, save_picture, width_of, write

Image = npt.NDArray[np.uint8]
Colour = tuple[int, int, int]

_FACE_COLOURS: Final[dict[Face, Colour]] = {
    Face.FRONT: (90, 220, 90),
    Face.BACK: (230, 170, 60),
    Face.CONTROL: (80, 180, 250),
    Face.TOKEN: (80, 180, 250),
    Face.MAT: (200, 200, 200),
}
_KIND_COLOURS: Final[dict[str, Colour]] = {
    "accepted": (90, 170, 60),
    "refused": (60, 60, 220),
    "taken_back": (200, 160, 40),
    "game_ended": (40, 40, 40),
}
_OTHER: Final[Colour] = (60, 170, 230)
_PAPER: Final[Colour] = (245, 245, 243)
_INK: Final[Colour] = (35, 30, 30)
_THUMB: Final = (480, 270)
_COLUMNS: Final = 4
_ROWS: Final = 6
_GAP: Final = 14
_CAPTION: Final = 76
_HEAD: Final = 56


@dataclass(frozen=True, slots=True, eq=False)
class SheetMoment:
    """One of the referee's notices: time, kind, caption, and a small picture."""

    time_s: float
    kind: str
    caption: str
    thumb: Image


def moment(frame: Frame, kind: str, caption: str) -> SheetMoment:
    """Return the contact sheet's entry for a frame."""
    thumb = cv2.resize(frame.image, _THUMB, interpolation=cv2.INTER_AREA)
    return SheetMoment(frame.time_s, kind, caption, cast("Image", thumb))


def final_table(path: Path, frame: Frame, view: TableView) -> None:
    """Write `frame` with an outline around every tag that was read, its card and its cell."""
    picture = frame.image.copy()
    for reading in view.readings:
        colour = _FACE_COLOURS.get(reading.face, _OTHER)
        corners = np.rint(np.array(reading.corners) * 16).astype(np.int32)
        cv2.polylines(
            picture, [corners], isClosed=True, color=colour, thickness=3,
            lineType=cv2.LINE_AA, shift=4,
        )  # fmt: skip
        _label(picture, reading, colour)
    save_picture(path, picture)


def _label(picture: Image, reading: Reading, colour: Colour) -> None:
    what = reading.card or ("back" if reading.face is Face.BACK else str(reading.face))
    if reading.face is Face.MAT:
        return
    text = f"{what} {reading.cell}" if reading.cell else what
    corners = np.array(reading.corners)
    size = 17
    width = width_of(text, size)
    x = int(corners[:, 0].mean() - width / 2)
    y = int(corners[:, 1].max()) + size + 6
    cv2.rectangle(picture, (x - 5, y - size - 1), (x + width + 5, y + 6), (25, 25, 25), cv2.FILLED)
    write(picture, text, (x, y), size, colour)


def contact_sheet(path: Path, title: str, moments: Sequence[SheetMoment]) -> None:
    """Write a sheet of a match's moments under a title.

    If there are too many, accepted actions are dropped; refusals, undone moves and the end are
    kept.
    """
    chosen = _chosen(moments, _COLUMNS * _ROWS)
    rows = max(1, -(-len(chosen) // _COLUMNS))
    width = _COLUMNS * (_THUMB[0] + _GAP) + _GAP
    height = _HEAD + rows * (_THUMB[1] + _CAPTION + _GAP)
    sheet = np.full((height, width, 3), _PAPER, np.uint8)
    write(sheet, title, (_GAP, _HEAD - 16), 24, _INK)
    for i, each in enumerate(chosen):
        x = _GAP + (i % _COLUMNS) * (_THUMB[0] + _GAP)
        y = _HEAD + (i // _COLUMNS) * (_THUMB[1] + _CAPTION + _GAP)
        _draw(sheet, (x, y), each)
    save_picture(path, sheet)


def _chosen(moments: Sequence[SheetMoment], most: int) -> list[SheetMoment]:
    """Return at most `most` moments, in order; important ones are preferred."""
    shown = [each for each in moments if each.kind != "put_back"]
    plain = [i for i, each in enumerate(shown) if each.kind == "accepted"]
    other = [i for i in range(len(shown)) if i not in set(plain)]
    last = other[-1:] if len(other) > most else []
    kept = [*other[: most - len(last)], *last]
    room = most - len(kept)
    if len(plain) > room:
        plain = [plain[k * len(plain) // room] for k in range(room)]
    return [shown[i] for i in sorted({*kept, *plain})]


def _draw(sheet: Image, at: tuple[int, int], each: SheetMoment) -> None:
    x, y = at
    sheet[y : y + _THUMB[1], x : x + _THUMB[0]] = each.thumb
    colour = _KIND_COLOURS.get(each.kind, _OTHER)
    top, size = y + _THUMB[1], 16
    cv2.rectangle(sheet, (x, top), (x + _THUMB[0] - 1, top + 5), colour, cv2.FILLED)
    write(sheet, f"{each.time_s:.0f} s", (x, top + 25), size, colour)
    left = x + 58
    for i, line in enumerate(lines_of(each.caption, size, _THUMB[0] - 58, 3)):
        write(sheet, line, (left, top + 25 + 21 * i), size, _INK)
