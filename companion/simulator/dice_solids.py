"""The solid of a die with pips: distance to the surface, normals, and paint.

The coordinates are the die's own: right-handed, mm, origin at its centre. The axes +x, +y, +z are
the faces 1, 2, 3 and their opposites 6, 5, 4, so that 1, 2 and 3 run anticlockwise around their
common corner, seen from outside; on a left-handed die, 2 and 5 are swapped.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

AXES: Final = {"1": (0, 1), "2": (1, 1), "3": (2, 1), "4": (2, -1), "5": (1, -1), "6": (0, -1)}
_PIPS: Final[dict[str, tuple[tuple[int, int], ...]]] = {
    "1": ((0, 0),),
    "2": ((-1, -1), (1, 1)),
    "3": ((-1, -1), (0, 0), (1, 1)),
    "4": ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    "5": ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    "6": ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
_SUNK: Final = 0.55
"""Slope of a pip's rim; pips are hollows."""


@dataclass(frozen=True, slots=True, eq=False)
class Solid:
    """A convex shape: distance to its surface, and normals at points (n, 3) near it.

    `names` are the possible tops, `up` the direction that points up for each of them; `reach` is
    the radius of the bounding sphere, `half` is half of a cube's edge.
    """

    names: tuple[str, ...]
    up: Floats
    corners: Floats
    reach: float
    half: float
    distance: Callable[[Floats], Floats]
    normal: Callable[[Floats], Floats]


def cube(edge: float, radius: float) -> Solid:
    """Return a cube whose edges and corners are rounded by `radius`, mm."""
    half = edge / 2

    def distance(p: Floats) -> Floats:
        q = np.abs(p) - (half - radius)
        outside = np.sqrt((np.maximum(q, 0) ** 2).sum(axis=1))
        return np.asarray(outside + np.minimum(q.max(axis=1), 0) - radius)

    def normal(p: Floats) -> Floats:
        q = np.maximum(np.abs(p) - (half - radius), 1e-6)
        n = np.sign(p) * q
        return np.asarray(n / np.linalg.norm(n, axis=1, keepdims=True))

    up = np.zeros((6, 3))
    for row, (axis, sign) in enumerate(AXES.values()):
        up[row, axis] = sign
    signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
    # A rounded die rests on its faces, but its silhouette ends at the rounded corners.
    return Solid(tuple(AXES), up, half * signs, half * math.sqrt(3), half, distance, normal)


def standing(solid: Solid, value: str, *, left_handed: bool) -> Floats:
    """Return the rotation that turns `value` up; raise `ValueError` for an unknown value."""
    up = solid.up[solid.names.index(value)]
    side = np.roll(np.abs(up), 1) if solid.half else np.array([up[1], up[2], up[0]])
    x = side - (side @ up) * up
    x /= np.linalg.norm(x)
    turn = np.stack([x, np.cross(up, x), up])
    return np.asarray(np.diag([-1.0, 1.0, 1.0]) @ turn if left_handed else turn)


@dataclass(frozen=True, slots=True)
class DieLook:
    """The look of a die with pips; colours are linear (B, G, R), lengths are shares of the edge.

    `one` is the colour and radius of the single pip on Japanese and Chinese dice.
    """

    body: tuple[float, float, float] = (0.78, 0.80, 0.80)
    pip: tuple[float, float, float] = (0.025, 0.025, 0.025)
    pip_radius: float = 0.095
    spread: float = 0.26
    one: tuple[tuple[float, float, float], float] | None = None
    rounding: float = 0.1
    gloss: float = 0.25
    left_handed: bool = False

    def solid(self, edge: float) -> Solid:
        """Return the shape of a die with this edge, mm."""
        return cube(edge, self.rounding * edge)

    def paint(self, solid: Solid, points: Floats, px_per_mm: float) -> tuple[Floats, Floats]:
        """Return colours at points of the surface, and normals that follow the hollows.

        `px_per_mm`: the scale of the picture, for a look with print.
        """
        del px_per_mm
        spots = points / (2 * solid.half)
        colour = np.tile(np.array(self.body, np.float64), (len(points), 1))
        normal = solid.normal(points).copy()
        for name, (axis, sign) in AXES.items():
            face = np.flatnonzero(np.abs(normal[:, axis] - sign) < 0.3)
            flat = np.delete(spots[face], axis, axis=1)
            one = self.one if name == "1" and self.one else (self.pip, self.pip_radius)
            for pip in _PIPS[name]:
                away = flat - self.spread * np.array(pip)
                r = np.sqrt((away**2).sum(axis=1))
                inside = r < one[1]
                rows = face[inside]
                colour[rows] = one[0]
                others = [i for i in range(3) if i != axis]
                normal[np.ix_(rows, others)] -= _SUNK * away[inside] / one[1]
        normal /= np.linalg.norm(normal, axis=1, keepdims=True)
        return colour, normal
