"""Solids of dice: distance to the surface, normals, and paint.

The coordinates are the die's own: right-handed, mm, origin at its centre.

*Cube*: the axes +x, +y, +z are the faces 1, 2, 3 and their opposites 6, 5, 4, so that 1, 2 and 3
run anticlockwise around their common corner, seen from outside; on a left-handed die, 2 and 5 are
swapped.
*Tetrahedron*: seen from outside, the corners of the first face of a skin run clockwise, as they do
on the net, which is drawn with y down.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Image = npt.NDArray[np.uint8]

_AXES: Final = {"1": (0, 1), "2": (1, 1), "3": (2, 1), "4": (2, -1), "5": (1, -1), "6": (0, -1)}
_PIPS: Final[dict[str, tuple[tuple[int, int], ...]]] = {
    "1": ((0, 0),),
    "2": ((-1, -1), (1, 1)),
    "3": ((-1, -1), (0, 0), (1, 1)),
    "4": ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    "5": ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    "6": ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
_ROW: Final = 30000
_SUNK: Final = 0.55
"""Slope of a pip's rim; pips are hollows."""


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


@dataclass(frozen=True, eq=False)
class Skin:
    """Printed paper of a folded die: (height, width, 3) BGR, and the places of the faces.

    `faces`: for a cube, each value's square in `image` px, clockwise from the top left; for a
    pyramid, each face's triangle as three (corner name, px) pairs in clockwise order. `px_per_mm`
    is the picture's scale.
    """

    image: Image
    px_per_mm: float
    faces: tuple[tuple[tuple[str, tuple[float, float]], ...], ...]

    @cached_property
    def _levels(self) -> list[Image]:
        levels = [self.image]
        while min(levels[-1].shape[:2]) > 64:
            half = (levels[-1].shape[1] // 2, levels[-1].shape[0] // 2)
            levels.append(np.asarray(cv2.resize(levels[-1], half, interpolation=cv2.INTER_AREA)))
        return levels

    def at(self, spots: Floats, px_per_mm: float) -> Floats:
        """Return linear colours at `spots` (n, 2) in `image` px, viewed at this scale."""
        level = max(0, round(math.log2(max(self.px_per_mm / px_per_mm, 1))))
        picture = self._levels[min(level, len(self._levels) - 1)]
        scale = np.array([picture.shape[1], picture.shape[0]]) / (
            self.image.shape[1],
            self.image.shape[0],
        )
        x, y = (((spots + 0.5) * scale) - 0.5).astype(np.float32).T
        rows = [  # remap's number of rows is limited by a short integer
            cv2.remap(
                picture,
                x[None, n : n + _ROW],
                y[None, n : n + _ROW],
                cv2.INTER_LINEAR,
                borderMode=cv2.BORDER_REFLECT,
            )[0]
            for n in range(0, len(x), _ROW)
        ]
        tone = np.concatenate(rows).astype(np.float64) / 255
        light = np.where(tone <= 0.04045, tone / 12.92, ((tone + 0.055) / 1.055) ** 2.4)
        return np.asarray(0.022 + 0.78 * light)


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


def solid_of(skin: Skin | None, edge: float, rounding: float) -> Solid:
    """Return the solid of a die with this edge, mm; `rounding` is a share of the edge."""
    if skin is not None and len(skin.faces) == 4:
        return _tetrahedron(skin, edge)
    return _cube(edge, 0.02 * edge if skin is not None else rounding * edge)


def corners_of(solid: Solid) -> Floats:
    """Return the solid's corners, (n, 3)."""
    return solid.corners


def _cube(edge: float, radius: float) -> Solid:
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
    for row, (axis, sign) in enumerate(_AXES.values()):
        up[row, axis] = sign
    signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
    # A rounded die rests on its faces, but its silhouette ends at the rounded corners.
    return Solid(tuple(_AXES), up, half * signs, half * math.sqrt(3), half, distance, normal)


def _tetrahedron(skin: Skin, edge: float) -> Solid:
    first = [name for name, _ in skin.faces[0]]
    names = (*first, next(n for face in skin.faces for n, _ in face if n not in first))
    flat = [(math.cos(a), math.sin(a), 1 / math.sqrt(8)) for a in _CLOCKWISE]
    corners = np.array([*flat, (0, 0, -3 / math.sqrt(8))]) * edge / math.sqrt(3)
    up = corners / np.linalg.norm(corners, axis=1, keepdims=True)
    inside = edge / math.sqrt(24)

    def distance(p: Floats) -> Floats:
        return np.asarray((p @ -up.T).max(axis=1) - inside)

    def normal(p: Floats) -> Floats:
        return np.asarray(-up[(p @ -up.T).argmax(axis=1)])

    return Solid(names, up, corners, edge * math.sqrt(3 / 8), 0.0, distance, normal)


_CLOCKWISE: Final = tuple(math.radians(a) for a in (90, -30, 210))


def standing(solid: Solid, value: str, *, left_handed: bool) -> Floats:
    """Return the rotation that turns `value` up; raise `ValueError` for an unknown value."""
    up = solid.up[solid.names.index(value)]
    side = np.roll(np.abs(up), 1) if solid.half else np.array([up[1], up[2], up[0]])
    x = side - (side @ up) * up
    x /= np.linalg.norm(x)
    turn = np.stack([x, np.cross(up, x), up])
    return np.asarray(np.diag([-1.0, 1.0, 1.0]) @ turn if left_handed else turn)


def pips_paint(
    solid: Solid, look: DieLook, points: Floats, normal: Floats
) -> tuple[Floats, Floats]:
    """Return the surface colours of a die with pips, and normals that follow the hollows."""
    spots = points / (2 * solid.half)
    colour = np.tile(np.array(look.body, np.float64), (len(points), 1))
    normal = normal.copy()
    for name, (axis, sign) in _AXES.items():
        face = np.flatnonzero(np.abs(normal[:, axis] - sign) < 0.3)
        flat = np.delete(spots[face], axis, axis=1)
        one = look.one if name == "1" and look.one else (look.pip, look.pip_radius)
        for pip in _PIPS[name]:
            away = flat - look.spread * np.array(pip)
            r = np.sqrt((away**2).sum(axis=1))
            inside = r < one[1]
            rows = face[inside]
            colour[rows] = one[0]
            others = [i for i in range(3) if i != axis]
            normal[np.ix_(rows, others)] -= _SUNK * away[inside] / one[1]
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    return colour, normal


def face_paint(solid: Solid, skin: Skin, points: Floats, px_per_mm: float) -> Floats:
    """Return the colours of printed paper at a solid's surface, (n, 3)."""
    colour = np.zeros((len(points), 3))
    facing = solid.normal(points)
    for face in skin.faces:
        names = [name for name, _ in face]
        spots = np.array([spot for _, spot in face])
        if len(face) == 3:
            at = solid.corners[[solid.names.index(name) for name in names]]
            outward = at.sum(axis=0)
        else:
            axis, sign = _AXES[names[0]]
            outward = np.zeros(3)
            outward[axis] = sign
            at = _square(outward) * solid.half
        rows = np.flatnonzero(facing @ outward > 0.7 * np.linalg.norm(outward))
        if not len(rows):  # the face is turned away from the point
            continue
        share = np.linalg.lstsq((at[1:3] - at[0]).T, (points[rows] - at[0]).T, rcond=None)[0]
        colour[rows] = skin.at(spots[0] + share.T @ (spots[1:3] - spots[0]), px_per_mm)
    return colour


def _square(outward: Floats) -> Floats:
    """Return a cube face's corners, clockwise seen from outside, for half edge 1."""
    right = np.roll(outward, 1)
    up = np.cross(outward, right)
    return np.array([outward - right + up, outward + right + up, outward + right - up])
