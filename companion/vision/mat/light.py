"""Distinguishes a lasting change of light from new objects on the mat.

`background` evens out small changes of lamps. A very different light, strongly coloured or from one
side only, changes the whole mat, as a cloth over it would. The mat's fiducials decide: if they are
read, nothing covers them.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from companion.vision.mat.background import Background, FrameComparison, evened
from companion.vision.mat.fiducials import mark_square
from companion.vision.mat.top_view import Mask, TopView, View, outside

_MOST = 0.5
"""Share of the mat, and of its fiducials, that must look different."""
_LASTS_S = 1.0


class MatLight:
    """The light over one mat, by its fiducials."""

    def __init__(self, top: TopView) -> None:
        self._marks = {m.tag: top.mask([mark_square(m)]) for m in top.mat.fiducials}
        self._since: float | None = None

    def is_another(
        self,
        background: Background,
        view: View,
        glance: FrameComparison,
        marks: Iterable[str],
        time_s: float,
    ) -> bool:
        """Return True if the light has differed from the model's for a while.

        `view` as seen, `glance` normalised, `marks` the tags that are read.
        """
        at = [self._marks[tag] for tag in marks if tag in self._marks]
        if not at or not _strange(background, view, glance, np.logical_or.reduce(at)):
            self._since = None
            return False
        if self._since is None:
            self._since = time_s
        return time_s - self._since >= _LASTS_S


def _strange(background: Background, view: View, glance: FrameComparison, marks: Mask) -> bool:
    """Return True if most of the mat looks different, its fiducials included."""
    known = background.known & glance.usable
    at = known & marks
    if not _mostly(glance.foreign[known]) or not _mostly(glance.foreign[at]):
        return False
    # With a cloth the normalisation fails, but by themselves the fiducials look the same.
    even = evened(view, background.model[at], view[at])
    return _mostly(outside(even, *background.range())[at])


def _mostly(mask: Mask) -> bool:
    return bool(mask.size and mask.mean() > _MOST)
