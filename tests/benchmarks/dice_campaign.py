"""Throws dice on real mats before the virtual camera and counts what is read. Run by hand.

    python tests/benchmarks/dice_campaign.py PAPER… [--throws 5000] [--px 12] [--seed 1]

PAPER is a folder with a printed deck and mat of one game (`printkit cards`, `printkit mat`).  Each
scene has a mat, six cards, a camera (tilt up to 30°, any quarter turn), a lamp and up to twenty
dice of all makes, a third of them touching another; `--px` is the length of a die's edge where it
is seen smallest: at the farthest corner of where dice may lie.  The reader gets the picture and
one from before the throw (`--alone`: only the picture).  `wrong` counts dice read as another value,
`art` values read where no die lies, both must be 0; `re-seat` dice that are "not sure"; `unseen`
those without a reading.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np

from companion.readings import DieReading
from companion.virtual.camera import Camera
from companion.virtual.dice import Die
from companion.virtual.dice_solids import Look
from companion.virtual.render import Renderer
from companion.virtual.scene import Piece, Scene
from companion.virtual.sensor import CONDITIONS
from companion.virtual.textures import PaperShop
from companion.vision.dice import D6, read_dice
from companion.vision.lens import Lens
from companion.vision.mat import MatPose
from rules import Mat

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
SCENES_A_TABLE = 3


def some_look(rng: np.random.Generator) -> Look:
    """A die of some maker."""
    body, pip = MAKES[rng.integers(len(MAKES))]
    red_one = ((0.03, 0.03, 0.6), 0.17) if body[0] > 0.7 and rng.random() < 0.3 else None
    return Look(
        body,
        pip,
        pip_radius=float(rng.uniform(0.08, 0.11)),
        spread=float(rng.uniform(0.24, 0.28)),
        one=red_one,
        rounding=float(rng.uniform(0.05, 0.15)),
        gloss=float(rng.uniform(0, 0.4)),
        left_handed=bool(rng.random() < 0.5),
    )


def throw(mat: Mat, room: tuple[float, float], count: int, rng: np.random.Generator) -> list[Die]:
    """Dice in a rectangle `room` (mm) in the mat's middle; a third touch another."""
    dice: list[Die] = []
    for _ in range(1000):
        touched: Die | None = None
        if dice and rng.random() < 0.33:
            touched = dice[rng.integers(len(dice))]
            angle = math.radians(touched.rotation_deg + 90 * rng.integers(4))
            away = D6.edge_mm * rng.uniform(1.01, 1.06)
            x, y = (
                touched.x_mm + away * math.cos(angle),
                touched.y_mm + away * math.sin(angle),
            )
            turn = touched.rotation_deg + rng.uniform(-2, 2)
        else:
            x, y = mat.width_mm / 2, mat.height_mm / 2
            x += rng.uniform(-room[0] / 2, room[0] / 2)
            y += rng.uniform(-room[1] / 2, room[1] / 2)
            turn = rng.uniform(0, 360)
        others = (d for d in dice if d is not touched)
        if all(math.dist((x, y), (d.x_mm, d.y_mm)) > 1.45 * D6.edge_mm for d in others):
            value = str(rng.integers(1, 7))
            dice.append(Die(value, float(x), float(y), float(turn % 360), look=some_look(rng)))
        if len(dice) == count:
            break
    return dice


def camera_at(px: float, rng: np.random.Generator) -> tuple[Camera, tuple[float, float]]:
    """A camera so high that no die's edge is shorter than `px`, and the room for dice, mm."""
    tilt, heading = float(rng.uniform(0, 30)), float(rng.choice([0, 90, 180, 270]))
    camera = Camera(1280, 720, tilt_deg=tilt, heading_deg=heading)
    for _ in range(6):
        scale = camera.px_per_mm()
        wide, deep = 0.6 * camera.width / scale, 0.6 * camera.height / scale
        if heading in (90, 270):
            wide, deep = deep, wide
        corners = [(x * wide / 2, y * deep / 2) for x in (-1, 1) for y in (-1, 1)]
        least = min(camera.px_per_mm(*corner) for corner in corners) * D6.edge_mm
        camera = replace(camera, height_mm=camera.height_mm * least / px)
    return camera, (wide, deep)


def pose_of(camera: Camera, mat: Mat) -> MatPose:
    """The pose that the mat's marks would give, to a third of a millimetre."""
    shift = np.array([[1, 0, -mat.width_mm / 2], [0, 1, -mat.height_mm / 2], [0, 0, 1]])
    back = camera.plane() @ shift
    radius = 0.6
    seen = radius * (1 + camera.k1 * radius**2)
    lens = Lens(camera.width, camera.height, (radius / seen - 1) / seen**2)
    return MatPose(mat, np.linalg.inv(back), back, 4, 0.3, lens)


def score(dice: list[Die], readings: tuple[DieReading, ...]) -> dict[str, int]:
    """Each die with the nearest reading within a quarter of its edge; what is left is art."""
    counts = dict.fromkeys(("right", "wrong", "re-seat", "unseen", "art"), 0)
    left = list(readings)
    for die in dice:
        near = [r for r in left if math.dist((r.x_mm, r.y_mm), (die.x_mm, die.y_mm)) < 4.5]
        if not near:
            counts["unseen"] += 1
            continue
        reading = min(near, key=lambda r: math.dist((r.x_mm, r.y_mm), (die.x_mm, die.y_mm)))
        left.remove(reading)
        right = "right" if reading.value == die.value else "wrong"
        counts[right if reading.value else "re-seat"] += 1
    counts["art"] = sum(1 for r in left if r.value)
    return counts


def scene(
    shop: PaperShop, px: float, rng: np.random.Generator, *, alone: bool, condition: str
) -> tuple[list[dict[str, int]], float]:
    """A few throws on one table: what was read, and the reader's CPU seconds."""
    mat = shop.mats[min(shop.mats)]
    camera, (wide, deep) = camera_at(px, rng)
    room = min(wide, 0.9 * mat.width_mm), min(deep, 0.9 * mat.height_mm)
    renderer = Renderer(shop, mat.name, camera, CONDITIONS[condition], rng)
    angle, low = rng.uniform(0, 2 * math.pi), rng.uniform(0.2, 0.8)
    renderer.lamp = (low * math.cos(angle), low * math.sin(angle), 1.0)
    tags = rng.permutation(sorted(shop.cards))[:6]
    cards = tuple(
        Piece(
            str(tag),
            mat.width_mm / 2 + rng.uniform(-room[0] / 2, room[0] / 2),
            mat.height_mm / 2 + rng.uniform(-room[1] / 2, room[1] / 2),
            float(rng.uniform(0, 360)),
            face_up=bool(rng.random() < 0.85),
        )
        for tag in tags
    )
    before = renderer.render(Scene(pieces=cards))
    pose, spent, results = pose_of(camera, mat), 0.0, []
    for _ in range(SCENES_A_TABLE):
        dice = throw(mat, room, 20, rng)
        image = renderer.render(Scene(pieces=cards, dice=tuple(dice)))
        begun = time.process_time()
        readings = read_dice(image, pose, (D6,), before=None if alone else before).dice
        spent += time.process_time() - begun
        results.append(score(dice, readings))
    return results, spent


def main() -> None:
    """Print one line for each size."""
    parser = argparse.ArgumentParser()
    parser.add_argument("paper", type=Path, nargs="+")
    parser.add_argument("--px", type=float, nargs="+", default=[12])
    parser.add_argument("--throws", type=int, default=5000)
    parser.add_argument("--condition", choices=sorted(CONDITIONS), default="webcam")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--alone", action="store_true", help="no picture from before the throw")
    given = parser.parse_args()
    shops = [PaperShop(sorted(p.glob("*.manifest.json")), 100.0, p / "cache") for p in given.paper]
    print("   px  throws   right  wrong  re-seat  unseen  art  CPU ms/picture")
    for px in given.px:
        rng = np.random.default_rng([given.seed, round(px * 100)])
        total: dict[str, int] = {}
        thrown = pictures = 0
        spent = 0.0
        while thrown < given.throws:
            shop = shops[pictures // SCENES_A_TABLE % len(shops)]
            results, seconds = scene(shop, px, rng, alone=given.alone, condition=given.condition)
            pictures, spent = pictures + len(results), spent + seconds
            for counts in results:
                total = {name: total.get(name, 0) + n for name, n in counts.items()}
            thrown = sum(n for name, n in total.items() if name != "art")
        print(
            f"{px:5.0f}  {thrown:6}  {total['right'] / thrown:6.2%}  {total['wrong']:5}  "
            f"{total['re-seat']:7}  {total['unseen']:6}  {total['art']:3}  "
            f"{1000 * spent / pictures:6.0f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
