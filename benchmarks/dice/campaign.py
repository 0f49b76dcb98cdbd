"""Throws dice on real mats under the simulated camera and counts the readings. Run by hand.

    python benchmarks/dice/campaign.py PAPER… [--throws 5000] [--px 12] [--seed 1] [--log F]
    python benchmarks/dice/campaign.py PAPER… --sizes 12 16 20 25 --folded 0.1 --lean 0.3
    python benchmarks/dice/campaign.py PAPER… --empty 1000 [--tray tray]

PAPER is a folder with one game's printed deck and mat (`printkit cards`, `printkit mat`). Each
scene has a mat, six cards, a camera (tilted by up to 30° and turned by any multiple of 90°), a
lamp and up to twenty dice of all makes (`throws`). A third of the dice touch another die. `--px`
is the length of the smallest die's edge, in pixels, at the farthest corner of the area for dice.
The mat's pose has a typical error of 0.4 mm. The reader gets the picture and, without `--alone`,
one from before the throw, but not the sizes of the dice.

`wrong` counts dice that were read with a wrong value, `art` values that were read where there is
no die (artefacts); both must be 0. `re-seat` counts uncertain dice, `unseen` dice without a
reading. Leaning dice are counted separately; the correct value is that of the uppermost face.

`--watch` shows a `DiceTracker` a few frames of the bare table, then frames of the same throw, as
in a match. `--empty` makes this number of pictures without dice, in which cards were placed or
moved and hands reach in; every value read is `art`. `--tray` limits these pictures and the reader
to a cell whose name ends in this word and its surroundings, as in a match.

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

from benchmarks.dice.throws import Cup, camera_at, pose_of, throw
from companion.readings import DieReading
from companion.simulator.dice import Die
from companion.simulator.render import Renderer
from companion.simulator.scene import Hand, PaperPiece, Scene
from companion.simulator.sensor import CONDITIONS
from companion.simulator.textures import PaperShop
from companion.vision.dice.patch import Area
from companion.vision.dice.reader import read_dice
from companion.vision.dice.tracker import DiceTracker
from rules import Mat

THROWS_A_TABLE = 3
FLAT = ("right", "wrong", "re-seat", "unseen")
LEANING = tuple("leaning " + name for name in FLAT)
COUNTS = (*FLAT, *LEANING, "art")
SECONDS_A_FRAME = 0.2
AROUND_MM = 30.0
"""Distance around a tray in which cards are placed, in mm."""
BUDGET_S = 30.0
"""CPU time for one picture, in s: enough for twenty dice of any size, because the campaign judges
readings and not the machine's speed.
"""


def score(dice: tuple[Die, ...], readings: tuple[DieReading, ...]) -> dict[str, int]:
    """Match each die with the nearest reading on it; remaining readings count as `art`."""
    counts = dict.fromkeys(COUNTS, 0)
    left = list(readings)
    for die in dice:
        kind = "leaning " if die.lean_deg else ""
        reach = (0.75 if die.lean_deg else 0.28) * die.edge_mm
        near = [r for r in left if apart(r, die) < reach]
        if not near:
            counts[kind + "unseen"] += 1
            continue
        reading = min(near, key=lambda r: apart(r, die))
        left.remove(reading)
        right = "right" if reading.value == die.value else "wrong"
        counts[kind + (right if reading.value else "re-seat")] += 1
    counts["art"] = sum(1 for r in left if r.value)
    return counts


def apart(reading: DieReading, die: Die) -> float:
    """Return the distance between a reading and a die, in mm."""
    return math.hypot((reading.x_mm or 0.0) - die.x_mm, (reading.y_mm or 0.0) - die.y_mm)


def tray_of(mat: Mat, name: str, rng: np.random.Generator) -> Area:
    """Return the (left, top, right, bottom) of a random cell whose name ends in `name`, in mm."""
    cells = [cell for cell in mat.cells if cell.id.endswith("." + name)]
    if not cells:
        sys.exit(f"{mat.name}: no cell's name ends in .{name}; leave out --tray, or this paper")
    xs, ys = zip(*cells[rng.integers(len(cells))].outline_mm, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


class Bench:
    """One table of a campaign: its mat, camera, lamp and cards."""

    def __init__(
        self,
        shop: PaperShop,
        px: float,
        cup: Cup,
        condition: str,
        rng: np.random.Generator,
        tray: str = "",
    ) -> None:
        self.rng, self.shop, self.cup = rng, shop, cup
        self.mat = shop.mats[min(shop.mats)]
        camera, (wide, deep) = camera_at(px, min(cup.sizes), rng)
        self.room = min(wide, 0.9 * self.mat.width_mm), min(deep, 0.9 * self.mat.height_mm)
        self.middle = self.mat.width_mm / 2, self.mat.height_mm / 2
        self.area: Area | None = None
        if tray:
            left, top, right, bottom = self.area = tray_of(self.mat, tray, rng)
            self.room = right - left + 2 * AROUND_MM, bottom - top + 2 * AROUND_MM
            target = (left + right) / 2 - self.middle[0], (top + bottom) / 2 - self.middle[1]
            camera = replace(camera, target=target)
            self.middle = (left + right) / 2, (top + bottom) / 2
        self.renderer = Renderer(shop, self.mat.name, camera, CONDITIONS[condition], rng)
        angle, low = rng.uniform(0, 2 * math.pi), rng.uniform(0.2, 0.8)
        self.renderer.lamp = (low * math.cos(angle), low * math.sin(angle), 1.0)
        self.pose = pose_of(camera, self.mat, rng)
        self.cards = self.placed(6)
        self.before = self.seen(())

    def place(self) -> tuple[float, float]:
        """Return a random position in the area for dice, in mm on the mat."""
        x, y = (self.rng.uniform(-size / 2, size / 2) for size in self.room)
        return self.middle[0] + float(x), self.middle[1] + float(y)

    def placed(self, count: int) -> tuple[PaperPiece, ...]:
        """Return cards at random places."""
        tags = self.rng.permutation(sorted(self.shop.cards))[:count]
        return tuple(
            PaperPiece(
                str(tag),
                *self.place(),
                float(self.rng.uniform(0, 360)),
                face_up=bool(self.rng.random() < 0.85),
            )
            for tag in tags
        )

    def thrown(self) -> tuple[Die, ...]:
        """Throw the dice once."""
        return tuple(throw(self.mat, self.room, self.cup, self.rng))

    def seen(self, dice: tuple[Die, ...]) -> npt.NDArray[np.uint8]:
        """Render the table with these dice."""
        return self.renderer.render(Scene(pieces=self.cards, dice=dice))

    def disturbed(self) -> npt.NDArray[np.uint8]:
        """Render the table without dice, but with other cards and sometimes hands."""
        cards = self.placed(int(self.rng.integers(3, 9)))
        hands = tuple(
            Hand(*self.place(), float(self.rng.uniform(0, 360)), int(self.rng.integers(4)))
            for _ in range(self.rng.integers(0, 3))
        )
        return self.renderer.render(Scene(pieces=cards, hands=hands))

    def read(self, image: npt.NDArray[np.uint8], *, alone: bool) -> tuple[DieReading, ...]:
        """Read the dice in one picture."""
        before = None if alone else self.before
        return read_dice(image, self.pose, area=self.area, before=before, budget_s=BUDGET_S).dice

    def watched(self, dice: tuple[Die, ...]) -> tuple[DieReading, ...]:
        """Return a tracker's first readings of the thrown dice, or an empty tuple."""
        watch = DiceTracker()
        times = (SECONDS_A_FRAME * n for n in itertools.count())
        for _ in range(5):
            watch.see(next(times), self.seen(()), self.pose, hand=False)
        for _ in range(9):
            if readings := watch.see(next(times), self.seen(dice), self.pose, hand=False):
                return readings
        return ()


def campaign(given: argparse.Namespace, shops: list[PaperShop], px: float) -> None:
    """Print the results for one size in pixels; scenes with wrong readings go to stderr."""
    log: Path | None = given.log
    known: dict[int, dict[str, float]] = {}
    if log is not None and log.exists():
        lines = map(json.loads, log.read_text("utf-8").splitlines())
        known = {n["scene"]: n for n in lines if (n["px"], n["seed"]) == (px, given.seed)}
    total = dict.fromkeys((*COUNTS, "pictures", "seconds"), 0.0)
    for scene in itertools.count():
        thrown = sum(total[name] for name in (*FLAT, *LEANING))
        if (total["pictures"] if given.empty else thrown) >= (given.empty or given.throws):
            break
        result = known.get(scene)
        if result is None:
            result = {"px": px, "seed": given.seed, "scene": scene}
            result |= table(given, shops[scene % len(shops)], px, scene)
            if log is not None:
                with log.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(result) + "\n")
        if result["wrong"] or result["leaning wrong"] or result["art"]:
            print(f"scene {scene}: {result}", file=sys.stderr, flush=True)
        total = {name: number + result[name] for name, number in total.items()}
    print(line(px, total), flush=True)


def line(px: float, total: dict[str, float]) -> str:
    """Format one line of the printed table."""
    groups = []
    for names in (FLAT, LEANING):
        right, *others = (total[name] for name in names)
        thrown = right + sum(others)
        cells = (f"{number:{len(name)}.0f}" for name, number in zip(FLAT[1:], others, strict=True))
        groups.append("  ".join((f"{thrown:6.0f}  {right / max(thrown, 1):7.2%}", *cells)))
    each = 1000 * total["seconds"] / total["pictures"]
    last = f"{total['art']:3.0f}  {total['pictures']:8.0f}  {each:6.0f}"
    return f"{px:5.0f}  {'  |  '.join((*groups, last))}"


def table(given: argparse.Namespace, shop: PaperShop, px: float, scene: int) -> dict[str, float]:
    """Sum the results of several throws on one table."""
    rng = np.random.default_rng([given.seed, round(px * 100), scene])
    cup = Cup(given.dice, tuple(given.sizes), given.lean, given.folded)
    bench = Bench(shop, px, cup, given.condition, rng, given.tray)
    total = dict.fromkeys((*COUNTS, "pictures", "seconds"), 0.0)
    for _ in range(THROWS_A_TABLE):
        dice = () if given.empty else bench.thrown()
        image = bench.disturbed() if given.empty else bench.seen(dice)
        begun = time.thread_time()
        readings = bench.watched(dice) if given.watch else bench.read(image, alone=given.alone)
        spent = time.thread_time() - begun
        for name, number in (*score(dice, readings).items(), ("pictures", 1), ("seconds", spent)):
            total[name] += number
    return total


def main() -> None:
    """Run the campaign and print one line for each size in pixels."""
    parser = argparse.ArgumentParser()
    parser.add_argument("paper", type=Path, nargs="+")
    parser.add_argument("--px", type=float, nargs="+", default=[12.0])
    parser.add_argument("--throws", type=int, default=5000)
    parser.add_argument("--dice", type=int, default=20, help="the number of dice in a throw")
    parser.add_argument("--sizes", type=float, nargs="+", default=[16.0], help="edges, mm")
    parser.add_argument("--lean", type=float, default=0.0, help="the share of dice that lean")
    parser.add_argument("--folded", type=float, default=0.0, help="the share of paper dice")
    parser.add_argument("--empty", type=int, default=0, help="pictures without dice")
    parser.add_argument("--tray", default="", help="with --empty: the end of a cell's name")
    parser.add_argument("--condition", choices=sorted(CONDITIONS), default="webcam")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--log", type=Path, help="where scenes are kept and found again")
    parser.add_argument("--alone", action="store_true", help="no picture from before the throw")
    parser.add_argument("--watch", action="store_true", help="frames before a DiceWatch")
    given = parser.parse_args()
    if given.tray and not given.empty:
        parser.error("--tray is for --empty only: dice are thrown in the mat's middle")
    shops = [PaperShop(sorted(p.glob("*.manifest.json")), 100.0, p / "cache") for p in given.paper]
    names = "  ".join(FLAT[1:])
    print(f"   px   flat:    right  {names}  |  leaning:  right  {names}  |  art  pictures  CPU ms")
    for px in given.px:
        campaign(given, shops, px)


if __name__ == "__main__":
    main()
