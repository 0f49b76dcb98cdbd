"""Reads everything in a single picture, with more patience than during a match."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

import cv2
import numpy as np

from companion.readings import Point, Reading
from companion.vision.mat.fiducials import GUIDES, count_marks, more_marks
from companion.vision.reader.codebook import Codebook
from companion.vision.reader.image_pyramid import ImagePyramid
from companion.vision.reader.reader import TagReader

_ENLARGED = 2.0


def read_all(pyramid: ImagePyramid, book: Codebook) -> tuple[Reading, ...]:
    """Return every tag; if fiducials are missing, also those of an enlarged picture."""
    reader = TagReader(book)
    readings = reader.search(pyramid, patient=True)
    if book.mats and count_marks(readings) < GUIDES:
        readings = _enlarged(pyramid, reader, readings)
    return more_marks(pyramid, reader, readings)


def _enlarged(
    pyramid: ImagePyramid, reader: TagReader, readings: tuple[Reading, ...]
) -> tuple[Reading, ...]:
    """Return the readings of the picture at twice its size, if they have more fiducials."""
    grey = pyramid.grey(0)
    size = (int(grey.shape[1] * _ENLARGED), int(grey.shape[0] * _ENLARGED))
    large = cv2.resize(grey, size, interpolation=cv2.INTER_CUBIC)
    found = reader.read(np.asarray(large, np.uint8))
    shrunk = tuple(dataclasses.replace(r, corners=_shrunk(r.corners)) for r in found)
    return shrunk if count_marks(shrunk) > count_marks(readings) else readings


def _shrunk(corners: Iterable[Point]) -> tuple[Point, Point, Point, Point]:
    a, b, c, d = (((x + 0.5) / _ENLARGED - 0.5, (y + 0.5) / _ENLARGED - 0.5) for x, y in corners)
    return a, b, c, d
