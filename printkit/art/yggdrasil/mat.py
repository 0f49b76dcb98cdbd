"""The Yggdrasil's mat as a picture: forest ground, annual rings, roots, gold lines, places.

Quieter than the cards: nothing on the ground differs from it by more than an eighth in value.
Numbers are drawn from a fixed seed, so the same mat is always the same picture.
"""

from __future__ import annotations

import math
import random
import string
from collections.abc import Iterator
from dataclasses import dataclass

from printkit.desk import Desk, Label
from printkit.drawing import (
    PAPER,
    Cmyk,
    Contour,
    Drawing,
    Group,
    Node,
    Path,
    Point,
    Radial,
    Shape,
    Stop,
    Stroke,
    ellipse,
    placed,
    polygon,
    rectangle,
    transformed,
)
from printkit.fonts import PT
from printkit.geometry import Rect
from printkit.mats import MatCell, MatPlan
from printkit.pictograms import moon, pictogram, sun
from printkit.template import Style

__all__ = ["labels", "picture", "ruler"]


@dataclass(frozen=True, slots=True)
class MatInks:
    """The colours of one style; `ground` None leaves the paper white."""

    ground: tuple[Cmyk, Cmyk] | None
    cell: Cmyk
    line: Cmyk
    text: Cmyk
    ring: Cmyk
    ring_faint: Cmyk
    root: Cmyk
    root_line: Cmyk
    sun: Cmyk
    moon: Cmyk
    mount: Cmyk


_FULL = MatInks(
    ground=(Cmyk(37, 12, 37, 67), Cmyk(48, 29, 42, 81)),
    cell=Cmyk(28, 8, 27, 87),
    line=Cmyk(15, 27, 70, 9),
    text=Cmyk(15, 27, 70, 9),
    ring=Cmyk(25, 0, 32, 67),
    ring_faint=Cmyk(33, 10, 33, 77),
    root=Cmyk(36, 19, 34, 91),
    root_line=Cmyk(22, 0, 24, 84),
    sun=Cmyk(34, 28, 66, 26),
    moon=Cmyk(46, 24, 6, 34),
    mount=Cmyk(15, 0, 15, 99),
)
_INK = MatInks(
    ground=None,
    cell=PAPER,
    line=Cmyk(0, 0, 0, 100),
    text=Cmyk(0, 0, 0, 100),
    ring=Cmyk(0, 0, 0, 22),
    ring_faint=Cmyk(0, 0, 0, 12),
    root=PAPER,
    root_line=Cmyk(0, 0, 0, 35),
    sun=Cmyk(0, 0, 0, 30),
    moon=Cmyk(0, 0, 0, 30),
    mount=PAPER,
)
INKS: dict[Style, MatInks] = {"full": _FULL, "ink": _INK}
_TITLE_PT = 34.0
_TITLE_RISE = 22.0
"""From the south edge to the baseline of the name, mm."""
_SEED = "annual rings"
_BLEED = 3.0


def picture(desk: Desk) -> Drawing:
    """Everything of the mat but its texts and tags, with 3 mm of bleed.

    Sprigs grow from both ends of the name at the south edge.
    """
    plan, inks = desk.plan, INKS[desk.style]
    width, height = plan.size.width, plan.size.height
    nodes = (
        *_ground(plan, inks),
        *_roots(plan, inks),
        *_field(plan, inks),
        *_sprigs(plan, inks, _title(desk)),
        *(node for cell in plan.cells for node in _place(cell, inks)),
        *(node for panel in plan.marks for node in _mount(panel.outer, inks)),
    )
    return Drawing((-_BLEED, -_BLEED, width + _BLEED, height + _BLEED), nodes)


def labels(desk: Desk) -> Iterator[Label]:
    """Names of columns, rows and places, the game's name, and the line under the ruler."""
    plan, ink = desk.plan, INKS[desk.style].text
    yield from _grid_names(plan, ink)
    name = Label(
        desk.title.upper(),
        plan.size.width / 2,
        plan.size.height - _TITLE_RISE,
        "name",
        _TITLE_PT,
        ink,
    )
    yield from desk.both_ways(name)
    for cell in plan.cells:
        if cell.kind != "field" and cell.seat == "A":
            below = cell.rect.bottom + 6.6
            yield from desk.both_ways(
                Label(desk.word(cell.kind), cell.centre[0], below, "strong", 14, ink)
            )


def ruler(desk: Desk) -> tuple[Point, Cmyk]:
    """Where the ruler begins, and its ink."""
    plan = desk.plan
    return (plan.size.width / 2 - 50, plan.size.height - 12.5), INKS[desk.style].text


def _grid_names(plan: MatPlan, ink: Cmyk) -> Iterator[Label]:
    """Letters of the columns and numbers of the rows, for both seats."""
    field, card = plan.field, plan.card
    for n, column in enumerate(string.ascii_lowercase[: plan.columns]):
        x = field.x + (n + 0.5) * card.width
        yield Label(column, x, field.bottom + 13.4, "strong", 16, ink)
        yield Label(column, x, field.y - 13.4, "strong", 16, ink, turn=180)
    for n in range(plan.rows):
        middle = field.bottom - (n + 0.5) * card.height
        yield Label(str(n + 1), field.x - 13, middle + 2, "strong", 16, ink)
        yield Label(str(n + 1), field.right + 13, middle - 2, "strong", 16, ink, turn=180)


def _title(desk: Desk) -> Rect:
    """Where the name stands at the south edge."""
    size = desk.plan.size
    width = desk.width(desk.title.upper(), "name", _TITLE_PT)
    height = desk.cap("name") * _TITLE_PT * PT
    return Rect((size.width - width) / 2, size.height - _TITLE_RISE - height, width, height)


def _ground(plan: MatPlan, inks: MatInks) -> Iterator[Node]:
    """The cut trunk seen from above: light heart, dark rim, rings of many years."""
    width, height = plan.size.width, plan.size.height
    middle = (width / 2, height / 2)
    whole = rectangle(-_BLEED, -_BLEED, width + 2 * _BLEED, height + 2 * _BLEED)
    if inks.ground is not None:
        light, dark = inks.ground
        shade = Radial(
            middle,
            math.hypot(*middle) * 0.94,
            (Stop(0, light), Stop(0.55, light.mixed(dark, 0.5)), Stop(1, dark)),
        )
        yield Shape(whole, shade)
    rng = random.Random(_SEED)  # noqa: S311 - a picture's noise, the same every time
    phases = [rng.uniform(0, math.tau) for _ in range(6)]
    rings: list[Node] = []
    radius, count = 9.0, 0
    while radius < math.hypot(*middle) * 1.12:
        path = _ring(middle, radius, phases)
        bold = count % 4 == 0
        ink = inks.ring if bold else inks.ring_faint
        rings.append(Shape(path, stroke=Stroke(ink, 1.1 if bold else rng.uniform(0.3, 0.6))))
        for at in range(len(phases)):
            phases[at] += rng.uniform(-0.08, 0.08)
        radius += rng.uniform(3.0, 6.2)
        count += 1
    yield Group(tuple(rings), clip=whole)


def _ring(middle: Point, radius: float, phases: list[float]) -> Path:
    """One year: an oval with a wobble of 1.8 % that changes slowly from ring to ring."""
    count = 36
    points = []
    for n in range(count):
        angle = math.tau * n / count
        wobble = sum(
            math.sin((order + 2) * angle + phase) / (order + 1)
            for order, phase in enumerate(phases[:5])
        )
        r = radius * (1 + 0.018 * wobble)
        points.append(
            (middle[0] + 0.84 * r * math.cos(angle), middle[1] + 1.06 * r * math.sin(angle))
        )
    return smooth(points, closed=True)


def smooth(points: list[Point], *, closed: bool) -> Path:
    """A Catmull-Rom curve through the points, as cubics."""
    count = len(points)

    def at(n: int) -> Point:
        return points[n % count] if closed else points[max(0, min(count - 1, n))]

    segments = []
    for n in range(count if closed else count - 1):
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = (at(n + k) for k in (-1, 0, 1, 2))
        segments.append(
            (bx + (cx - ax) / 6, by + (cy - ay) / 6, cx - (dx - bx) / 6, cy - (dy - by) / 6, cx, cy)
        )
    return Path((Contour(points[0], tuple(segments), closed),))


def _roots(plan: MatPlan, inks: MatInks) -> Iterator[Node]:
    """Roots that spread along the south edge, and the same turned for the north.

    They part at the middle, rise under the title and run out towards the fiducials, the outer
    ones behind the inner ones.
    """
    width, height = plan.size.width, plan.size.height
    rng = random.Random("roots")  # noqa: S311 - a picture's noise, the same every time
    reach = width / 2 - 10
    nodes: list[Node] = []
    for n in (5, -5, 4, -4, 3, -3, 2, -2, 1, -1):
        side, share = math.copysign(1, n), abs(n) / 5
        far = reach * (0.34 + 0.66 * share)
        spine = [
            (width / 2 + side * (4 + 17 * share), height + 9),
            (width / 2 + side * (8 + 30 * share), height - 5 - 5 * (1 - share)),
            (width / 2 + side * far * 0.50, height - rng.uniform(15, 21) * (1.15 - 0.35 * share)),
            (width / 2 + side * far * 0.76, height - rng.uniform(9, 19)),
            (width / 2 + side * far * 0.92, height - rng.uniform(9, 26)),
            (width / 2 + side * far, height - rng.uniform(14, 34)),
        ]
        nodes += _root(spine, inks)
    clip = rectangle(-_BLEED, height / 2, width + 2 * _BLEED, height / 2 + _BLEED)
    south = Group(tuple(nodes), clip=clip)
    yield south
    yield Group((south,), placed(width, height, turn=180))


def _root(spine: list[Point], inks: MatInks) -> Iterator[Node]:
    """One root: a tapering ribbon with two lines of bark."""
    fine = _sampled(spine, 10)
    last = len(fine) - 1
    widths = [4.6 * (1 - n / last) ** 0.85 + 0.25 for n in range(last + 1)]
    normals = _normals(fine)

    def offset(share: float) -> list[Point]:
        return [
            (x + nx * w * share, y + ny * w * share)
            for (x, y), (nx, ny), w in zip(fine, normals, widths, strict=True)
        ]

    outline = polygon([*offset(1), *reversed(offset(-1))])
    yield Shape(outline, inks.root, Stroke(inks.root_line, 0.35))
    for share in (-0.5, -0.05, 0.42):
        yield Shape(polygon(offset(share), closed=False), stroke=Stroke(inks.root_line, 0.3))


def _sampled(points: list[Point], pieces: int) -> list[Point]:
    found = [points[0]]
    for segment, start in zip(
        smooth(points, closed=False).contours[0].segments, points, strict=False
    ):
        x1, y1, x2, y2, x3, y3 = segment
        for n in range(1, pieces + 1):
            t = n / pieces
            u = 1 - t
            a, b, c, d = u**3, 3 * u * u * t, 3 * u * t * t, t**3
            found.append(
                (a * start[0] + b * x1 + c * x2 + d * x3, a * start[1] + b * y1 + c * y2 + d * y3)
            )
    return found


def _normals(points: list[Point]) -> list[Point]:
    found = []
    for n in range(len(points)):
        (x0, y0), (x1, y1) = points[max(0, n - 1)], points[min(len(points) - 1, n + 1)]
        length = math.hypot(x1 - x0, y1 - y0) or 1
        found.append((-(y1 - y0) / length, (x1 - x0) / length))
    return found


def _sprigs(plan: MatPlan, inks: MatInks, title: Rect) -> Iterator[Node]:
    """A sprig at each end of the name, and of its turned twin in the north."""
    y = title.centre[1]
    pair = Group(
        (
            Group(_sprig(inks), placed(title.right + 6, y)),
            Group(_sprig(inks), placed(title.x - 6, y, mirrored=True)),
        )
    )
    yield pair
    yield Group((pair,), placed(plan.size.width, plan.size.height, turn=180))


def _sprig(inks: MatInks) -> tuple[Node, ...]:
    """A twig from the origin to the right with leaves by pairs, and one at its tip."""
    twig = Path((Contour((0, 0), ((8, 2.2, 18, 1.6, 26, -1.6),), closed=False),))
    leaves = Path(())
    for x, y, length, lean in (
        (3.0, 0.8, 5.0, -52),
        (5.0, 1.2, 5.0, 58),
        (9.5, 1.7, 6.2, -48),
        (11.5, 1.6, 6.2, 52),
        (16.5, 1.2, 6.0, -44),
        (18.5, 0.8, 6.0, 46),
        (25.4, -1.4, 6.6, -12),
    ):
        leaves += transformed(_leaf(length), placed(x, y, turn=lean))
    return (Shape(twig, stroke=Stroke(inks.line, 0.6)), Shape(leaves, inks.line))


def _leaf(length: float, width: float = 0.36) -> Path:
    """A pointed leaf from the origin to the right."""
    half = length * width
    upper = (length * 0.25, -half, length * 0.7, -half * 0.8, length, 0.0)
    lower = (length * 0.7, half * 0.8, length * 0.25, half, 0.0, 0.0)
    return Path((Contour((0, 0), (upper, lower)),))


def _field(plan: MatPlan, inks: MatInks) -> Iterator[Node]:
    """Cells, the double frame, corner crosses, and a diamond at every edge inside the field."""
    field, card = plan.field, plan.card
    yield Shape(rectangle(field.x, field.y, field.width, field.height), inks.cell)
    for gap, width in ((5.0, 0.7), (7.0, 0.35)):
        r = field.grown(*(gap,) * 4)
        yield Shape(rectangle(r.x, r.y, r.width, r.height), stroke=Stroke(inks.line, width, join=0))
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
    """Where the trees begin: the middle of each player's own row (YGG-3.1)."""
    middle = string.ascii_lowercase[(plan.columns - 1) // 2]
    return f"{middle}1", f"{string.ascii_lowercase[plan.columns // 2]}{plan.rows}"


def _crosses(xs: list[float], ys: list[float], field: Rect) -> Path:
    """Arms of 6 mm at every crossing of the grid that do not leave the field."""
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
    """A seat's place beside the field, drawn the way up its owner sees it."""
    if cell.kind == "field":
        return
    r = cell.rect
    yield Shape(rectangle(r.x, r.y, r.width, r.height), inks.cell)
    x, y = r.centre
    mark = sun if cell.seat == "A" else moon
    ink = inks.sun if cell.seat == "A" else inks.moon
    if cell.kind == "control":
        yield from _control_place(r, cell.turn, inks, ink)
        return
    for inset, width in ((0.0, 0.7), (2.0, 0.3)):
        i = r.grown(*(-inset,) * 4)
        yield Shape(rectangle(i.x, i.y, i.width, i.height), stroke=Stroke(inks.line, width, join=0))
    upright: list[Node] = [Shape(mark(0, 0, 8.5), ink)]
    if cell.kind == "discard":
        upright.append(Shape(_arrow_down(0, 17), ink))
    else:
        upright.append(Shape(_stack(), stroke=Stroke(ink, 0.9)))
    yield Group(tuple(upright), placed(x, y, turn=cell.turn))


def _stack() -> Path:
    """The edges of cards lying on each other, below a mark."""
    return (
        polygon([(-9, 15), (9, 15)], closed=False)
        + polygon([(-9, 17.4), (9, 17.4)], closed=False)
        + polygon([(-9, 19.8), (9, 19.8)], closed=False)
    )


def _arrow_down(x: float, y: float) -> Path:
    return polygon([(x - 5, y - 2.4), (x + 5, y - 2.4), (x, y + 3.6)])


def _control_place(r: Rect, turn: float, inks: MatInks, ink: Cmyk) -> Iterator[Node]:
    """Corner ticks for two cards one above the other, and a pale hand in each."""
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
    """What a fiducial stands in: dark ground, light keyline, gold frame with four knobs."""
    r = outer.grown(*(3.2,) * 4)
    yield Shape(rectangle(r.x, r.y, r.width, r.height), inks.mount, Stroke(inks.line, 0.7, join=0))
    key = outer.grown(*(0.8,) * 4)
    yield Shape(rectangle(key.x, key.y, key.width, key.height), PAPER)
    knobs = Path(())
    for x in (r.x, r.right):
        for y in (r.y, r.bottom):
            knobs += ellipse(x, y, 1.5)
    yield Shape(knobs, inks.line)
