"""Reads small tags at rest from the mean of many frames.

Noise and compression hide the fine detail of a tag that is smaller than three quarters of a pixel
per module. While nothing changes in a part of the picture, its frames are added up. After 4, 8, 16
and 32 frames, the mean is enlarged and searched. The limits of acceptance are those of a single
frame (`companion.vision.reader.matching`): no frame's answer counts as a vote.

A part begins again if it changes. It is compared with its mean at a quarter of its size, so that a
card that slides slowly is noticed, too.
"""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.readings import Face, Point, Reading
from companion.vision.reader.candidates import Box
from companion.vision.reader.image_pyramid import Grey, ImagePyramid
from companion.vision.reader.reader import TagReader
from companion.vision.reader.sightings import merged
from companion.vision.searching import differing, shrunk

_LOOKS = (4, 8, 16, 32)
"""Numbers of frames after which a mean is searched."""
_ENLARGED = 2
_AT_ONCE = 2
"""Maximum number of parts that are searched in one frame, to limit its cost."""
_LARGEST = 1.4
"""Maximum px per module of the tags searched for. Larger ones are read in single frames."""


@dataclass(slots=True)
class _Exposure:
    """The sum of a part's frames, the number of looks at it, and the tags found."""

    box: Box
    total: npt.NDArray[np.float32]
    count: int = 0
    looks: int = 0
    found: tuple[Reading, ...] = ()

    def mean(self) -> Grey:
        """Return the mean of the frames."""
        return np.asarray(np.rint(self.total / max(self.count, 1)), np.uint8)

    def add(self, part: Grey) -> None:
        """Add a frame's part, or begin again with it if it differs from the mean."""
        if self.count and differing(shrunk(part), shrunk(self.mean())).any():
            self.total[:], self.count, self.looks, self.found = 0, 0, 0, ()
        if self.count < _LOOKS[-1]:
            cv2.accumulate(part, self.total)
            self.count += 1

    @property
    def is_due(self) -> bool:
        """True if enough frames were added for the next look."""
        return self.looks < len(_LOOKS) and self.count >= _LOOKS[self.looks]


class Exposures:
    """The exposures of one picture's parts, by name."""

    def __init__(self, reader: TagReader) -> None:
        self._reader = reader
        self._parts: dict[str, _Exposure] = {}

    @property
    def developing(self) -> frozenset[str]:
        """Names of the parts without a reading that more frames may still give."""
        return frozenset(
            name
            for name, part in self._parts.items()
            if not part.found and part.looks < len(_LOOKS)
        )

    def restart(self) -> None:
        """Forget all parts, because the camera or the mat has moved."""
        self._parts.clear()

    def update(
        self, grey: Grey, boxes: Mapping[str, Box], modules: tuple[float, float]
    ) -> tuple[Reading, ...]:
        """Add a frame to the parts in `boxes` and to those with readings; return all readings.

        `modules` are the minimum and maximum px per module.
        """
        if modules[0] >= _LARGEST:
            self.restart()
            return ()
        kept = {name: part.box for name, part in self._parts.items() if part.found}
        wanted = {**kept, **boxes}
        self._parts = {name: part for name, part in self._parts.items() if name in wanted}
        for name, (left, top, right, bottom) in wanted.items():
            seen = grey[max(top, 0) : max(bottom, 0), max(left, 0) : max(right, 0)]
            if not seen.size:
                continue
            part = self._parts.get(name)
            if part is None or part.total.shape != seen.shape:
                box = (max(left, 0), max(top, 0), right, bottom)
                part = self._parts[name] = _Exposure(box, np.zeros(seen.shape, np.float32))
            part.add(seen)
        due = [part for part in self._parts.values() if part.is_due]
        for part in sorted(due, key=lambda part: part.looks)[:_AT_ONCE]:
            self._look(part, modules)
        return tuple(reading for part in self._parts.values() for reading in part.found)

    def _look(self, part: _Exposure, modules: tuple[float, float]) -> None:
        """Search the mean of a part."""
        part.looks += 1
        low, high = modules[0] * _ENLARGED, min(modules[1], _LARGEST) * _ENLARGED
        large = cv2.resize(
            part.mean(), None, fx=_ENLARGED, fy=_ENLARGED, interpolation=cv2.INTER_CUBIC
        )
        pyramid = ImagePyramid(np.asarray(large, np.uint8), _ENLARGED)
        readings = self._reader.search(pyramid, None, (low, high), patient=True)
        cards = (r for r in readings if r.tag and r.face is not Face.MAT)
        part.found = merged((*(_at(reading, part.box) for reading in cards), *part.found))


def _at(reading: Reading, box: Box) -> Reading:
    """Return a reading of a part's enlarged picture with its place in the whole picture."""
    a, b, c, d = (_whole(corner, box) for corner in reading.corners)
    return dataclasses.replace(reading, corners=(a, b, c, d))


def _whole(corner: Point, box: Box) -> Point:
    x, y = ((each + 0.5) / _ENLARGED - 0.5 for each in corner)
    return x + box[0], y + box[1]


def widened(boxes: Mapping[str, Box], by_px: float) -> dict[str, Box]:
    """Return the boxes, wider at each side, because a tag may extend beyond its cell."""
    by = int(by_px)
    return {
        name: (left - by, top - by, right + by, bottom + by)
        for name, (left, top, right, bottom) in boxes.items()
    }
