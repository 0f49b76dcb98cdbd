"""Selects the parts of a frame to search: the parts that have changed and are at rest again.

Moving parts are not searched. Otherwise a hand would cause a search of its surroundings in every
frame, for tags that cannot be judged anyway. One frame at rest is enough. Every two seconds, the
whole frame is searched regardless of motion.

`Rest` skips frames, most of which show an unchanged table.
"""

import math
from collections.abc import Iterable

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.reader.candidates import Box
from companion.vision.reader.image_pyramid import Grey, Image, as_grey

SHRINK = 4
"""The downscaling factor for change detection."""
_CHANGE = 6
_WHOLE_EVERY_S = 2.0
_WHOLE_SHARE = 0.45


_FULL_HD = 1920
_RESTS_S = 1.5
_LOOK_EVERY_S = 0.4


class Rest:
    """Detects frames, scaled to a quarter of Full HD, that look like the last judged one.

    After a table has been unchanged for `_RESTS_S`, only one frame every `_LOOK_EVERY_S` is
    judged, so that slow changes of light are followed.
    """

    def __init__(self) -> None:
        self._judged: Grey | None = None
        self._judged_s = self._changed_s = -math.inf

    def goes_on(self, small: Grey, time_s: float) -> bool:
        """Return True if this frame shows nothing new and need not be judged."""
        last = self._judged
        if last is None or last.shape != small.shape or bool(differing(small, last).any()):
            self._changed_s = time_s
        elif time_s - self._changed_s >= _RESTS_S and 0 <= time_s - self._judged_s < _LOOK_EVERY_S:
            return True
        self._judged, self._judged_s = small, time_s
        return False


class SearchPlan:
    """Plans searches, and stores the last searched picture at a quarter of its size."""

    def __init__(self) -> None:
        self._searched: Grey | None = None
        self._before: Grey | None = None
        self._whole_s = 0.0

    def restart(self) -> None:
        """Forget all searches, so that the whole next frame is searched."""
        self._searched = None

    def boxes(
        self, small: Grey, time_s: float, reach_px: float, also: Iterable[Box] = ()
    ) -> list[Box] | None:
        """Return the parts of a frame to search, or None for the whole frame.

        `small` is the frame at a quarter of its size. `reach_px` is how far a tag may extend
        around a change. `also` are additional parts.
        """
        last, before = self._searched, self._before
        self._before = small
        if last is None or last.shape != small.shape or time_s - self._whole_s >= _WHOLE_EVERY_S:
            self._searched, self._whole_s = small, time_s
            return None
        changed = differing(small, last)
        side = 2 * int(reach_px / SHRINK) + 1
        reach = np.ones((side, side), np.uint8)
        if before is not None and before.shape == small.shape:
            moving = differing(small, before)
            if moving.any():
                changed &= 1 - np.asarray(cv2.dilate(moving, reach), np.uint8)
        for left, top, right, bottom in also:
            changed[
                max(top, 0) // SHRINK : bottom // SHRINK, max(left, 0) // SHRINK : right // SHRINK
            ] = 1
        spread = cv2.dilate(changed, reach)
        if spread.mean() > _WHOLE_SHARE:
            self._searched, self._whole_s = small, time_s
            return None
        self._searched = np.where(spread.astype(np.bool_), small, last)
        return _boxes(np.asarray(spread, np.uint8))


def shrunk(grey: Grey) -> Grey:
    """Return a picture at a quarter of its size, with averaged pixels."""
    size = (max(grey.shape[1] // SHRINK, 1), max(grey.shape[0] // SHRINK, 1))
    return np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.uint8)


def finer(image: Image) -> int:
    """Return a picture's size as a multiple of Full HD, rounded."""
    longest = float(max(image.shape[:2]))
    return max(round(longest / _FULL_HD), 1)


def glimpsed(image: Image, shrink: int = SHRINK) -> Grey:
    """Return a picture (grey or BGR) in grey at 1 / `shrink` of its size.

    Of each `shrink` × `shrink` pixels, only the four in the middle are averaged, which takes a
    fifth of the time of averaging all.
    """
    size = (max(image.shape[1] // shrink, 1), max(image.shape[0] // shrink, 1))
    return as_grey(cv2.resize(image, size, interpolation=cv2.INTER_LINEAR))


def differing(a: Grey, b: Grey) -> npt.NDArray[np.uint8]:
    """Return 1 where two pictures differ. Averaging over 3 × 3 px suppresses sensor noise."""
    return (cv2.blur(cv2.absdiff(a, b), (3, 3)) > _CHANGE).astype(np.uint8)


def _boxes(mask: npt.NDArray[np.uint8]) -> list[Box]:
    """Return the boxes around a quarter-size mask's components, in px of the whole picture."""
    _, _, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8, ltype=cv2.CV_32S)
    # The mask's last column and row include the remainder of the division by `SHRINK`.
    height, width = mask.shape
    boxes = []
    for x, y, w, h, _ in stats[1:].tolist():
        right = (x + w) * SHRINK + (SHRINK - 1) * (x + w == width)
        bottom = (y + h) * SHRINK + (SHRINK - 1) * (y + h == height)
        boxes.append((x * SHRINK, y * SHRINK, right, bottom))
    return boxes
