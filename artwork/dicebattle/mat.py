"""The battlefield mat: a light and a dark half, divided by a stroke of lightning.

Each half is drawn once, for the south seat, from the cells of the plan. The north half is the same
drawing, rotated by 180° and in darker inks. The mat is less vivid than the cards: the drawing in a
cell uses two pale tones of the cell's background.

The main zone, the magic circle and the grants are fans with overlapping cells. A fan has one
common background, and ticks mark where each card begins.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from artwork.dicebattle.mat_places import DRAWN, Side, rounded, sideways
from artwork.dicebattle.palette import GOLD, RED
from artwork.labels import MatContext, MatLabel, both_ways
from artwork.shapes import corner_ticks, polar
from printkit.mats.plan import MatPlan
from printkit.pdf.canvas import Align
from printkit.pdf.drawing import (
    BLACK,
    PAPER,
    Cmyk,
    Contour,
    Drawing,
    Group,
    Node,
    Path,
    Point,
    Shape,
    Stroke,
    boxed,
    placed,
    polygon,
    rectangle,
)
from printkit.pdf.geometry import BLEED, Rect
from printkit.template.card_template import Style
from printkit.typeset.pictograms import MARKS

_FANS: Final = ("main", "circle", "stock")
_LABEL_PT: Final = 13.0
_NOTE_PT: Final = 9.0
_TITLE_PT: Final = 15.0
_WITHIN: Final = ("tray", "control")
_CLEAR: Final = 2.0
"""Gap between a place's edge and the letters of its name, mm."""
_ABREAST: Final = 4
"""Number of grants side by side; further grants overlap these, lower on the mat."""
_LEAN: Final = 7.0
"""Slope of the line between the halves: its offset from the middle at each edge, mm."""


_DAY_CELL, _NIGHT_CELL = Cmyk(1, 8, 34, 0), Cmyk(88, 72, 8, 10)
SIDES: Final[dict[tuple[str, Style], Side]] = {
    ("A", "full"): Side(
        ground=Cmyk(1, 6, 20, 0),
        ray=Cmyk(2, 10, 30, 0),
        dot=Cmyk(0, 20, 60, 0),
        cell=_DAY_CELL,
        pale=_DAY_CELL.mixed(Cmyk(10, 55, 100, 10), 0.38),
        strong=_DAY_CELL.mixed(Cmyk(10, 55, 100, 10), 0.62),
        line=Cmyk(10, 55, 100, 10),
        text=Cmyk(30, 75, 100, 50),
    ),
    ("B", "full"): Side(
        ground=Cmyk(92, 80, 16, 16),
        ray=Cmyk(94, 82, 16, 23),
        dot=Cmyk(84, 64, 4, 6),
        cell=_NIGHT_CELL,
        pale=_NIGHT_CELL.mixed(Cmyk(46, 18, 0, 0), 0.32),
        strong=_NIGHT_CELL.mixed(Cmyk(46, 18, 0, 0), 0.52),
        line=Cmyk(52, 20, 0, 0),
        text=Cmyk(10, 2, 0, 0),
    ),
}
for _seat in ("A", "B"):
    SIDES[_seat, "ink"] = Side(
        ground=PAPER,
        ray=Cmyk(0, 0, 0, 4 if _seat == "A" else 9),
        dot=Cmyk(0, 0, 0, 14 if _seat == "A" else 26),
        cell=PAPER,
        pale=Cmyk(0, 0, 0, 14),
        strong=Cmyk(0, 0, 0, 36),
        line=BLACK,
        text=BLACK,
    )


def picture(context: MatContext) -> Drawing:
    """Draw the mat without texts and tags, with 3 mm of bleed."""
    plan, style = context.plan, context.style
    width, height = plan.size.width, plan.size.height
    half = _half_outline(plan)
    nodes: list[Node] = []
    for seat, turn in (("A", 0.0), ("B", 180.0)):
        side = SIDES[seat, style]
        parts = (*_ground(plan, side), *_places(plan, side, seat))
        group = Group(parts, clip=half)
        if turn:
            group = Group((group,), placed(width, height, turn=turn))
        nodes.append(group)
    nodes += _lightning(plan, style)
    for panel in plan.marks:
        nodes += _mount(panel.outer, style)
    return Drawing((-BLEED, -BLEED, width + BLEED, height + BLEED), tuple(nodes))


def ruler(context: MatContext) -> tuple[Point, Cmyk]:
    """Return the ruler's starting point and ink."""
    size = context.plan.size
    return (size.width / 2 - 50, size.height - 11.5), SIDES["A", context.style].text


def _half_outline(plan: MatPlan) -> Path:
    """Return the outline of the south half; a half-turn maps its dividing line onto itself."""
    width, height = plan.size.width, plan.size.height
    middle = height / 2
    return polygon(
        [(-BLEED, middle + _LEAN), (width + BLEED, middle - _LEAN),
         (width + BLEED, height + BLEED), (-BLEED, height + BLEED)]
    )  # fmt: skip


def _ground(plan: MatPlan, side: Side) -> Iterator[Node]:
    """Draw rays from the mat's middle, and halftone along the line between the halves."""
    width, height = plan.size.width, plan.size.height
    yield Shape(rectangle(-BLEED, 0, width + 2 * BLEED, height + BLEED), side.ground)
    fan = Path(())
    x, y = width / 2, height / 2
    for n in range(36):
        fan += polygon([(x, y), polar(x, y, width, n * 10), polar(x, y, width, n * 10 + 5)])
    yield Shape(fan, side.ray)
    rows: dict[int, list[Contour]] = {}
    for row in range(9):
        for column in range(int(width / 4) + 2):
            px = column * 4 + row % 2 * 2
            py = y + _LEAN - 2 * _LEAN * px / width + 2 + row * 3.4
            level = round(10 * 1.8 * (1 - row / 9) ** 0.9)
            rows.setdefault(level, []).append(Contour((px, py), ((px, py),), closed=False))
    for level, dots in rows.items():
        yield Shape(Path(tuple(dots)), stroke=Stroke(side.dot, level / 5))


def _lightning(plan: MatPlan, style: Style) -> Iterator[Node]:
    """Draw one stroke of lightning from edge to edge, point-symmetric like the mat."""
    width, middle = plan.size.width, plan.size.height / 2
    x = width / 2
    arm = [
        (-BLEED, middle + _LEAN),
        (x - 44, middle + 1.6),
        (x - 9, middle + 7),
        (x - 15, middle - 1),
    ]
    stroke = [*arm, *((width - px, 2 * middle - py) for px, py in reversed(arm))]
    path = polygon(stroke, closed=False)
    if style == "ink":
        yield Shape(path, stroke=Stroke(BLACK, 1.6, 0, 0))
        yield Shape(path, stroke=Stroke(PAPER, 0.9, 0, 0))
        return
    for ink, breadth in ((PAPER, 6.0), (BLACK, 4.4), (RED.mid, 2.2)):
        yield Shape(path, stroke=Stroke(ink, breadth, 0, 0))


def _mount(outer: Rect, style: Style) -> Iterator[Node]:
    """Draw the mount of a fiducial as the front face of a die."""
    key = outer.spread(1.0)
    back = rectangle(key.x - 1.8, key.y - 1.8, key.width + 3.6, key.height + 3.6)
    yield Shape(back, PAPER if style == "ink" else GOLD.mid, Stroke(BLACK, 0.7, 0, 0))
    corners = Path(())
    for x, y in ((key.x, key.y), (key.right, key.y), (key.x, key.bottom), (key.right, key.bottom)):
        dx = -1.8 if x == key.x else 1.8
        dy = -1.8 if y == key.y else 1.8
        corners += polygon([(x, y), (x + dx, y + dy)], closed=False)
    yield Shape(corners, stroke=Stroke(BLACK, 0.5))
    yield Shape(boxed(key), PAPER)


def _boxes(plan: MatPlan) -> dict[str, list[Rect]]:
    """Return the boxes of the south seat's cells by kind, in the plan's order."""
    found: dict[str, list[Rect]] = {}
    for cell in plan.cells:
        if cell.seat == "A":
            found.setdefault(cell.kind, []).append(cell.rect)
    return found


def _places(plan: MatPlan, side: Side, seat: str) -> Iterator[Node]:
    for kind, boxes in _boxes(plan).items():
        r = Rect.around_all(boxes)
        yield Shape(rounded(r, 2.5), side.cell)
        if kind == "stock":
            for box in boxes[:_ABREAST]:
                yield from sideways(side, *box.centre)
        else:
            yield from DRAWN[kind](side, r)
        if kind in _FANS:
            yield from _steps(kind, boxes, side)
        yield Shape(corner_ticks(r, 7.0), stroke=Stroke(side.line, 1.2, 0, 0))
    mark = MARKS["sun" if seat == "A" else "moon"]
    width, height = plan.size.width, plan.size.height
    yield Shape(mark(width / 2 + 178, height - 11, 5), side.line)


def _steps(kind: str, boxes: list[Rect], side: Side) -> Iterator[Node]:
    """Draw ticks where the cards of a fan begin."""
    path = Path(())
    if kind == "stock":
        for box in boxes:
            path += corner_ticks(box, 3.2)
    else:
        for box in boxes[1:]:
            for y, dy in ((box.y, 5.0), (box.bottom, -5.0)):
                path += polygon([(box.x, y), (box.x, y + dy)], closed=False)
    yield Shape(path, stroke=Stroke(side.line, 0.5, 0, 0))


def labels(context: MatContext) -> Iterator[MatLabel]:
    """Yield the game's name, place names and notes, each oriented for its owner."""
    for seat in ("A", "B"):
        ink = SIDES[seat, context.style].text
        for label in _labels(context, ink):
            southern, northern = both_ways(context.plan, label)
            yield southern if seat == "A" else northern


def _labels(context: MatContext, ink: Cmyk) -> Iterator[MatLabel]:
    """Yield the south seat's labels."""
    size = context.plan.size
    yield MatLabel("{title}", 50, size.height - 8.5, "name", _TITLE_PT, ink, "left")
    for kind, boxes in _boxes(context.plan).items():
        r = Rect.around_all(boxes)
        word = f"{{{kind}}}"
        if kind in _WITHIN:
            yield _within(kind, word, r, ink)
            continue
        points = _NOTE_PT if kind in ("first", "redraw", "star") else _LABEL_PT
        hung = partial(_hung, r.bottom + _CLEAR, points, ink)
        if kind == "star":
            word += " · {star_note}"
        if kind in ("first", "redraw"):
            yield hung(word, r.centre[0], "strong", points)
            continue
        yield hung(word, r.x + 1, "strong", points, "left")
        if kind in _FANS:
            yield hung(f"{{{kind}_note}}", r.right - 1, "text", _NOTE_PT, "right")


def _within(kind: str, word: str, r: Rect, ink: Cmyk) -> MatLabel:
    """Return a label inside the tray or control cards, which have no room for a label outside."""
    if kind == "tray":
        return MatLabel(word, r.x + 10, r.bottom - 6.5, "strong", _NOTE_PT, ink, "left")
    return MatLabel(word, r.centre[0], r.bottom - 4, "strong", _NOTE_PT, ink)


def _hung(
    top: float,
    points: float,
    ink: Cmyk,
    text: str,
    x: float,
    role: str,
    size: float,
    align: Align = "centre",
) -> MatLabel:
    """Return a label on the same baseline as place names of `points` pt with upper edge `top`."""
    drop = points / size
    return MatLabel(
        text, x, top, role, size, ink, align, drop=drop, letters="strong", ideographs=True
    )
