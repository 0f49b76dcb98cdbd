"""Dice on the simulated table: ray-traced solids.

Theory of operation
-------------------
A die is a solid in its own coordinates (right-handed, mm, origin at its centre): a cube with
rounded edges and corners, or another shape of its look. `_pose` turns the requested face up,
tilts a cocked die, places it on the table and turns it. The table's y points down, so this
includes a reflection from right-handed to left-handed coordinates.

Every pixel sends nine rays. They advance by the distance to the solid's surface (sphere tracing,
Hart 1996), which has a closed form even with rounded edges. A hit has the colour of a pip or
of the body, lit by a lamp and by ambient light from above, with a highlight (Blinn
1977). A white sheet on the table has the value `FULL_LIGHT`.

A die consists of two patches, its shadow and its body. All shadows are applied before all bodies,
the farthest body first, so that near dice hide those behind them.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, cast

import cv2
import numpy as np
import numpy.typing as npt

from companion.simulator.camera import SimulatedCamera
from companion.simulator.dice_solids import DieLook, Floats, Solid, standing
from companion.simulator.rects import Rect, bounds, common, empty
from companion.simulator.sensor import FULL_LIGHT
from companion.simulator.warp import NOTHING, Matrix, Patch

LAMP: Final = (-0.5, -0.35, 1.0)
"""Direction to the lamp, in table coordinates (x right, y down, z up)."""

_SUB: Final = 3
_STEPS: Final = 28
_HIT_MM: Final = 0.03
_ROOM: Final = 0.45
"""Share of ambient light, which comes from above."""


@dataclass(frozen=True, slots=True)
class Die:
    """One die with `value` on top: "1" to "6", or another name of its look's solid.

    `x_mm`, `y_mm` is the middle of its base on the mat; `rotation_deg` turns it clockwise;
    `lean_deg` tilts it over one edge, like a die that leans on something.
    """

    value: str
    x_mm: float
    y_mm: float
    rotation_deg: float = 0.0
    edge_mm: float = 16.0
    look: DieLook = field(default_factory=DieLook)
    lean_deg: float = 0.0


def dice_patches(
    camera: SimulatedCamera,
    dice: Iterable[Die],
    table: Matrix,
    clip: Rect,
    lamp: tuple[float, float, float],
) -> list[Patch]:
    """Return shadows and bodies in drawing order; `table` maps from mat mm."""
    eye = _eye(camera)
    shadows: list[Patch] = []
    bodies: list[tuple[float, Patch]] = []
    for die in dice:
        solid = die.look.solid(die.edge_mm)
        turn, middle = _pose(die, solid, table)
        corners = solid.corners @ turn.T + middle
        shadows.append(_shadow(camera, corners, lamp, clip))
        patch = _body(camera, die, (solid, turn, middle, corners), lamp, clip)
        bodies.append((float(np.linalg.norm(middle - eye)), patch))
    return shadows + [patch for _, patch in sorted(bodies, key=lambda b: -b[0])]


def _eye(camera: SimulatedCamera) -> Floats:
    """Return the camera's position in table coordinates."""
    p = camera.matrix()
    return np.asarray(-np.linalg.solve(p[:, :3], p[:, 3]))


def _pose(die: Die, solid: Solid, table: Matrix) -> tuple[Floats, Floats]:
    """Return the map from die to table coordinates: a 3 x 3 rotation, and the die's middle."""
    lean = math.radians(die.lean_deg)
    yaw = math.radians(die.rotation_deg) + math.atan2(table[1, 0], table[0, 0])
    tip, around = (cv2.Rodrigues(np.array(axis))[0] for axis in ((lean, 0, 0), (0, 0, yaw)))
    upright = standing(solid, die.value, left_handed=die.look.left_handed)
    turn = np.asarray(around @ (np.diag([1.0, -1.0, 1.0]) @ tip @ upright))
    x, y, _ = table @ np.array([die.x_mm, die.y_mm, 1.0])
    height = -float((solid.corners @ turn.T)[:, 2].min())
    return turn, np.array([x, y, height])


def _box(camera: SimulatedCamera, points: Floats, margin: float, clip: Rect) -> Rect:
    seen = np.concatenate([camera.project(p[None, :2], float(p[2])) for p in points])
    return common(bounds(seen, margin), clip)


def _shadow(
    camera: SimulatedCamera, corners: Floats, lamp: tuple[float, float, float], clip: Rect
) -> Patch:
    """Return the lamp's shadow with soft edges, darkest at the die's base."""
    fallen = corners[:, :2] - corners[:, 2:] * np.array(lamp[:2]) / lamp[2]
    feet = corners[corners[:, 2] < corners[:, 2].min() + 1.0][:, :2]
    scale = camera.px_per_mm(*corners[:, :2].mean(axis=0))
    soft = 1.1 * scale
    ground = np.column_stack([np.vstack([fallen, corners[:, :2]]), np.zeros(2 * len(corners))])
    rect = _box(camera, ground, 4 * soft + 2, clip)
    if empty(rect):
        return NOTHING
    shape = (rect[3] - rect[1], rect[2] - rect[0])
    keep = np.ones(shape, np.float32)
    for points, depth, blur in ((np.vstack([fallen, feet]), 0.42, soft), (feet, 0.3, 1.8 * soft)):
        shade = np.zeros(shape, np.float32)
        outline = cv2.convexHull(camera.project(points).astype(np.float32))[:, 0] - rect[:2]
        at = np.round(outline * 16).astype(np.int32)
        cv2.fillConvexPoly(shade, at, 1.0, cv2.LINE_AA, 4)
        keep *= 1 - np.float32(depth) * cast("Floats", cv2.GaussianBlur(shade, (0, 0), blur))
    return Patch(rect, keep.astype(np.float32), np.zeros((*shape, 3), np.float32))


def _body(
    camera: SimulatedCamera,
    die: Die,
    placed: tuple[Solid, Floats, Floats, Floats],
    lamp: tuple[float, float, float],
    clip: Rect,
) -> Patch:
    solid, turn, middle, corners = placed
    rect = _box(camera, corners, 2, clip)
    if empty(rect):
        return NOTHING
    eye, rays = _eye(camera), _rays(camera, rect)
    # The matrix includes a reflection, but its inverse is still its transpose.
    start, along = (eye - middle) @ turn, rays @ turn
    points, hit = _walk(solid, start, along)
    colour = np.zeros((len(rays), 3), np.float32)
    if hit.any():
        here = points[hit]
        scale = camera.px_per_mm(float(middle[0]), float(middle[1]))
        albedo, normal = die.look.paint(solid, here, scale * _SUB)
        height = (here @ turn.T + middle)[:, 2] / die.edge_mm
        colour[hit] = _lit(albedo, normal @ turn.T, rays[hit], height, lamp, die.look.gloss)
    rows, columns = rect[3] - rect[1], rect[2] - rect[0]
    fine = (rows * _SUB, columns * _SUB)
    size = (columns, rows)
    cover = cv2.resize(hit.reshape(fine).astype(np.float32), size, interpolation=cv2.INTER_AREA)
    light = cv2.resize(colour.reshape(*fine, 3), size, interpolation=cv2.INTER_AREA)
    # The colour is already weighted by each pixel's coverage; `Patch` only adds it.
    return Patch(rect, np.asarray(1 - cover, np.float32), np.asarray(light, np.float32))


def _rays(camera: SimulatedCamera, rect: Rect) -> Floats:
    """Return the unit directions from the camera to `rect`'s sub-pixels, row by row."""
    left, top, right, bottom = rect
    step = 1 / _SUB
    x = ((np.arange((right - left) * _SUB) + 0.5) * step + left - 0.5).astype(np.float32)
    y = ((np.arange((bottom - top) * _SUB) + 0.5) * step + top - 0.5).astype(np.float32)
    ux, uy = camera.undistorted(x, y)
    ideal = np.stack([ux.ravel(), uy.ravel(), np.ones(ux.size)], axis=1)
    rays = ideal @ np.linalg.inv(camera.matrix()[:, :3]).T
    rays /= np.linalg.norm(rays, axis=1, keepdims=True)
    return np.asarray(np.where(rays[:, 2:] > 0, -rays, rays))


def _walk(solid: Solid, start: Floats, along: Floats) -> tuple[Floats, npt.NDArray[np.bool_]]:
    """Return the points where rays from `start` meet the solid, (n, 3), and the mask of hits."""
    near = -(along @ start)
    miss2 = (start @ start) - near**2
    alive = miss2 < solid.reach**2
    t = near - solid.reach
    points = start + t[:, None] * along
    hit = np.zeros(len(along), bool)
    index = np.flatnonzero(alive)
    for _ in range(_STEPS):
        if not len(index):
            break
        gap = solid.distance(points[index])
        points[index] += gap[:, None] * along[index]
        arrived = gap < _HIT_MM
        hit[index[arrived]] = True
        inside = (points[index] ** 2).sum(axis=1) < (1.05 * solid.reach) ** 2
        index = index[~arrived & (inside | (gap > 0.5 * solid.reach))]
    return points, hit


def _lit(
    albedo: Floats,
    normal: Floats,
    rays: Floats,
    height: Floats,
    lamp: Sequence[float],
    gloss: float,
) -> npt.NDArray[np.float32]:
    """Return the light from surfaces, (n, 3); `height` above the table is in die edges."""
    to_lamp = np.array(lamp) / np.linalg.norm(lamp)
    direct = np.maximum(normal @ to_lamp, 0) / to_lamp[2]
    open_sky = (0.5 + 0.5 * normal[:, 2]) * (0.72 + 0.28 * np.clip(height * 1.4, 0, 1))
    halfway = to_lamp - rays
    halfway /= np.linalg.norm(halfway, axis=1, keepdims=True)
    shine = np.maximum((normal * halfway).sum(axis=1), 0)
    light = albedo * (_ROOM * open_sky + (1 - _ROOM) * direct)[:, None]
    light += gloss * (0.5 * shine**60 + 0.02)[:, None]
    return np.asarray(np.clip(light, 0, 1.0) * FULL_LIGHT, np.float32)
