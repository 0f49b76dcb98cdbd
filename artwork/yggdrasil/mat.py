"""The Yggdrasil's mats as pictures: forest floor, annual rings, roots, gold lines, and places.

The mats are less vivid than the cards: nothing drawn on the background differs from it by more
than an eighth in lightness. Random numbers have a fixed seed, so that a mat's picture is always
the same.
"""

from __future__ import annotations

import string
from collections.abc import Iterator

from artwork.labels import MatContext, MatLabel, both_ways
from artwork.yggdrasil.mat_inks import INKS, MatInks
from artwork.yggdrasil.mat_wood import ground, roots, sprigs
from printkit.mats.plan import MatCell, MatPlan
from printkit.pdf.drawing import (
    PAPER,
    Cmyk,
    Drawing,
    Group,
    Node,
    Path,
    Point,
    Shape,
    Stroke,
    boxed,
    ellipse,
    placed,
    polygon,
)
from printkit.pdf.fonts import PT
from printkit.pdf.geometry import BLEED, Rect
from printkit.typeset.pictograms import moon, pictogram, sun

_TITLE_PT = 34.0
_TITLE_RISE = 22.0
"""Distance from the south edge to the baseline of the game's name, mm."""


def picture(context: MatContext) -> Drawing:
    """Draw the mat without texts and tags, with 3 mm of bleed.

    Each name of the game has a sprig at both ends.
    """
    plan, inks = context.plan, INKS[context.style]
    width, height = plan.size.width, plan.size.height
    nodes = (
        *ground(plan, inks),
        *roots(plan, inks),
        *_field(plan, inks),
        *sprigs(plan, inks, _title(context)),
        *(node for cell in plan.cells for node in _place(cell, inks)),
        *(node for panel in plan.marks for node in _mount(panel.outer, inks)),
    )
    return Drawing((-BLEED, -BLEED, width + BLEED, height + BLEED), nodes)


def labels(context: MatContext) -> Iterator[MatLabel]:
    """Yield the names of columns, rows and places, and the game's name, for both seats."""
    plan, ink = context.plan, INKS[context.style].text
    yield from _grid_names(plan, ink)
    name = MatLabel(
        "{TITLE}",
        plan.size.width / 2,
        plan.size.height - _TITLE_RISE,
        "name",
        _TITLE_PT,
        ink,
    )
    yield from both_ways(plan, name)
    for cell in plan.cells:
        if cell.kind != "field" and cell.seat == "A":
            below = cell.rect.bottom + 6.6
            name = MatLabel(f"{{{cell.kind}}}", cell.centre[0], below, "strong", 14, ink)
            yield from both_ways(plan, name)


def ruler(context: MatContext) -> tuple[Point, Cmyk]:
    """Return the ruler's starting point and ink."""
    plan = context.plan
    return (plan.size.width / 2 - 50, plan.size.height - 12.5), INKS[context.style].text


def _grid_names(plan: MatPlan, ink: Cmyk) -> Iterator[MatLabel]:
    """Yield the columns' letters and the rows' numbers, for both seats."""
    field, card = plan.field, plan.card
    for n, column in enumerate(string.ascii_lowercase[: plan.columns]):
        x = field.x + (n + 0.5) * card.width
        yield MatLabel(column, x, field.bottom + 13.4, "strong", 16, ink)
        yield MatLabel(column, x, field.y - 13.4, "strong", 16, ink, turn=180)
    for n in range(plan.rows):
        middle = field.bottom - (n + 0.5) * card.height
        yield MatLabel(str(n + 1), field.x - 13, middle + 2, "strong", 16, ink)
        yield MatLabel(str(n + 1), field.right + 13, middle - 2, "strong", 16, ink, turn=180)


def _title(context: MatContext) -> Rect:
    """Return the box of the game's name at the south edge."""
    size = context.plan.size
    width = context.width(context.title.upper(), "name", _TITLE_PT)
    height = context.cap("name") * _TITLE_PT * PT
    return Rect((size.width - width) / 2, size.height - _TITLE_RISE - height, width, height)


def _field(plan: MatPlan, inks: MatInks) -> Iterator[Node]:
    """Draw cells, a double frame, corner crosses, and a diamond at every inner edge."""
    field, card = plan.field, plan.card
    yield Shape(boxed(field), inks.cell)
    for gap, width in ((5.0, 0.7), (7.0, 0.35)):
        r = field.spread(gap)
        yield Shape(boxed(r), stroke=Stroke(inks.line, width, join=0))
    xs = [field.x + n * card.width for n in range(plan.columns + 1)]
    ys = [field.y + n * card.height for n in range(plan.rows + 1)]
    seams = Path(())
    for x in xs[1:-1]:
        seams += polygon([(x, field.y), (x, field.bottom)], closed=False)
    for y in ys[1:-1]:
        seams += polygon([(field.x, y), (field.right, y)], closed=False)
    yield Shape(seams, stroke=Stroke(inks.ring, 0.25, cap=0))
    yield Shape(_crosses(xs, ys, field), stroke=Stroke(inks.line, 0.7, cap=0))
    diamonds = Path(())
    for column in range(plan.columns):
        for y in ys[1:-1]:
            diamonds += _diamond(xs[column] + card.width / 2, y)
    for row in range(plan.rows):
        for x in xs[1:-1]:
            diamonds += _diamond(x, ys[row] + card.height / 2)
    yield Shape(diamonds, inks.line)
    for mark, root, ink in zip((sun, moon), _roots_of(plan), (inks.sun, inks.moon), strict=True):
        x, y = plan.cell(root).rect.centre
        path = mark(x, y, 14)
        yield (
            Shape(path, ink)
            if mark is sun
            else Group((Shape(mark(0, 0, 14), ink),), placed(x, y, turn=180))
        )


def _roots_of(plan: MatPlan) -> tuple[str, str]:
    """Return the middle cells of the two home rows, where the trees begin (YGG-3.1)."""
    middle = string.ascii_lowercase[(plan.columns - 1) // 2]
    return f"{middle}1", f"{string.ascii_lowercase[plan.columns // 2]}{plan.rows}"


def _crosses(xs: list[float], ys: list[float], field: Rect) -> Path:
    """Return crosses with 6 mm arms at the corners of all cells, clipped to the field."""
    arms = Path(())
    for x in xs:
        for y in ys:
            left, right = max(field.x, x - 6), min(field.right, x + 6)
            top, bottom = max(field.y, y - 6), min(field.bottom, y + 6)
            arms += polygon([(left, y), (right, y)], closed=False)
            arms += polygon([(x, top), (x, bottom)], closed=False)
    return arms


def _diamond(x: float, y: float, half: float = 1.9) -> Path:
    return polygon([(x - half, y), (x, y - half), (x + half, y), (x, y + half)])


def _place(cell: MatCell, inks: MatInks) -> Iterator[Node]:
    """Draw a seat's place next to the field, oriented for its owner."""
    if cell.kind == "field":
        return
    r = cell.rect
    yield Shape(boxed(r), inks.cell)
    x, y = r.centre
    mark = sun if cell.seat == "A" else moon
    ink = inks.sun if cell.seat == "A" else inks.moon
    if cell.kind == "control":
        yield from _control_place(r, cell.turn, inks, ink)
        return
    for inset, width in ((0.0, 0.7), (2.0, 0.3)):
        i = r.spread(-inset)
        yield Shape(boxed(i), stroke=Stroke(inks.line, width, join=0))
    upright: list[Node] = [Shape(mark(0, 0, 8.5), ink)]
    if cell.kind == "discard":
        upright.append(Shape(_arrow_down(0, 17), ink))
    else:
        upright.append(Shape(_stack(), stroke=Stroke(ink, 0.9)))
    yield Group(tuple(upright), placed(x, y, turn=cell.turn))


def _stack() -> Path:
    """Return the edges of stacked cards, to be drawn below a mark."""
    return (
        polygon([(-9, 15), (9, 15)], closed=False)
        + polygon([(-9, 17.4), (9, 17.4)], closed=False)
        + polygon([(-9, 19.8), (9, 19.8)], closed=False)
    )


def _arrow_down(x: float, y: float) -> Path:
    return polygon([(x - 5, y - 2.4), (x + 5, y - 2.4), (x, y + 3.6)])


def _control_place(r: Rect, turn: float, inks: MatInks, ink: Cmyk) -> Iterator[Node]:
    """Draw corner ticks for two cards, one above the other, with a pale hand in each place."""
    half = r.height / 2
    for n in range(2):
        box = Rect(r.x, r.y + n * half, r.width, half)
        ticks = Path(())
        for x, dx in ((box.x, 6), (box.right, -6)):
            for y, dy in ((box.y, 6), (box.bottom, -6)):
                ticks += polygon([(x + dx, y), (x, y), (x, y + dy)], closed=False)
        yield Shape(ticks, stroke=Stroke(inks.line, 0.5, cap=0, join=0))
        hand = pictogram("ready", ink, inks.cell)
        yield Group(hand, placed(*box.centre, turn=turn, scale=0.9))


def _mount(outer: Rect, inks: MatInks) -> Iterator[Node]:
    """Draw a fiducial's mount: a dark base, a light keyline, and a gold frame with four knobs."""
    r = outer.spread(3.2)
    yield Shape(boxed(r), inks.mount, Stroke(inks.line, 0.7, join=0))
    key = outer.spread(0.8)
    yield Shape(boxed(key), PAPER)
    knobs = Path(())
    for x in (r.x, r.right):
        for y in (r.y, r.bottom):
            knobs += ellipse(x, y, 1.5)
    yield Shape(knobs, inks.line)
