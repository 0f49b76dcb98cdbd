"""Values of a picture's checkup."""

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from companion.readings import Point, Reading
from companion.vision.doctor.plan import WELL
from companion.vision.mat.tracker import MatPose

DARK_TONE: Final = 90.0
"""Tone of 255 below which white paper is too dark."""
BURNT_TONE: Final = 250.0
"""Tone above which white paper may be overexposed, because the camera saturates."""
SOFT_PX: Final = 1.6
"""Width of an edge, px, above which the picture is out of focus, or shaken."""

Outline = tuple[Point, ...]
"""A closed line in the picture, px."""


class CheckupLight(enum.StrEnum):
    """The overall result of a checkup."""

    GREEN = "green"
    YELLOW = "yellow"
    RED = "red"


class Ailment(enum.StrEnum):
    """A fault, in the order of reporting."""

    TINY = "tiny"
    DARK = "dark"
    BRIGHT = "bright"
    BLURRED = "blurred"
    FAR = "far"
    MIRRORED = "mirrored"
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
    """One fault: its gravity, places in the picture (outlines, px), and cells.

    `facts` are the sentence's figures, rounded for print.
    """

    ailment: Ailment
    grave: bool
    places: tuple[Outline, ...] = ()
    cells: tuple[str, ...] = ()
    facts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class Checkup:
    """The results for one picture.

    `px_per_module` is that of the smallest tag in the worst cell of the mat (or of the smallest tag
    seen, without a mat), 0 if unknown; `need` the required value. `blur_px`, `white` (tone of white
    paper) and `noise` (tones) are medians, 0 if unknown. `card_scale`: the cards' size relative to
    the mat, 1 = as printed, None if unknown.
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
        """The light of the gravest complaint."""
        if any(each.grave for each in self.complaints):
            return CheckupLight.RED
        return CheckupLight.YELLOW if self.complaints else CheckupLight.GREEN
