"""The pages of a mat in tiles: the marks of a tile, and the assembly page.

Each tile is cut along its left and upper edge and glued onto the strips of the tiles before it; the
right and lower edges are not cut. The picture continues across the strips, so that a small misfit
leaves no white line.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from printkit.errors import UsageError
from printkit.mats.mat import MatPlan
from printkit.pdf.canvas import Align, Sheets
from printkit.pdf.drawing import BLACK, Cmyk
from printkit.pdf.geometry import Mark, Rect, Size
from printkit.sheets.imposition import dashed
from printkit.sheets.tiling import Tile, tiles
from printkit.typeset.text import break_lines
from rules import Message

_MARGIN = 10.0
_MARK = 8.0
SQUARE = 100.0
"""Side of the square for checking the scale, mm."""
_GREY = Cmyk(0, 0, 0, 45)


def best_tiles(plan: MatPlan, page: Size, overlap: float) -> tuple[list[Tile], Size]:
    """Return the tiles, and the page portrait or landscape, whichever needs fewer.

    Raises `UsageError` if the overlap leaves nothing of a page.
    """
    grid = plan.seams()
    marks = [panel.outer.spread(4.0) for panel in plan.marks]
    ways = []
    for size in (page, Size(page.height, page.width)):
        room = Size(size.width - 2 * _MARGIN, size.height - 2 * _MARGIN)
        if min(room.width, room.height) <= 2 * overlap:
            raise UsageError(Message("print.wide_overlap", overlap=f"{overlap:g}"))
        ways.append((tiles(plan.size, room, overlap, grid, marks), size))
    return min(ways, key=lambda way: len(way[0]))


def draw_tile_marks(sheets: Sheets, tile: Tile, area: Rect, overlap: float, footer: str) -> None:
    """Draw cut marks, ticks for the neighbours' edges, names, arrows and footer of a tile."""
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
    """Return a dashed line at x (upright) or y `at`."""
    return dashed(Mark(at, start, at, end) if upright else Mark(start, at, end, at))


def _strip_marks(tile: Tile, area: Rect, overlap: float) -> list[Mark]:
    """Return ticks outside the area at the inner edge of each glue strip."""
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
    """Draw instructions, a square of 100 mm to check the scale, and a map of the pages."""
    inner = Rect(0, 0, page.width, page.height).spread(-_MARGIN)
    with sheets.page(page, inner, inner):
        sheets.text(title, inner.x, inner.y + 8, role="name", size=18)
        top = inner.y + 16
        for line in _wrapped(
            sheets, Message("sheet.assembly").render(sheets.fonts.lang), inner.width, 9
        ):
            sheets.text(line, inner.x, top, role="text", size=9)
            top += 4.6
        square = Rect(inner.x, top + 2, SQUARE, SQUARE)
        _outline(sheets, square, 0.25, BLACK)
        x, y = square.centre
        _note(sheets, "100 × 100 mm", x, y + 1.5, "centre", 11)
        room = (
            Rect(
                square.right + 10,
                square.y,
                inner.right - square.right - 10,
                inner.bottom - square.y,
            )
            if page.width > page.height
            else Rect(inner.x, square.bottom + 8, inner.width, inner.bottom - square.bottom - 8)
        )
        _page_map(sheets, plan, found, room)


def _wrapped(sheets: Sheets, text: str, width: float, size: float) -> list[str]:
    lines = break_lines(text, width, lambda part: sheets.fonts.width("text", part, size))
    return lines or [text]


def _page_map(sheets: Sheets, plan: MatPlan, found: Sequence[Tile], room: Rect) -> None:
    """Draw a small mat with the tiles' borders and names."""
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
        _outline(sheets, box, 0.5, BLACK)
        _note(sheets, tile.name, box.centre[0], box.centre[1] + 2, "centre", 14)


def _outline(sheets: Sheets, r: Rect, width: float, ink: Cmyk) -> None:
    corners = (*r.corners, r.corners[0])
    sheets.lines([Mark(*a, *b) for a, b in pairwise(corners)], ink, width)
