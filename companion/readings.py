"""What the camera half tells the referee half: values, nothing else.

Conventions (see docs/architecture.md, "Geometry"): millimetres from the mat's top left as seat A
sees it, y down; rotation in degrees clockwise, 0 = upright for seat A (south), in [0, 360).
Image coordinates are pixels, x right, y down, the centre of the top left pixel at (0, 0).
Neither cv2 nor numpy may be imported here: the referee is pure.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, field

Point = tuple[float, float]


class Face(enum.StrEnum):
    """Side of a card, and kind of print, that a tag is on."""

    FRONT = "front"
    BACK = "back"
    CONTROL = "control"
    MAT = "mat"
    TOKEN = "token"
    UNKNOWN = "unknown"


class Trouble(enum.StrEnum):
    """Reasons why a frame cannot be judged, or only in part."""

    DARK = "dark"
    BRIGHT = "bright"
    BLURRED = "blurred"
    FROZEN = "frozen"
    LOST = "lost"
    NO_MAT = "no_mat"
    TINY = "tiny"
    CLUTTERED = "cluttered"
    MIRRORED = "mirrored"
    READER = "reader"
    BUSY = "busy"
    PHONE = "phone"


@dataclass(frozen=True, slots=True)
class Reading:
    """One tag seen in one frame.

    `tag` is the printed text, or "" for a framed tag that no manifest knows.  `corners` are the
    symbol's four corners in the image, clockwise from the symbol's own top left.  The table
    fields are None until a mat's homography is known: `x_mm`, `y_mm` the centre of the CARD (of
    the symbol for marks), `cell` the id of the cell that holds that centre ("" = off every cell).
    `owner` is the printed owner colour ("sun", "moon", …, "" if shared or unknown).
    `confidence` is 0–1; readings below the reader's bound are never reported as known.
    """

    tag: str
    corners: tuple[Point, Point, Point, Point]
    confidence: float
    face: Face = Face.UNKNOWN
    card: str | None = None
    copy: int = 0
    owner: str = ""
    cell: str | None = None
    x_mm: float | None = None
    y_mm: float | None = None
    rotation_deg: float | None = None


@dataclass(frozen=True, slots=True)
class DieReading:
    """One die seen in one frame.

    `kind` names the sort of die (`d6`, `paper-d6`, `pyramid`); `value` is what is on top ("1" to
    "6"; "star", "arrow", "card" or "hammer"), or "" for a die that cannot be read without guessing:
    it must be re-seated. `centre` is the middle of its top (a pyramid's tip) in the image. The
    table fields are None without a mat's pose: `x_mm`, `y_mm` is the middle of its base,
    `rotation_deg` its turn, which repeats after 90° (a pyramid's after 120°). `confidence` is 0-1,
    and below 0.5 only if the value is "". `cell` is the place it is in, `throw` the number of the
    throw there: it rises when dice have moved.
    """

    kind: str
    value: str
    centre: Point
    confidence: float
    x_mm: float | None = None
    y_mm: float | None = None
    rotation_deg: float | None = None
    cell: str | None = None
    throw: int = 0


@dataclass(frozen=True, slots=True)
class TableView:
    """One frame as the referee gets it.

    `time_s` is the frame's own clock (seconds, never goes back), `frame` its number.
    Every cell of the mat is in exactly one of: the cells of `readings`, `empty` (its place is
    SEEN empty), `covered` (a hand, glare, or something unread hides it: nothing is known).
    `hand` is true while something moves or reaches over the mat.  With `trouble` set, `readings`
    may be short and nothing may be concluded from what is missing.
    `mat` names the mat (`4x5`), "" while none is found; `moved_mm` is how far the mat's pose
    moved since the last frame.  `px_per_module` is measured on the readings, 0 if none.
    `dice` are the dice at rest in the places where dice are thrown, () while none are or they roll.
    """

    time_s: float
    frame: int
    readings: tuple[Reading, ...] = ()
    empty: frozenset[str] = field(default_factory=frozenset)
    covered: frozenset[str] = field(default_factory=frozenset)
    hand: bool = False
    trouble: Trouble | None = None
    mat: str = ""
    moved_mm: float = 0.0
    px_per_module: float = 0.0
    dice: tuple[DieReading, ...] = ()
