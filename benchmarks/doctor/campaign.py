"""Measures how well `companion doctor` finds known faults in simulated scenes.

    python -m benchmarks.doctor.campaign --seed 1 --scenes 8

The simulated camera photographs each game's printed sheets. There are several scenes of each kind:
fine, dark, bright, blurred, far, glare, mat or cards printed at 97 %, mat partly out of the
picture, no mat. Cards, places, heights, tilts, lenses and lights differ from scene to scene. A
checkup is right if its first complaint is the simulated fault, glare is located correctly, a wrong
scale is measured to within one per cent, and a fine scene has no complaint. The program prints a
table, and each scene that was judged wrongly; the exit code is then 1.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from companion.simulator.camera import SimulatedCamera, fit_camera
from companion.simulator.render import Renderer
from companion.simulator.scene import PaperPiece, Scene, TablePose
from companion.simulator.sensor import CONDITIONS, Condition
from companion.simulator.textures import PaperShop, Texture
from companion.vision.doctor.checkup import examine
from companion.vision.doctor.values import Ailment, Checkup
from companion.vision.reader.codebook import Codebook
from rules import Mat, load_manifest

__all__ = ["KINDS", "Bench", "Case", "print_paper", "wrong"]

Image = np.ndarray
WEBCAM = CONDITIONS["webcam"]
SHRUNK = 0.97
KINDS = (
    "fine",
    "dark",
    "bright",
    "blurred",
    "far",
    "glare",
    "small mat",
    "small cards",
    "cut",
    "no mat",
)
GAMES = ("yggdrasil", "jiguan", "dicebattle", "stratosphere")
"""Games whose mats are readable at 1080p; Spherion's mats are larger (`companion plan`)."""
_APART_MM = 95.0


@dataclass(frozen=True, eq=False)
class Case:
    """One scene: its kind, its picture, and a mask of the glare."""

    kind: str
    image: Image
    glare: Image | None = None


class Shop(PaperShop):
    """Printed sheets whose mats or cards may have been printed at a wrong scale."""

    mat_scale = 1.0
    card_scale = 1.0

    def mat(self, name: str) -> Texture:
        return _scaled(super().mat(name), self.mat_scale)

    def front(self, tag: str) -> Texture:
        return _scaled(super().front(tag), self.card_scale)


def _scaled(texture: Texture, scale: float) -> Texture:
    return Texture(texture.image, texture.width_mm * scale, texture.height_mm * scale)


class Bench:
    """One game's printed sheets, and the scenes made from them."""

    def __init__(self, manifests: Sequence[Path], cache: Path | None = None) -> None:
        self.book = Codebook([load_manifest(path) for path in manifests])
        self._manifests, self._cache = manifests, cache
        self._mat = next(iter(self.book.mats.values()))

    def case(self, kind: str, rng: np.random.Generator) -> Case:
        """Return a random scene of a kind."""
        condition, further, shift = _condition(kind, rng), 1.0, (0.0, 0.0)
        if kind == "far":
            # Modules are then 0.48 to 0.7 px wide, too small to be read.
            further = self._px_when_full() / rng.uniform(0.48, 0.7)
        elif kind in ("cut", "no mat"):
            along = (0.42 if kind == "cut" else 4.0) * self._mat.width_mm
            shift = (along * rng.choice([-1, 1]), 0.0)
        elif kind != "cut":
            further = rng.uniform(1.0, 1.2)
        seed = int(rng.integers(2**31))
        image = self._render(kind, condition, further, shift, seed)
        if kind != "glare":
            return Case(kind, image)
        dull = self._render(kind, replace(condition, glare=0), further, shift, seed)
        added = image.min(axis=2).astype(int) - dull.min(axis=2)
        mask = ((added > 40) & (image.min(axis=2) > 250)).astype(np.uint8)
        mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((7, 7)))
        return Case(kind, image, mask & self._mat_mask(further, shift, seed, image.shape))

    def _px_when_full(self) -> float:
        view = fit_camera(SimulatedCamera(), self._mat.width_mm, self._mat.height_mm)
        least = min(e.size_mm for e in self.book.entries.values() if not e.mat)
        return view.px_per_mm() * least / 21

    def _camera(self, further: float, seed: int) -> SimulatedCamera:
        rng = np.random.default_rng(seed)
        mat = self._mat
        heading = 90.0 if mat.height_mm > mat.width_mm else 0.0
        camera = SimulatedCamera(
            tilt_deg=rng.uniform(0, 18),
            heading_deg=heading + rng.uniform(-3, 3),
            k1=rng.uniform(-0.08, 0.0),
        )
        camera = fit_camera(camera, mat.width_mm, mat.height_mm, 20.0)
        return replace(camera, height_mm=camera.height_mm * further)

    def _mat_mask(
        self, further: float, shift: tuple[float, float], seed: int, shape: tuple[int, ...]
    ) -> Image:
        w, h = self._mat.width_mm / 2, self._mat.height_mm / 2
        corners = np.array([[-w, -h], [w, -h], [w, h], [-w, h]]) + np.array(shift)
        mask = np.zeros(shape[:2], np.uint8)
        seen = self._camera(further, seed).project(corners)
        cv2.fillPoly(mask, [np.rint(seen).astype(np.int32)], 1)
        return mask

    def _render(
        self,
        kind: str,
        condition: Condition,
        further: float,
        shift: tuple[float, float],
        seed: int,
    ) -> Image:
        rng = np.random.default_rng(seed)
        shop = Shop(self._manifests, 110.0, self._cache)
        shop.mat_scale = SHRUNK if kind == "small mat" else 1.0
        shop.card_scale = SHRUNK if kind == "small cards" else 1.0
        pieces = tuple(_pieces(shop, self._mat, rng))
        camera = self._camera(further, seed)
        renderer = Renderer(shop, self._mat.name, camera, condition, rng)
        return renderer.render(Scene(TablePose(*shift), pieces=pieces))


def _pieces(shop: Shop, mat: Mat, rng: np.random.Generator) -> Iterator[PaperPiece]:
    """Yield slightly rotated cards on cells that are far enough apart."""
    tags = [t for t, c in shop.cards.items() if min(c.front.width_mm, c.front.height_mm) > 50]
    rng.shuffle(tags)
    used: list[tuple[float, float]] = []
    for number in rng.permutation(len(mat.cells)).tolist():
        cell = mat.cells[number]
        at = cell.x_mm, cell.y_mm
        if len(used) == 10 or any(np.hypot(at[0] - x, at[1] - y) < _APART_MM for x, y in used):
            continue
        used.append(at)
        x, y = (shop.mat_scale * v + rng.uniform(-4, 4) for v in at)
        turn = float(rng.choice([0, 180])) + rng.uniform(-4, 4)
        yield PaperPiece(tags[len(used)], x, y, turn)


def _condition(kind: str, rng: np.random.Generator) -> Condition:
    base = replace(WEBCAM, uneven=rng.uniform(0.1, 0.4), noise=rng.uniform(2, 4))
    changed = {
        "dark": {"exposure": rng.uniform(0.02, 0.1), "noise": 4.0},
        "bright": {"exposure": rng.uniform(2.6, 4.0), "uneven": 0.2},
        "blurred": {"psf_px": rng.uniform(2.0, 6.0)},
        "glare": {"glare": int(rng.integers(2, 5))},
    }.get(kind, {"exposure": rng.uniform(0.6, 1.1)})
    return replace(base, **changed)


def wrong(case: Case, checkup: Checkup) -> str:
    """Return the error in a checkup, or "" if it is right."""
    first = checkup.complaints[0] if checkup.complaints else None
    complaint = f"{first.ailment} {dict(first.facts)}" if first else "nothing"
    if case.kind == "fine":
        return "" if first is None else f"complains of {complaint}"
    wanted = {
        "small mat": (Ailment.SCALE,),
        "small cards": (Ailment.SCALE,),
        "no mat": (Ailment.NO_MAT,),
        "cut": (Ailment.CUT, Ailment.NO_MAT),
    }.get(case.kind) or (Ailment(case.kind),)
    if first is None or first.ailment not in wanted:
        return f"tells {complaint}"
    if case.kind.startswith("small"):
        right = first.facts["what"] == case.kind.split()[1]
        near = abs(float(first.facts["percent"]) - 100 * SHRUNK) <= 1
        return "" if right and near else f"tells {complaint}"
    if case.glare is not None:
        shown = np.zeros(case.glare.shape, np.uint8)
        for place in first.places:
            cv2.fillPoly(shown, [np.rint(np.array(place)).astype(np.int32)], 1)
        share = (shown & case.glare).sum() / case.glare.sum()
        return "" if share > 0.8 else f"shows {share:.0%} of the glare"
    return ""


def print_paper(game: str, folder: Path) -> list[Path]:
    """Print a game's cards and mat; return their manifests."""
    for what in ("cards", "mat"):
        command = [sys.executable, "-m", "printkit", what, game, "--out", str(folder)]
        subprocess.run(command, check=True, capture_output=True)
    return sorted(folder.glob(f"{game}-*.manifest.json"))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scenes", type=int, default=3, help="of each kind and game")
    parser.add_argument("--games", nargs="*", default=list(GAMES))
    parser.add_argument("--keep", type=Path, help="folder for pictures judged wrongly")
    options = parser.parse_args()
    right = dict.fromkeys(KINDS, 0)
    total = dict.fromkeys(KINDS, 0)
    with tempfile.TemporaryDirectory() as name:
        for game in options.games:
            folder = Path(name)
            bench = Bench(print_paper(game, folder), folder)
            for kind in KINDS:
                for number in range(options.scenes):
                    key = [options.seed, options.games.index(game), KINDS.index(kind), number]
                    case = bench.case(kind, np.random.default_rng(key))
                    if case.glare is not None and case.glare.sum() < 300:
                        continue  # the glare is next to the mat
                    fault = wrong(case, examine(case.image, bench.book))
                    total[kind] += 1
                    right[kind] += not fault
                    if fault:
                        print(f"{game} {kind} {key}: {fault}", flush=True)
                        if options.keep:
                            options.keep.mkdir(parents=True, exist_ok=True)
                            label = f"{game}-{kind}-{number}.png".replace(" ", "-")
                            cv2.imwrite(str(options.keep / label), case.image)
    for kind in KINDS:
        print(f"{kind:12} {right[kind]:4} of {total[kind]:4}")
    print(f"{'all':12} {sum(right.values()):4} of {sum(total.values()):4}")
    return int(right != total)


if __name__ == "__main__":
    sys.exit(main())
