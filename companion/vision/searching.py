"""Plans the search of a frame: the parts that changed since their last search and are at rest.

Moving parts are not searched: a hand would cause a search of its surroundings in every frame, for
tags that cannot be judged anyway. One frame at rest is enough. Every two seconds the whole frame is
searched regardless of motion.

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
"""Downscaling factor for change detection."""
_CHANGE = 6
_WHOLE_EVERY_S = 2.0
_WHOLE_SHARE = 0.45


_FULL_HD = 1920
_RESTS_S = 1.5
_LOOK_EVERY_S = 0.4


class Rest:
    """Decides whether a frame, at a quarter of Full HD, still shows the last judged one.

    Frames of a table that is unchanged for `_RESTS_S` need no judging. Nevertheless one is judged
    every `_LOOK_EVERY_S`, so that slow changes of light are followed.
    """

    def __init__(self) -> None:
        self._judged: Grey | None = None
        self._judged_s = self._changed_s = -math.inf

    def goes_on(self, small: Grey, time_s: float) -> bool:
        """Return True if this frame needs no judging."""
        last = self._judged
        if last is None or last.shape != small.shape or bool(differing(small, last).any()):
            self._changed_s = time_s
        elif time_s - self._changed_s >= _RESTS_S and 0 <= time_s - self._judged_s < _LOOK_EVERY_S:
            return True
        self._judged, self._judged_s = small, time_s
        return False


class SearchPlan:
    """The parts of the picture at the time of their last search, at a quarter of the size."""

    def __init__(self) -> None:
        self._searched: Grey | None = None
        self._before: Grey | None = None
        self._whole_s = 0.0

    def restart(self) -> None:
        """Search the whole next frame."""
        self._searched = None

    def boxes(
        self, small: Grey, time_s: float, reach_px: float, also: Iterable[Box] = ()
    ) -> list[Box] | None:
        """Return the parts to search in a frame at a quarter of its size; None for all.

        `reach_px` is the extent of a tag around a change; `also` are further parts.
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
                max(top, 0) // SHRINK : bottom // SHRINK,
                max(left, 0) // SHRINK : right // SHRINK,
            ] = 1
        spread = cv2.dilate(changed, reach)
        if spread.mean() > _WHOLE_SHARE:
            self._searched, self._whole_s = small, time_s
            return None
        self._searched = np.where(spread.astype(np.bool_), small, last)
        return _boxes(np.asarray(spread, np.uint8))


def shrunk(grey: Grey) -> Grey:
    """Return a picture at a quarter of the size, averaged."""
    size = (max(grey.shape[1] // SHRINK, 1), max(grey.shape[0] // SHRINK, 1))
    return np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.uint8)


def finer(image: Image) -> int:
    """Return a picture's size as a multiple of Full HD, the divisor for change detection."""
    longest = float(max(image.shape[:2]))
    return max(round(longest / _FULL_HD), 1)


def glimpsed(image: Image, shrink: int = SHRINK) -> Grey:
    """Return the grey of a picture, grey or BGR, at a quarter of the size.

    Of each 4 × 4 px, or `shrink` × `shrink`, only the middle four are averaged: a fifth of the cost
    of full averaging.
    """
    size = (max(image.shape[1] // shrink, 1), max(image.shape[0] // shrink, 1))
    return as_grey(cv2.resize(image, size, interpolation=cv2.INTER_LINEAR))


def differing(a: Grey, b: Grey) -> npt.NDArray[np.uint8]:
    """Return 1 where two pictures differ, averaged over 12 px against sensor noise."""
    return (cv2.blur(cv2.absdiff(a, b), (3, 3)) > _CHANGE).astype(np.uint8)


def _boxes(mask: npt.NDArray[np.uint8]) -> list[Box]:
    """Return the parts marked in a mask of a quarter of the size, in px of the whole picture."""
    _, _, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8, ltype=cv2.CV_32S)
    # The last column and row of the mask include the remainder of the division.
    height, width = mask.shape
    boxes = []
    for x, y, w, h, _ in stats[1:].tolist():
        right = (x + w) * SHRINK + (SHRINK - 1) * (x + w == width)
        bottom = (y + h) * SHRINK + (SHRINK - 1) * (y + h == height)
        boxes.append((x * SHRINK, y * SHRINK, right, bottom))
    return boxes
