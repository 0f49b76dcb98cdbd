"""The background of a dice area: its picture before the throw, and the changes since then.

Theory of operation

The picture is stored with the mat's pose. When the mat or the camera moves, the picture is warped.
The area is flat, so its four corners determine the mapping of every pixel. The picture is always
warped from the pose at which it was learned, so that many small moves do not blur it.

The background is updated with the table (`learn`), except at possible dice (`odd`): spots as large
as a die that could not be read. If a die became part of the background, the next throw next to it
would be missed, and a leaning die would go unnoticed.

Dice in the first picture remain part of the background until they are found elsewhere or are gone.
Then their old places are learned.

A lamp's reflection is learned like any object at rest. When the reflection disappears, the
previous picture is restored (`recall`). Otherwise the darker spot would count as a change forever.

A thrown die may land in its old place with its old value. Such a throw is detected because the
place is empty in between (`bare`).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import cv2
import numpy as np

from companion.vision.dice.candidates import CHANGED
from companion.vision.dice.papers import Paper
from companion.vision.dice.patch import Area, difference
from companion.vision.mat.tracker import MatPose
from companion.vision.reader.image_pyramid import Image

Part = tuple[slice, slice]
"""A part of a picture: its rows and columns."""

_SAME_MM = 0.05
_LEAST, _MOST, _FILLED, _SOLID = 0.7, 2.2, 0.35, 0.5
"""Limits for a changed spot that may be a die. The shorter side of its bounding box is at least
`_LEAST` edges of the smallest die, and the longer side at most `_MOST` edges of the largest. The
changed area is at least `_FILLED` of the box and `_SOLID` of the smallest die's top."""
_OTHERWISE, _BETTER = 0.01, 0.5
"""An area has changed if more than this share of its pixels have. The older picture is restored if
its share is below `_BETTER` times the newer one's.
"""
_SHADED, _LIT = 0.6, 1.3
_BARE, _BARE_SHARE = 8.0, 0.4
"""Maximum difference between a place and its picture without the die, in grey steps, and relative
to the difference from its picture with the die."""


class DiceBackground:
    """The background picture of one area, which is None at first.

    `area` is left, top, right, bottom in mat mm, or None for the whole mat.
    """

    def __init__(self, area: Area | None) -> None:
        self.papers: Sequence[Paper] = ()
        self._area = area
        self._picture: Image | None = None
        self._pose: MatPose | None = None
        self._carried: tuple[MatPose, Image] | None = None
        self._older: tuple[Image, MatPose] | None = None
        self._dice: tuple[Spot, ...] = ()

    def at(self, pose: MatPose, shape: tuple[int, ...], *, soiled: bool = False) -> Image | None:
        """Return the picture warped to this pose, or None if there is none of this shape.

        A picture that contains dice is returned only with `soiled`.
        """
        if self._picture is None or self._pose is None or (self._dice and not soiled):
            return None
        if self._picture.shape != shape:
            self._picture = None
            return None
        if pose is self._pose or pose.distance_mm(self._pose) < _SAME_MM:
            return self._picture
        if self._carried is None or self._carried[0] is not pose:
            moved = self._moved(self._picture, self._pose, pose)
            if moved is None:
                self._picture = None
                return None
            self._carried = pose, moved
        return self._carried[1]

    def recall(self, picture: Image, pose: MatPose, part: Part) -> None:
        """Restore the previous background if the last change has been undone."""
        known = self.at(pose, picture.shape)
        if known is None or self._older is None or self._picture is None or self._pose is None:
            return
        older, was = self._older
        carried = older if was is pose else self._moved(older, was, pose)
        if carried is None or older.shape != picture.shape:
            self._older = None
            return
        now = _coloured(picture[part])
        change = _changed(now, _coloured(known[part]))
        if change > _OTHERWISE and _changed(now, _coloured(carried[part])) < _BETTER * change:
            self._older = self._picture, self._pose
            self._picture, self._pose, self._carried = older, was, None

    def learn(
        self,
        picture: Image,
        pose: MatPose,
        papers: Sequence[Paper],
        keep: Iterable[Spot] = (),
        part: Part = (slice(None), slice(None)),
    ) -> None:
        """Update the background with this picture, except at the spots to `keep`.

        Dice in the first picture remain until their places are learned. `part` is the area's rows
        and columns.
        """
        self.papers = papers
        old, spots = self.at(pose, picture.shape, soiled=True), tuple(keep)
        dice = spots if old is None else self._dice
        self._dice = tuple(die for die in dice if any(_meet(die, spot) for spot in spots))
        new = picture.copy()
        if old is not None and spots:
            mask = np.zeros(picture.shape[:2], np.uint8)
            for x, y, radius in spots:
                cv2.circle(mask, (round(x), round(y)), math.ceil(radius), 1, -1)
            cv2.copyTo(old, mask, new)
        if old is not None and _changed(_coloured(new[part]), _coloured(old[part])) > _OTHERWISE:
            self._older = old, pose
        self._picture, self._pose, self._carried = new, pose, None

    def odd(
        self,
        picture: Image,
        pose: MatPose,
        part: Part,
        papers: Sequence[Paper],
        edges_mm: tuple[float, float],
    ) -> list[Spot]:
        """Return the changed spots that have a die's size and shape and are not on paper.

        `edges_mm` are the edge lengths of the smallest and the largest die.
        """
        old = self.at(pose, picture.shape, soiled=True)
        if old is None:
            return []
        now, then = _coloured(picture[part]), _coloured(old[part])
        if not now.size:
            return []
        change = (difference(now, then) > CHANGED).astype(np.uint8)
        corner = np.array([part[1].start, part[0].start])
        for _, outline in (*papers, *self.papers):
            at = np.round(pose.to_image(outline) - corner).astype(np.int32)
            cv2.fillConvexPoly(change, at, 0)
        change = np.asarray(cv2.morphologyEx(change, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)))
        _, _, boxes, middles = cv2.connectedComponentsWithStats(change, connectivity=8)
        height, width = change.shape
        small, large = (edge * pose.px_per_mm for edge in edges_mm)
        found = []
        for (x, y, w, h, changed), middle in zip(boxes[1:], middles[1:], strict=True):
            inside = x > 0 and y > 0 and x + w < width and y + h < height
            sized = min(w, h) >= _LEAST * small and max(w, h) <= _MOST * large
            solid = changed >= max(_FILLED * w * h, _SOLID * small**2)
            if inside and sized and solid:
                u, v = (middle + corner).tolist()
                found.append((u, v, max(w, h) / 2))
        return found

    def _moved(self, picture: Image, old: MatPose, new: MatPose) -> Image | None:
        """Warp the picture from one pose to another. Return None if part of the area is missing."""
        if self._area is None:
            corners = new.outline_mm
        else:
            left, top, right, bottom = self._area
            corners = np.array([(left, top), (right, top), (right, bottom), (left, bottom)])
        at, was = new.to_image(corners), old.to_image(corners)
        height, width = picture.shape[:2]
        if self._area is not None and not ((was >= 0) & (was < (width, height))).all():
            return None
        H = cv2.getPerspectiveTransform(at.astype(np.float32), was.astype(np.float32))
        how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        moved = cv2.warpPerspective(
            picture, H, (width, height), flags=how, borderMode=cv2.BORDER_REPLICATE
        )
        return np.asarray(moved, np.uint8)


Spot = tuple[float, float, float]
"""A circle in the picture: x, y and radius, px."""


def _meet(one: Spot, other: Spot) -> bool:
    return math.dist(one[:2], other[:2]) < one[2] + other[2]


def bare(now: Image, old: Image, occupied: Image) -> bool:
    """Return True if a die is gone, so that its place looks more like `old` than like `occupied`.

    The three crops must have the same size. In `now`, a hand may cast a shadow there.
    """
    if not now.size or now.shape != old.shape or now.shape != occupied.shape:
        return False
    miss = _miss(now, old)
    return miss < _BARE and miss < _BARE_SHARE * _miss(now, occupied)


def _miss(now: Image, other: Image) -> float:
    """Return the mean difference between two crops, in grey steps, corrected for brightness."""
    seen, known = now.astype(np.float32), other.astype(np.float32)
    light = np.clip(np.median(seen + 1) / np.median(known + 1), _SHADED, _LIT)
    return float(np.abs(seen - light * known).mean())


def _changed(now: Image, then: Image) -> float:
    """Return the share of pixels that have changed."""
    return float((difference(now, then) > CHANGED).mean()) if now.size else 0.0


def _coloured(picture: Image) -> Image:
    if picture.ndim == 3 or not picture.size:
        return picture
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR), np.uint8)
