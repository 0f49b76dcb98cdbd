"""The camera's overlay: cells and readings that the page draws over the picture.

`CameraOverlay` follows the frames in the loop's thread and keeps the newest pose of the mat.
`OverlayFrame` is one frozen moment of it. Spectators get none.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.frames import Frame
from companion.pieces import TOKEN
from companion.readings import Face, Point, TableView, Trouble
from companion.web.coach import Coach
from companion.web.pose import PicturePose, find_pose
from rules import Layout, Mat, PlacedCard

_ROOM = 0.05
"""Margin around the mat, as a share of its size in the picture."""
_STILL_PX = 1.5


@dataclass(frozen=True, slots=True)
class Crop:
    """The visible part of a picture, px."""

    left: int
    top: int
    right: int
    bottom: int


@dataclass(frozen=True, slots=True)
class OverlayFrame:
    """One moment: a frame, its visible part, and the readings with their cells.

    `cells`: cell → outline, `read`: cells whose card was read, all as shares of the crop. `mat`:
    the homography from the mat's mm to shares of the crop, row by row; () if unknown.
    """

    frame: Frame
    cut: Crop
    hand: bool
    cells: Mapping[str, tuple[Point, ...]]
    read: frozenset[str]
    covered: frozenset[str]
    mat: tuple[float, ...] = ()
    judged: bool = True
    """False for frames before the match, which are not searched for cards."""
    trouble: Trouble | None = None
    coach: Coach | None = None
    """The light coach's latest advice, about the picture `examined`."""
    examined: object = None
    count: tuple[int, int] = (0, 0)
    """The number of cards seen and of cards on the mat (`seen_cards`)."""

    def data(self) -> dict[str, Any]:
        """Return the JSON object for the page."""
        return {
            "eyes": 1,
            "hand": self.hand,
            "size": [self.cut.right - self.cut.left, self.cut.bottom - self.cut.top],
            "cells": {cell: [list(p) for p in outline] for cell, outline in self.cells.items()},
            "read": sorted(self.read),
            "covered": sorted(self.covered),
            "mat": list(self.mat),
            "count": self.counted(),
        }

    def counted(self) -> dict[str, int]:
        """Return the count for the table's page and for the phone that is the camera."""
        seen, of = self.count
        return {"seen": seen, "all": of}


def seen_cards(layout: Layout, tracked: frozenset[str], read: frozenset[str]) -> tuple[int, int]:
    """Return the number of cards seen on the mat's `tracked` cells, and of all cards there.

    All cards are those of the match, and those on its empty cells that were refused or are not
    judged yet.
    """
    has = {cell for cell, pile in layout.items() if any(_is_card(one) for one in pile)}
    shown = tracked & (has | read)
    return len(shown & read), len(shown)


def _is_card(placed: PlacedCard) -> bool:
    return not placed.card.startswith(TOKEN)


@dataclass(slots=True)
class CameraOverlay:
    """Follows the frames of one match."""

    mat: Mat
    _pose: PicturePose | None = None
    _cut: Crop | None = None
    _cells: dict[str, tuple[Point, ...]] = field(default_factory=dict)
    _shares: tuple[float, ...] = ()

    def look(self, frame: Frame, view: TableView) -> OverlayFrame:
        """Update the overlay from a frame and its readings."""
        height, width = frame.image.shape[:2]
        pose = find_pose(view, self.mat)
        if pose is not None and not self._rests(pose):
            self._pose = pose
            cut = self._cut = self._around(pose, width, height)
            self._cells = self._outlines(pose, cut)
            self._shares = pose.shares(cut.left, cut.top, cut.right, cut.bottom)
        cut = self._cut or Crop(0, 0, width, height)
        if cut.right > width or cut.bottom > height:
            cut, self._cells, self._shares = Crop(0, 0, width, height), {}, ()
        cards = [r for r in view.readings if r.cell and r.face in (Face.FRONT, Face.BACK)]
        read = frozenset(r.cell or "" for r in cards)
        cells = dict(self._cells)
        trouble = view.trouble
        return OverlayFrame(
            frame, cut, view.hand, cells, read, view.covered, self._shares, trouble=trouble
        )

    def _rests(self, pose: PicturePose) -> bool:
        """Return True if the mat did not move; noise must not make the picture tremble."""
        if self._pose is None:
            return False
        corners = self._corners()
        before, now = self._pose.outline(corners), pose.outline(corners)
        return all(math.dist(a, b) < _STILL_PX for a, b in zip(before, now, strict=True))

    def _corners(self) -> list[Point]:
        across, down = self.mat.width_mm, self.mat.height_mm
        return [(0, 0), (across, 0), (across, down), (0, down)]

    def _around(self, pose: PicturePose, width: int, height: int) -> Crop:
        corners = pose.outline(self._corners())
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        room = _ROOM * max(max(xs) - min(xs), max(ys) - min(ys))
        left, top = max(0, int(min(xs) - room)), max(0, int(min(ys) - room))
        right, bottom = min(width, int(max(xs) + room)), min(height, int(max(ys) + room))
        if right - left < 16 or bottom - top < 16:
            return Crop(0, 0, width, height)
        return Crop(left, top, right, bottom)

    def _outlines(self, pose: PicturePose, cut: Crop) -> dict[str, tuple[Point, ...]]:
        wide, high = cut.right - cut.left, cut.bottom - cut.top
        return {
            cell.id: tuple(
                (round((x - cut.left) / wide, 4), round((y - cut.top) / high, 4))
                for x, y in pose.outline(cell.outline_mm)
            )
            for cell in self.mat.cells
        }
