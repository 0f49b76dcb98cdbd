"""Reads all that can be read in a single picture, with more patience than a match has."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

import cv2
import numpy as np
import numpy.typing as npt

from companion.readings import Face, Point, Reading
from companion.vision.codebook import Codebook
from companion.vision.doctor_tags import places_around
from companion.vision.lens import Lens
from companion.vision.mat import MatPose, locate
from companion.vision.pyramid import Pyramid
from companion.vision.reader import Reader
from companion.vision.sightings import merged
from rules import Fiducial

__all__ = ["mark_square", "read_all"]

_ENLARGED = 2.0
_GUIDES = 2
"""So many marks tell about where the others are."""
_BENDS = (0.0, 0.04, 0.08)


def read_all(pyramid: Pyramid, book: Codebook) -> tuple[Reading, ...]:
    """Every tag; where the mat's marks are missing, those of an enlarged picture, too.

    Marks that a search does not find, because a card touches their frame, are read where the
    others put them; how much the lens bends is not known yet, so several are tried.
    """
    readings = Reader(book).search(pyramid)
    if book.mats and _marks(readings) < _GUIDES:
        readings = _enlarged(pyramid, book, readings)
    height, width = pyramid.shape
    for bend in _BENDS:
        pose = locate(readings, book, Lens(width, height, bend), _GUIDES)
        if pose is None or _marks(readings) >= len(pose.mat.fiducials):
            break
        readings = _marks_again(pyramid, book, readings, pose)
    return readings


def _marks(readings: Iterable[Reading]) -> int:
    return sum(1 for r in readings if r.face is Face.MAT)


def _enlarged(
    pyramid: Pyramid, book: Codebook, readings: tuple[Reading, ...]
) -> tuple[Reading, ...]:
    """The readings of the picture at twice its size, if they show more marks."""
    grey = pyramid.grey(0)
    size = (int(grey.shape[1] * _ENLARGED), int(grey.shape[0] * _ENLARGED))
    large = cv2.resize(grey, size, interpolation=cv2.INTER_CUBIC)
    found = Reader(book).read(np.asarray(large, np.uint8))
    shrunk = tuple(dataclasses.replace(r, corners=_shrunk(r.corners)) for r in found)
    return shrunk if _marks(shrunk) > _marks(readings) else readings


def _marks_again(
    pyramid: Pyramid, book: Codebook, readings: tuple[Reading, ...], pose: MatPose
) -> tuple[Reading, ...]:
    """The readings with marks that are read once their place is known."""
    seen = {r.tag for r in readings}
    missing = [
        Reading(mark.tag, _corners(place), 0.0, Face.MAT)
        for mark in pose.mat.fiducials
        if mark.tag not in seen
        for place in places_around(pose.to_image(mark_square(mark)))
    ]
    found = Reader(book).recheck(pyramid, missing) if missing else ()
    return merged([*readings, *(r for r in found if r.tag)])


def mark_square(mark: Fiducial) -> npt.NDArray[np.float64]:
    """A mark's corners on the mat, (4, 2) mm."""
    square = mark.size_mm / 2 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float64)
    return np.asarray(square + np.array([mark.x_mm, mark.y_mm]))


def _corners(points: npt.NDArray[np.float64]) -> tuple[Point, Point, Point, Point]:
    (a, b), (c, d), (e, f), (g, h) = points.tolist()
    return (a, b), (c, d), (e, f), (g, h)


def _shrunk(corners: Iterable[Point]) -> tuple[Point, Point, Point, Point]:
    a, b, c, d = (((x + 0.5) / _ENLARGED - 0.5, (y + 0.5) / _ENLARGED - 0.5) for x, y in corners)
    return a, b, c, d
