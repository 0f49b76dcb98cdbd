"""Detects hands over the mat by their motion, not by their colour.

A hand moves, or is foreign and reaches in over the rim. A foreign object at the rim that has not
moved for `RESTS_S` seconds was put down, and stays an object while it looks the same
(`companion.vision.mat.static_objects`): an arm over it reaches in again.
"""

from __future__ import annotations

import cv2
import numpy as np

from companion.vision.mat.static_objects import RESTS_S
from companion.vision.mat.top_view import Mask, TopView, View, joined, of_size, outside, tolerance

_MOVES_MM2 = 120.0
_REACHES_MM2 = 500.0
_MOTION_SLACK, _MOTION_SHARE = 7.0, 0.08


class Hands:
    """The motion over one mat; `moving` is the last frame's mask, `present` its result.

    `stirred`: motion larger than a speck, and all foreign pixels joined to it.
    """

    def __init__(self, top: TopView) -> None:
        self.top = top
        self.moving: Mask = np.ones((top.height, top.width), np.bool_)
        self.stirred = self.moving
        self.present = False
        self.settled = False
        self._last: View | None = None
        self._still_s: float | None = None

    def update(self, view: View, foreign: Mask, strange: Mask, shown: Mask, time_s: float) -> None:
        """Judge a frame: `view` as seen, `foreign` neither bare mat nor a known card.

        `strange`: the part of `foreign` that is not an object at rest.
        """
        last, self._last = self._last, view
        if last is None:
            return
        self.moving = _changed(last, view) & shown
        stirring = of_size(self.moving, _MOVES_MM2)
        moves = bool(stirring.any())
        if moves or self._still_s is None:
            self._still_s = time_s
        thick = _thick(foreign)
        self.stirred = joined(thick | stirring, stirring)
        # An arm over an object at the rim may be visible only beyond the object.
        reaching = joined(thick, self.top.edge)
        reaches = bool(of_size(_thick(strange) & reaching, _REACHES_MM2).any())
        self.settled = time_s - self._still_s >= RESTS_S
        self.present = moves or (reaches and not self.settled)

    def still_for(self, time_s: float) -> float:
        """Return the seconds since the last motion; 0 before the second frame."""
        return 0.0 if self._still_s is None else time_s - self._still_s


def _thick(foreign: Mask) -> Mask:
    """Return the foreign patches without lines.

    Along the rim of a mat that was pushed the table shows, a pixel wide and as long as the rim.
    """
    closed = cv2.morphologyEx(foreign.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    return cv2.morphologyEx(closed, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)).astype(np.bool_)


def _changed(last: View, view: View) -> Mask:
    """Return the pixels that changed by more than noise, flicker and a pixel's shimmer."""
    ratio = np.median((last[::2, ::2] + 8) / (view[::2, ::2] + 8), axis=(0, 1))
    even = (view + 8) * np.clip(ratio, 0.5, 2.0).astype(np.float32) - 8
    low, high = tolerance(last, _MOTION_SLACK, _MOTION_SHARE)
    return outside(even, low, high)
