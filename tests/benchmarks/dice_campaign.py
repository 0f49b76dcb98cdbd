"""Throws dice on real mats before the virtual camera and counts what is read. Run by hand.

    python tests/benchmarks/dice_campaign.py PAPER… [--throws 5000] [--px 12] [--seed 1] [--log F]
    python tests/benchmarks/dice_campaign.py PAPER… --empty 1000

PAPER is a folder with a printed deck and mat of one game (`printkit cards`, `printkit mat`).  Each
scene has a mat, six cards, a camera (tilt up to 30°, any quarter turn), a lamp and up to twenty
dice of all makes, a third of them touching another; `--px` is the length of a die's edge where it
is seen smallest: at the farthest corner of where dice may lie.  The mat's pose is off by what its
marks are (0.4 mm).  The reader gets the picture and one from before the throw (`--alone`: only the
picture).  `wrong` counts dice read as another value, `art` values read where no die lies, both must
be 0; `re-seat` dice that are "not sure"; `unseen` those without a reading.  `--empty`: as many
pictures in which cards were laid and moved and hands reach in, but no dice: all that is read is
`art`.

Every scene has its own seed; with `--log` scenes that are there already are counted from it, so
that a run that was stopped goes on.
"""

from __future__ import annotations

import argparse
import itertools
import json
import math
import sys
import time
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import cv2
import numpy as np
import numpy.typing as npt

from companion.readings import DieReading
from companion.virtual.camera import Camera
from companion.virtual.dice import Die
from companion.virtual.dice_solids import Look
from companion.virtual.render import Renderer
from companion.virtual.scene import Hand, Piece, Scene
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
THROWS_A_TABLE = 3
POSE_MM = 0.4
COUNTS = ("right", "wrong", "re-seat", "unseen", "art")


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


def pose_of(camera: Camera, mat: Mat, rng: np.random.Generator) -> MatPose:
    """The pose that the mat's marks would give: its corners off by `POSE_MM`."""
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


def score(dice: list[Die], readings: tuple[DieReading, ...]) -> dict[str, int]:
    """Each die with the nearest reading within a quarter of its edge; what is left is art."""
    counts = dict.fromkeys(COUNTS, 0)
    left = list(readings)
    for die in dice:
        near = [r for r in left if apart(r, die) < 4.5]
        if not near:
            counts["unseen"] += 1
            continue
        reading = min(near, key=lambda r: apart(r, die))
        left.remove(reading)
        right = "right" if reading.value == die.value else "wrong"
        counts[right if reading.value else "re-seat"] += 1
    counts["art"] = sum(1 for r in left if r.value)
    return counts


def apart(reading: DieReading, die: Die) -> float:
    """Distance of a reading from a die, mm."""
    return math.hypot((reading.x_mm or 0.0) - die.x_mm, (reading.y_mm or 0.0) - die.y_mm)


class Bench:
    """One table of a campaign: mat, camera and lamp, and the cards that lie there."""

    def __init__(
        self, shop: PaperShop, px: float, condition: str, rng: np.random.Generator
    ) -> None:
        self.rng, self.shop = rng, shop
        self.mat = shop.mats[min(shop.mats)]
        camera, (wide, deep) = camera_at(px, rng)
        self.room = min(wide, 0.9 * self.mat.width_mm), min(deep, 0.9 * self.mat.height_mm)
        self.renderer = Renderer(shop, self.mat.name, camera, CONDITIONS[condition], rng)
        angle, low = rng.uniform(0, 2 * math.pi), rng.uniform(0.2, 0.8)
        self.renderer.lamp = (low * math.cos(angle), low * math.sin(angle), 1.0)
        self.pose = pose_of(camera, self.mat, rng)
        self.cards = self.laid(6)
        self.before = self.renderer.render(Scene(pieces=self.cards))

    def place(self) -> tuple[float, float]:
        """Somewhere in the room for dice, mat mm."""
        x, y = (self.rng.uniform(-size / 2, size / 2) for size in self.room)
        return self.mat.width_mm / 2 + float(x), self.mat.height_mm / 2 + float(y)

    def laid(self, count: int) -> tuple[Piece, ...]:
        """Cards here and there."""
        tags = self.rng.permutation(sorted(self.shop.cards))[:count]
        return tuple(
            Piece(
                str(tag),
                *self.place(),
                float(self.rng.uniform(0, 360)),
                face_up=bool(self.rng.random() < 0.85),
            )
            for tag in tags
        )

    def thrown(self, *, alone: bool) -> tuple[dict[str, int], float]:
        """One throw: what was read, and the reader's CPU seconds."""
        dice = throw(self.mat, self.room, 20, self.rng)
        image = self.renderer.render(Scene(pieces=self.cards, dice=tuple(dice)))
        return self._read(image, dice, alone=alone)

    def empty(self, *, alone: bool) -> tuple[dict[str, int], float]:
        """Cards that were laid or moved since, and sometimes a hand, but no dice."""
        cards = self.laid(int(self.rng.integers(3, 9)))
        hands = tuple(
            Hand(*self.place(), float(self.rng.uniform(0, 360)), int(self.rng.integers(4)))
            for _ in range(self.rng.integers(0, 3))
        )
        image = self.renderer.render(Scene(pieces=cards, hands=hands))
        return self._read(image, [], alone=alone)

    def _read(
        self, image: npt.NDArray[np.uint8], dice: list[Die], *, alone: bool
    ) -> tuple[dict[str, int], float]:
        begun = time.thread_time()
        seen = read_dice(image, self.pose, (D6,), before=None if alone else self.before)
        spent = time.thread_time() - begun
        return score(dice, seen.dice), spent


def campaign(given: argparse.Namespace, shops: list[PaperShop], px: float) -> None:
    """Print one line for one size; faults of each scene go to stderr."""
    log: Path | None = given.log
    known: dict[int, dict[str, float]] = {}
    if log is not None and log.exists():
        lines = map(json.loads, log.read_text("utf-8").splitlines())
        known = {n["scene"]: n for n in lines if (n["px"], n["seed"]) == (px, given.seed)}
    total = dict.fromkeys((*COUNTS, "pictures", "seconds"), 0.0)
    for scene in itertools.count():
        thrown = sum(total[name] for name in COUNTS if name != "art")
        if (total["pictures"] if given.empty else thrown) >= (given.empty or given.throws):
            break
        told = known.get(scene)
        if told is None:
            told = {"px": px, "seed": given.seed, "scene": scene}
            told |= table(given, shops[scene % len(shops)], px, scene)
            if log is not None:
                with log.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(told) + "\n")
        if told["wrong"] or told["art"]:
            print(f"scene {scene}: {told}", file=sys.stderr, flush=True)
        total = {name: number + told[name] for name, number in total.items()}
    print(
        f"{px:5.0f}  {thrown:6.0f}  {total['right'] / max(thrown, 1):7.2%}  {total['wrong']:5.0f}  "
        f"{total['re-seat']:7.0f}  {total['unseen']:6.0f}  {total['art']:3.0f}  "
        f"{total['pictures']:8.0f}  {1000 * total['seconds'] / total['pictures']:6.0f}",
        flush=True,
    )


def table(given: argparse.Namespace, shop: PaperShop, px: float, scene: int) -> dict[str, float]:
    """What the throws on one table come to."""
    rng = np.random.default_rng([given.seed, round(px * 100), scene])
    bench = Bench(shop, px, given.condition, rng)
    total = dict.fromkeys((*COUNTS, "pictures", "seconds"), 0.0)
    for _ in range(THROWS_A_TABLE):
        counts, seconds = (bench.empty if given.empty else bench.thrown)(alone=given.alone)
        for name, number in (*counts.items(), ("pictures", 1), ("seconds", seconds)):
            total[name] += number
    return total


def main() -> None:
    """Print one line for each size."""
    parser = argparse.ArgumentParser()
    parser.add_argument("paper", type=Path, nargs="+")
    parser.add_argument("--px", type=float, nargs="+", default=[12.0])
    parser.add_argument("--throws", type=int, default=5000)
    parser.add_argument("--empty", type=int, default=0, help="pictures without dice")
    parser.add_argument("--condition", choices=sorted(CONDITIONS), default="webcam")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--log", type=Path, help="where scenes are kept and found again")
    parser.add_argument("--alone", action="store_true", help="no picture from before the throw")
    given = parser.parse_args()
    shops = [PaperShop(sorted(p.glob("*.manifest.json")), 100.0, p / "cache") for p in given.paper]
    print("   px  throws    right  wrong  re-seat  unseen  art  pictures  CPU ms")
    for px in given.px:
        campaign(given, shops, px)


if __name__ == "__main__":
    main()
