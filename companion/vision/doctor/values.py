"""What a checkup of a picture says, as values."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from companion.readings import Point, Reading
from companion.vision.doctor.plan import WELL
from companion.vision.mat.tracker import MatPose

DARK_TONE: Final = 90.0
"""White paper below this tone of 255 is too dark."""
BURNT_TONE: Final = 250.0
"""White paper above this one may be too bright: beyond it a camera shows no more."""
SOFT_PX: Final = 1.6
"""Edges that run over more px than this are out of focus, or shaken."""

Outline = tuple[Point, ...]
"""A closed line in the picture, px."""


class Light(enum.StrEnum):
    """What a glance has to tell."""

    GREEN = "green"
    YELLOW = "yellow"
    RED = "red"


class Ailment(enum.StrEnum):
    """What can be wrong, in the order in which it is told."""

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
    """One thing that is wrong: how bad, where in the picture (outlines, px), on which cells.

    `facts` are figures the sentence is made of, rounded as they are said.
    """

    ailment: Ailment
    grave: bool
    places: tuple[Outline, ...] = ()
    cells: tuple[str, ...] = ()
    facts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class Checkup:
    """What was found in one picture.

    `px_per_module` is that of the smallest tag in the worst cell of the mat (or of the smallest
    tag seen, without a mat), 0 if nothing tells; `need` what is wanted of it.  `blur_px`, `white`
    (tone of white paper) and `noise` (tones) are medians, 0 if unknown.  `card_scale`: the cards'
    size by the mat's measure, 1 = as printed, None if it cannot be told.
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
    def light(self) -> Light:
        """One light for everything."""
        if any(each.grave for each in self.complaints):
            return Light.RED
        return Light.YELLOW if self.complaints else Light.GREEN
