"""Reads fiducials that the search has missed, at their expected places.

A slanted view compresses fiducials until they are not found as squares, and a card that touches a
fiducial breaks its frame. Two fiducials determine the others' places to within a few modules.
Around each of these places, shifts by whole modules are tried.
"""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from companion.readings import Face, Reading
from companion.vision.lens import Lens
from companion.vision.mat.tracker import MatPose, locate
from companion.vision.reader.image_pyramid import ImagePyramid
from companion.vision.reader.reader import TagReader
from companion.vision.reader.sightings import corners_of, merged, px_per_module
from rules.records.manifest import Fiducial

Floats = npt.NDArray[np.float64]

GUIDES = 2
"""Number of fiducials that determine the others' approximate places."""
_BENDS = (0.0, 0.04, 0.08)
"""Values of the lens's distortion to try while it is unknown."""
_REACH = 4


def more_marks(
    pyramid: ImagePyramid, reader: TagReader, readings: tuple[Reading, ...]
) -> tuple[Reading, ...]:
    """Return the readings and the fiducials that could be read at their expected places."""
    height, width = pyramid.shape
    for bend in _BENDS:
        pose = locate(readings, reader.codebook, Lens(width, height, bend), GUIDES)
        if pose is None or count_marks(readings) >= len(pose.mat.fiducials):
            break
        readings = _where_others_put_them(pyramid, reader, readings, pose)
    return readings


def count_marks(readings: Iterable[Reading]) -> int:
    """Return the number of fiducials among the readings."""
    return sum(1 for r in readings if r.face is Face.MAT)


def _where_others_put_them(
    pyramid: ImagePyramid, reader: TagReader, readings: tuple[Reading, ...], pose: MatPose
) -> tuple[Reading, ...]:
    seen = {r.tag for r in readings}
    height, width = pyramid.shape
    missing = []
    for mark in pose.mat.fiducials:
        at = pose.to_image(mark_square(mark))
        if mark.tag not in seen and (at >= 0).all() and (at < (width, height)).all():
            missing += [
                Reading(mark.tag, corners_of(place), 0.0, Face.MAT) for place in places_around(at)
            ]
    found = reader.recheck(pyramid, missing) if missing else ()
    return merged([*readings, *(r for r in found if r.tag)])


def mark_square(mark: Fiducial) -> Floats:
    """Return a fiducial's corners on the mat, (4, 2) mm."""
    square = mark.size_mm / 2 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float64)
    return np.asarray(square + np.array([mark.x_mm, mark.y_mm]))


def places_around(corners: Floats) -> Floats:
    """Return a symbol's corners (4, 2) shifted by up to four modules in x and y, (n, 4, 2) px."""
    module = px_per_module([(x, y) for x, y in corners.tolist()])
    steps = module * np.linspace(-_REACH, _REACH, 2 * _REACH + 1)
    return np.asarray(corners + np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 1, 2))
