"""Random throws for dice campaigns: dice of all makes and sizes, flat or leaning, and cameras.

A leaning die is tipped by 10 to 45°, with one lower edge on the mat. It leans against another die,
or on something too low to be visible, such as a stack of cards. Its value is that of the uppermost
face.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.simulator.camera import SimulatedCamera
from companion.simulator.dice import Die
from companion.simulator.dice_solids import DieLook
from companion.vision.dice.reader import PAPER_D6
from companion.vision.lens import Lens
from companion.vision.mat.tracker import MatPose
from rules import Mat
from tests.support.simulator.paper_dice import PaperLook
from tests.support.vision.dice_table import paper_skin

__all__ = ["Cup", "camera_at", "pose_of", "throw"]

WHITE, BLACK = (0.78, 0.8, 0.8), (0.025, 0.025, 0.025)
MAKES = (
    (WHITE, BLACK),
    ((0.03, 0.03, 0.03), WHITE),
    ((0.05, 0.04, 0.5), WHITE),
    ((0.4, 0.1, 0.03), WHITE),
    ((0.08, 0.3, 0.05), WHITE),
    ((0.1, 0.5, 0.1), BLACK),
    ((0.6, 0.75, 0.8), BLACK),
    ((0.05, 0.5, 0.7), BLACK),
)
POSE_MM = 0.4
LEAN_DEG = 10.0, 45.0
_ROOM, _TOUCHING = 1.45, 0.33
"""Minimum distance between the centres of dice that do not touch, in edge lengths; share of dice
that touch.
"""


@dataclass(frozen=True, slots=True)
class Cup:
    """The settings of a throw: the number of dice, and the edge lengths, in mm, to choose from.

    `lean` is the share of dice that lean, `folded` the share folded from the printed sheet.
    """

    count: int = 20
    sizes: tuple[float, ...] = (16.0,)
    lean: float = 0.0
    folded: float = 0.0


def some_look(rng: np.random.Generator) -> DieLook:
    """Return the look of a random make of die."""
    body, pip = MAKES[rng.integers(len(MAKES))]
    red_one = ((0.03, 0.03, 0.6), 0.17) if body[0] > 0.7 and rng.random() < 0.3 else None
    return DieLook(
        body,
        pip,
        pip_radius=float(rng.uniform(0.08, 0.11)),
        spread=float(rng.uniform(0.24, 0.28)),
        one=red_one,
        rounding=float(rng.uniform(0.05, 0.15)),
        gloss=float(rng.uniform(0, 0.4)),
        left_handed=bool(rng.random() < 0.5),
    )


def throw(mat: Mat, room: tuple[float, float], cup: Cup, rng: np.random.Generator) -> list[Die]:
    """Throw dice into a rectangle (`room`, mm) in the mat's centre; a third touch another die."""
    dice: list[Die] = []
    for _ in range(1000):
        folded = bool(rng.random() < cup.folded)
        edge = PAPER_D6.edge_mm if folded else float(rng.choice(cup.sizes))
        lean = float(rng.uniform(*LEAN_DEG)) if cup.lean and rng.random() < cup.lean else 0.0
        upright = [die for die in dice if not die.lean_deg]
        touched: Die | None = None
        if upright and rng.random() < (0.5 if lean else _TOUCHING):
            touched = upright[rng.integers(len(upright))]
            x, y, turn = _touching(touched, edge, lean, rng)
        else:
            x = mat.width_mm / 2 + float(rng.uniform(-room[0] / 2, room[0] / 2))
            y = mat.height_mm / 2 + float(rng.uniform(-room[1] / 2, room[1] / 2))
            turn = float(rng.uniform(0, 360))
        others = (d for d in dice if d is not touched)
        if all(math.dist((x, y), (d.x_mm, d.y_mm)) > _apart(d, edge, lean) for d in others):
            value = str(rng.integers(1, 7))
            look = PaperLook(skin=paper_skin()) if folded else some_look(rng)
            dice.append(Die(value, x, y, turn % 360, edge, look, lean))
        if len(dice) == cup.count:
            break
    return dice


def _touching(
    touched: Die, edge: float, lean: float, rng: np.random.Generator
) -> tuple[float, float, float]:
    """Return the position and turn of a die that touches, or leans against, another die."""
    angle = math.radians(touched.rotation_deg + 90 * rng.integers(4))
    half = edge / 2 * (math.cos(math.radians(lean)) + math.sin(math.radians(lean)))
    away = (touched.edge_mm / 2 + half) * float(rng.uniform(1.01, 1.02 if lean else 1.06))
    x, y = touched.x_mm + away * math.cos(angle), touched.y_mm + away * math.sin(angle)
    if not lean:
        return x, y, touched.rotation_deg + float(rng.uniform(-2, 2))
    # A die tips at 90° to its turn, so this one tips towards the touched die or away from it.
    return x, y, math.degrees(angle) + float(rng.choice([90, -90]) + rng.uniform(-2, 2))


def _apart(other: Die, edge: float, lean: float) -> float:
    """Return the minimum distance between the centres of two dice that do not touch, in mm."""
    wider = 1.2 if lean or other.lean_deg else 1.0
    return wider * _ROOM * (other.edge_mm + edge) / 2


def camera_at(
    px: float, edge_mm: float, rng: np.random.Generator
) -> tuple[SimulatedCamera, tuple[float, float]]:
    """Return a camera that shows dice edges at least `px` long, and the area for dice, in mm."""
    tilt, heading = float(rng.uniform(0, 30)), float(rng.choice([0, 90, 180, 270]))
    camera = SimulatedCamera(1280, 720, tilt_deg=tilt, heading_deg=heading)
    for _ in range(6):
        scale = camera.px_per_mm()
        wide, deep = 0.6 * camera.width / scale, 0.6 * camera.height / scale
        if heading in (90, 270):
            wide, deep = deep, wide
        corners = [(x * wide / 2, y * deep / 2) for x in (-1, 1) for y in (-1, 1)]
        least = min(camera.px_per_mm(*corner) for corner in corners) * edge_mm
        camera = replace(camera, height_mm=camera.height_mm * least / px)
    return camera, (wide, deep)


def pose_of(camera: SimulatedCamera, mat: Mat, rng: np.random.Generator) -> MatPose:
    """Return the mat's pose as measured from its fiducials, with an error of `POSE_MM`."""
    shift = np.array([[1, 0, -mat.width_mm / 2], [0, 1, -mat.height_mm / 2], [0, 0, 1]])
    w, h = mat.width_mm, mat.height_mm
    corners = np.array([[0, 0], [w, 0], [w, h], [0, h]])
    seen = cv2.perspectiveTransform(corners[None], camera.plane() @ shift)[0]
    off = corners + rng.normal(0, POSE_MM, (4, 2))
    back = np.array(
        cv2.getPerspectiveTransform(off.astype(np.float32), seen.astype(np.float32)), np.float64
    )
    radius = 0.6
    bent = radius * (1 + camera.k1 * radius**2)
    lens = Lens(camera.width, camera.height, (radius / bent - 1) / bent**2)
    return MatPose(mat, np.asarray(np.linalg.inv(back), np.float64), back, 4, POSE_MM, lens)
