"""Pages of a tiled mat: the tiles with their marks, and the assembly page.

Each tile is cut along its left and upper edges and glued onto the strips of its neighbours; its
right and lower edges are not cut. The picture continues across the strips, so that a small
misalignment leaves no white line.

Theory of operation. Each tile shows the mat from its border to the next border and `overlap` beyond
it. The next tile is cut at the border and glued onto that strip, so every border is the left or
upper edge of one tile. Borders are chosen separately along each axis, as few as the paper allows,
with the smallest sum of penalties. A border through a fiducial has by far the highest penalty. A
border on a grid line has none, any other border a small penalty, and uneven tiles a very small one.
The search is a shortest path over positions of whole millimetres and grid lines.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from printkit.errors import UsageError
from printkit.mats.plan import MatPlan
from printkit.pdf.canvas import Align, Sheets
from printkit.pdf.drawing import BLACK, Cmyk
from printkit.pdf.geometry import Mark, Rect, Size
from printkit.sheets.imposition import dashed
from printkit.typeset.flow import TextStyle
from printkit.typeset.typesetter import Typesetter
from rules import Message

_MARGIN = 10.0
_MARK = 8.0
SQUARE = 100.0
"""Side of the square for checking the scale, in mm."""
_GREY = Cmyk(0, 0, 0, 45)
_THROUGH_MARK = 1000.0
_OFF_GRID = 1.0
_UNEVEN = 0.2


def best_tiles(plan: MatPlan, page: Size, overlap: float) -> tuple[list[Tile], Size]:
    """Return the tiles and the page, portrait or landscape, whichever needs fewer tiles.

    Raises `UsageError` if the overlap leaves no space on a page.
    """
    grid = plan.seams()
    marks = [panel.outer.spread(4.0) for panel in plan.marks]
    ways = []
    for size in (page, Size(page.height, page.width)):
        room = Size(size.width - 2 * _MARGIN, size.height - 2 * _MARGIN)
        if min(room.width, room.height) <= 2 * overlap:
            raise UsageError("print.wide_overlap", overlap=f"{overlap:g}")
        ways.append((tiles(plan.size, room, overlap, grid, marks), size))
    return min(ways, key=lambda way: len(way[0]))


def draw_tile_marks(sheets: Sheets, tile: Tile, area: Rect, overlap: float, footer: str) -> None:
    """Draw a tile's cut marks, ticks for the neighbours' edges, names, arrows and footer."""
    lang = sheets.fonts.lang
    sheets.lines(_cut_marks(tile, area), width=0.25)
    sheets.lines(_strip_marks(tile, area, overlap), width=0.25)
    above, below = area.y - 3, area.bottom + 5.4
    glue = Message("sheet.glue").render(lang)
    _note(sheets, tile.name, area.x + 2, above, "left", 14)
    if tile.column or tile.row:
        _note(sheets, Message("sheet.cut").render(lang), area.x + 16, above, "left")
    if tile.has_right:
        _note(sheets, f"{glue} → {tile.right}", area.right - overlap - 2, above, "right")
    sheets.text(footer, area.x + 2, below, role="text", size=5.5)
    if tile.has_below:
        _note(sheets, f"{glue} ↓ {tile.below}", area.centre[0], below, "centre")


def _note(
    sheets: Sheets, text: str, x: float, baseline: float, align: Align, size: float = 8
) -> None:
    sheets.text(text, x, baseline, role="strong", size=size, align=align)


def _cut_marks(tile: Tile, area: Rect) -> list[Mark]:
    marks: list[Mark] = []
    if tile.column:
        marks += _dashes(area.x, area.y - _MARK, area.y, upright=True)
        marks += _dashes(area.x, area.bottom, area.bottom + _MARK, upright=True)
    if tile.row:
        marks += _dashes(area.y, area.x - _MARK, area.x, upright=False)
        marks += _dashes(area.y, area.right, area.right + _MARK, upright=False)
    return marks


def _dashes(at: float, start: float, end: float, *, upright: bool) -> list[Mark]:
    """Return a dashed line at `at`, which is its x if `upright`, otherwise its y."""
    return dashed(Mark(at, start, at, end) if upright else Mark(start, at, end, at))


def _strip_marks(tile: Tile, area: Rect, overlap: float) -> list[Mark]:
    """Return ticks outside the tile, at the inner edge of each glue strip."""
    marks = []
    if tile.has_right:
        x = area.right - overlap
        marks += [Mark(x, area.y - 4, x, area.y), Mark(x, area.bottom, x, area.bottom + 4)]
    if tile.has_below:
        y = area.bottom - overlap
        marks += [Mark(area.x - 4, y, area.x, y), Mark(area.right, y, area.right + 4, y)]
    return marks


def draw_assembly_page(
    sheets: Sheets, plan: MatPlan, title: str, page: Size, found: Sequence[Tile]
) -> None:
    """Draw instructions, a 100 mm square for checking the scale, and a map of the pages."""
    inner = Rect(0, 0, page.width, page.height).spread(-_MARGIN)
    with sheets.page(page, inner, inner):
        sheets.text(title, inner.x, inner.y + 8, role="name", size=18)
        top = inner.y + 16
        text = Message("sheet.assembly").render(sheets.fonts.lang)
        face = TextStyle("text", 9)
        for line in Typesetter(sheets.fonts).lines(text, face, inner.width, "assembly"):
            sheets.text(line, inner.x, top, role="text", size=9)
            top += 4.6
        square = Rect(inner.x, top + 2, SQUARE, SQUARE)
        sheets.lines(square.sides, BLACK, 0.25)
        x, y = square.centre
        _note(sheets, "100 × 100 mm", x, y + 1.5, "centre", 11)
        if page.width > page.height:
            x, y = square.right + 10, square.y
        else:
            x, y = inner.x, square.bottom + 8
        room = Rect(x, y, inner.right - x, inner.bottom - y)
        _page_map(sheets, plan, found, room)


def _page_map(sheets: Sheets, plan: MatPlan, found: Sequence[Tile], room: Rect) -> None:
    """Draw a miniature of the mat with the tiles' borders and names."""
    scale = min(room.width / plan.size.width, room.height / plan.size.height)

    def small(r: Rect) -> Rect:
        return Rect(room.x + r.x * scale, room.y + r.y * scale, r.width * scale, r.height * scale)

    for cell in plan.cells:
        corners = [(room.x + x * scale, room.y + y * scale) for x, y in cell.outline]
        closed = [*corners, corners[0]]
        sheets.lines([Mark(*a, *b) for a, b in pairwise(closed)], _GREY, 0.15)
    for panel in plan.marks:
        sheets.fill(small(panel.outer), BLACK)
    starts_x = sorted({tile.shown.x for tile in found})
    starts_y = sorted({tile.shown.y for tile in found})
    ends_x = dict(pairwise([*starts_x, plan.size.width]))
    ends_y = dict(pairwise([*starts_y, plan.size.height]))
    for tile in found:
        s = tile.shown
        box = small(Rect(s.x, s.y, ends_x[s.x] - s.x, ends_y[s.y] - s.y))
        sheets.lines(box.sides, BLACK, 0.5)
        _note(sheets, tile.name, box.centre[0], box.centre[1] + 2, "centre", 14)


@dataclass(frozen=True, slots=True)
class Tile:
    """One tile: its rectangle on the mat (overlap included), and its position in the grid."""

    column: int
    row: int
    shown: Rect
    has_right: bool
    has_below: bool

    @property
    def name(self) -> str:
        """The tile's name, column letter and row number; `A1` is at the top left."""
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
        # If the border were nearer, the remaining tiles could not reach the end; if it were
        # farther, the tiles before it could not reach it.
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
