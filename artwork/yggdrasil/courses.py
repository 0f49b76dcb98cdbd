"""Courses of branches in the world tree: exits from a card, and paths between them.

The contract of a branch exit
-----------------------------
Cards are placed edge to edge, and their branches join into one tree, for any owner and
orientation. So every branch crosses an edge in the same way:

- exits are U (27, 0), R (54, 45), D (27, 90) and L (0, 45), the midpoints of the trim's edges;
- from 4 mm outside to 4 mm inside, the centre line is straight and perpendicular to the edge;
- there the half-width is exactly ``HALF_WIDTH``, and the contour adds ``CONTOUR`` on each side;
- there is no noise within 2 mm of the edge; it fades in over the next 8 mm (``calm``);
- light comes from the upper left of the upright card, so the lit side of an exit never varies;
- of eight bark lines, the same four always cross the edge, at the same width.

A path runs in the direction of growth. A ``main`` path crosses two edges. A ``side``
path starts as a strand inside the trunk and leaves it tangentially. A ``tip`` crosses one edge
and tapers. A ``bough`` starts on another branch and tapers; a ``root`` tapers into the ground.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from printkit.pdf.drawing import Point

Kind = Literal["main", "side", "tip", "bough", "root", "ring"]

HALF_WIDTH: Final = 3.4
CONTOUR: Final = 0.42
EXITS: Final[dict[str, Point]] = {"U": (27, 0), "R": (54, 45), "D": (27, 90), "L": (0, 45)}
_OUTWARD: Final[dict[str, Point]] = {"U": (0, -1), "R": (1, 0), "D": (0, 1), "L": (-1, 0)}

_AROUND_TAG: Final[tuple[Point, ...]] = ((30.2, 78), (31.5, 67))
"""First points of every trunk that enters from below; they bend it around the tag panel."""


def _exit(edge: str) -> list[Point]:
    """Return points on an exit's centre line, from 4 mm outside the edge to 4 mm inside."""
    (x, y), (dx, dy) = EXITS[edge], _OUTWARD[edge]
    return [(x + out * dx, y + out * dy) for out in (4, 2, 0, -2, -4)]


@dataclass(frozen=True, slots=True)
class Course:
    """A path: its kind, the edges where it begins and ends, and the points in between."""

    kind: Kind
    origin: str
    waypoints: tuple[Point, ...]
    end: str = ""

    def points(self) -> list[Point]:
        """Return all points, ordered in the direction of growth."""
        first = _exit(self.origin) if self.origin else []
        if self.origin == "D":
            first += _AROUND_TAG
        return [*first, *self.waypoints, *(reversed(_exit(self.end)) if self.end else ())]


def _main(origin: str, end: str, *waypoints: Point) -> Course:
    return Course("main", origin, waypoints, end)


def strand(end: str, *waypoints: Point) -> Course:
    """Return a side path that begins within the trunk and leaves the card at ``end``."""
    return Course("side", "", waypoints, end)


def _tip(origin: str, *waypoints: Point) -> Course:
    return Course("tip", origin, waypoints)


# fmt: off
COURSES: Final[dict[str, tuple[Course, ...]]] = {
    "URDL": (
        _main("D", "U", (30.6, 56), (28.6, 45), (29.6, 31), (28.4, 17)),
        strand("L", (31.4, 74), (30.8, 62), (26, 51.5), (15, 46.2), (8, 45.1)),
        strand("R", (30.4, 73), (31.6, 59.5), (37, 50), (45, 45.9)),
    ),
    "URD": (
        _main("D", "U", (29.8, 55), (26.8, 42), (29.5, 28), (28.6, 15)),
        strand("R", (30.2, 74), (31.6, 60.5), (37, 51), (45, 46)),
    ),
    "UDL": (
        _main("D", "U", (32.2, 55), (31.6, 42), (28, 28), (26.6, 15)),
        strand("L", (31.5, 75), (31, 62), (26, 51.5), (15, 46.2), (8, 45.1)),
    ),
    "RDL": (
        _main("D", "L", (31, 57), (26, 47.8), (15, 45.4), (8, 44.9)),
        strand("R", (30.4, 75), (31.8, 60), (36.8, 48.6), (45, 44.9)),
    ),
    "URL": (
        _main("L", "R", (9, 45.2), (20, 47.5), (33, 48), (45, 45.4)),
        strand("U", (8, 45.2), (17, 44.4), (24.5, 36), (27.6, 24), (27.6, 14)),
        strand("U", (46, 45.2), (37, 42.8), (31, 32.5), (28.2, 21), (27.4, 13)),
    ),
    "UD": (_main("D", "U", (32.0, 56), (30.6, 44), (27.4, 31), (26.6, 18)),),
    "RL": (_main("L", "R", (10, 44.4), (19, 41), (28, 44), (36, 49), (45, 46.6)),),
    "UR": (_main("R", "U", (45, 45.8), (36, 44), (30, 36), (29.5, 25), (27.4, 13)),),
    "UL": (_main("L", "U", (9, 45.8), (18, 44.2), (25.4, 37), (27.2, 26), (27.1, 14)),),
    "RD": (_main("D", "R", (31.6, 57), (36, 48.6), (45, 45.4)),),
    "DL": (_main("D", "L", (31.6, 57), (26, 48.6), (15, 45.6), (8, 45)),),
    "D": (_tip("D", (31.2, 56), (28.4, 46), (27.6, 37), (29, 28.5), (34, 21.5), (41, 18.6),
               (47, 21.6)),),
    "U": (_tip("U", (27.4, 14), (29.6, 26), (28.6, 37), (32, 46), (39, 48), (42.5, 44)),),
    "R": (_tip("R", (45, 44.4), (36, 42.6), (27, 44.6), (19, 41), (14.5, 35), (10, 34.5)),),
    "L": (_tip("L", (9, 45.2), (18, 43), (26, 45.2), (34.5, 42.6), (40, 35.5), (44.5, 29.6),
               (48.4, 31.4)),),
}
# fmt: on

ROOTS: Final[tuple[tuple[tuple[Point, ...], float], ...]] = (
    (((31.6, 62), (33, 70), (37.6, 76), (44.6, 77.8), (49, 79.2), (52.4, 78.2)), 2.9),
    (((32.2, 64), (33.4, 74), (37.0, 82.4), (41, 86.2), (46.4, 88.2)), 3.0),
    (((31.4, 66), (32.0, 76), (29.6, 84.2), (22.6, 87.4), (13, 88.2)), 2.6),
    (((32, 66), (33.0, 76), (34.8, 83.6), (35.8, 88.5)), 3.0),
    (((31.2, 64), (31.2, 73), (30.0, 80.0), (25.8, 82.2), (19, 81.9), (8, 81.8), (4, 82.6),
      (2.3, 85.2)), 1.9),
)  # fmt: skip
"""Course and girth (half-width, mm) of each root; the last root is drawn over the stone."""
