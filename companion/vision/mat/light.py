"""Tells a light that changed for good from things that came to lie on the mat.

`background` evens out what a lamp more or less does.  Another light altogether, strongly coloured
or from one side only, leaves the whole mat unlike the one that was known, as a cloth over it
would.  The mat's marks tell which: they are read, so nothing lies on them.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from companion.vision.mat.background import Background, Glance, evened
from companion.vision.mat.fiducials import mark_square
from companion.vision.mat.top_view import Mask, Tabletop, View, outside

_MOST = 0.5
"""The share of the mat, and of its marks, that is to look otherwise."""
_LASTS_S = 1.0


class Light:
    """The light over one mat, by its marks."""

    def __init__(self, top: Tabletop) -> None:
        self._marks = {m.tag: top.mask([mark_square(m)]) for m in top.mat.fiducials}
        self._since: float | None = None

    def is_another(
        self,
        background: Background,
        view: View,
        glance: Glance,
        marks: Iterable[str],
        time_s: float,
    ) -> bool:
        """Whether it has been another for a while than the one in which the mat was learned.

        `view` as seen, `glance` at it in even light, `marks` the tags that are read.
        """
        at = [self._marks[tag] for tag in marks if tag in self._marks]
        if not at or not _strange(background, view, glance, np.logical_or.reduce(at)):
            self._since = None
            return False
        if self._since is None:
            self._since = time_s
        return time_s - self._since >= _LASTS_S


def _strange(background: Background, view: View, glance: Glance, marks: Mask) -> bool:
    """Whether most of the mat looks otherwise, its marks included."""
    known = background.known & glance.usable
    at = known & marks
    if not _mostly(glance.foreign[known]) or not _mostly(glance.foreign[at]):
        return False
    # A cloth over the mat makes the whole be evened out wrongly: by themselves marks are the same.
    even = evened(view, background.model[at], view[at])
    return _mostly(outside(even, *background.range())[at])


def _mostly(mask: Mask) -> bool:
    return bool(mask.size and mask.mean() > _MOST)
