"""Throws printed pyramids under the simulated camera and counts the readings. Run by hand.

    python benchmarks/dice/pyramids.py PAPER [--throws 2000] [--px 12] [--seed 1] [--log F]
    python benchmarks/dice/pyramids.py PAPER --empty 500

PAPER is a folder with Spherion's cards, one of its mats and its pyramid sheets in any styles
(`printkit cards`, `printkit mat`, `printkit craft pyramid`). Each scene has a mat with six cards,
a lamp, and a camera (tilted by up to 30° and turned by any multiple of 90°) that sees a seat's
control place somewhere in its picture. Three pyramids, each of any style, are thrown onto that
place, which is just large enough. `--px` is the length, in pixels, of a symbol (8.4 mm, a fifth of
the edge) at the place's smallest scale. On a pyramid's sides it is foreshortened, to a third if
seen from straight above. The mat's pose has a typical error of 0.4 mm. The reader gets the picture
and, without `--alone`, one from before the throw.

`wrong` counts pyramids that were read with a wrong value, `art` values that were read where there
is no pyramid (artefacts); both must be 0. `re-seat` counts uncertain pyramids, `unseen` pyramids
without a reading. With `--lean` all pyramids lean by this angle, and only `right` and `wrong` are
meaningful. `--empty` makes this number of pictures with placed cards, numbered pyramids, ordinary
dice or hands, but without printed pyramids; every value read is `art`.

Every scene has its own seed. With `--log`, scenes in the log are not repeated, so that a stopped
run continues.
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

import numpy as np
import numpy.typing as npt

from benchmarks.dice.campaign import apart
from benchmarks.dice.throws import pose_of
from companion.readings import DieReading
from companion.simulator.camera import SimulatedCamera
from companion.simulator.dice import Die
from companion.simulator.render import Renderer
from companion.simulator.scene import Hand, PaperPiece, Scene
from companion.simulator.sensor import CONDITIONS
from companion.simulator.textures import PaperShop
from companion.vision.dice.pyramid.markings import SIZE, VALUES
from companion.vision.dice.reader import PYRAMID, read_dice
from tests.support.simulator.folded_dice import PYRAMID_MM, pyramid_skin
from tests.support.simulator.paper_dice import PaperLook, Skin
from tests.support.vision.pyramid_prints import numbered

COUNTS = ("right", "wrong", "re-seat", "unseen", "art")
THROWS_A_TABLE, PYRAMIDS = 6, 3
ROOM_MM, APART_MM = 10.0, 49.0
"""Minimum distances, in mm, of a pyramid's centre from the place's rim and other centres."""
PLACES = ("blue.control", "red.control")

Place = tuple[float, float, float, float]


def camera_at(
    px: float, place: Place, mat: tuple[float, float], rng: np.random.Generator
) -> SimulatedCamera:
    """Return a camera that sees a place on the mat, with symbols there at least `px` long."""
    middle = (place[0] + place[2] - mat[0]) / 2, (place[1] + place[3] - mat[1]) / 2
    target = middle[0] + float(rng.uniform(-60, 60)), middle[1] + float(rng.uniform(-40, 40))
    tilt, heading = float(rng.uniform(0, 30)), float(rng.choice([0, 90, 180, 270]))
    camera = SimulatedCamera(1280, 720, tilt_deg=tilt, heading_deg=heading, target=target)
    corners = [
        (x - mat[0] / 2, y - mat[1] / 2) for x in (place[0], place[2]) for y in (place[1], place[3])
    ]
    for _ in range(6):
        least = min(camera.px_per_mm(*corner) for corner in corners) * SIZE * PYRAMID_MM
        camera = replace(camera, height_mm=camera.height_mm * least / px)
    return camera


def thrown(place: Place, papers: list[Skin], lean: float, rng: np.random.Generator) -> list[Die]:
    """Return pyramids at random positions on a place, without overlaps."""
    dice: list[Die] = []
    while len(dice) < PYRAMIDS:
        dice = []
        for _ in range(200):
            x = float(rng.uniform(place[0] + ROOM_MM, place[2] - ROOM_MM))
            y = float(rng.uniform(place[1] + ROOM_MM, place[3] - ROOM_MM))
            value, turn = VALUES[rng.integers(4)], float(rng.uniform(0, 360))
            gloss = float(rng.uniform(0, 0.06))
            look = PaperLook(skin=papers[rng.integers(len(papers))], gloss=gloss)
            if all(math.dist((x, y), (d.x_mm, d.y_mm)) > APART_MM for d in dice):
                dice.append(Die(value, x, y, turn, PYRAMID_MM, look, lean))
            if len(dice) == PYRAMIDS:
                break
    return dice


def score(dice: list[Die], readings: tuple[DieReading, ...]) -> dict[str, int]:
    """Match each pyramid with the nearest reading; remaining readings count as `art`."""
    counts = dict.fromkeys(COUNTS, 0)
    left = list(readings)
    for die in dice:
        near = [r for r in left if apart(r, die) < PYRAMID_MM / 4]
        if not near:
            counts["unseen"] += 1
            continue
        reading = min(near, key=lambda r: apart(r, die))
        left.remove(reading)
        right = "right" if reading.value == die.value else "wrong"
        counts[right if reading.value else "re-seat"] += 1
    counts["art"] = sum(1 for r in left if r.value)
    return counts


class Bench:
    """One table of a campaign: its mat, camera, lamp and cards."""

    def __init__(
        self, shop: PaperShop, papers: list[Skin], given: argparse.Namespace, px: float, scene: int
    ) -> None:
        self.rng = np.random.default_rng([given.seed, round(px * 100), scene])
        self.shop, self.papers, self.given = shop, papers, given
        mat = shop.mats[sorted(shop.mats)[scene % len(shop.mats)]]
        self.mat = mat
        chosen = PLACES[self.rng.integers(len(PLACES))]
        cell = next(cell for cell in mat.cells if cell.id == chosen)
        xs, ys = zip(*cell.outline_mm, strict=True)
        self.place = min(xs), min(ys), max(xs), max(ys)
        camera = camera_at(px, self.place, (mat.width_mm, mat.height_mm), self.rng)
        self.renderer = Renderer(shop, mat.name, camera, CONDITIONS[given.condition], self.rng)
        angle, low = self.rng.uniform(0, 2 * math.pi), self.rng.uniform(0.2, 0.8)
        self.renderer.lamp = (low * math.cos(angle), low * math.sin(angle), 1.0)
        self.pose = pose_of(camera, mat, self.rng)
        self.cards = self.placed(6, 250.0)
        self.before = self.renderer.render(Scene(pieces=self.cards))

    def spot(self, reach: float) -> tuple[float, float]:
        """Return a random position on the place or up to `reach` mm to its left or right."""
        left, top, right, bottom = self.place
        x, y = self.rng.uniform(left - reach, right + reach), self.rng.uniform(top, bottom)
        return float(x), float(y)

    def placed(self, count: int, reach: float) -> tuple[PaperPiece, ...]:
        """Return cards at random places."""
        tags = self.rng.permutation(sorted(self.shop.cards))[:count]
        return tuple(
            PaperPiece(
                str(tag),
                *self.spot(reach),
                float(self.rng.uniform(0, 360)),
                face_up=bool(self.rng.random() < 0.85),
            )
            for tag in tags
        )

    def throw(self) -> tuple[dict[str, int], float]:
        """Make one throw; return the score and the reader's CPU seconds."""
        dice = thrown(self.place, self.papers, self.given.lean, self.rng)
        scene = Scene(pieces=self.cards, dice=tuple(dice))
        seen, spent = self._read(self.renderer.render(scene))
        return score(dice, seen), spent

    def empty(self) -> tuple[dict[str, int], float]:
        """Place or throw anything but printed pyramids; return the score and CPU seconds."""
        foreign = thrown(self.place, [numbered(p) for p in self.papers], 0.0, self.rng)
        others = tuple(
            Die(str(self.rng.integers(1, 7)), *self.spot(0), float(self.rng.uniform(0, 360)))
            for _ in range(3)
        )
        hands = tuple(
            Hand(*self.spot(0), float(self.rng.uniform(0, 360)), int(self.rng.integers(4)))
            for _ in range(self.rng.integers(1, 3))
        )
        what = int(self.rng.integers(4))
        scene = Scene(
            pieces=self.placed(5, 30.0) if what == 0 else self.cards,
            dice=tuple(foreign) if what == 1 else others if what == 2 else (),
            hands=hands if what == 3 else (),
        )
        seen, spent = self._read(self.renderer.render(scene))
        return score([], seen), spent

    def _read(self, image: npt.NDArray[np.uint8]) -> tuple[tuple[DieReading, ...], float]:
        before = None if self.given.alone else self.before
        begun = time.thread_time()
        seen = read_dice(image, self.pose, (PYRAMID,), self.place, before, budget_s=10.0)
        return seen.dice, time.thread_time() - begun


def campaign(given: argparse.Namespace, shop: PaperShop, papers: list[Skin], px: float) -> None:
    """Print the results for one size in pixels; scenes with wrong readings go to stderr."""
    log: Path | None = given.log
    known: dict[int, dict[str, float]] = {}
    if log is not None and log.exists():
        lines = map(json.loads, log.read_text("utf-8").splitlines())
        known = {n["scene"]: n for n in lines if (n["px"], n["seed"]) == (px, given.seed)}
    total = dict.fromkeys((*COUNTS, "pictures", "seconds"), 0.0)
    for scene in itertools.count():
        count = sum(total[name] for name in COUNTS if name != "art")
        if (total["pictures"] if given.empty else count) >= (given.empty or given.throws):
            break
        result = known.get(scene)
        if result is None:
            result = {"px": px, "seed": given.seed, "scene": scene}
            result |= table(Bench(shop, papers, given, px, scene))
            if log is not None:
                with log.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(result) + "\n")
        if result["wrong"] or result["art"]:
            print(f"scene {scene}: {result}", file=sys.stderr, flush=True)
        total = {name: number + result[name] for name, number in total.items()}
    print(
        f"{px:5.0f}  {count:8.0f}  {total['right'] / max(count, 1):7.2%}  {total['wrong']:5.0f}  "
        f"{total['re-seat']:7.0f}  {total['unseen']:6.0f}  {total['art']:3.0f}  "
        f"{total['pictures']:8.0f}  {1000 * total['seconds'] / total['pictures']:6.0f}",
        flush=True,
    )


def table(bench: Bench) -> dict[str, float]:
    """Sum the results of several throws on one table."""
    total = dict.fromkeys((*COUNTS, "pictures", "seconds"), 0.0)
    for _ in range(THROWS_A_TABLE):
        counts, seconds = (bench.empty if bench.given.empty else bench.throw)()
        for name, number in (*counts.items(), ("pictures", 1), ("seconds", seconds)):
            total[name] += number
    return total


def main() -> None:
    """Run the campaign and print one line for each size in pixels."""
    parser = argparse.ArgumentParser()
    parser.add_argument("paper", type=Path)
    parser.add_argument("--px", type=float, nargs="+", default=[12.0])
    parser.add_argument("--throws", type=int, default=2000, help="pyramids, three a throw")
    parser.add_argument("--empty", type=int, default=0, help="pictures without our pyramids")
    parser.add_argument("--lean", type=float, default=0.0, help="degrees that all lean by")
    parser.add_argument("--condition", choices=sorted(CONDITIONS), default="webcam")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--log", type=Path, help="where scenes are kept and found again")
    parser.add_argument("--alone", action="store_true", help="no picture from before the throw")
    given = parser.parse_args()
    shop = PaperShop(sorted(given.paper.glob("*.manifest.json")), 100.0, given.paper / "cache")
    sheets = sorted(given.paper.glob("*craft-pyramid*.pdf"))
    papers = [pyramid_skin(sheet, page) for sheet in sheets for page in (1, 2)]
    print("   px  pyramids    right  wrong  re-seat  unseen  art  pictures  CPU ms")
    for px in given.px:
        campaign(given, shop, papers, px)


if __name__ == "__main__":
    main()
