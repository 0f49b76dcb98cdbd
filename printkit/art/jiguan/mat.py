"""The court's mats: day and night meet in one S-curve, five coins for five rounds upon it.

Quieter than the cards, and each side the way up its owner reads. Drawn without numpy, because a
mat is drawn when it is printed.

The rows are fans: a card covers part of its neighbour. Where a seat's items run to its own right
each new one lies over the last; where they run to its left it slides under, so that the tag in
the lower left of every card stays in view. The outlines on the mat lie upon each other alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from printkit.art.jiguan.arcs import arc, on_circle
from printkit.art.jiguan.carved import carved
from printkit.art.jiguan.palette import GENERATION, press
from printkit.art.jiguan.scrolls import lattice, scroll
from printkit.art.jiguan.tokens import CHARACTER, SILHOUETTES, moon_mark, sun_mark
from printkit.desk import Desk, Label
from printkit.drawing import (
    PAPER,
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
    ellipse,
    placed,
    polygon,
    rectangle,
    transformed,
)
from printkit.fonts import PT
from printkit.geometry import Rect
from printkit.mats import MatCell, MatPlan
from printkit.template import Style

__all__ = ["labels", "picture", "ruler"]

_BLEED: Final = 3.0
_NUMBERS: Final = "一二三四五六"
_TITLE_PT: Final = 13.0
_LABEL_PT: Final = 10.0
_NOTE_PT: Final = 8.0
_SWING: Final = 0.36
"""How far the curve reaches to either side of the middle, as a share of the mat's height."""


@dataclass(frozen=True, slots=True)
class Side:
    """One seat's inks; ``pale`` draws what may be covered, ``cloud`` the ground's pattern."""

    ground: Cmyk
    cloud: Cmyk
    cell: Cmyk
    line: Cmyk
    pale: Cmyk
    text: Cmyk
    mark: Cmyk


@dataclass(frozen=True, slots=True)
class MatInks:
    """The colours of one style."""

    day: Side
    night: Side
    curve: Cmyk
    coin: Cmyk
    coin_line: Cmyk
    hole: Cmyk
    mount: Cmyk

    def of(self, seat: str) -> Side:
        """A seat's side; what belongs to nobody is drawn by day."""
        return self.night if seat == "B" else self.day


_DAY_CELL, _NIGHT_CELL = press("#FBF4E0"), Cmyk(80, 70, 25, 52)
_DAY_GOLD, _NIGHT_GOLD = Cmyk(9, 31, 77, 21), press("#C9A75E")
_FULL: Final = MatInks(
    day=Side(
        ground=press("#F4E8CB"),
        cloud=press("#E6D3A2"),
        cell=_DAY_CELL,
        line=_DAY_GOLD,
        pale=_DAY_CELL.mixed(_DAY_GOLD, 0.3),
        text=press("#3A2A10"),
        mark=press("#E0A540"),
    ),
    night=Side(
        ground=Cmyk(88, 74, 20, 34),
        cloud=press("#2E386A"),
        cell=_NIGHT_CELL,
        line=_NIGHT_GOLD,
        pale=_NIGHT_CELL.mixed(_NIGHT_GOLD, 0.26),
        text=press("#F2E7C8"),
        mark=press("#AEB9E6"),
    ),
    curve=_NIGHT_GOLD,
    coin=press("#D0AA58"),
    coin_line=press("#4A3610"),
    hole=press("#F4E8CB"),
    mount=Cmyk(9, 76, 85, 22),
)
_SPARE: Final = Side(
    ground=PAPER,
    cloud=Cmyk(0, 0, 0, 10),
    cell=PAPER,
    line=Cmyk(0, 0, 0, 100),
    pale=Cmyk(0, 0, 0, 18),
    text=Cmyk(0, 0, 0, 100),
    mark=Cmyk(0, 0, 0, 30),
)
_INK: Final = MatInks(
    day=_SPARE,
    night=_SPARE,
    curve=Cmyk(0, 0, 0, 60),
    coin=PAPER,
    coin_line=Cmyk(0, 0, 0, 100),
    hole=PAPER,
    mount=PAPER,
)
_INKS: Final[dict[Style, MatInks]] = {"full": _FULL, "ink": _INK}


def picture(desk: Desk) -> Drawing:
    """Everything of the mat but its texts and tags, with 3 mm of bleed."""
    plan, inks = desk.plan, _INKS[desk.style]
    nodes: list[Node] = [*_grounds(plan, inks)]
    for seat in ("A", "B"):
        nodes += _row(plan, seat, inks.of(seat))
    for cell in plan.cells:
        nodes += _place(cell, inks)
    nodes += (node for panel in plan.marks for node in _mount(panel.outer, inks))
    width, height = plan.size.width, plan.size.height
    return Drawing((-_BLEED, -_BLEED, width + _BLEED, height + _BLEED), tuple(nodes))


def ruler(desk: Desk) -> tuple[Point, Cmyk]:
    """Where the ruler begins, and its ink."""
    plan = desk.plan
    return (plan.size.width / 2 - 50, plan.size.height - 7.2), _INKS[desk.style].day.text


def labels(desk: Desk) -> Iterator[Label]:
    """The game's name, numbers of items, names of places; each the way its owner reads."""
    plan, inks = desk.plan, _INKS[desk.style]
    for seat in ("A", "B"):
        ink = inks.of(seat).text
        yield _read(plan, seat, (34.0, plan.size.height - 4.6), desk.title, "name", _TITLE_PT, ink, "left")
        key = "over" if _overlaps_rightwards(plan, seat) else "under"
        note = (plan.size.width - 34.0, plan.size.height - 4.6)
        yield _read(plan, seat, note, desk.word(key), "text", _NOTE_PT, ink, "right")
    for cell in plan.cells:
        yield from _labels_of(desk, cell, inks)


def _read(
    plan: MatPlan,
    seat: str,
    at: Point,
    text: str,
    role: str,
    size: float,
    ink: Cmyk,
    align: str = "centre",
) -> Label:
    """A label at a point as the seat sees the mat: its own edge below."""
    x, y = at if seat != "B" else plan.opposite(at)
    turn = 180.0 if seat == "B" else 0.0
    return Label(text, x, y, role, size, ink, align, turn)  # type: ignore[arg-type]


def _labels_of(desk: Desk, cell: MatCell, inks: MatInks) -> Iterator[Label]:
    plan, side = desk.plan, inks.of(cell.seat)
    if cell.kind == "round":
        size = 17.0
        drop = desk.cap("strong") * size * PT / 2
        yield Label(
            cell.id.removeprefix("round"),
            cell.centre[0],
            cell.centre[1] + drop,
            "strong",
            size,
            inks.coin_line,
        )
        return
    box = _as_seen(plan, cell)
    if cell.kind == "item":
        number = cell.id[-1]
        left, right = _strip(plan, cell)
        middle = ((left + right) / 2, box.bottom - 8.6)
        yield _read(plan, cell.seat, middle, number, "strong", 14, side.line)
        return
    word = desk.word(cell.kind)
    low = box.bottom - (6.0 if cell.kind in ("beast", "spent", "control") else -4.6)
    size, most = _LABEL_PT, box.width + (0 if cell.kind in ("beast", "spent", "control") else 20)
    while desk.width(word, "strong", size) > most - 4:
        size -= 0.5
    yield _read(plan, cell.seat, (box.centre[0], low), word, "strong", size, side.text)


def _as_seen(plan: MatPlan, cell: MatCell) -> Rect:
    """The cell's box as its owner sees the mat, the own edge below."""
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
    """Whether a seat's items run to its own right."""
    first, second = (_as_seen(plan, cell) for cell in _items(plan, seat)[:2])
    return second.x > first.x


def _strip(plan: MatPlan, cell: MatCell) -> tuple[float, float]:
    """What of an item's place is not under its neighbour: left and right as its owner sees."""
    box = _as_seen(plan, cell)
    neighbours = [
        other.x
        for other in (_as_seen(plan, c) for c in _items(plan, cell.seat) if c.id != cell.id)
        if box.x < other.x < box.right
    ]
    return box.x, min([box.right, *neighbours])


# --- ground -----------------------------------------------------------------------------------


def _curve(plan: MatPlan, shift: float) -> Contour:
    """Where day ends: level in the west, down through the middle, level in the east."""
    width, height = plan.size.width, plan.size.height
    rise = 0.164 * height
    left, right = width * (0.5 - _SWING / 1.6), width * (0.5 + _SWING / 1.6)
    top, foot = height / 2 - rise + shift, height / 2 + rise + shift
    bend = (right - left) * 0.52
    return Contour(
        (-_BLEED, top),
        ((left, top), (left + bend, top, right - bend, foot, right, foot), (width + _BLEED, foot)),
        closed=False,
    )


def _grounds(plan: MatPlan, inks: MatInks) -> Iterator[Node]:
    width, height = plan.size.width, plan.size.height
    low, high = height + _BLEED, -_BLEED
    curve = _curve(plan, 0)
    for name, side, edge in (("night", inks.night, high), ("day", inks.day, low)):
        corners = ((width + _BLEED, edge), (-_BLEED, edge))
        area = Path((Contour(curve.start, (*curve.segments, *corners)),))
        yield Shape(area, side.ground)
        line = Shape(scroll(1.66), stroke=Stroke(side.cloud, 0.35))
        cloud = Form(f"cloud-{name}", Drawing((-8, -8, 8, 8), (line,)))
        places = lattice((width / 2, height / 2), (width / 2, height / 2), (15, 10.4))
        clouds = tuple(Use(cloud, placed(x, y, turn=turn)) for x, y, turn in places)
        yield Group(clouds, clip=area)
    for shift, wide in ((-1.7, 0.3), (1.7, 0.3), (0.0, 1.4)):
        yield Shape(Path((_curve(plan, shift),)), stroke=Stroke(inks.curve, wide, cap=0))


# --- places -----------------------------------------------------------------------------------


def _row(plan: MatPlan, seat: str, side: Side) -> Iterator[Node]:
    """A seat's fan of item places, the covered ones first, then its beast place."""
    items = _items(plan, seat)
    if not _overlaps_rightwards(plan, seat):
        items.reverse()
    for cell in items:
        box = cell.rect
        frame = rectangle(box.x, box.y, box.width, box.height)
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


def _place(cell: MatCell, inks: MatInks) -> Iterator[Node]:
    """One place in its owner's way up."""
    if cell.kind == "item":
        return
    if cell.kind == "round":
        yield from _coin(cell, inks)
        return
    side, box = inks.of(cell.seat), cell.rect
    own = Rect(-box.width / 2, -box.height / 2, box.width, box.height)
    nodes = _DRAWN[cell.kind](own, side, cell.seat)
    yield Group(tuple(nodes), placed(*box.centre, turn=cell.turn))


def _beast(own: Rect, side: Side, _seat: str) -> Iterator[Node]:
    """The circle of generation round the word for spirit."""
    frame = rectangle(own.x, own.y, own.width, own.height)
    yield Shape(frame, side.cell, Stroke(side.line, 1.4, join=0))
    inner = rectangle(own.x + 2.2, own.y + 2.2, own.width - 4.4, own.height - 4.4)
    yield Shape(inner, stroke=Stroke(side.line, 0.25, join=0))
    y, radius = -6.0, 19.0
    ring, signs = Path(()), Path(())
    for k, element in enumerate(GENERATION):
        angle = -90 + 72 * k
        ring += arc(0, y, radius, angle + 18, angle + 54)
        cx, cy = on_circle(0, y, radius, angle)
        outline = transformed(SILHOUETTES[element], placed(cx, cy, scale=4.5))
        yield Shape(outline, stroke=Stroke(side.pale, 0.6))
        signs += carved(CHARACTER[element], cx, cy, 5.4)
    yield Shape(ring, stroke=Stroke(side.pale, 0.7))
    yield Shape(signs + carved("靈", 0, y, 20), side.pale)


def _ticks(own: Rect, reach: float = 6.0) -> Path:
    """Corner ticks of a place."""
    found = Path(())
    for x, dx in ((own.x, reach), (own.right, -reach)):
        for y, dy in ((own.y, reach), (own.bottom, -reach)):
            found += polygon([(x + dx, y), (x, y), (x, y + dy)], closed=False)
    return found


def _open_place(own: Rect, side: Side) -> Iterator[Node]:
    yield Shape(rectangle(own.x, own.y, own.width, own.height), side.cell)
    yield Shape(_ticks(own), stroke=Stroke(side.line, 0.7, cap=0, join=0))


def _spent(own: Rect, side: Side, seat: str) -> Iterator[Node]:
    """The owner's mark over the edges of cards lying on each other."""
    yield from _open_place(own, side)
    mark = sun_mark(12) if seat == "A" else moon_mark(12)
    yield Shape(transformed(mark, placed(0, -10)), side.mark if seat == "B" else side.pale)
    stack = Path(())
    for k in range(3):
        wide = 13 - k * 2.0
        stack += polygon([(-wide, 14 + k * 2.8), (wide, 14 + k * 2.8)], closed=False)
    yield Shape(stack, stroke=Stroke(side.pale, 1.0))


def _control(own: Rect, side: Side, _seat: str) -> Iterator[Node]:
    """A tablet of office: what an official speaks with."""
    yield from _open_place(own, side)
    tablet = Path(
        (
            Contour(
                (-5.5, 18),
                ((-7.5, -22), (-5.0, -29, 5.0, -29, 7.5, -22), (5.5, 18)),
            ),
        )
    )
    lines = Path(())
    for x in (-2.4, 0.0, 2.4):
        lines += polygon([(x, -18), (x * 0.8, 10)], closed=False)
    yield Shape(tablet, stroke=Stroke(side.pale, 1.0))
    yield Shape(lines, stroke=Stroke(side.pale, 0.7))


def _token(own: Rect, side: Side, _seat: str) -> Iterator[Node]:
    """An open fan: who may still lay."""
    yield from _open_place(own, side)
    yield Shape(fan(13, 0, 8), stroke=Stroke(side.pale, 0.7))


def _marker(own: Rect, side: Side, _seat: str) -> Iterator[Node]:
    yield from _open_place(own, side)
    yield Shape(carved("先", 0, 0, 16), side.pale)


def fan(radius: float, x: float, y: float) -> Path:
    """The outline and ribs of an open fan that stands on its rivet at (x, y)."""
    found = arc(x, y, radius, 205, 335) + arc(x, y, radius * 0.42, 205, 335)
    for k in range(7):
        angle = 205 + k * 130 / 6
        found += polygon([(x, y), on_circle(x, y, radius, angle)], closed=False)
    return found


_DRAWN: Final[dict[str, Callable[[Rect, Side, str], Iterator[Node]]]] = {
    "beast": _beast,
    "spent": _spent,
    "control": _control,
    "token": _token,
    "marker": _marker,
}


def _coin(cell: MatCell, inks: MatInks) -> Iterator[Node]:
    """A round coin with a square hole, for one round."""
    x, y = cell.centre
    radius = cell.rect.width / 2
    yield Shape(ellipse(x, y, radius), inks.coin, Stroke(inks.coin_line, 0.5))
    yield Shape(ellipse(x, y, radius - 1.6), stroke=Stroke(inks.coin_line, 0.25))
    hole = rectangle(x - 5.4, y - 5.4, 10.8, 10.8)
    yield Shape(hole, inks.hole, Stroke(inks.coin_line, 0.5, join=0))
    yield Shape(rectangle(x - 6.4, y - 6.4, 12.8, 12.8), stroke=Stroke(inks.coin_line, 0.25, join=0))


def _mount(outer: Rect, inks: MatInks) -> Iterator[Node]:
    """A fiducial stands in a seal, with an ivory keyline."""
    r = outer.grown(*(2.2,) * 4)
    yield Shape(
        rectangle(r.x, r.y, r.width, r.height), inks.mount, Stroke(inks.coin_line, 0.35, join=0)
    )
    key = outer.grown(*(0.6,) * 4)
    yield Shape(rectangle(key.x, key.y, key.width, key.height), PAPER)
