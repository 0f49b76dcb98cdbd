"""The result of a picture's checkup: the complaints and the measurements."""

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from companion.readings import Point, Reading
from companion.vision.doctor.plan import WELL
from companion.vision.mat.tracker import MatPose

DARK_TONE: Final = 90.0
"""Tone (0–255) below which white paper is too dark."""
BURNT_TONE: Final = 250.0
"""Tone above which white paper may be overexposed, because the camera's range ends there."""
SOFT_PX: Final = 1.6
"""Blur in px above which the picture is out of focus or shaken."""

Outline = tuple[Point, ...]
"""The corners of a polygon in the picture, px."""


class CheckupLight(enum.StrEnum):
    """The overall result of a checkup."""

    GREEN = "green"
    YELLOW = "yellow"
    RED = "red"


class Ailment(enum.StrEnum):
    """The kinds of faults, in the order in which they are reported."""

    TINY = "tiny"
    DARK = "dark"
    BRIGHT = "bright"
    BLURRED = "blurred"
    FAR = "far"
    MIRRORED = "mirrored"
    FOREIGN_MAT = "foreign_mat"
    UNKNOWN = "unknown"
    UNEVEN = "uneven"
    NO_MAT = "no_mat"
    NO_TAGS = "no_tags"
    CUT = "cut"
    GLARE = "glare"
    COVERED = "covered"
    SCALE = "scale"


@dataclass(frozen=True, slots=True)
class Complaint:
    """One fault: its kind and gravity, its outlines in the picture (px) and the cells it affects.

    `facts` are the rounded figures for the sentence that describes it.
    """

    ailment: Ailment
    grave: bool
    places: tuple[Outline, ...] = ()
    cells: tuple[str, ...] = ()
    facts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class Checkup:
    """The results for one picture.

    `px_per_module` applies to the smallest tag in the worst cell of the mat, or, without a mat, to
    the smallest tag seen; 0 if unknown. `need` is the required value. `blur_px` and `white` (tone
    of white paper) are medians over the tags, and `noise` is in tones. `card_scale` is the cards'
    size relative to the mat: 1 as designed, or None if unknown.
    """

    complaints: tuple[Complaint, ...]
    readings: tuple[Reading, ...]
    pose: MatPose | None
    px_per_module: float
    blur_px: float
    white: float
    noise: float
    card_scale: float | None
    need: float = WELL

    @property
    def light(self) -> CheckupLight:
        """The light that corresponds to the gravest complaint."""
        if any(each.grave for each in self.complaints):
            return CheckupLight.RED
        return CheckupLight.YELLOW if self.complaints else CheckupLight.GREEN
