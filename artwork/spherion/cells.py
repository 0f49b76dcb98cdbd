"""Generator of the mats' places: ``python -m artwork.spherion.cells`` updates templates/spherion.

A mat has the globe's cells, and a place for a wall strip on every side that two cells share. At
the equator, this place is on N's rim. The places of each seat are along its long edge; the shared
places are in the corners.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from artwork.spherion.board import Board, Side, board, middle
from printkit.data.toml_source import TEMPLATES
from printkit.pdf.drawing import Point

VERSION: Final = 1
RADII: Final = (1, 2, 3, 4)
STRIP: Final = (44.0, 8.0)
"""Length and width of a wall strip, mm."""
RAIL: Final = 8
FIDUCIAL: Final = (40.0, 9.0)
"""Side and inset of the corner tags, mm; the camera is far away, so they are larger than usual."""
CARD: Final = (54.0, 90.0)
_EDGE: Final = 13.0
_PITCH: Final = 56.0

Box = tuple[float, float, float, float]


def seat_places(b: Board) -> dict[str, Box]:
    """Return the first seat's places along the south edge as (left, top, width, height)."""
    width, height = CARD
    top = b.height - _EDGE - height
    x = (b.width - 1050) / 2
    found: dict[str, Box] = {"control": (x, top, 2 * width + 4, height)}
    x += 2 * width + 4 + 18
    for i in range(RAIL):
        found[f"rail.{i + 1}"] = (x + i * _PITCH, top, width, height)
    x += RAIL * _PITCH + 16
    for k, name in enumerate(("lp", "sp", "mp")):
        found[name] = (x, top + k * 31, 168.0, 28.0)
    x += 168 + 18
    for k, name in enumerate(("deck", "extra", "core")):
        found[name] = (x + k * (width + 10), top, width, height)
    return found


def shared_places(b: Board) -> dict[str, Box]:
    """Return the shared places in the corners: pile, used cards, turn track and initiative."""
    top = 118.0
    return {
        "pile": (66.0, b.height - top - CARD[1], *CARD),
        "used": (b.width - 66.0 - CARD[0], top, *CARD),
        "turn": (64.0, top, 92.0, 74.0),
        "initiative": (b.width - 64.0 - 60.0, b.height - top - 60.0, 60.0, 60.0),
    }


def wall_box(b: Board, one: str, other: str) -> tuple[Point, float]:
    """Return the middle and the rotation of the wall strip between two cells."""
    side = b.side_of(one, other)
    return middle(side), _turn(side)


def _turn(side: Side) -> float:
    (ax, ay), (bx, by) = side
    return round(math.degrees(math.atan2(by - ay, bx - ax)) % 180, 3)


def template(radius: int) -> str:
    """Return the text of the template for a globe of this radius."""
    b = board(radius)
    return "\n".join(_lines(b)) + "\n"


def _lines(b: Board) -> Iterator[str]:
    yield f"# Spherion's mat for a globe of radius {b.radius}, written by"
    yield "# python -m artwork.spherion.cells. The geometry is a contract: moving a cell requires"
    yield "# a new version. The first seat sits at the south edge, with its disc N on its right."
    yield ""
    yield "[mat]"
    yield f'name = "globe-{b.radius}"'
    yield f"version = {VERSION}"
    yield f"size = [{b.width}, {b.height}]"
    yield ""
    yield "[card]"
    yield f"width = {CARD[0]}"
    yield f"height = {CARD[1]}"
    yield ""
    yield "[fiducial]"
    yield f"side = {FIDUCIAL[0]}"
    yield f"inset = {FIDUCIAL[1]}"
    for name, box in seat_places(b).items():
        yield from ("", "[[zone]]", f'id = "blue.{name}"', f'kind = "{name.split(".")[0]}"')
        yield from ('seat = "blue"', 'mirror = "red"', f"box = {_numbers(box)}")
    for name, box in shared_places(b).items():
        yield from ("", "[[zone]]", f'id = "{name}"', f'kind = "{name}"', f"box = {_numbers(box)}")
    for name in b.names:
        points = ", ".join(_numbers(p) for p in b.outline(name))
        yield from ("", "[[cell]]", f'id = "{name}"', 'kind = "cell"', f"outline = [{points}]")
    for one, other in b.edges():
        at, turn = wall_box(b, one, other)
        yield from ("", "[[cell]]", f'id = "wall.{one}-{other}"', 'kind = "wall"')
        yield from (f"at = {_numbers(at)}", f"size = {_numbers(STRIP)}", f"turn = {turn}")


def _numbers(values: tuple[float, ...]) -> str:
    return "[" + ", ".join(f"{round(float(v), 2)}" for v in values) + "]"


def main() -> None:
    """Write the templates of all mats."""
    for radius in RADII:
        file = TEMPLATES / "spherion" / f"mat-globe-{radius}.toml"
        file.write_text(template(radius), encoding="utf-8")


if __name__ == "__main__":
    main()
