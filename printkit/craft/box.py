"""A tuck box: four walls around the deck, a glued bottom, and a lid that tucks in.

From left to right, the walls are back, side, front and side. The back's glue tab goes inside the
second side. The bottom is attached to the front and glued over three flaps. The lid is attached to
the back. The inside is as large as the deck plus `play` in every direction; the thickness of the
card stock reduces it.
"""

import math

from printkit.craft.net import Net, NetPanel, tab
from printkit.pdf.drawing import PAPER, Cmyk, Node, Shape, Stroke, boxed
from printkit.pdf.geometry import Point, Rect, Size

_NOTCH = 9.0
_ROUND = 3.0


class Inside(tuple[float, float, float]):
    """Width, height and depth between a box's walls, in mm."""

    __slots__ = ()


def inside_of(card: Size, count: int, thickness: float, play: float) -> Inside:
    """Return the space for `count` cards, at least six, so that the box can be folded."""
    deep = max(count, 6) * thickness
    return Inside((card.width + play, card.height + play, deep + play))


def tuck_box(inside: Inside, tuck: float, glue: float, ground: Cmyk) -> Net:
    """Return the net of a box; `face_of` gives the positions of its walls."""
    width, height, depth = inside
    x = (0.0, width, width + depth, 2 * width + depth, 2 * width + 2 * depth)

    def wall(name: str, n: int, parent: str, edge: float | None) -> NetPanel:
        hinge = None if edge is None else ((edge, 0.0), (edge, height))
        outline = Rect(x[n], 0, x[n + 1] - x[n], height).corners
        angle = 0.0 if edge is None else 90.0
        return NetPanel(name, outline, parent, hinge, angle, ground=ground)

    def flap(
        name: str, outline: tuple[Point, ...], parent: str, start: Point, end: Point
    ) -> NetPanel:
        return NetPanel(name, outline, parent, (start, end), 90.0, ground=ground)

    front = NetPanel("front", _notched(x[2], x[3], height), ground=ground)
    left = wall("left", 1, "front", x[2])
    right = wall("right", 3, "front", x[3])
    back = wall("back", 0, "left", x[1])
    lid = flap("lid", Rect(0, -depth, width, depth).corners, "back", (0.0, 0.0), (width, 0.0))
    tongue = flap("tuck", _tongue(width, -depth, tuck), "lid", (0.0, -depth), (width, -depth))
    bottom = Rect(x[2], height, width, depth).corners
    floor = flap("bottom", bottom, "front", (x[2], height), (x[3], height))
    side = min(depth, width / 2 - 2)
    flaps = [
        tab(f"glue.{panel.id}", panel, ((a, height), (b, height)), reach)
        for panel, a, b, reach in (
            (left, x[1], x[2], side),
            (right, x[3], x[4], side),
            (back, x[0], x[1], min(depth, glue)),
        )
    ]
    high = min(0.85 * depth + 4, width / 2 - 2)
    dust = [
        flap(f"dust.{panel.id}", _dust(a, b, high), panel.id, (a, 0.0), (b, 0.0))
        for panel, a, b in ((left, x[1], x[2]), (right, x[3], x[4]))
    ]
    seam = tab("glue.seam", back, ((0.0, 0.0), (0.0, height)), glue)
    return Net((front, left, right, back, lid, tongue, floor, *dust, *flaps, seam))


def face_of(inside: Inside, name: str) -> Rect:
    """Return the rectangle of the wall `name` in a box's net."""
    width, height, depth = inside
    start = {"back": 0.0, "left": width, "front": width + depth, "right": 2 * width + depth}[name]
    return Rect(start, 0, width if name in ("back", "front") else depth, height)


def plate(box: Rect, ink: Cmyk) -> list[Node]:
    """Return a framed pale plate for a name over a picture."""
    return [Shape(boxed(box), PAPER, Stroke(ink, 0.7, join=0))]


def _notched(left: float, right: float, height: float) -> tuple[Point, ...]:
    """Return the front's outline, with a thumb notch in its upper edge."""
    middle = (left + right) / 2
    radius = min(_NOTCH, (right - left) / 4)
    arc = [
        (middle - radius * math.cos(math.pi * n / 16), radius * math.sin(math.pi * n / 16))
        for n in range(17)
    ]
    return ((left, 0.0), *arc, (right, 0.0), (right, height), (left, height))


def _tongue(width: float, y: float, tuck: float) -> tuple[Point, ...]:
    """Return the outline of the lid's tuck flap, with cut corners so that it slips in easily."""
    return (
        (0.0, y),
        (0.6, y - tuck + 2 * _ROUND),
        (2 * _ROUND, y - tuck),
        (width - 2 * _ROUND, y - tuck),
        (width - 0.6, y - tuck + 2 * _ROUND),
        (width, y),
    )


def _dust(left: float, right: float, reach: float) -> tuple[Point, ...]:
    inset = min(2.0, (right - left) / 6)
    return ((left, 0.0), (left + inset, -reach), (right - inset, -reach), (right, 0.0))
