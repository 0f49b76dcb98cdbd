"""The walls of a maze, drawn over a mat: bricks between cells, and open or closed passages."""

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from printkit.pdf.decoding import decode
from printkit.pdf.drawing import (
    Cmyk,
    Group,
    Matrix,
    Node,
    Path,
    Point,
    Shape,
    Stroke,
    placed,
    polygon,
    rectangle,
    transformed,
)
from printkit.pdf.encoding import Encoded

WALL = 4.4
"""Width of a wall, in mm: half a strip between cells, so that it covers no numbers."""
_LINE = 0.8
_HEIGHT = WALL - _LINE
_OVERLAP = 1.6
"""Length by which a wall exceeds its side, in mm, so that walls join at corners."""
_STONES = 6
"""Number of stones in a course."""


@dataclass(frozen=True, slots=True)
class WallArt:
    """Positions of a mat's walls and passages, and the inks of bricks.

    `drawn` holds two groups, closed and open, for each passage, then the same number again for
    drawings above all others.
    """

    sides: Mapping[tuple[str, str], tuple[Point, Point]]
    """Two cells → their common side."""
    bar: Cmyk
    stones: tuple[Cmyk, Cmyk]
    passages: tuple[tuple[str, str], ...]
    """Pairs of cells that are joined by lines instead of a side."""
    drawn: Encoded


def draw_walls(art: WallArt, walls: Iterable[tuple[str, str]]) -> Iterator[Node]:
    """Yield the nodes of a maze: `walls` are the pairs of cells that it separates."""
    closed = set()
    for pair in walls:
        if pair in art.sides:
            yield from _bricks(art, *art.sides[pair])
        else:
            closed.add(pair)
    groups = decode(art.drawn).nodes
    for pair, shut, open_ in zip(art.passages * 2, groups[::2], groups[1::2], strict=True):
        group = shut if pair in closed else open_
        if not isinstance(group, Group):
            raise TypeError(group)
        yield from group.nodes


def _bricks(art: WallArt, start: Point, end: Point) -> Iterator[Node]:
    """Yield two courses of brick along a side."""
    turn = math.degrees(math.atan2(end[1] - start[1], end[0] - start[0]))
    at = placed((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, turn=turn)
    length = math.dist(start, end) + _OVERLAP
    body = rectangle(-length / 2, -_HEIGHT / 2, length, _HEIGHT)
    yield Shape(transformed(body, at), art.bar, Stroke(art.bar, _LINE))
    for shade, ink in enumerate(art.stones):
        yield Shape(_stones(length, shade, at), ink)


def _stones(length: float, shade: int, at: Matrix) -> Path:
    """Return every other stone of both courses."""
    path = Path(())
    for row in (0, 1):
        top = (row - 1) * _HEIGHT / 2 + 0.2
        for n in range(_STONES + 1):
            left = max(0.0, (n - 0.5 * row) / _STONES)
            right = min(1.0, (n + 1 - 0.5 * row) / _STONES)
            if right - left >= 0.02 and (n + row) % 2 == shade:
                x0, x1 = (left - 0.5) * length + 0.25, (right - 0.5) * length - 0.25
                y1 = top + _HEIGHT / 2 - 0.4
                path += polygon([(x0, top), (x1, top), (x1, y1), (x0, y1)])
    return transformed(path, at)
