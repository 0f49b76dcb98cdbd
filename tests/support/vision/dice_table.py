"""A felt mat for throwing dice, seen by the virtual camera."""

from __future__ import annotations

import copy
import functools
from dataclasses import replace

import cv2
import numpy as np

from companion.simulator.camera import SimulatedCamera
from companion.simulator.dice_solids import DieLook
from companion.simulator.render import Renderer
from companion.simulator.sensor import CONDITIONS
from companion.simulator.textures import Texture
from companion.vision.lens import Lens
from companion.vision.mat.tracker import MatPose
from printkit.craft.dice import FACES, PIPS
from rules import Mat
from tests.support.simulator.paper_dice import Skin

__all__ = [
    "BLACK_DIE",
    "HEIGHT",
    "MAT",
    "RED_DIE",
    "RED_ONE",
    "WIDTH",
    "Felt",
    "paper_skin",
    "table",
]

WIDTH, HEIGHT = 260.0, 170.0
MAT = Mat("felt", 1, WIDTH, HEIGHT, (), (), ())
BLACK_DIE = DieLook((0.03, 0.03, 0.03), (0.8, 0.8, 0.8))
RED_DIE = DieLook((0.05, 0.04, 0.5), (0.8, 0.8, 0.8))
RED_ONE = DieLook(one=((0.03, 0.03, 0.6), 0.17))


class Felt:
    """A game's only mat: green, or printed with squares that have dots.

    The first three squares are as large as a die and have one dot; the fourth is a card with five.
    """

    def __init__(self, *, printed: bool = False, card: bool = False) -> None:
        image = np.full((round(HEIGHT * 4), round(WIDTH * 4), 3), (60, 110, 40), np.uint8)
        for n in range(3 if printed else 0):
            x, y = 240 + 260 * n, 340
            cv2.rectangle(image, (x - 32, y - 32), (x + 32, y + 32), (235, 235, 235), -1)
            cv2.circle(image, (x, y), 7, (20, 20, 20), -1)
        if card:
            x, y = 520, 340
            cv2.rectangle(image, (x - 108, y - 180), (x + 108, y + 180), (235, 235, 235), -1)
            for dx, dy in ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)):
                cv2.circle(image, (x + 17 * dx, y + 17 * dy), 6, (20, 20, 20), -1)
        self._texture = Texture(image, WIDTH, HEIGHT)

    def mat(self, name: str) -> Texture:
        assert name == MAT.name
        return self._texture


def table(
    px: float, tilt: float = 20.0, *, printed: bool = False, card: bool = False
) -> tuple[Renderer, MatPose]:
    """Return a renderer that shows the edge of a 16 mm die about `px` long, and the mat's pose."""
    renderer, pose = _table(px, tilt, printed=printed, card=card)
    return copy.deepcopy(renderer), pose


def release() -> None:
    """Release the cached tables, which take 60 MB."""
    _table.cache_clear()
    paper_skin.cache_clear()


@functools.lru_cache(maxsize=4)
def _table(px: float, tilt: float, *, printed: bool, card: bool) -> tuple[Renderer, MatPose]:
    """Return a renderer and the mat's pose, cached because the set-up takes most of the time."""
    camera = SimulatedCamera(640, 480, tilt_deg=tilt, k1=0.0)
    camera = replace(camera, height_mm=camera.height_mm * camera.px_per_mm() * 16 / px)
    shop = Felt(printed=printed, card=card)
    rng = np.random.default_rng(5)
    renderer = Renderer(shop, MAT.name, camera, CONDITIONS["webcam"], rng)  # type: ignore[arg-type]
    back = camera.plane() @ np.array([[1, 0, -WIDTH / 2], [0, 1, -HEIGHT / 2], [0, 0, 1]])
    return renderer, MatPose(MAT, np.linalg.inv(back), back, 4, 0.0, Lens(640, 480))


@functools.cache
def paper_skin() -> Skin:
    """Return the printed net's six squares as `printkit craft d6` draws them, at 10 px/mm."""
    side = 220
    image = np.full((4 * side, 3 * side, 3), 255, np.uint8)
    faces = []
    for column, row, value in FACES.values():
        x, y = column * side, row * side
        radius = round((0.16 if value == 1 else 0.095) * side)
        ink = (30, 20, 200) if value == 1 else (0, 0, 0)
        for dx, dy in PIPS[value]:
            at = (x + round((0.5 + 0.25 * dx) * side), y + round((0.5 + 0.25 * dy) * side))
            cv2.circle(image, at, radius, ink, -1, cv2.LINE_AA)
        name = str(value)
        square = ((x, y), (x + side, y), (x + side, y + side), (x, y + side))
        faces.append(tuple((name, (float(a), float(b))) for a, b in square))
    return Skin(image, 10.0, tuple(faces))
