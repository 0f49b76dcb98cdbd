"""Pictograms of control cards and tokens, and the owners' marks, as vector drawings.

Each pictogram is drawn around (0, 0) inside a circle of radius 12 mm, y down. Strokes are bold, so
that a silhouette is recognised across a table.
"""

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Final, Literal

from printkit.pdf.drawing import (
    Cmyk,
    Contour,
    Node,
    Path,
    Point,
    Shape,
    Stroke,
    ellipse,
    polygon,
    rectangle,
)
from printkit.template.card_template import MarkShape

PlateKind = Literal["disc", "bubble", "octagon"]
"""Outline of the plate behind a control card's sign."""
_BOLD = 3.4


def _line(colour: Cmyk, *points: Point, width: float = _BOLD) -> Shape:
    return Shape(polygon(points, closed=False), stroke=Stroke(colour, width))


def arc(radius: float, start: float, end: float, x: float = 0, y: float = 0) -> Path:
    """Return an arc; angles clockwise from the right (3 o'clock), degrees."""
    pieces = max(1, math.ceil(abs(end - start) / 90))
    step = math.radians((end - start) / pieces)
    arm = 4 / 3 * math.tan(step / 4) * radius
    angle = math.radians(start)

    def at(a: float) -> Point:
        return x + radius * math.cos(a), y + radius * math.sin(a)

    first = at(angle)
    segments = []
    for _ in range(pieces):
        (x0, y0), (x1, y1) = at(angle), at(angle + step)
        segments.append(
            (
                x0 - arm * math.sin(angle),
                y0 + arm * math.cos(angle),
                x1 + arm * math.sin(angle + step),
                y1 - arm * math.cos(angle + step),
                x1,
                y1,
            )
        )
        angle += step
    return Path((Contour(first, tuple(segments), closed=False),))


def _end_turn(ink: Cmyk, _ground: Cmyk) -> Iterable[Node]:
    """Draw an arrow that reaches its end."""
    yield _line(ink, (-10, 0), (3.4, 0))
    yield Shape(polygon([(0.5, -7), (8, 0), (0.5, 7)]), ink, Stroke(ink, 1))
    yield _line(ink, (10.2, -7.6), (10.2, 7.6))


def _ready(ink: Cmyk, _ground: Cmyk) -> Iterable[Node]:
    """Draw a raised open hand."""
    for x, top in ((-4.7, -6.2), (-1.4, -9.4), (1.9, -9.0), (5.2, -6.0)):
        yield _line(ink, (x, 2), (x, top), width=2.7)
    palm = Path(
        (
            Contour(
                (-6.05, 1),
                (
                    (6.55, 1),
                    (6.6, 5, 5.6, 8.2, 3.6, 10.6),
                    (-2.8, 10.6),
                    (-5, 8.6, -6.05, 5, -6.05, 1),
                ),
            ),
        )
    )
    yield Shape(palm, ink, Stroke(ink, 0.6))
    yield _line(ink, (-5.0, 6.6), (-9.2, 0.6), width=2.7)


def _undo(ink: Cmyk, _ground: Cmyk) -> Iterable[Node]:
    """Draw an arrow that turns back to the left."""
    curve = Path(
        (
            Contour(
                (-5, -3.4),
                (
                    (2.5, -3.4),
                    (7.2, -3.4, 9.6, -0.6, 9.6, 2.6),
                    (9.6, 6, 7, 8.6, 2.6, 8.6),
                    (-6, 8.6),
                ),
                closed=False,
            ),
        )
    )
    yield Shape(curve, stroke=Stroke(ink, _BOLD, cap=0))
    yield Shape(polygon([(-3.4, -10.2), (-11, -3.4), (-3.4, 3.4)]), ink, Stroke(ink, 0.8))


def _why(ink: Cmyk, _ground: Cmyk) -> Iterable[Node]:
    """Draw a question mark."""
    hook = Path(
        (
            Contour(
                (-5.2, -5.2),
                (
                    (-5.2, -8.6, -2.6, -10.3, 0.2, -10.3),
                    (3.4, -10.3, 5.6, -8.2, 5.6, -5.4),
                    (5.6, -1.6, 0.2, -1.4, 0.2, 3.4),
                ),
                closed=False,
            ),
        )
    )
    yield Shape(hook, stroke=Stroke(ink, _BOLD))
    yield Shape(ellipse(0.2, 9, 2.3), ink)


def _repeat(ink: Cmyk, _ground: Cmyk) -> Iterable[Node]:
    """Draw a loudspeaker."""
    horn = polygon([(-10.4, -3), (-6.4, -3), (-0.6, -8), (-0.6, 8), (-6.4, 3), (-10.4, 3)])
    yield Shape(horn, ink, Stroke(ink, 1))
    for radius in (4.4, 8.2, 12.0):
        yield Shape(arc(radius, -42, 42, -1.4), stroke=Stroke(ink, 2.1))


def _pause(ink: Cmyk, _ground: Cmyk) -> Iterable[Node]:
    """Draw two bars."""
    yield Shape(rectangle(-6.6, -9, 4.6, 18), ink)
    yield Shape(rectangle(2, -9, 4.6, 18), ink)


def _yes(ink: Cmyk, _ground: Cmyk) -> Iterable[Node]:
    """Draw a tick."""
    yield _line(ink, (-9, 0.6), (-2.8, 7.2), (9.2, -7), width=4.2)


def _no(ink: Cmyk, _ground: Cmyk) -> Iterable[Node]:
    """Draw a cross."""
    yield _line(ink, (-7.4, -7.4), (7.4, 7.4), width=4.2)
    yield _line(ink, (7.4, -7.4), (-7.4, 7.4), width=4.2)


def _language(ink: Cmyk, _ground: Cmyk) -> Iterable[Node]:
    """Draw a globe with meridians."""
    yield Shape(ellipse(0, 0, 10.4), stroke=Stroke(ink, 2))
    yield Shape(ellipse(0, 0, 4.6, 10.4), stroke=Stroke(ink, 1.6))
    yield _line(ink, (-10.4, 0), (10.4, 0), width=1.6)
    for y in (-5.4, 5.4):
        x = math.sqrt(10.4**2 - y * y)
        yield _line(ink, (-x, y), (x, y), width=1.6)


def _sword(ink: Cmyk, ground: Cmyk) -> Iterable[Node]:
    """Draw a sword, point up, to be pushed onto the invaded card."""
    blade = polygon([(-1.9, 3.6), (-1.9, -8.6), (0, -11.6), (1.9, -8.6), (1.9, 3.6)])
    yield Shape(blade, ink)
    yield _line(ground, (0, -8), (0, 2.6), width=0.6)
    yield _line(ink, (-5.6, 4.4), (5.6, 4.4), width=2)
    yield _line(ink, (0, 5), (0, 9.4), width=1.9)
    yield Shape(ellipse(0, 10.4, 1.7), ink)


def _choice(ink: Cmyk, ground: Cmyk) -> Iterable[Node]:
    """Draw a pin that marks a choice."""
    drop = Path(
        (
            Contour(
                (0, 11.4),
                (
                    (-2.2, 6.6, -7.4, 1.6, -7.4, -3.6),
                    (-7.4, -7.7, -4.1, -11, 0, -11),
                    (4.1, -11, 7.4, -7.7, 7.4, -3.6),
                    (7.4, 1.6, 2.2, 6.6, 0, 11.4),
                ),
            ),
        )
    )
    yield Shape(drop, ink)
    yield Shape(ellipse(0, -3.6, 3), ground)


def _pass(ink: Cmyk, _ground: Cmyk) -> Iterable[Node]:
    """Draw a leap over a card."""
    yield Shape(rectangle(-3.1, -0.6, 6.2, 9.8), ink, Stroke(ink, 1))
    yield Shape(arc(8.6, 180, 360, 0, 1.6), stroke=Stroke(ink, 2.9))
    yield Shape(polygon([(4.3, 1.6), (12.9, 1.6), (8.6, 8.4)]), ink, Stroke(ink, 0.6))


def _set(ink: Cmyk, ground: Cmyk) -> Iterable[Node]:
    """Draw face-down cards, ticked off."""
    for x, y in ((-9.6, -9.2), (-5.8, -10.8)):
        yield Shape(rectangle(x, y, 11, 16), ink, Stroke(ground, 1.1))
    yield Shape(polygon([(-0.3, -7.2), (2.2, -2.8), (-0.3, 1.6), (-2.8, -2.8)]), ground)
    for colour, width in ((ground, 6.6), (ink, 3.6)):
        yield _line(colour, (-1.6, 5.8), (2.6, 10.2), (10.6, 0.2), width=width)


def _cleared(ink: Cmyk, _ground: Cmyk) -> Iterable[Node]:
    """Draw the corners of an empty place and a glint."""
    for x in (-1, 1):
        for y in (-1, 1):
            corner = [(7.4 * x, 5.4 * y), (7.4 * x, 10.2 * y), (3.2 * x, 10.2 * y)]
            yield _line(ink, *corner, width=2.2)
    glint = []
    for quarter in range(4):
        for radius, angle in ((6.6, 0), (1.7, 45)):
            turn = math.radians(90 * quarter + angle)
            glint.append((radius * math.sin(turn), -radius * math.cos(turn)))
    yield Shape(polygon(glint), ink)


_Painter = Callable[[Cmyk, Cmyk], Iterable[Node]]
PICTOGRAMS: dict[str, _Painter] = {
    "end_turn": _end_turn,
    "ready": _ready,
    "undo": _undo,
    "why": _why,
    "repeat": _repeat,
    "pause": _pause,
    "yes": _yes,
    "no": _no,
    "language": _language,
    "sword": _sword,
    "choice": _choice,
    "pass": _pass,
    "set": _set,
    "cleared": _cleared,
}


def pictogram(name: str, ink: Cmyk, ground: Cmyk) -> tuple[Node, ...]:
    """Return the nodes of a pictogram, `ink` on `ground`; raises `KeyError` for an unknown name."""
    return tuple(PICTOGRAMS[name](ink, ground))


def sun(x: float, y: float, radius: float) -> Path:
    """Draw the Sun's mark: a disc with eight rays, `radius` to their tips."""
    disc = ellipse(x, y, radius * 0.56)
    rays = []
    for n in range(8):
        angle = n * math.pi / 4
        corners = ((0.70, -0.24), (0.70, 0.24), (1.0, 0.0))
        rays.append(
            polygon(
                (
                    x + radius * r * math.cos(angle + spread),
                    y + radius * r * math.sin(angle + spread),
                )
                for r, spread in corners
            )
        )
    whole = disc
    for ray in rays:
        whole += ray
    return whole


def moon(x: float, y: float, radius: float) -> Path:
    """Draw the Moon's mark: a crescent open to the right, `radius` of its outer circle."""
    rim = math.radians(42)
    tip = (x + radius * math.cos(rim), y + radius * math.sin(rim))
    outer = arc(radius, 42, 318, x, y).contours[0]
    # The inner edge: a circle through both tips, its centre to the right.
    shift = radius * 0.52
    half = radius * math.sin(rim)
    inner_radius = math.hypot(radius * math.cos(rim) - shift, half)
    angle = math.degrees(math.atan2(half, radius * math.cos(rim) - shift))
    inner = arc(inner_radius, 360 - angle, angle, x + shift, y).contours[0]
    return Path((Contour(tip, outer.segments + inner.segments),))


def diamond(x: float, y: float, radius: float) -> Path:
    """Draw a diamond, `radius` of the circle around it."""
    r = radius * 0.9
    return polygon([(x, y - r), (x + 0.7 * r, y), (x, y + r), (x - 0.7 * r, y)])


MARKS: Final[Mapping[MarkShape, Callable[[float, float, float], Path]]] = {
    "sun": sun,
    "moon": moon,
    "diamond": diamond,
}
"""Owners' marks: each draws itself around a point, within a radius."""
