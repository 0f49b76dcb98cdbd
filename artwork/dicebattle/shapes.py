"""Basic shapes of the game: polygons, circular arcs, mirrored paths, and dice."""

from __future__ import annotations

from typing import Final, NamedTuple

from artwork.shapes import flip, polar
from printkit.pdf.drawing import (
    Matrix,
    Path,
    Point,
    ellipse,
    polygon,
    rectangle,
    transformed,
)

_PIPS: Final[dict[int, tuple[Point, ...]]] = {
    0: (),
    1: ((0.5, 0.5),),
    2: ((0.27, 0.27), (0.73, 0.73)),
    3: ((0.25, 0.25), (0.5, 0.5), (0.75, 0.75)),
    4: ((0.27, 0.27), (0.73, 0.27), (0.27, 0.73), (0.73, 0.73)),
    5: ((0.25, 0.25), (0.75, 0.25), (0.5, 0.5), (0.25, 0.75), (0.75, 0.75)),
    6: ((0.28, 0.22), (0.72, 0.22), (0.28, 0.5), (0.72, 0.5), (0.28, 0.78), (0.72, 0.78)),
}


def cut(*points: Point) -> Path:
    """Return a closed outline of straight lines."""
    return polygon(points)


def arc_points(x: float, y: float, radius: float, start: float, end: float) -> list[Point]:
    """Return points along a circular arc; angles are in degrees clockwise from the right."""
    count = max(3, round(abs(end - start) / 15) + 1)
    return [polar(x, y, radius, start + (end - start) * n / (count - 1)) for n in range(count)]


def both(path: Path) -> Path:
    """Return a path and its mirror image as one path; where they overlap, they cancel out."""
    return path + flip(path)


def flips(path: Path) -> tuple[Path, Path]:
    """Return the mirror image and the path separately, for shapes that overlap."""
    return flip(path), path


def pips_on(count: int) -> Path:
    """Return the pips of a die's face in the unit square; the one has a larger pip."""
    path = Path(())
    for x, y in _PIPS[count]:
        path += ellipse(x, y, 0.16 if count == 1 else 0.095)
    return path


class DieFace(NamedTuple):
    """One face of a die seen from a corner: its outline and its pips."""

    outline: Path
    pips: Path


def die_outline(x: float, y: float, radius: float, turn: float = 0) -> Path:
    """Return the hexagonal outline of a die seen from a corner."""
    return polygon(polar(x, y, radius, a + turn) for a in (-90, -30, 30, 90, 150, 210))


def die_faces(
    x: float, y: float, radius: float, turn: float, faces: tuple[int, int, int]
) -> tuple[DieFace, DieFace, DieFace]:
    """Return the top, left and right face of a die seen from a corner, with the given pips."""
    north, east, south, below, west = (
        polar(x, y, radius, a + turn) for a in (-90, -30, 90, 150, 210)
    )
    top = _face((north, east, west), faces[0])
    left = _face((west, (x, y), below), faces[1])
    right = _face(((x, y), east, south), faces[2])
    return top, left, right


def _face(corners: tuple[Point, Point, Point], count: int) -> DieFace:
    """Return a face and its pips, given one corner and its two neighbours."""
    a, b, c = corners
    onto = Matrix(b[0] - a[0], b[1] - a[1], c[0] - a[0], c[1] - a[1], a[0], a[1])
    return DieFace(transformed(rectangle(0, 0, 1, 1), onto), transformed(pips_on(count), onto))
