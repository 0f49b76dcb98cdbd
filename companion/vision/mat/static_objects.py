"""What has come to rest on one mat: things that were put down, and arms that lie there.

Foreign is what is neither bare mat nor a known card. Once a part of it has not stirred for
`RESTS_S` seconds, whatever else moves over the mat, its look is remembered, in the mat's
millimetres: as long as it looks the same it is a thing and no hand. A hand over it is strange, and
so is what was moved; where the mat shows again nothing lies any more. (Beside the cells the
background learns what rests. In a cell it must not: the cell stays covered.)
"""

from __future__ import annotations

import cv2
import numpy as np

from companion.vision.mat.top_view import Mask, Tabletop, View, outside, tolerance

RESTS_S = 8.0
_SLACK, _SHARE = 12.0, 0.12
_MOSTLY_PX = 5
"""A pixel looks as it did if most of the square of so many around it do."""


class Resting:
    """What lies on one mat, where and how it looked when it came to rest."""

    def __init__(self, top: Tabletop) -> None:
        self._since_s = np.full((top.height, top.width), np.inf)
        """When each pixel stirred last, or was not foreign."""
        self._lies: Mask = np.zeros((top.height, top.width), np.bool_)
        self._look: View = np.zeros((top.height, top.width, 3), np.float32)
        self._range: tuple[View, View] | None = None

    def strange(self, view: View, foreign: Mask, usable: Mask) -> Mask:
        """What of `foreign` does not lie there as it did; `view` in even light."""
        if not self._lies.any():
            return foreign
        if self._range is None:
            self._range = tolerance(self._look, _SLACK, _SHARE)
        same = self._lies & ~outside(view, *self._range)
        # What is bare now was taken away; under a card nobody sees.
        self._lies &= foreign | same | ~usable
        return foreign & ~_with_edges(same)

    def settle(self, view: View, foreign: Mask, stirred: Mask, time_s: float) -> None:
        """Take in a frame: `stirred` is what moves, and what is joined to it."""
        self._since_s[stirred | ~foreign] = time_s
        rests = foreign & (time_s - self._since_s >= RESTS_S)
        if rests.any():
            cv2.copyTo(view, (rests | ~self._lies).view(np.uint8), self._look)
            self._lies |= rests
            self._range = None


def _with_edges(same: Mask) -> Mask:
    """The parts that mostly look the same, and a pixel around them: a thing may be nudged."""
    parts = cv2.medianBlur(same.astype(np.uint8), _MOSTLY_PX) | same.view(np.uint8)
    return cv2.dilate(parts, np.ones((3, 3), np.uint8)).astype(np.bool_)
