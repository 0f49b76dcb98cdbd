"""The pose of the mat in the picture, computed from the readings without pixels.

The mat's fiducials are read like cards. Each gives the four corners in the picture of a square
whose place on the mat is in the manifest. A homography `p ~ H m` (m: millimetres on the mat, p:
pixels) is fitted to all of them by least squares with its last entry 1. Coordinates are first
scaled to about unit size, so that the normal equations stay well conditioned (Hartley, 1997).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.readings import Face, Point, TableView
from rules import Mat

_LEAST_MARKS = 2
_LENGTH_MM = 400.0
_LENGTH_PX = 1000.0


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
        """Return the homography from the mat's millimetres to shares of a part of the picture."""
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
    """Solve the least squares over the two equations of each pair of points."""
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
    """Solve a linear system by Gauss with pivoting; return None if it is singular."""
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
