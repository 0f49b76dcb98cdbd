"""Pictograms of control cards and tokens, and the owners' marks, as vector drawings."""

import math
import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Final, Literal

from printkit.data.toml_source import TEMPLATES, Strict, read_toml
from printkit.pdf.drawing import Cmyk, Contour, Node, Path, Point, Shape, Stroke, ellipse, polygon
from printkit.template.card_template import MarkShape

PlateKind = Literal["disc", "bubble", "octagon"]
"""Outline of the plate behind a control card's sign."""


def arc(radius: float, start: float, end: float, x: float = 0, y: float = 0) -> Path:
    """Return an arc; angles are in degrees, clockwise from 3 o'clock."""
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
        out = (x0 - arm * math.sin(angle), y0 + arm * math.cos(angle))
        back = (x1 + arm * math.sin(angle + step), y1 - arm * math.cos(angle + step))
        segments.append((*out, *back, x1, y1))
        angle += step
    return Path((Contour(first, tuple(segments), closed=False),))


class _Drawn(Strict):
    """A shape of a pictogram: its SVG path and the paints of its area and outline."""

    path: str
    fill: Literal["ink", "ground"] | None = None
    stroke: Literal["ink", "ground"] | None = None
    width: float = 0
    butt: bool = False

    def painted(self, ink: Cmyk, ground: Cmyk) -> Shape:
        """Return the shape in two colours."""
        colours = {"ink": ink, "ground": ground}
        stroke = (
            Stroke(colours[self.stroke], self.width, int(not self.butt)) if self.stroke else None
        )
        return Shape(_outline(self.path), self.fill and colours[self.fill], stroke)


class _Sign(Strict):
    """A pictogram's shapes, from bottom to top."""

    shapes: list[_Drawn]


class _Signs(Strict):
    """Contents of the file of pictograms."""

    pictogram: dict[str, _Sign]


def _outline(path: str) -> Path:
    contours = []
    for contour in path.split("M")[1:]:
        segments = re.split("[LC]", contour.rstrip(" Z"))
        start, *rest = (tuple(map(float, numbers.split())) for numbers in segments)
        contours.append(Contour((start[0], start[1]), tuple(rest), closed="Z" in contour))
    return Path(tuple(contours))


@cache
def pictograms() -> Mapping[str, _Sign]:
    """Return the pictograms of `templates/sheets/pictograms.toml` by name."""
    return read_toml(TEMPLATES / "sheets" / "pictograms.toml", _Signs).pictogram


def pictogram(name: str, ink: Cmyk, ground: Cmyk) -> tuple[Node, ...]:
    """Return the nodes of a pictogram, `ink` on `ground`; raise `KeyError` for an unknown name."""
    return tuple(shape.painted(ink, ground) for shape in pictograms()[name].shapes)


def sun(x: float, y: float, radius: float) -> Path:
    """Return the Sun's mark: a disc with eight rays, their tips `radius` from the centre."""
    disc = ellipse(x, y, radius * 0.56)
    for n in range(8):
        angle = n * math.pi / 4
        corners = ((0.70, -0.24), (0.70, 0.24), (1.0, 0.0))
        turned = ((radius * r, angle + spread) for r, spread in corners)
        disc += polygon((x + r * math.cos(a), y + r * math.sin(a)) for r, a in turned)
    return disc


def moon(x: float, y: float, radius: float) -> Path:
    """Return the Moon's mark: a crescent open to the right, with an outer circle of `radius`."""
    rim = math.radians(42)
    tip = (x + radius * math.cos(rim), y + radius * math.sin(rim))
    outer = arc(radius, 42, 318, x, y).contours[0]
    # The inner edge is a circle through both tips; its centre is to the right.
    shift = radius * 0.52
    half = radius * math.sin(rim)
    inner_radius = math.hypot(radius * math.cos(rim) - shift, half)
    angle = math.degrees(math.atan2(half, radius * math.cos(rim) - shift))
    inner = arc(inner_radius, 360 - angle, angle, x + shift, y).contours[0]
    return Path((Contour(tip, outer.segments + inner.segments),))


def diamond(x: float, y: float, radius: float) -> Path:
    """Return a diamond inscribed in a circle of `radius`."""
    r = radius * 0.9
    return polygon([(x, y - r), (x + 0.7 * r, y), (x, y + r), (x - 0.7 * r, y)])


MARKS: Final[Mapping[MarkShape, Callable[[float, float, float], Path]]] = {
    "sun": sun,
    "moon": moon,
    "diamond": diamond,
}
"""Owners' marks: each function returns a mark around a point, within a radius."""
