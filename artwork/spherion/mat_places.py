"""Places around the globe: piles, Core, rails, tracks, corner mounts, and their labels."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from artwork.labels import MatContext, MatLabel
from artwork.pen import Pen
from artwork.shapes import at, disc, ngon, polar, star
from artwork.spherion.marks import moon, sun
from artwork.spherion.mat_inks import MatInks
from artwork.spherion.palette import BRASS_GLOW, INK, WHITE
from printkit.mats.plan import MatCell
from printkit.pdf.drawing import Cmyk, Group, Path, Point, boxed, placed, polygon, rounded
from printkit.pdf.geometry import Rect

TURNS: Final = 20
_ROWS: Final = {
    "lp": (6, 27.0, 25.4, 9.6),
    "sp": (10, 24.0, 15.2, 7.0),
    "mp": (10, 24.0, 15.2, 7.0),
}
"""Each track's number of steps, distance of the first from the left, pitch, and step radius."""


def seat_ink(cell: MatCell, inks: MatInks) -> Cmyk:
    """Return the line colour of a place: its seat's colour, or brass if it has no seat."""
    return {"blue": inks.lines["N"], "red": inks.lines["S"]}.get(cell.seat, inks.brass_line)


def place(pen: Pen, cell: MatCell, inks: MatInks) -> None:
    """Draw one place, oriented for its owner."""
    own = Pen()
    r = cell.rect
    half = (r.width / 2, r.height / 2)
    ink = seat_ink(cell, inks)
    pale = inks.ground.mixed(ink, 0.14)
    if cell.kind in _ROWS:
        _track(own, cell.kind, half, ink, pale)
    elif cell.kind == "turn":
        _turns(own, inks, half)
    else:
        own.fill(rounded(-half[0], -half[1], r.width, r.height, 2), inks.place)
        if cell.kind in ("control", "initiative"):
            own.stroke(rounded(-half[0], -half[1], r.width, r.height, 2), ink, 0.4)
        else:
            _corners(own, half, ink)
        _sign(own, cell, ink, pale, inks)
    pen.add([Group(own.drawing((0, 0, 0, 0)).nodes, placed(*cell.centre, turn=cell.turn))])


def _corners(pen: Pen, half: Point, ink: Cmyk) -> None:
    ticks = Path(())
    for sx in (-1, 1):
        for sy in (-1, 1):
            x, y = sx * half[0], sy * half[1]
            ticks += polygon([(x - 6 * sx, y), (x, y), (x, y - 6 * sy)], closed=False)
    pen.stroke(ticks, ink, 0.7, cap=0)


def _sign(pen: Pen, cell: MatCell, ink: Cmyk, pale: Cmyk, inks: MatInks) -> None:
    """Draw a pale sign that shows what belongs in a place."""
    mark = moon(-1.5, 0, 9) if cell.seat == "blue" else sun(0, 0, 10)
    darker = pale.mixed(ink, 0.25)
    match cell.kind:
        case "deck":
            for k in range(3):
                pen.shape(rounded(-12 + 1.6 * k, -19 + 1.6 * k, 24, 38, 2), inks.place, ink, 0.5)
            pen.fill(at(mark, 3.2, 3.2), darker)
        case "extra":
            for dx in (-5.4, 5.4):
                pen.shape(ngon(dx, 0, 11.5), inks.place, ink, 0.7)
            pen.fill(star(0, 0, 5, 2, 6), ink)
        case "core":
            for k in range(6):
                well = inks.place.mixed(ink, 0.08 + 0.06 * k)
                pen.shape(ngon(0, 0, 21 - 3.6 * k, 6, -90 + 4.8 * k), well, ink, 0.4)
        case "rail":
            pen.stroke(polygon([(-13, 0), (9, 0)], closed=False), darker, 3.4)
            pen.fill(polygon([(8, -7), (17, 0), (8, 7)]), darker)
        case "control":
            pen.stroke(rounded(-55, -43, 52, 86, 2) + rounded(3, -43, 52, 86, 2), darker, 0.7)
            for x in (-29, 29):
                pen.fill(at(mark, x, 0, 0, 1.5), darker)
        case "initiative":
            pen.shape(ngon(0, 0, 22), inks.ground, ink, 0.7)
            pen.shape(polygon([(-9, -11), (11, 0), (-9, 11), (-4, 0)]), inks.brass, ink, 0.7)
        case _:
            _gem(pen, ink, inks, used=cell.kind == "used")


def _gem(pen: Pen, ink: Cmyk, inks: MatInks, *, used: bool) -> None:
    """Draw a power-up's cut stone, crossed out in the place for used power-ups."""
    pen.shape(ngon(0, 0, 17, 6, 0), inks.brass.mixed(WHITE, 0.4), ink, 0.9)
    for k in range(6):
        pen.stroke(polygon([(0, 0), polar(0, 0, 17, 60 * k)], closed=False), ink, 0.5)
    pen.fill(star(0, 0, 8, 2.4, 4), ink if used else WHITE)
    if used:
        pen.stroke(polygon([(-16, 24), (16, -24)], closed=False), ink, 0.9)


def track_steps(kind: str, width: float) -> list[Point]:
    """Return the centres of a track's steps, relative to the centre of its place."""
    count, first, pitch, _ = _ROWS[kind]
    return [(-width / 2 + first + pitch * i, 0.0) for i in range(count)]


def _track(pen: Pen, kind: str, half: Point, ink: Cmyk, pale: Cmyk) -> None:
    _, _, _, r = _ROWS[kind]
    steps = track_steps(kind, 2 * half[0])
    pen.stroke(polygon([steps[0], steps[-1]], closed=False), pale, 3.0)
    for i, (x, y) in enumerate(steps):
        full = kind == "lp" and i == len(steps) - 1
        pen.shape(ngon(x, y, r), pale.mixed(ink, 0.25) if full else pale, ink, 0.8)
    x = -half[0] + 7
    if kind == "lp":
        pen.fill(
            polygon(
                [
                    (x - 5.5, 4.4),
                    (x - 6.6, -4.4),
                    (x - 2.8, -1),
                    (x, -6),
                    (x + 2.8, -1),
                    (x + 6.6, -4.4),
                    (x + 5.5, 4.4),
                ]
            ),
            ink,
        )
    elif kind == "sp":
        pen.fill(star(x, 0, 6.4, 2.7, 5), ink)
    else:
        pen.fill(
            polygon(
                [
                    (x - 6, -1.8),
                    (x + 0.4, -1.8),
                    (x + 0.4, -5),
                    (x + 6.2, 0),
                    (x + 0.4, 5),
                    (x + 0.4, 1.8),
                    (x - 6, 1.8),
                ]
            ),
            ink,
        )


def turn_steps() -> list[Point]:
    """Return the centres of the turn track's steps, five per row, relative to its centre."""
    return [(-36.8 + 18.4 * (i % 5), -27.6 + 18.4 * (i // 5)) for i in range(TURNS)]


def _turns(pen: Pen, inks: MatInks, half: Point) -> None:
    pen.stroke(rounded(-half[0], -half[1], 2 * half[0], 2 * half[1], 2), inks.brass_line, 0.4)
    for i, (x, y) in enumerate(turn_steps()):
        pale = inks.ground.mixed(inks.brass, 0.2 if i % 2 else 0.34)
        pen.shape(ngon(x, y, 8.2), pale, inks.brass_line, 0.6)


def mount(pen: Pen, outer: Rect, inks: MatInks) -> None:
    """Draw the brass corner mount of a fiducial."""
    r = outer.spread(3.2)
    for x in (r.x, r.right):
        for y in (r.y, r.bottom):
            pen.shape(ngon(x, y, 3.4), inks.mount, INK, 0.5)
    pen.shape(boxed(r), inks.mount, INK, 0.6)
    low = [(r.x, r.bottom), (r.right, r.bottom), (r.right, r.y)]
    pen.stroke(polygon(low, closed=False), inks.brass_line, 0.9)
    key = outer.spread(0.8)
    pen.fill(boxed(key), WHITE)
    for x in (r.x, r.right):
        for y in (r.y, r.bottom):
            pen.shape(disc(x, y, 1.3), BRASS_GLOW if inks.mount != WHITE else WHITE, INK, 0.3)


def labels(context: MatContext, inks: MatInks) -> Iterator[MatLabel]:
    """Yield the names of all places, and the numbers on tracks and rails."""
    for cell in context.plan.cells:
        ink = seat_ink(cell, inks)
        if cell.kind in _ROWS:
            steps = track_steps(cell.kind, cell.rect.width)
            size = 17.0 if cell.kind == "lp" else 13.0
            yield from _numbers(cell, steps, [str(i) for i in range(len(steps))], size, ink)
            yield _at(
                cell, f"{{{cell.kind}}}", (-cell.rect.width / 2 + 7, 12.4), 9.0, ink, "strong"
            )
        elif cell.kind == "turn":
            words = [str(i + 1) for i in range(TURNS)]
            yield from _numbers(cell, turn_steps(), words, 13.0, inks.text)
        if cell.kind == "rail":
            number = cell.id.rsplit(".", 1)[1]
            yield _at(cell, number, (0, cell.rect.height / 2 + 5.2), 11.0, ink, "numeral")
        elif cell.kind in ("deck", "extra", "core", "control"):
            yield _at(cell, f"{{{cell.kind}}}", (0, cell.rect.height / 2 + 5.0), 9.0, ink, "strong")
        elif cell.kind in ("pile", "used", "turn", "initiative"):
            for turn in (0.0, 180.0):
                x, y = cell.centre
                away = cell.rect.height / 2 + 5.0
                base = y + (away if turn == 0 else -away)
                yield MatLabel(f"{{{cell.kind}}}", x, base, "strong", 9.0, ink, turn=turn)


def _at(
    cell: MatCell,
    text: str,
    offset: Point,
    size: float,
    ink: Cmyk,
    role: str,
    *,
    centred: bool = False,
) -> MatLabel:
    x, y = placed(*cell.centre, turn=cell.turn)(offset)
    drop = 0.5 if centred else 0.0
    return MatLabel(text, x, y, role, size, ink, turn=cell.turn, drop=drop)


def _numbers(
    cell: MatCell, steps: list[Point], words: list[str], size: float, ink: Cmyk
) -> Iterator[MatLabel]:
    for (x, y), text in zip(steps, words, strict=True):
        yield _at(cell, text, (x, y), size, ink, "numeral", centred=True)
