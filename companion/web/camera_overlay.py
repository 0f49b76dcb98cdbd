"""The camera's overlay: cells and readings that the page draws over the picture.

`CameraOverlay` follows the frames in the loop's thread and keeps the mat's newest pose.
`OverlayFrame` is a frozen snapshot of it. Spectators receive no overlay.

The mat's pose is computed from the readings, without pixels. The mat's fiducials are read like
cards. Each of them provides the four corners, in the picture, of a square whose place on the mat
is in the manifest. A homography `p ~ H m` (m: millimetres on the mat, p: pixels), with its last
entry 1, is fitted to all of them by least squares. Coordinates are first scaled to about unit
size, so that the normal equations stay well conditioned (Hartley, 1997).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.frames import Frame
from companion.pieces import TOKEN
from companion.readings import Face, Point, TableView, Trouble
from companion.web.coach import Coach
from rules import Layout, Mat

_ROOM = 0.05
"""Margin around the mat, as a share of its size in the picture."""
_STILL_PX = 1.5
_LEAST_MARKS = 2
_LENGTH_MM = 400.0
_LENGTH_PX = 1000.0


@dataclass(frozen=True, slots=True)
class Crop:
    """The visible part of a picture, px."""

    left: int
    top: int
    right: int
    bottom: int


@dataclass(frozen=True, slots=True)
class OverlayFrame:
    """A snapshot: a frame, its visible part, and the readings with their cells.

    `cells`: cell → outline, as shares of the crop; `read`: cells whose card was read. `mat`: the
    homography from the mat's mm to shares of the crop, row by row; () if unknown.
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
    """The numbers of cards seen and of cards on the mat (`seen_cards`)."""
    pending: bool = False
    """True while more frames may still show a small tag at rest."""

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
            "pending": self.pending,
        }

    def counted(self) -> dict[str, int]:
        """Return the numbers of cards seen and on the mat, as the page's scripts expect them."""
        seen, of = self.count
        return {"seen": seen, "all": of}


def seen_cards(layout: Layout, tracked: frozenset[str], read: frozenset[str]) -> tuple[int, int]:
    """Return the number of cards seen on the mat's `tracked` cells, and of all cards there.

    All cards are those in the match's layout, and cards on its empty cells that were refused or
    have not been judged yet.
    """
    has = {
        cell for cell, pile in layout.items() if any(not one.card.startswith(TOKEN) for one in pile)
    }
    shown = tracked & (has | read)
    return len(shown & read), len(shown)


@dataclass(slots=True)
class CameraOverlay:
    """An overlay that is updated from the frames of one match."""

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
        return OverlayFrame(
            frame,
            cut,
            view.hand,
            cells,
            read,
            view.covered,
            self._shares,
            trouble=view.trouble,
            pending=bool(view.pending) and not view.hand,
        )

    def _rests(self, pose: PicturePose) -> bool:
        """Return True if the mat has hardly moved, so that the overlay stays steady."""
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


@dataclass(frozen=True, slots=True)
class PicturePose:
    """A homography from the mat's millimetres to the picture's pixels, row by row."""

    rows: tuple[float, ...]

    def to_picture(self, x_mm: float, y_mm: float) -> Point:
        """Return the pixel of a point on the mat."""
        a, b, c, d, e, f, g, h = self.rows
        x, y = x_mm / _LENGTH_MM, y_mm / _LENGTH_MM
        w = g * x + h * y + 1.0
        if abs(w) < 1e-9:
            return (0.0, 0.0)
        return (a * x + b * y + c) / w * _LENGTH_PX, (d * x + e * y + f) / w * _LENGTH_PX

    def shares(self, left: int, top: int, right: int, bottom: int) -> tuple[float, ...]:
        """Return the homography from the mat's millimetres to shares of a crop of the picture."""
        a, b, c, d, e, f, g, h = self.rows
        scale = (1 / _LENGTH_MM, 1 / _LENGTH_MM, 1.0)
        depth = [value * by for value, by in zip((g, h, 1.0), scale, strict=True)]
        across = [value * by * _LENGTH_PX for value, by in zip((a, b, c), scale, strict=True)]
        down = [value * by * _LENGTH_PX for value, by in zip((d, e, f), scale, strict=True)]
        return (
            *((x - left * w) / (right - left) for x, w in zip(across, depth, strict=True)),
            *((y - top * w) / (bottom - top) for y, w in zip(down, depth, strict=True)),
            *depth,
        )

    def outline(self, points_mm: Iterable[Point]) -> list[Point]:
        """Return the pixels of several points on the mat."""
        return [self.to_picture(x, y) for x, y in points_mm]


def find_pose(view: TableView, mat: Mat) -> PicturePose | None:
    """Return the mat's pose, or None if fewer than two of its fiducials were read."""
    marks = {mark.tag: mark for mark in mat.fiducials}
    pairs: list[tuple[Point, Point]] = []
    seen = 0
    for reading in view.readings:
        mark = marks.get(reading.tag)
        if mark is None or reading.face is not Face.MAT:
            continue
        seen += 1
        half = mark.size_mm / 2
        square = ((-half, -half), (half, -half), (half, half), (-half, half))
        places = [(mark.x_mm + dx, mark.y_mm + dy) for dx, dy in square]
        pairs += zip(places, reading.corners, strict=True)
    return _fit(pairs) if seen >= _LEAST_MARKS else None


def _fit(pairs: Sequence[tuple[Point, Point]]) -> PicturePose | None:
    """Fit the pose by least squares, with two equations per pair of points."""
    normal = [[0.0] * 9 for _ in range(8)]
    for (x_mm, y_mm), (u_px, v_px) in pairs:
        x, y = x_mm / _LENGTH_MM, y_mm / _LENGTH_MM
        u, v = u_px / _LENGTH_PX, v_px / _LENGTH_PX
        for row, value in (
            ((x, y, 1.0, 0.0, 0.0, 0.0, -u * x, -u * y), u),
            ((0.0, 0.0, 0.0, x, y, 1.0, -v * x, -v * y), v),
        ):
            for i in range(8):
                for j in range(8):
                    normal[i][j] += row[i] * row[j]
                normal[i][8] += row[i] * value
    solved = _solve(normal)
    return None if solved is None else PicturePose(tuple(solved))


def _solve(rows: list[list[float]]) -> list[float] | None:
    """Solve a linear system by Gaussian elimination; return None if it is singular."""
    size = len(rows)
    for column in range(size):
        pivot = max(range(column, size), key=lambda r: abs(rows[r][column]))
        if abs(rows[pivot][column]) < 1e-12:
            return None
        rows[column], rows[pivot] = rows[pivot], rows[column]
        for row in range(size):
            if row != column and rows[row][column]:
                share = rows[row][column] / rows[column][column]
                rows[row] = [a - share * b for a, b in zip(rows[row], rows[column], strict=True)]
    return [rows[i][size] / rows[i][i] for i in range(size)]
