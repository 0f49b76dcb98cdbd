"""The print on the four-faced die of `printkit craft pyramid`, as it stands on the table.

A standing pyramid's coordinates are in edges: x right, y down, z up from the table. The origin is
on the table below the top. The base corners 0, 1, 2 run clockwise as seen from above; corner 0 is
in the direction of x. Side f has the corners top, f, f + 1, which run clockwise as seen from
outside.

Every side has a five-sided *plate* in each of its corners, and a symbol on it. The symbol's top
points to the corner (SPH-6.8). The pyramid's net sets the order of symbols around a corner, so it
can stand in twelve ways. For each of these *stands*, `STANDS` lists the symbols at the top and at
the corners 0, 1, 2.

Companion does not import printkit, so the outlines are repeated here. A test compares them with
the printed sheet.
"""

import math
from typing import Final

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Outline = tuple[tuple[float, float], ...]

EDGE_MM: Final = 42.0
REACH: Final = 0.27
"""Distance from a corner to the middle of its plate, in edges."""
SIZE: Final = 0.2
"""Unit of the outlines, in edges."""
PLATE: Final[Outline] = ((0, -0.66), (0.56, -0.24), (0.52, 0.56), (-0.52, 0.56), (-0.56, -0.24))
"""The plate's outline in units of `SIZE`, x right, y down."""

VALUES: Final = ("star", "arrow", "card", "hammer")


def _star() -> Outline:
    turns = ((math.radians(36 * n - 90), 0.19 if n % 2 else 0.46) for n in range(10))
    return tuple((r * math.cos(a), 0.06 + r * math.sin(a)) for a, r in turns)


SIGNS: Final[dict[str, tuple[Outline, ...]]] = {
    "star": (_star(),),
    "arrow": (
        (
            (0, -0.44),
            (0.36, 0.02),
            (0.14, 0.02),
            (0.14, 0.42),
            (-0.14, 0.42),
            (-0.14, 0.02),
            (-0.36, 0.02),
        ),
    ),
    "card": (
        ((-0.32, -0.28), (0.1, -0.28), (0.1, 0.38), (-0.32, 0.38)),
        ((0.03, -0.39), (0.382, -0.285), (0.31, -0.228), (0.01, -0.326)),
        ((0.306, -0.267), (0.382, -0.285), (0.234, 0.307), (0.166, 0.293)),
    ),
    "hammer": (
        ((-0.4, -0.36), (0.24, -0.36), (0.42, -0.22), (0.24, -0.06), (-0.4, -0.06)),
        ((-0.11, -0.06), (0.09, -0.06), (0.09, 0.44), (-0.11, 0.44)),
    ),
}
"""The outlines of each symbol's parts, in the same coordinates as `PLATE`."""


def _corners() -> Floats:
    angles = np.radians([0, 120, 240])
    flat = np.column_stack([np.cos(angles), np.sin(angles), np.zeros(3)]) / math.sqrt(3)
    return np.vstack([[[0, 0, math.sqrt(2 / 3)]], flat])


CORNERS: Final = _corners()
"""The top and the corners 0, 1, 2: (4, 3), in edges."""
SIDES: Final = ((0, 1, 2), (0, 2, 3), (0, 3, 1))
"""The rows of `CORNERS` for each side, clockwise as seen from outside."""


def _stands() -> tuple[tuple[str, str, str, str], ...]:
    """Return all stands: the even permutations of hammer, star, card and arrow."""
    first = ("hammer", "star", "card", "arrow")
    found = []
    for top in range(4):
        others = [n for n in range(4) if n != top]
        if top % 2:
            others.reverse()
        for turn in range(3):
            ring = others[turn:] + others[:turn]
            found.append((first[top], *(first[n] for n in ring)))
    return tuple((a, b, c, d) for a, b, c, d in found)


STANDS: Final = _stands()
