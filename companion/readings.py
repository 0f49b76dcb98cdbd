"""Values that vision passes to the referee.

Conventions (see docs/architecture.md, "Geometry"): millimetres from the mat's top left as seat A
sees it, y down; rotation in degrees clockwise, 0 = upright for seat A (south), in [0, 360). Image
coordinates are pixels, x right, y down, the centre of the top left pixel at (0, 0). This module may
import neither cv2 nor numpy: the referee is pure.
"""

import enum
from dataclasses import dataclass, field

Point = tuple[float, float]


class Face(enum.StrEnum):
    """The side of a card, or another kind of print, that carries a tag."""

    FRONT = "front"
    BACK = "back"
    CONTROL = "control"
    MAT = "mat"
    TOKEN = "token"
    UNKNOWN = "unknown"


class Trouble(enum.StrEnum):
    """Reasons why a frame cannot be judged, wholly or in part."""

    DARK = "dark"
    BRIGHT = "bright"
    BLURRED = "blurred"
    FROZEN = "frozen"
    LOST = "lost"
    NO_MAT = "no_mat"
    FOREIGN_MAT = "foreign_mat"
    TINY = "tiny"
    CLUTTERED = "cluttered"
    MIRRORED = "mirrored"
    READER = "reader"
    BUSY = "busy"
    PHONE = "phone"


@dataclass(frozen=True, slots=True)
class Reading:
    """One tag seen in one frame.

    `tag` is the printed text, or "" for a framed tag that no manifest knows. `corners` are the
    symbol's four corners in the image, clockwise from the symbol's own top left. The table fields
    are None until a mat's homography is known. `x_mm`, `y_mm` are the centre of the card (for
    fiducials, of the symbol); `cell` is the id of the cell that contains this centre ("" = off
    every cell). `owner` is the printed owner colour ("sun", "moon", …, or "" if shared or unknown).
    `confidence` is 0–1; readings below the reader's threshold are never reported as known.
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

    `kind` names the type of die (`d6`, `paper-d6`, `pyramid`). `value` is the face on top ("1" to
    "6"; "star", "arrow", "card" or "hammer"); "" for a die that the reader would have to guess,
    and which must be thrown again. `centre` is the middle of its top (a pyramid's tip) in the
    image. The table fields are None without a mat's pose: `x_mm`, `y_mm` is the middle of its
    base, `rotation_deg` its rotation modulo 90° (a pyramid's modulo 120°). `confidence` is 0–1,
    and below
    0.5 only if the value is "". `cell` is the die's tray, `throw` the number of the throw there,
    which increases when dice have moved.
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
    """One frame as the referee receives it.

    `time_s` is the frame's own clock (seconds, never decreasing), `frame` its number. Each cell of
    the mat is either among the cells of `readings`, or in `empty` (it is visibly empty), or in
    `covered`. A hand, glare or an unread tag hides a covered cell: nothing is known about it.
    `hand` is true while something moves or is over the mat. With `trouble` set, `readings` may be
    incomplete, and missing tags prove nothing. `mat` names the mat (`4x5`), or "" while none is
    found; `foreign_mat` is then the game's letter in the tags of a mat that no manifest describes.
    `moved_mm` is the movement of the mat's pose since the last frame. `px_per_module` is
    measured on the readings, or 0 if there are none. `dice` are the dice at rest in the trays, ()
    while there are none or while they roll. `outside` are the covered cells that are not wholly in
    the picture; only one of several cameras reports them. `pending` are the covered cells at rest
    in which more frames may still show a small tag.
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
    foreign_mat: str = ""
    outside: frozenset[str] = field(default_factory=frozenset)
    pending: frozenset[str] = field(default_factory=frozenset)
