"""Rectangles and quarter turns on paper, in mm; independent of PDF.

Conventions: origin top left, y down; turns are in degrees, clockwise as seen. A *spot* is the
axis-aligned rectangle that a face covers on a page, and `turn` is the face's rotation in it. At
90°, the face's top points to the right of the page.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise
from typing import Final

Point = tuple[float, float]

BLEED: Final = 3.0
"""Bleed of cards, pieces and mats, in mm."""


@dataclass(frozen=True, slots=True)
class Size:
    """Width and height, in mm."""

    width: float
    height: float

    def scaled(self, scale: float) -> Size:
        """Multiply every length by `scale`."""
        return Size(self.width * scale, self.height * scale)

    def turned(self, turn: int) -> Size:
        """Return the box this size needs when turned by a multiple of 90°."""
        return Size(self.height, self.width) if turn % 180 else self


@dataclass(frozen=True, slots=True)
class Rect:
    """An upright rectangle: top left, width and height, in mm."""

    x: float
    y: float
    width: float
    height: float

    @classmethod
    def around(cls, points: Iterable[Point]) -> Rect:
        """Return the smallest rectangle around one or more points."""
        xs, ys = zip(*points, strict=True)
        return cls(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))

    @classmethod
    def around_all(cls, boxes: Sequence[Rect]) -> Rect:
        """Return the smallest rectangle around one or more boxes."""
        x, y = min(box.x for box in boxes), min(box.y for box in boxes)
        right, bottom = max(box.right for box in boxes), max(box.bottom for box in boxes)
        return cls(x, y, right - x, bottom - y)

    @property
    def right(self) -> float:
        """The x coordinate of the right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The y coordinate of the bottom edge."""
        return self.y + self.height

    @property
    def centre(self) -> Point:
        """The centre point."""
        return self.x + self.width / 2, self.y + self.height / 2

    @property
    def corners(self) -> tuple[Point, Point, Point, Point]:
        """The corners, clockwise from the top left."""
        x, y, right, bottom = self.x, self.y, self.right, self.bottom
        return (x, y), (right, y), (right, bottom), (x, bottom)

    @property
    def sides(self) -> list[Mark]:
        """The four sides, clockwise from the top."""
        return [Mark(*a, *b) for a, b in pairwise((*self.corners, self.corners[0]))]

    def grown(self, left: float, top: float, right: float, bottom: float) -> Rect:
        """Move each side outwards by its amount (inwards if negative)."""
        return Rect(
            self.x - left, self.y - top, self.width + left + right, self.height + top + bottom
        )

    def spread(self, by: float) -> Rect:
        """Move every side outwards by the same amount (inwards if negative)."""
        return self.grown(by, by, by, by)

    def moved(self, dx: float, dy: float) -> Rect:
        """Return the rectangle moved by an offset."""
        return replace(self, x=self.x + dx, y=self.y + dy)

    def mirrored_in_width(self, page_width: float) -> Rect:
        """Mirror the rectangle as when the sheet is turned over about its vertical axis."""
        return replace(self, x=page_width - self.right)

    def mirrored_in_height(self, page_height: float) -> Rect:
        """Mirror the rectangle as when the sheet is turned over about its horizontal axis."""
        return replace(self, y=page_height - self.bottom)

    def shared(self, other: Rect) -> Rect | None:
        """Return the intersection, or None if it has no area."""
        x, y = max(self.x, other.x), max(self.y, other.y)
        right, bottom = min(self.right, other.right), min(self.bottom, other.bottom)
        return Rect(x, y, right - x, bottom - y) if right > x and bottom > y else None

    def holds(self, other: Rect, slack: float = 1e-6) -> bool:
        """Return whether `other` is inside, edges included."""
        return (
            other.x >= self.x - slack
            and other.y >= self.y - slack
            and other.right <= self.right + slack
            and other.bottom <= self.bottom + slack
        )


@dataclass(frozen=True, slots=True)
class FaceSpot:
    """Position of a face's trim on a page, and its clockwise turn (0, 90, 180, 270)."""

    rect: Rect
    turn: int = 0


def face_to_page(spot: FaceSpot, point: Point) -> Point:
    """Map a point of the upright face (mm from its trim's top left) to the page.

    >>> spot = FaceSpot(Rect(20, 10, 90, 54), turn=90)  # a card on its side
    >>> face_to_page(spot, (0, 0))  # the card's top left is the spot's top right
    (110, 10)
    """
    x, y = point
    rect = spot.rect
    match spot.turn % 360:
        case 0:
            return rect.x + x, rect.y + y
        case 90:
            return rect.right - y, rect.y + x
        case 180:
            return rect.right - x, rect.bottom - y
        case _:
            return rect.x + y, rect.bottom - x


HEXAGON = math.sqrt(3) / 2
"""Height of a regular hexagon that is 1 wide from corner to corner."""


def hexagons(columns: int, rows: int, width: float) -> Size:
    """Return the size of a grid of hexagonal cells."""
    height = width * HEXAGON
    shifted = height / 2 if columns > 1 else 0.0
    return Size(width * (0.75 * columns + 0.25), height * rows + shifted)


def hexagon(box: Rect) -> tuple[Point, ...]:
    """Return a hexagon's corners, clockwise, in a box whose left and right sides they touch."""
    near, far, middle = box.x + box.width / 4, box.right - box.width / 4, box.centre[1]
    upper, lower = ((near, box.y), (far, box.y)), ((far, box.bottom), (near, box.bottom))
    return (*upper, (box.right, middle), *lower, (box.x, middle))


def turned_hexagon(spot: FaceSpot) -> tuple[Point, ...]:
    """Return the corners of a hexagonal face at its spot on a page."""
    upright = spot.rect.width, spot.rect.height
    width, height = upright if spot.turn in (0, 180) else upright[::-1]
    return tuple(face_to_page(spot, point) for point in hexagon(Rect(0, 0, width, height)))


def inside(outline: Sequence[Point], point: Point, room: float) -> bool:
    """Return whether a point is at least `room` inside a convex outline, given clockwise."""
    for (x1, y1), (x2, y2) in pairwise((*outline, outline[0])):
        across = (x2 - x1) * (point[1] - y1) - (y2 - y1) * (point[0] - x1)
        if across < (room - 1e-6) * math.dist((x1, y1), (x2, y2)):
            return False
    return True


def short(value: float, digits: int = 4) -> str:
    """Format a rounded number without trailing zeros."""
    return f"{value:.{digits}f}".rstrip("0").rstrip(".") or "0"


@dataclass(frozen=True, slots=True)
class Mark:
    """One straight line, from (x1, y1) to (x2, y2)."""

    x1: float
    y1: float
    x2: float
    y2: float


class Duplex(StrEnum):
    """Edge over which the printer turns the sheet.

    `NONE` prints no backs. `FOLD` prints them next to the fronts: the sheet is folded along the
    line between them and glued, so no printer has to turn it over.
    """

    NONE = "none"
    LONG = "long"
    SHORT = "short"
    FOLD = "fold"
