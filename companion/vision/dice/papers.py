"""Detects changes in a dice area that are caused by papers (cards and pieces), not by throws.

A search for dice takes up to a second of CPU time, and cards are often placed where dice are
thrown. There is no need to search recognised papers. Papers that have not changed since the
background was learned do not count, because a die may be on one of them.
"""

from collections.abc import Iterable, Sequence
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from companion.readings import Reading
from companion.vision.dice.patch import Area
from companion.vision.mat.placement import card_outline
from companion.vision.mat.tracker import MatPose
from companion.vision.reader.codebook import Codebook
from companion.vision.reader.image_pyramid import Image, as_grey
from companion.vision.searching import SHRINK, differing, shrunk

Paper = tuple[str, npt.NDArray[np.float64]]
"""A paper's tag and its corners, (4, 2) mat mm."""
_AROUND_MM: Final = 4.0
"""Margin around a paper, for its shadow and for small moves."""
_SAME_MM: Final = 1.0


def papers_in(area: Area, readings: Iterable[Reading], book: Codebook) -> tuple[Paper, ...]:
    """Return the papers among the readings that overlap the area."""
    left, top, right, bottom = area
    found = []
    for reading in readings:
        outline = card_outline(reading, book, _AROUND_MM)
        if outline is None:
            continue
        (x0, y0), (x1, y1) = outline.min(axis=0), outline.max(axis=0)
        if x0 < right and x1 > left and y0 < bottom and y1 > top:
            found.append((reading.tag, outline))
    return tuple(found)


def only_papers(
    now: Image,
    before: Image,
    where: tuple[slice, slice],
    pose: MatPose,
    papers: tuple[Sequence[Paper], Sequence[Paper]],
) -> bool:
    """Return True if papers are the only change in the part `where` of two pictures.

    `papers` contains the papers in `now` and those in `before`.
    """
    moved = [*_without(*papers), *_without(*papers[::-1])]
    if not moved:
        return False
    change = differing(shrunk(as_grey(now[where])), shrunk(as_grey(before[where])))
    corner = (where[1].start, where[0].start)
    for _, outline in moved:
        seen = (pose.to_image(outline) - corner) / SHRINK
        cv2.fillConvexPoly(change, np.round(seen).astype(np.int32), 0)
    return not change.any()


def _without(some: Sequence[Paper], others: Sequence[Paper]) -> list[Paper]:
    """Return the papers in `some` that are not at the same place in `others`."""
    return [
        (tag, outline)
        for tag, outline in some
        if not any(tag == t and float(np.abs(o - outline).max()) < _SAME_MM for t, o in others)
    ]
