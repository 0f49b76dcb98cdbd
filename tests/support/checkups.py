"""Sample camera check-ups, for tests of how they are reported and displayed."""

from __future__ import annotations

from typing import Final

import numpy as np

from companion.readings import Face, Reading
from companion.vision.doctor.values import Ailment, Checkup, Complaint
from companion.vision.lens import Lens
from companion.vision.mat.tracker import MatPose
from rules import Setup, load_game
from tests.support.web.match_page import made_mat

MAT: Final = made_mat(load_game("yggdrasil").table.form(Setup("yggdrasil")))
"""A mat with three corner marks."""
POSE: Final = MatPose(MAT, np.eye(3), np.eye(3), 3, 0.0, Lens(640, 480))
BARE: Final = Checkup((), (), None, 0.0, 0.0, 0.0, 0.0, None)
"""A picture in which nothing is wrong and nothing could be measured."""


def measured(*complaints: Complaint) -> Checkup:
    """Return a check-up of a picture with two mat marks, one card and all figures."""
    faces = (Face.MAT, Face.MAT, Face.FRONT)
    readings = tuple(
        Reading(f"TAG{i}", ((0, 0), (8, 0), (8, 8), (0, 8)), 1.0, face)
        for i, face in enumerate(faces)
    )
    return Checkup(complaints, readings, POSE, 2.25, 0.84, 201.0, 1.5, 0.987)


def far(*, grave: bool) -> Complaint:
    """Return the complaint that the camera hangs too high, with one cell that shows it."""
    outline = ((64.0, 48.0), (128.0, 48.0), (128.0, 96.0), (64.0, 96.0))
    facts = {"px": "0.70", "need": "1.5", "reads": "1.1"}
    return Complaint(Ailment.FAR, grave, (outline,), ("a1",), facts)
