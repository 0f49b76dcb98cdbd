"""Drawings in the places of the mats, each oriented for its owner."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from artwork.jiguan.carved import carved
from artwork.jiguan.mat_inks import MatInks, Side
from artwork.jiguan.palette import GENERATION
from artwork.jiguan.tokens import CHARACTER, SILHOUETTES, moon_mark, sun_mark
from artwork.shapes import arc, corner_ticks, polar
from printkit.mats.plan import MatCell
from printkit.pdf.drawing import (
    PAPER,
    Contour,
    Group,
    Node,
    Path,
    Shape,
    Stroke,
    boxed,
    ellipse,
    placed,
    polygon,
    rectangle,
    transformed,
)
from printkit.pdf.geometry import Rect


def place(cell: MatCell, inks: MatInks) -> Iterator[Node]:
    """Draw one place, oriented for its owner."""
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
    """Draw the cycle of generation around 生, which is the same in Japanese and Chinese."""
    frame = boxed(own)
    yield Shape(frame, side.cell, Stroke(side.line, 1.4, join=0))
    inner = rectangle(own.x + 2.2, own.y + 2.2, own.width - 4.4, own.height - 4.4)
    yield Shape(inner, stroke=Stroke(side.line, 0.25, join=0))
    y, radius = -6.0, 19.0
    ring, signs = Path(()), Path(())
    for k, element in enumerate(GENERATION):
        angle = -90 + 72 * k
        ring += arc(0, y, radius, angle + 18, angle + 54)
        cx, cy = polar(0, y, radius, angle)
        outline = transformed(SILHOUETTES[element], placed(cx, cy, scale=4.5))
        yield Shape(outline, stroke=Stroke(side.pale, 0.6))
        signs += carved(CHARACTER[element], cx, cy, 5.4)
    yield Shape(ring, stroke=Stroke(side.pale, 0.7))
    yield Shape(signs + carved("生", 0, y, 20), side.pale)


def _open_place(own: Rect, side: Side) -> Iterator[Node]:
    yield Shape(boxed(own), side.cell)
    yield Shape(
        corner_ticks(own, 6.0 if own.height > 60 else 4.0),
        stroke=Stroke(side.line, 0.7, cap=0, join=0),
    )


def _spent(own: Rect, side: Side, seat: str) -> Iterator[Node]:
    """Draw the owner's mark above the edges of a pile of cards."""
    yield from _open_place(own, side)
    mark = sun_mark(12) if seat == "A" else moon_mark(12)
    yield Shape(transformed(mark, placed(0, -10)), side.mark if seat == "B" else side.pale)
    stack = Path(())
    for k in range(3):
        wide = 13 - k * 2.0
        stack += polygon([(-wide, 14 + k * 2.8), (wide, 14 + k * 2.8)], closed=False)
    yield Shape(stack, stroke=Stroke(side.pale, 1.0))


def _control(own: Rect, side: Side, _seat: str) -> Iterator[Node]:
    """Draw a tablet of office for the control card."""
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
    """Draw an open fan, the sign of a player who may still place cards."""
    yield from _open_place(own, side)
    yield Shape(fan(11, 0, 4.4), stroke=Stroke(side.pale, 0.7))


def _marker(own: Rect, side: Side, _seat: str) -> Iterator[Node]:
    yield from _open_place(own, side)
    yield Shape(carved("先", 0, -3.4, 15), side.pale)


def fan(radius: float, x: float, y: float) -> Path:
    """Return the outline and ribs of an open fan with its rivet at (x, y)."""
    found = arc(x, y, radius, 205, 335) + arc(x, y, radius * 0.42, 205, 335)
    for k in range(7):
        angle = 205 + k * 130 / 6
        found += polygon([(x, y), polar(x, y, radius, angle)], closed=False)
    return found


_DRAWN: Final[dict[str, Callable[[Rect, Side, str], Iterator[Node]]]] = {
    "beast": _beast,
    "spent": _spent,
    "control": _control,
    "token": _token,
    "marker": _marker,
}


def _coin(cell: MatCell, inks: MatInks) -> Iterator[Node]:
    """Draw a round coin with a square hole, for one round."""
    x, y = cell.centre
    radius = cell.rect.width / 2
    yield Shape(ellipse(x, y, radius), inks.coin, Stroke(inks.coin_line, 0.5))
    yield Shape(ellipse(x, y, radius - 1.6), stroke=Stroke(inks.coin_line, 0.25))
    hole = rectangle(x - 4.6, y - 4.6, 9.2, 9.2)
    yield Shape(hole, inks.hole, Stroke(inks.coin_line, 0.5, join=0))
    yield Shape(
        rectangle(x - 5.4, y - 5.4, 10.8, 10.8), stroke=Stroke(inks.coin_line, 0.25, join=0)
    )


def mount(outer: Rect, inks: MatInks) -> Iterator[Node]:
    """Draw a seal with an ivory keyline as the mount of a fiducial."""
    r = outer.spread(0.9)
    yield Shape(boxed(r), inks.mount, Stroke(inks.coin_line, 0.35, join=0))
    key = outer.spread(0.35)
    yield Shape(boxed(key), PAPER)
