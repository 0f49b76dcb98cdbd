"""Detects objects at rest on one mat, such as a resting arm or something that was put down.

Foreign pixels are neither bare mat nor a known card. When a foreign part has not moved for
`RESTS_S` seconds, its look is stored in the mat's coordinates. While it looks the same, it counts
as an object and not as a hand. A hand over it looks different, and so does a moved object. Where
the mat is visible again, the object is gone. (Outside the cells, the background learns objects at
rest. Inside a cell it must not, because the cell stays covered.)
"""

import cv2
import numpy as np

from companion.vision.mat.top_view import Mask, TopView, View, outside, tolerance

RESTS_S = 8.0
_SLACK, _SHARE = 12.0, 0.12
_MOSTLY_PX = 5
"""Side, in px, of the square around a pixel in which most pixels must look the same."""


class StaticObjects:
    """The objects at rest on one mat, with their stored looks."""

    def __init__(self, top: TopView) -> None:
        self._since_s = np.full((top.height, top.width), np.inf)
        """The time at which each pixel last moved, or was not foreign."""
        self._at_rest: Mask = np.zeros((top.height, top.width), np.bool_)
        self._look: View = np.zeros((top.height, top.width, 3), np.float32)
        self._range: tuple[View, View] | None = None

    def strange(self, view: View, foreign: Mask, usable: Mask) -> Mask:
        """Return the part of `foreign` that is not an object at rest. `view` must be normalised."""
        if not self._at_rest.any():
            return foreign
        if self._range is None:
            self._range = tolerance(self._look, _SLACK, _SHARE)
        same = self._at_rest & ~outside(view, *self._range)
        # Where the mat is bare, the object is gone. Pixels under a card are unknown, so they are
        # kept.
        self._at_rest &= foreign | same | ~usable
        return foreign & ~_with_edges(same)

    def settle(self, view: View, foreign: Mask, stirred: Mask, time_s: float) -> None:
        """Update the objects. `stirred` masks motion and the foreign pixels connected to it."""
        self._since_s[stirred | ~foreign] = time_s
        rests = foreign & (time_s - self._since_s >= RESTS_S)
        if rests.any():
            cv2.copyTo(view, (rests | ~self._at_rest).view(np.uint8), self._look)
            self._at_rest |= rests
            self._range = None


def _with_edges(same: Mask) -> Mask:
    """Return the mostly unchanged areas, widened by a pixel because objects may be nudged."""
    parts = cv2.medianBlur(same.astype(np.uint8), _MOSTLY_PX) | same.view(np.uint8)
    return cv2.dilate(parts, np.ones((3, 3), np.uint8)).astype(np.bool_)
