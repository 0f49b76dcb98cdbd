"""The game's mats: an S-curve between day and night, with five coins for the five rounds.

They are less vivid than the cards, and each side is oriented for its owner.

The item places of a row overlap a little. Where they run to the owner's right, each new item
covers the previous one; otherwise it goes underneath. The printed outlines overlap in the same
way.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from artwork.jiguan.carved import carved
from artwork.jiguan.mat_inks import MAT_INKS, MatInks, Side
from artwork.jiguan.mat_places import mount, place
from artwork.jiguan.scrolls import lattice, scroll
from artwork.jiguan.tokens import moon_mark, sun_mark
from artwork.labels import MatContext, MatLabel
from printkit.mats.plan import MatCell, MatPlan
from printkit.pdf.canvas import Align
from printkit.pdf.drawing import (
    Cmyk,
    Contour,
    Drawing,
    Form,
    Group,
    Node,
    Path,
    Point,
    Shape,
    Stroke,
    Use,
    boxed,
    ellipse,
    placed,
    transformed,
)
from printkit.pdf.geometry import BLEED, Rect

_NUMBERS: Final = "一二三四五六"
_TITLE_PT: Final = 13.0
_LABEL_PT: Final = 10.0
_TOKENS: Final = ("token", "marker")
_SWING: Final = 0.36
"""Half-width of the curve's falling part, in units of 1/1.6 of the mat's width."""


def picture(context: MatContext) -> Drawing:
    """Draw the mat without texts and tags, with 3 mm of bleed."""
    plan, inks = context.plan, MAT_INKS[context.style]
    nodes: list[Node] = [*_grounds(plan, inks)]
    for seat in ("A", "B"):
        nodes += _row(plan, seat, inks.of(seat))
        nodes += _emblem(plan, seat, inks.of(seat))
    for cell in plan.cells:
        nodes += place(cell, inks)
    nodes += (node for panel in plan.marks for node in mount(panel.outer, inks))
    width, height = plan.size.width, plan.size.height
    return Drawing((-BLEED, -BLEED, width + BLEED, height + BLEED), tuple(nodes))


def ruler(context: MatContext) -> tuple[Point, Cmyk]:
    """Return the ruler's starting point and ink."""
    plan = context.plan
    return (plan.size.width / 2 - 50, plan.size.height - 7.2), MAT_INKS[context.style].day.text


def labels(context: MatContext) -> Iterator[MatLabel]:
    """Yield the game's name, item numbers and place names, each oriented for its owner."""
    plan, inks = context.plan, MAT_INKS[context.style]
    for seat in ("A", "B"):
        title = (34.0, plan.size.height - 4.6)
        ink = inks.of(seat).text
        yield _read(plan, seat, title, "{title}", "name", _TITLE_PT, ink, "left")
    for cell in plan.cells:
        yield from _labels_of(context, cell, inks)


def _read(
    plan: MatPlan,
    seat: str,
    at: Point,
    text: str,
    role: str,
    size: float,
    ink: Cmyk,
    align: Align = "centre",
    fit: float = 0.0,
) -> MatLabel:
    """Return a label at a point in the seat's view, in which the seat's edge is at the bottom."""
    x, y = at if seat != "B" else plan.opposite(at)
    turn = 180.0 if seat == "B" else 0.0
    step = 0.5 if fit else 0.0
    return MatLabel(text, x, y, role, size, ink, align, turn, fit=fit, step=step)


def _labels_of(context: MatContext, cell: MatCell, inks: MatInks) -> Iterator[MatLabel]:
    plan, side = context.plan, inks.of(cell.seat)
    if cell.kind == "round":
        number = cell.id.removeprefix("round")
        yield MatLabel(number, *cell.centre, "strong", 17.0, inks.coin_line, drop=0.5)
        return
    box = _as_seen(plan, cell)
    if cell.kind == "item":
        number = cell.id[-1]
        left, right = _strip(plan, cell)
        middle = ((left + right) / 2, box.bottom - 8.6)
        yield _read(plan, cell.seat, middle, number, "strong", 14, side.text)
        return
    low = box.bottom - (2.2 if cell.kind in _TOKENS else 6.0)
    at, fit = (box.centre[0], low), box.width - 4
    word = f"{{{cell.kind}}}"
    yield _read(plan, cell.seat, at, word, "strong", _LABEL_PT, side.text, fit=fit)


def _as_seen(plan: MatPlan, cell: MatCell) -> Rect:
    """Return the cell's box in its owner's view, in which the owner's edge is at the bottom."""
    box = cell.rect
    if cell.seat != "B":
        return box
    x, y = plan.opposite((box.right, box.bottom))
    return Rect(x, y, box.width, box.height)


def _items(plan: MatPlan, seat: str) -> list[MatCell]:
    return sorted(
        (c for c in plan.cells if c.kind == "item" and c.seat == seat), key=lambda c: c.id
    )


def _overlaps_rightwards(plan: MatPlan, seat: str) -> bool:
    """Return True if a seat's items run to the right in its own view."""
    first, second = (_as_seen(plan, cell) for cell in _items(plan, seat)[:2])
    return second.x > first.x


def _strip(plan: MatPlan, cell: MatCell) -> tuple[float, float]:
    """Return the left and right x of an item place's visible part, in its owner's view."""
    box = _as_seen(plan, cell)
    neighbours = [
        other.x
        for other in (_as_seen(plan, c) for c in _items(plan, cell.seat) if c.id != cell.id)
        if box.x < other.x < box.right
    ]
    return box.x, min([box.right, *neighbours])


def _curve(plan: MatPlan, shift: float) -> Contour:
    """Return the curve between night and day: level in the west and east, falling in the middle."""
    width, height = plan.size.width, plan.size.height
    rise = 0.164 * height
    left, right = width * (0.5 - _SWING / 1.6), width * (0.5 + _SWING / 1.6)
    top, foot = height / 2 - rise + shift, height / 2 + rise + shift
    bend = (right - left) * 0.52
    return Contour(
        (-BLEED, top),
        ((left, top), (left + bend, top, right - bend, foot, right, foot), (width + BLEED, foot)),
        closed=False,
    )


def _grounds(plan: MatPlan, inks: MatInks) -> Iterator[Node]:
    width, height = plan.size.width, plan.size.height
    low, high = height + BLEED, -BLEED
    curve = _curve(plan, 0)
    for name, side, edge in (("night", inks.night, high), ("day", inks.day, low)):
        corners = ((width + BLEED, edge), (-BLEED, edge))
        area = Path((Contour(curve.start, (*curve.segments, *corners)),))
        yield Shape(area, side.ground)
        line = Shape(scroll(1.66), stroke=Stroke(side.cloud, 0.35))
        cloud = Form(f"cloud-{name}", Drawing((-8, -8, 8, 8), (line,)))
        places = lattice((width / 2, height / 2), (width / 2, height / 2), (15, 10.4))
        clouds = tuple(Use(cloud, placed(x, y, turn=turn)) for x, y, turn in places)
        yield Group(clouds, clip=area)
    for shift, wide in ((-1.7, 0.3), (1.7, 0.3), (0.0, 1.4)):
        yield Shape(Path((_curve(plan, shift),)), stroke=Stroke(inks.curve, wide, cap=0))


def _emblem(plan: MatPlan, seat: str, side: Side) -> Iterator[Node]:
    """Draw a seat's mark at both ends of its row."""
    mark = moon_mark(9) if seat == "B" else sun_mark(9)
    for x in (15.5, plan.size.width - 15.5):
        at = (x, plan.size.height - 57)
        px, py = at if seat != "B" else plan.opposite(at)
        turn = 180.0 if seat == "B" else 0.0
        yield Shape(transformed(mark, placed(px, py, turn=turn)), side.mark)


def _row(plan: MatPlan, seat: str, side: Side) -> Iterator[Node]:
    """Draw a seat's overlapping item places, the covered ones first, then its beast place."""
    items = _items(plan, seat)
    if not _overlaps_rightwards(plan, seat):
        items.reverse()
    for cell in items:
        box = cell.rect
        frame = boxed(box)
        yield Shape(frame, side.cell, Stroke(side.line, 0.7, join=0))
    for cell in items:
        left, right = _strip(plan, cell)
        box = _as_seen(plan, cell)
        middle = ((left + right) / 2, box.y + 36)
        number = carved(_NUMBERS[int(cell.id[-1]) - 1], 0, 0, 15)
        ring = Shape(ellipse(0, 44.0, 4.4), stroke=Stroke(side.pale, 0.7))
        x, y = middle if seat != "B" else plan.opposite(middle)
        turn = 180.0 if seat == "B" else 0.0
        yield Group((Shape(number, side.pale), ring), placed(x, y, turn=turn))
