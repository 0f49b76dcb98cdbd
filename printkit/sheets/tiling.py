"""Division of a mat into tiles for a small printer; mm, no PDF here.

Theory of operation

Tile n shows the mat from its border to the next one and `overlap` beyond it. The next tile is cut
at the border and glued onto that strip, so every border is the left or upper edge of one tile.
Borders are chosen separately along each axis, as few as the paper allows, with the smallest sum of
penalties. A border through a fiducial has by far the highest penalty, a border on a line of the
grid none, any other a small one, and uneven tiles a very small one. The search is a shortest path
over positions of whole millimetres and grid lines.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from printkit.pdf.geometry import Rect, Size

_THROUGH_MARK = 1000.0
_OFF_GRID = 1.0
_UNEVEN = 0.2


@dataclass(frozen=True, slots=True)
class Tile:
    """One sheet: its rectangle of the mat (overlap included), and its place in the grid."""

    column: int
    row: int
    shown: Rect
    has_right: bool
    has_below: bool

    @property
    def name(self) -> str:
        """Letter of the column, number of the row: `A1` is top left."""
        return _name(self.column, self.row)

    @property
    def right(self) -> str:
        """The name of the tile to the right."""
        return _name(self.column + 1, self.row)

    @property
    def below(self) -> str:
        """The name of the tile below."""
        return _name(self.column, self.row + 1)


def _name(column: int, row: int) -> str:
    return f"{chr(ord('A') + column)}{row + 1}"


def borders(
    length: float,
    room: float,
    overlap: float,
    grid: Iterable[float],
    marks: Sequence[tuple[float, float]],
) -> list[float]:
    """Return the starts of the tiles along one axis; the first is 0.

    `room` is the visible length of a page, `grid` the positions at which cuts are free, `marks` the
    intervals that should not be cut. Raises `ValueError` if `room` does not exceed `overlap`.

    >>> borders(420, 190, 10, grid=(90, 180, 270, 360), marks=())  # cut where cells end
    [0.0, 90, 270]
    """
    step = room - overlap
    if step <= 0:
        msg = f"a page that shows {room} mm leaves nothing beside an overlap of {overlap} mm"
        raise ValueError(msg)
    count = 1 if length <= room else 1 + math.ceil((length - room) / step - 1e-9)
    lines = {round(g, 3) for g in grid if 0 < g < length}
    positions = sorted(lines | {float(n) for n in range(1, math.ceil(length))})
    even = length / count

    def cost(position: float, previous: float) -> float:
        total = 0.0 if round(position, 3) in lines else _OFF_GRID
        if any(low + 1e-6 < position < high - 1e-6 for low, high in marks):
            total += _THROUGH_MARK
        return total + _UNEVEN * abs(position - previous - even) / even

    best: dict[float, tuple[float, list[float]]] = {0.0: (0.0, [0.0])}
    for border in range(1, count):
        # If nearer, the remaining tiles could not reach the end; if farther, it could not be
        # reached.
        nearest, farthest = length - room - (count - 1 - border) * step, border * step
        reached: dict[float, tuple[float, list[float]]] = {}
        for position in positions:
            if not nearest - 1e-9 <= position <= farthest + 1e-9:
                continue
            ways = [
                (spent + cost(position, start), path)
                for start, (spent, path) in best.items()
                if 0 < position - start <= step + 1e-9
            ]
            if ways:
                spent, path = min(ways)
                reached[position] = (spent, [*path, position])
        best = reached
    ends = [
        (spent + _UNEVEN * abs(length - start - even) / even, path)
        for start, (spent, path) in best.items()
        if length - start <= room + 1e-9
    ]
    return min(ends)[1]


def tiles(
    mat: Size,
    room: Size,
    overlap: float,
    grid: tuple[Iterable[float], Iterable[float]],
    marks: Sequence[Rect],
) -> list[Tile]:
    """Return all tiles row by row; `grid` has the free positions in x and in y."""
    xs = borders(mat.width, room.width, overlap, grid[0], [(m.x, m.right) for m in marks])
    ys = borders(mat.height, room.height, overlap, grid[1], [(m.y, m.bottom) for m in marks])
    found = []
    for row, y in enumerate(ys):
        for column, x in enumerate(xs):
            right, below = column + 1 < len(xs), row + 1 < len(ys)
            far_x = xs[column + 1] + overlap if right else mat.width
            far_y = ys[row + 1] + overlap if below else mat.height
            shown = Rect(x, y, min(far_x, mat.width) - x, min(far_y, mat.height) - y)
            found.append(Tile(column, row, shown, right, below))
    return found
