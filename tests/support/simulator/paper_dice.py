"""The look of dice that are folded from paper: cubes and tetrahedra with printed skins.

Seen from outside, the corners of the first face of a tetrahedron's skin run clockwise, as they do
on the net, which is drawn with y down.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from companion.simulator.dice_solids import AXES, DieLook, Floats, Solid, cube

Image = npt.NDArray[np.uint8]

_ROW: Final = 30000


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


@dataclass(frozen=True, kw_only=True)
class PaperLook(DieLook):
    """The look of a die with a skin: four faces make a pyramid, six a cube."""

    skin: Skin
    gloss: float = 0.0

    def solid(self, edge: float) -> Solid:
        if len(self.skin.faces) == 4:
            return tetrahedron(self.skin, edge)
        return cube(edge, 0.02 * edge)

    def paint(self, solid: Solid, points: Floats, px_per_mm: float) -> tuple[Floats, Floats]:
        colour = np.zeros((len(points), 3))
        facing = solid.normal(points)
        for face in self.skin.faces:
            names = [name for name, _ in face]
            spots = np.array([spot for _, spot in face])
            if len(face) == 3:
                at = solid.corners[[solid.names.index(name) for name in names]]
                outward = at.sum(axis=0)
            else:
                axis, sign = AXES[names[0]]
                outward = np.zeros(3)
                outward[axis] = sign
                at = _square(outward) * solid.half
            rows = np.flatnonzero(facing @ outward > 0.7 * np.linalg.norm(outward))
            if not len(rows):  # the face is turned away from the point
                continue
            share = np.linalg.lstsq((at[1:3] - at[0]).T, (points[rows] - at[0]).T, rcond=None)[0]
            colour[rows] = self.skin.at(spots[0] + share.T @ (spots[1:3] - spots[0]), px_per_mm)
        return colour, facing


def tetrahedron(skin: Skin, edge: float) -> Solid:
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


def _square(outward: Floats) -> Floats:
    """Return a cube face's corners, clockwise seen from outside, for half edge 1."""
    right = np.roll(outward, 1)
    up = np.cross(outward, right)
    return np.array([outward - right + up, outward + right + up, outward + right - up])
