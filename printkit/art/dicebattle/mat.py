"""The field: a light half and a dark half, parted by the stroke of lightning between them.

Each half is drawn once, for the south seat, from the cells of the plan; the north one is the same
turned by half a turn in the night's inks. Quieter than the cards: what lies in a cell is drawn in
two pale tones of its ground. Drawn without numpy, because a mat is drawn when it is printed.

Main zone, magic circle and grants are fans: their cells lie over each other, so a fan has one
ground, and a tick with a number where each next card begins.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from printkit.art.dicebattle.palette import GOLD, RED
from printkit.art.dicebattle.shapes import (
    arc,
    at,
    cut,
    die_faces,
    die_outline,
    disc,
    ngon,
    polar,
    star,
)
from printkit.desk import Desk, Label
from printkit.drawing import (
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
    placed,
    polygon,
    rectangle,
)
from printkit.fonts import PT
from printkit.geometry import Rect
from printkit.mats import MatPlan
from printkit.pictograms import owner_mark, pictogram
from printkit.template import Style

__all__ = ["labels", "picture", "ruler"]

_BLEED: Final = 3.0
_FANS: Final = ("main", "circle", "stock")
_LABEL_PT: Final = 13.0
_NOTE_PT: Final = 9.0
_TITLE_PT: Final = 15.0
_STARS: Final = 4
"""Three win; a fourth can stand for an instant (rules, DBM-9.4)."""
_LEAN: Final = 7.0
"""How much higher than the middle the line between the halves ends, and lower it begins."""


@dataclass(frozen=True, slots=True)
class Side:
    """One half's inks: two of the ground, a cell's ground, two pale ones to draw with in it."""

    ground: Cmyk
    ray: Cmyk
    dot: Cmyk
    cell: Cmyk
    pale: Cmyk
    strong: Cmyk
    line: Cmyk
    text: Cmyk


_DAY_CELL, _NIGHT_CELL = Cmyk(1, 8, 34, 0), Cmyk(88, 72, 8, 10)
_SIDES: Final[dict[tuple[str, Style], Side]] = {
    ("A", "full"): Side(
        ground=Cmyk(1, 6, 20, 0),
        ray=Cmyk(2, 10, 30, 0),
        dot=Cmyk(0, 20, 60, 0),
        cell=_DAY_CELL,
        pale=_DAY_CELL.mixed(Cmyk(10, 55, 100, 10), 0.13),
        strong=_DAY_CELL.mixed(Cmyk(10, 55, 100, 10), 0.26),
        line=Cmyk(10, 55, 100, 10),
        text=Cmyk(30, 75, 100, 50),
    ),
    ("B", "full"): Side(
        ground=Cmyk(92, 80, 16, 16),
        ray=Cmyk(94, 82, 16, 23),
        dot=Cmyk(84, 64, 4, 6),
        cell=_NIGHT_CELL,
        pale=_NIGHT_CELL.mixed(Cmyk(46, 18, 0, 0), 0.14),
        strong=_NIGHT_CELL.mixed(Cmyk(46, 18, 0, 0), 0.28),
        line=Cmyk(52, 20, 0, 0),
        text=Cmyk(10, 2, 0, 0),
    ),
}
for _seat in ("A", "B"):
    _SIDES[_seat, "ink"] = Side(
        ground=PAPER,
        ray=Cmyk(0, 0, 0, 4 if _seat == "A" else 9),
        dot=Cmyk(0, 0, 0, 14 if _seat == "A" else 26),
        cell=PAPER,
        pale=Cmyk(0, 0, 0, 7),
        strong=Cmyk(0, 0, 0, 20),
        line=BLACK,
        text=BLACK,
    )


def picture(desk: Desk) -> Drawing:
    """Everything of the mat but texts and tags, with 3 mm of bleed."""
    plan, style = desk.plan, desk.style
    width, height = plan.size.width, plan.size.height
    half = _half_outline(plan)
    nodes: list[Node] = []
    for seat, turn in (("A", 0.0), ("B", 180.0)):
        side = _SIDES[seat, style]
        parts = (*_ground(plan, side), *_places(plan, side, seat))
        group = Group(parts, clip=half)
        if turn:
            group = Group((group,), placed(width, height, turn=turn))
        nodes.append(group)
    nodes += _lightning(plan, style)
    for panel in plan.marks:
        nodes += _mount(panel.outer, style)
    return Drawing((-_BLEED, -_BLEED, width + _BLEED, height + _BLEED), tuple(nodes))


def ruler(desk: Desk) -> tuple[Point, Cmyk]:
    """Where the ruler begins, and its ink."""
    size = desk.plan.size
    return (size.width / 2 - 50, size.height - 11.5), _SIDES["A", desk.style].text


def _half_outline(plan: MatPlan) -> Path:
    """The south half; the line between the halves is its own image under half a turn."""
    width, height = plan.size.width, plan.size.height
    middle = height / 2
    return polygon(
        [(-_BLEED, middle + _LEAN), (width + _BLEED, middle - _LEAN),
         (width + _BLEED, height + _BLEED), (-_BLEED, height + _BLEED)]
    )  # fmt: skip


# --- ground -----------------------------------------------------------------------------------


def _ground(plan: MatPlan, side: Side) -> Iterator[Node]:
    """The flash of the throw from the mat's middle, and halftone along the front line."""
    width, height = plan.size.width, plan.size.height
    yield Shape(rectangle(-_BLEED, 0, width + 2 * _BLEED, height + _BLEED), side.ground)
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
    """One stroke from edge to edge, point-symmetric like the field."""
    width, middle = plan.size.width, plan.size.height / 2
    x = width / 2
    arm = [
        (-_BLEED, middle + _LEAN),
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
    """A fiducial stands on the front of a die: two more faces behind it, and a keyline."""
    key = outer.grown(*(1.0,) * 4)
    back = rectangle(key.x - 1.8, key.y - 1.8, key.width + 3.6, key.height + 3.6)
    yield Shape(back, PAPER if style == "ink" else GOLD.mid, Stroke(BLACK, 0.7, 0, 0))
    corners = Path(())
    for x, y in ((key.x, key.y), (key.right, key.y), (key.x, key.bottom), (key.right, key.bottom)):
        dx = -1.8 if x == key.x else 1.8
        dy = -1.8 if y == key.y else 1.8
        corners += polygon([(x, y), (x + dx, y + dy)], closed=False)
    yield Shape(corners, stroke=Stroke(BLACK, 0.5))
    yield Shape(rectangle(key.x, key.y, key.width, key.height), PAPER)


# --- places -----------------------------------------------------------------------------------


def _boxes(plan: MatPlan) -> dict[str, list[Rect]]:
    """The south seat's cells by kind, in their order."""
    found: dict[str, list[Rect]] = {}
    for cell in plan.cells:
        if cell.seat == "A":
            found.setdefault(cell.kind, []).append(cell.rect)
    return found


def _around(boxes: list[Rect]) -> Rect:
    """The box around all of them."""
    x, y = min(b.x for b in boxes), min(b.y for b in boxes)
    return Rect(x, y, max(b.right for b in boxes) - x, max(b.bottom for b in boxes) - y)


def _places(plan: MatPlan, side: Side, seat: str) -> Iterator[Node]:
    for kind, boxes in _boxes(plan).items():
        r = _around(boxes)
        yield Shape(_rounded(r, 2.5), side.cell)
        yield from _inside(kind, boxes, r, side)
        if kind in _FANS:
            yield from _steps(kind, boxes, side)
        yield Shape(_ticks(r, 7.0), stroke=Stroke(side.line, 1.2, 0, 0))
    owner = "sun" if seat == "A" else "moon"
    width, height = plan.size.width, plan.size.height
    yield Shape(owner_mark(owner, width / 2 + 178, height - 11, 5), side.line)


def _rounded(r: Rect, radius: float) -> Path:
    k = radius * 0.45
    return Path(
        (
            Contour(
                (r.x + radius, r.y),
                (
                    (r.right - radius, r.y),
                    (r.right - k, r.y, r.right, r.y + k, r.right, r.y + radius),
                    (r.right, r.bottom - radius),
                    (r.right, r.bottom - k, r.right - k, r.bottom, r.right - radius, r.bottom),
                    (r.x + radius, r.bottom),
                    (r.x + k, r.bottom, r.x, r.bottom - k, r.x, r.bottom - radius),
                    (r.x, r.y + radius),
                    (r.x, r.y + k, r.x + k, r.y, r.x + radius, r.y),
                ),
            ),
        )
    )


def _ticks(r: Rect, length: float) -> Path:
    path = Path(())
    for x, dx in ((r.x, length), (r.right, -length)):
        for y, dy in ((r.y, length), (r.bottom, -length)):
            path += polygon([(x + dx, y), (x, y), (x, y + dy)], closed=False)
    return path


def _steps(kind: str, boxes: list[Rect], side: Side) -> Iterator[Node]:
    """Where each next card of a fan begins."""
    path = Path(())
    if kind == "stock":
        for box in boxes:
            path += _ticks(box, 3.2)
    else:
        for box in boxes[1:]:
            for y, dy in ((box.y, 5.0), (box.bottom, -5.0)):
                path += polygon([(box.x, y), (box.x, y + dy)], closed=False)
    yield Shape(path, stroke=Stroke(side.line, 0.5, 0, 0))


def _inside(kind: str, boxes: list[Rect], r: Rect, side: Side) -> Iterator[Node]:
    """The pale drawing that says what belongs there, round the place's middle."""
    x, y = r.centre
    match kind:
        case "main":
            yield from _clash(side, x, y)
        case "circle":
            yield from _magic(side, x, y)
        case "stock":
            for box in boxes[:4]:
                yield from _sideways(side, *box.centre)
        case "miracle":
            rays = Path(())
            for n in range(16):
                rays += cut(polar(x, y, 15, n * 22.5 - 4), polar(x, y, 25 - n % 2 * 5, n * 22.5),
                            polar(x, y, 15, n * 22.5 + 4))  # fmt: skip
            yield Shape(rays, side.pale)
            yield from _die(side, x, y, 12, 14, (6, 4, 5))
        case "revival":
            yield Shape(rectangle(x - 8, y - 13, 16, 26), side.pale)
            yield Shape(
                polygon(arc(x, y, 19, -200, 52), closed=False), stroke=Stroke(side.strong, 5, 0)
            )
            yield Shape(at(cut((-8, -1), (8, -1), (0, 11)), *polar(x, y, 19, 52), 52), side.strong)
        case "grave":
            yield from _grave(side, x, y)
        case "deck":
            for n in range(3):
                box = rectangle(x - 18 + 2.4 * n, y - 30 + 2.4 * n, 32, 54)
                yield Shape(box, side.cell, Stroke(side.strong, 0.9))
            yield Shape(ngon(x + 2.8, y + 1.8, 13, 4), side.pale, Stroke(side.strong, 0.8))
        case "star":
            yield from _sockets(side, r)
        case "tray":
            yield from _tray(side, r)
        case "first":
            yield Shape(star(x, y, 13, 9.5, 8), side.pale)
            yield Shape(cut((x - 4.4, y + 6), (x - 4.4, y - 3), (x - 8, y - 3), (x, y - 10), (x + 8, y - 3),
                            (x + 4.4, y - 3), (x + 4.4, y + 6)), side.strong)  # fmt: skip
        case "redraw":
            for n in range(3):
                box = at(
                    rectangle(-5, -8, 10, 16), x - 5 + 5 * n, y + abs(n - 1) * 1.4, -12 + 12 * n
                )
                yield Shape(box, side.cell, Stroke(side.strong, 0.9))
            yield Shape(
                polygon(arc(x, y, 13, -170, 10), closed=False), stroke=Stroke(side.strong, 1.4, 0)
            )
            yield Shape(at(cut((-3, -1), (3, -1), (0, 4)), *polar(x, y, 13, 10), 10), side.strong)
        case _:
            yield Group(pictogram("ready", side.pale, side.cell), placed(x, y, scale=1.3))


def _die(
    side: Side, x: float, y: float, radius: float, turn: float, faces: tuple[int, int, int]
) -> Iterator[Node]:
    yield Shape(die_outline(x, y, radius, turn), side.cell, Stroke(side.strong, 1.0))
    inks = (side.cell.mixed(side.pale, 0.5), side.pale, side.strong)
    for face, ink in zip(die_faces(x, y, radius, turn, faces), inks, strict=True):
        yield Shape(face.outline, ink)
        yield Shape(face.pips, side.cell)


def _clash(side: Side, x: float, y: float) -> Iterator[Node]:
    """Blades for the humans, claws for the monsters, a die between them."""
    blade = cut((-3, 30), (-3, -30), (0, -38), (3, -30), (3, 30))
    hilt = cut((-9, 23), (9, 23), (9, 27), (-9, 27))
    for turn in (-38, 38):
        yield Shape(at(blade, x - 78, y + 1, turn), side.pale)
        yield Shape(at(hilt, x - 78, y + 1, turn), side.strong)
    claw = Path((Contour((0, -34), ((8, -14, 8, 10, -8, 34), (-1, 12, 0, -10, 0, -34))),))
    for n in range(-1, 2):
        yield Shape(at(claw, x + 76 + 17 * n, y), side.pale if n else side.strong)
    yield Shape(ngon(x, y, 27, 4), stroke=Stroke(side.strong, 1.3))
    yield Shape(ngon(x, y, 22, 4), stroke=Stroke(side.pale, 0.8))
    yield from _die(side, x, y, 12, 0, (6, 5, 4))


def _magic(side: Side, x: float, y: float) -> Iterator[Node]:
    for radius, breadth in ((40, 1.3), (37, 0.5), (23, 0.7)):
        yield Shape(disc(x, y, radius), stroke=Stroke(side.strong, breadth))
    for turn in (-90, 90):
        yield Shape(ngon(x, y, 37, 3, turn), stroke=Stroke(side.strong, 0.9, 0, 0))
    marks = Path(())
    for n in range(24):
        marks += polygon([polar(x, y, 37, 15 * n), polar(x, y, 40, 15 * n)], closed=False)
    yield Shape(marks, stroke=Stroke(side.strong, 0.5))
    yield Shape(star(x, y, 14, 6, 6), side.pale)
    for n in range(6):
        yield Shape(disc(*polar(x, y, 30.5, 30 + 60 * n), 4.0), side.cell, Stroke(side.strong, 0.7))


def _sideways(side: Side, x: float, y: float) -> Iterator[Node]:
    """A card on its side: its head to the right, the band of the grant below; and the turn."""
    card = Rect(x - 41, y - 23, 82, 46)
    yield Shape(_rounded(card, 2), stroke=Stroke(side.strong, 0.8))
    yield Shape(rectangle(card.right - 11, card.y + 1, 10, card.height - 2), side.pale)
    yield Shape(rectangle(card.x + 24, card.bottom - 10, 45, 9), side.pale)
    yield Shape(
        polygon(arc(x + 1, y - 4, 10, -180, -10), closed=False), stroke=Stroke(side.strong, 3, 0)
    )
    yield Shape(
        at(cut((-4.6, -0.6), (4.6, -0.6), (0, 6.4)), *polar(x + 1, y - 4, 10, -10), -6), side.strong
    )


def _grave(side: Side, x: float, y: float) -> Iterator[Node]:
    k = 9.0
    stone = Path(
        (
            Contour(
                (x - 15, y + 26),
                (
                    (x - 15, y - 10),
                    (x - 15, y - 10 - k, x - k, y - 26, x, y - 26),
                    (x + k, y - 26, x + 15, y - 10 - k, x + 15, y - 10),
                    (x + 15, y + 26),
                ),
            ),
        )
    )
    yield Shape(stone, side.pale)
    yield Shape(rectangle(x - 20, y + 24, 40, 7), side.strong)
    yield from _die(side, x, y - 4, 9, 0, (1, 2, 3))


def _sockets(side: Side, r: Rect) -> Iterator[Node]:
    """One large socket for each star that wins, and a small one for one too many."""
    y = r.centre[1]
    for n in range(_STARS):
        radius = 12.6 if n < _STARS - 1 else 9.6
        x = r.x + 16 + n * 31.4
        yield Shape(
            disc(x, y, radius), side.cell, Stroke(side.line, 1.0 if n < _STARS - 1 else 0.6)
        )
        yield Shape(
            star(x, y + 0.4, radius * 0.76, radius * 0.34, 5),
            side.strong if n < _STARS - 1 else side.pale,
        )


def _tray(side: Side, r: Rect) -> Iterator[Node]:
    x, y = r.centre
    yield Shape(_rounded(r.grown(*(-3.0,) * 4), 10), stroke=Stroke(side.strong, 1.0))
    marks = Path(())
    for n in range(48):
        a = math.radians(n * 7.5)
        far = 22.5 if n % 4 else 24.0
        marks += polygon(
            [
                (x + 20.5 * math.cos(a), y + 20.5 * math.sin(a)),
                (x + far * math.cos(a), y + far * math.sin(a)),
            ],
            closed=False,
        )
    yield Shape(marks, stroke=Stroke(side.strong, 0.5))
    yield from _die(side, x, y, 15, 8, (6, 5, 4))


# --- texts ------------------------------------------------------------------------------------


def labels(desk: Desk) -> Iterator[Label]:
    """Name of the game, names of places, notes, numbers of the fans; each the way its owner reads."""
    for seat in ("A", "B"):
        ink = _SIDES[seat, desk.style].text
        for label in _labels(desk, ink):
            yield (
                next(iter(desk.both_ways(label))) if seat == "A" else list(desk.both_ways(label))[1]
            )


def _labels(desk: Desk, ink: Cmyk) -> Iterator[Label]:
    """The south seat's labels."""
    size = desk.plan.size
    yield Label(desk.title, 50, size.height - 8.5, "name", _TITLE_PT, ink, "left")
    for kind, boxes in _boxes(desk.plan).items():
        r = _around(boxes)
        word = desk.word(kind)
        base = r.bottom + 1.4 + _LABEL_PT * PT * desk.cap("strong")
        if kind in ("first", "redraw", "control", "star", "tray"):
            base = r.bottom + 1.2 + _NOTE_PT * PT * desk.cap("strong")
            if kind == "tray":  # its label stands within, where no die comes to lie
                yield Label(word, r.x + 5.5, r.bottom - 6.0, "strong", _NOTE_PT, ink, "left")
            elif kind == "star":
                text = f"{word} · {desk.word('star_note')}"
                yield Label(text, r.x + 1, base, "strong", _NOTE_PT, ink, "left")
            else:
                yield Label(word, r.centre[0], base, "strong", _NOTE_PT, ink)
            continue
        yield Label(word, r.x + 1, base, "strong", _LABEL_PT, ink, "left")
        if kind in _FANS:
            note = desk.word(f"{kind}_note")
            yield Label(note, r.right - 1, base, "text", _NOTE_PT, ink, "right")
