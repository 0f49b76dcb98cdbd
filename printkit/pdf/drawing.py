"""Vector pictures as values: paths, flat and shaded paints, groups and reusable forms.

Theory of operation. A picture is a tree of frozen values measured in **millimetres, origin top
left, y down**; angles are degrees, clockwise as seen. The module depends neither on the subject of
a picture nor on PDF (see `printkit.pdf.encoding`). Colours are CMYK in per cent. There is no
transparency and no bitmap, so a press prints exactly the given inks.
"""

from __future__ import annotations

import math
import re
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from printkit.pdf.geometry import Rect

Point: TypeAlias = tuple[float, float]
Segment: TypeAlias = tuple[float, ...]
"""A line to a point (two numbers), or a cubic Bézier: two control points and its end (six)."""

KAPPA: Final = 0.5522847498
"""Control arm of the cubic that approximates a quarter of the unit circle (error 0.03 %)."""


@dataclass(frozen=True, slots=True)
class Cmyk:
    """A process colour; each ink in per cent, 0 to 100."""

    c: float
    m: float
    y: float
    k: float

    @property
    def coverage(self) -> float:
        """Total ink in per cent (four full inks are 400)."""
        return self.c + self.m + self.y + self.k

    def mixed(self, other: Cmyk, share: float) -> Cmyk:
        """Return this colour with `share` (0 to 1) of it replaced by `other`."""
        keep = 1 - share
        return Cmyk(
            self.c * keep + other.c * share,
            self.m * keep + other.m * share,
            self.y * keep + other.y * share,
            self.k * keep + other.k * share,
        )

    @property
    def rgb(self) -> tuple[int, int, int]:
        """Preview colour for screens (0 to 255 each), computed without a colour profile."""
        light = 1 - self.k / 100
        red, green, blue = (
            round(255 * (1 - ink / 100) * light) for ink in (self.c, self.m, self.y)
        )
        return red, green, blue


PAPER: Final = Cmyk(0, 0, 0, 0)
BLACK: Final = Cmyk(0, 0, 0, 100)


@dataclass(frozen=True, slots=True)
class Stop:
    """A colour at `at` (0 to 1) along a shading."""

    at: float
    colour: Cmyk


@dataclass(frozen=True, slots=True)
class Axial:
    """A shading along the line from `start` to `end` (mm), extended beyond both."""

    start: Point
    end: Point
    stops: tuple[Stop, ...]


@dataclass(frozen=True, slots=True)
class Radial:
    """A shading outwards from `centre` to `radius` (mm), extended beyond it."""

    centre: Point
    radius: float
    stops: tuple[Stop, ...]


Paint: TypeAlias = Cmyk | Axial | Radial


@dataclass(frozen=True, slots=True)
class Contour:
    """A continuous run of lines and cubics from `start` (mm)."""

    start: Point
    segments: tuple[Segment, ...]
    closed: bool = True


@dataclass(frozen=True, slots=True)
class Path:
    """One or more contours, filled or stroked together."""

    contours: tuple[Contour, ...]

    def points(self) -> Iterator[Point]:
        """Yield every end point and control point, in order."""
        for contour in self.contours:
            yield contour.start
            for segment in contour.segments:
                yield from zip(segment[::2], segment[1::2], strict=True)

    def bounds(self) -> tuple[float, float, float, float]:
        """Return left, top, right and bottom of the control polygon, which encloses the path."""
        xs, ys = zip(*self.points(), strict=True)
        return min(xs), min(ys), max(xs), max(ys)

    def __add__(self, other: Path) -> Path:
        return Path(self.contours + other.contours)


@dataclass(frozen=True, slots=True)
class Matrix:
    """An affine map: x' = a x + c y + e, y' = b x + d y + f (mm)."""

    a: float = 1
    b: float = 0
    c: float = 0
    d: float = 1
    e: float = 0
    f: float = 0

    def __call__(self, point: Point) -> Point:
        """Map a point."""
        x, y = point
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    def __matmul__(self, inner: Matrix) -> Matrix:
        """Return the map that applies `inner` first."""
        e, f = self((inner.e, inner.f))
        return Matrix(
            self.a * inner.a + self.c * inner.b,
            self.b * inner.a + self.d * inner.b,
            self.a * inner.c + self.c * inner.d,
            self.b * inner.c + self.d * inner.d,
            e,
            f,
        )


def placed(
    x: float, y: float, *, turn: float = 0, scale: float = 1, mirrored: bool = False
) -> Matrix:
    """Return a map that scales, mirrors left to right, turns clockwise and moves, in this order."""
    angle = math.radians(turn)
    cos, sin = math.cos(angle) * scale, math.sin(angle) * scale
    sign = -1 if mirrored else 1
    return Matrix(cos * sign, sin * sign, -sin, cos, x, y)


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line drawn along a path.

    `width` is in mm. `cap` and `join` are PDF's: 0 butt or mitre, 1 round, 2 square or bevel.
    """

    colour: Cmyk
    width: float
    cap: int = 1
    join: int = 1


@dataclass(frozen=True, slots=True)
class Shape:
    """A path with a fill, a stroke or both (the stroke on top)."""

    path: Path
    fill: Paint | None = None
    stroke: Stroke | None = None
    even_odd: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """Nodes transformed by `matrix` and clipped to `clip` (in the group's own coordinates)."""

    nodes: tuple[Node, ...]
    matrix: Matrix | None = None
    clip: Path | None = None


@dataclass(frozen=True, slots=True)
class Drawing:
    """A whole picture, clipped to `box` (left, top, right, bottom in mm)."""

    box: tuple[float, float, float, float]
    nodes: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Form:
    """A named drawing, stored once and placed many times.

    The name (letters, digits, hyphens) must be unique among the forms of one document.
    """

    name: str
    drawing: Drawing


@dataclass(frozen=True, slots=True)
class Use:
    """A form placed by `matrix`."""

    form: Form
    matrix: Matrix = Matrix()


Node: TypeAlias = Shape | Group | Use


def polygon(points: Iterable[Point], *, closed: bool = True) -> Path:
    """Return a path of straight lines through `points`."""
    start, *rest = [(float(x), float(y)) for x, y in points]
    return Path((Contour(start, tuple(rest), closed),))


def rectangle(x: float, y: float, width: float, height: float) -> Path:
    """Return an upright rectangle with its top left at (x, y)."""
    return polygon([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])


def boxed(box: Rect) -> Path:
    """Return the outline of a box, clockwise from its top left."""
    return polygon(box.corners)


def rounded(x: float, y: float, width: float, height: float, r: float) -> Path:
    """Return an upright rectangle with its top left at (x, y) and corners of radius `r`."""
    if r <= 0:
        return rectangle(x, y, width, height)
    k = r * (1 - KAPPA)
    right, foot = x + width, y + height
    segments = (
        (right - r, y),
        (right - k, y, right, y + k, right, y + r),
        (right, foot - r),
        (right, foot - k, right - k, foot, right - r, foot),
        (x + r, foot),
        (x + k, foot, x, foot - k, x, foot - r),
        (x, y + r),
        (x, y + k, x + k, y, x + r, y),
    )
    return Path((Contour((x + r, y), segments),))


def ellipse(x: float, y: float, rx: float, ry: float | None = None, turn: float = 0) -> Path:
    """Return an ellipse around (x, y), turned clockwise; without `ry`, a circle."""
    k = KAPPA
    quarter = [
        (1, 0),
        (1, k, k, 1, 0, 1),
        (-k, 1, -1, k, -1, 0),
        (-1, -k, -k, -1, 0, -1),
        (k, -1, 1, -k, 1, 0),
    ]
    angle = math.radians(turn)
    cos, sin = math.cos(angle), math.sin(angle)
    ry = rx if ry is None else ry
    to = Matrix(cos * rx, sin * rx, -sin * ry, cos * ry, x, y)
    first, *rest = (_mapped(to, segment) for segment in quarter)
    return Path((Contour((first[0], first[1]), tuple(rest)),))


def transformed(path: Path, matrix: Matrix) -> Path:
    """Return the path mapped by `matrix`."""
    contours = (
        Contour(matrix(c.start), tuple(_mapped(matrix, part) for part in c.segments), c.closed)
        for c in path.contours
    )
    return Path(tuple(contours))


def _mapped(matrix: Matrix, segment: Segment) -> Segment:
    return tuple(
        value for pair in zip(segment[::2], segment[1::2], strict=True) for value in matrix(pair)
    )


# Conversion to black ink only, for colour values and encoded pictures.
#
# A colour's grey is its luma (ITU-R BT.601: 0.299 R + 0.587 G + 0.114 B of the plain conversion
# from CMYK). K is therefore unchanged, and light colours stay light. Two shades stay
# distinguishable unless they differ in hue alone. Owners and classes differ in shape and letter as
# well as in hue.


_N: Final = r"(\d*\.?\d+)"
_OPERATOR: Final = re.compile(rb"[kK](?!\S)")
"""Pattern of an operator. It is searched first because a pattern that begins with a number is
tried at every number.
"""
_PAINT: Final = re.compile(rf"(?<![\w.]){_N} {_N} {_N} {_N} ([kK])\Z".encode())
_LONGEST: Final = 48
"""Upper limit, in bytes, of four inks and their operator."""
_STOP: Final = re.compile(rf"(/C[01] \[){_N} {_N} {_N} {_N}\]")


def black_only(colour: Cmyk) -> Cmyk:
    """Return the grey that replaces a colour when only black ink is used."""
    light = 1 - colour.k / 100
    weights = ((0.299, colour.c), (0.587, colour.m), (0.114, colour.y))
    luma = sum(weight * (1 - ink / 100) for weight, ink in weights) * light
    return Cmyk(0, 0, 0, round(100 * (1 - luma), 1) + 0.0)


def _grey(*inks: str) -> str:
    """Convert a stream's four inks (0 to 1) to black only."""
    grey = black_only(Cmyk(*(float(ink) * 100 for ink in inks)))
    return f"0 0 0 {grey.k / 100:.3f}".rstrip("0").rstrip(".")


def black_stream(stream: bytes) -> bytes:
    """Return a deflated content stream with every fill and stroke colour in black only."""
    content = zlib.decompress(stream)
    parts, done = [], 0
    for operator in _OPERATOR.finditer(content):
        paint = _PAINT.search(content, max(done, operator.start() - _LONGEST), operator.end())
        if paint is not None:
            *inks, name = (part.decode() for part in paint.groups())
            parts += [content[done : paint.start()], f"{_grey(*inks)} {name}".encode()]
            done = paint.end()
    return zlib.compress(b"".join((*parts, content[done:])), 9)


def black_shadings(source: str) -> str:
    """Return the source of a shading dictionary with every stop in black only."""
    return _STOP.sub(lambda found: f"{found[1]}{_grey(*found.groups()[1:])}]", source)
