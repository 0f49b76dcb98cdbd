"""Minimum size of tags: share of cards read, and misread, by pixels per module. Run by hand.

    python benchmarks/reader/curve.py PAPER [--px 3 2 1.5] [--frames 40] [--condition webcam]
    python benchmarks/reader/curve.py PAPER --unframed
    python benchmarks/reader/curve.py PAPER --px 0.6 0.5 --still

PAPER is a folder with a printed deck and mat (`printkit cards`, `printkit mat`). Each scene has up
to twenty cards, face up and face down, on the simulated table, and is seen in a few frames with
different noise. No card covers another. `--matt` omits the lamps that the paper reflects in the
condition `hard`, `--unframed` the black frames around the cards' tags (four white modules replace
them). `--still` also reads the mean of 32 frames of each scene (`companion.vision.exposures`), as
in a match when a card has rested for one to two seconds. `--witness` adds zxing-cpp, on the frame
and on its threefold enlargement, for comparison.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import cv2
import numpy as np

from companion.readings import Face
from companion.simulator.camera import SimulatedCamera
from companion.simulator.render import Renderer
from companion.simulator.scene import PaperPiece, Scene
from companion.simulator.sensor import CONDITIONS
from companion.simulator.textures import PaperShop
from companion.vision.exposures import Exposures
from companion.vision.reader.codebook import Codebook
from companion.vision.reader.image_pyramid import as_grey
from companion.vision.reader.reader import TagReader
from tests.support.vision.labelled_pictures import unframed
from tools.pictures.unframed import UnframedShop

MODULE_MM = 16 / 21
CARDS = 20
STILL = 32
SIZES = (0.6, 1.4)
"""Minimum and maximum size of a tag as a multiple of the nominal one."""


def camera_at(px: float, rng: np.random.Generator) -> SimulatedCamera:
    """Return a camera for which modules in the picture's centre are `px` pixels wide."""
    camera = SimulatedCamera(
        tilt_deg=float(rng.uniform(0, 20)), heading_deg=float(rng.uniform(0, 360))
    )
    return replace(camera, height_mm=camera.height_mm * camera.px_per_mm() * MODULE_MM / px)


def lay_out(
    shop: PaperShop, camera: SimulatedCamera, middle: tuple[float, float], rng: np.random.Generator
) -> list[PaperPiece]:
    """Return cards next to each other, without overlaps, all completely in the picture."""
    pieces: list[PaperPiece] = []
    tags = list(shop.cards)
    rng.shuffle(tags)
    for row in rng.permutation(np.arange(-4, 5)):
        for column in rng.permutation(np.arange(-6, 7)):
            x, y = 66 * column + rng.uniform(-2, 2), 102 * row + rng.uniform(-2, 2)
            corners = np.array(
                [[x - 30, y - 48], [x + 30, y - 48], [x + 30, y + 48], [x - 30, y + 48]]
            )
            seen = camera.project(corners)
            if (seen < 4).any() or (seen > (camera.width - 5, camera.height - 5)).any():
                continue
            turn = float(rng.choice([0, 180]) + rng.uniform(-3, 3))
            up = bool(rng.random() < 0.85)
            pieces.append(PaperPiece(tags.pop(), middle[0] + x, middle[1] + y, turn, face_up=up))
            if len(pieces) == CARDS or not tags:
                return pieces
    return pieces


def options() -> argparse.Namespace:
    """Return the command's options."""
    parser = argparse.ArgumentParser()
    parser.add_argument("paper", type=Path)
    parser.add_argument(
        "--px", type=float, nargs="+", default=[3, 2, 1.7, 1.4, 1.2, 1.1, 1, 0.9, 0.8]
    )
    parser.add_argument("--frames", type=int, default=40)
    parser.add_argument("--noise", type=int, default=4, help="frames of fresh noise a scene")
    parser.add_argument("--condition", choices=sorted(CONDITIONS), default="webcam")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--matt", action="store_true")
    parser.add_argument("--unframed", action="store_true")
    parser.add_argument("--still", action="store_true")
    parser.add_argument("--witness", action="store_true")
    return parser.parse_args()


def main() -> None:
    """Print one line for each module size."""
    given = options()
    condition = CONDITIONS[given.condition]
    if given.matt:
        condition = replace(condition, glare=0)
    Shop = UnframedShop if given.unframed else PaperShop  # noqa: N806 - a class
    shop = Shop(sorted(given.paper.glob("*.manifest.json")), 150.0, given.paper / "cache")
    book = Codebook(map(unframed, shop.manifests) if given.unframed else shop.manifests)
    reader = TagReader(book)
    mat = next(iter(shop.mats.values()))
    backs = {e.owner: e.tag for e in book.entries.values() if e.face is Face.BACK}
    # Control cards and tokens have white backs, and tokens have smaller tags.
    shop.cards = {t: c for t, c in shop.cards.items() if c.back is not None}
    head = "px/module  views  read      wrong  unknown  CPU ms  "
    print(head + "still     wrong  " * given.still + "zxing  zxing@3" * given.witness)
    for px in given.px:
        rng = np.random.default_rng([given.seed, round(px * 1000)])
        views = read = wrong = unknown = plain = large = still = still_wrong = cards = 0
        spent = []
        for _ in range(max(given.frames // given.noise, 1)):
            camera = camera_at(px, rng)
            pieces = lay_out(shop, camera, (mat.width_mm / 2, mat.height_mm / 2), rng)
            renderer = Renderer(shop, mat.name, camera, condition, rng)
            truth = [p.tag if p.face_up else backs[shop.cards[p.tag].owner] for p in pieces]
            if given.still:
                found = at_rest(reader, renderer, Scene(pieces=tuple(pieces)), px)
                hits = sum(min(truth.count(t), found.count(t)) for t in set(truth))
                cards, still = cards + len(truth), still + hits
                still_wrong += len(found) - hits
            for _ in range(given.noise):
                image = renderer.render(Scene(pieces=tuple(pieces)))
                begun = time.process_time()
                readings = reader.read(image)
                spent.append(time.process_time() - begun)
                found = [r.tag for r in readings if r.tag and r.face is not Face.MAT]
                views += len(truth)
                hits = sum(min(truth.count(t), found.count(t)) for t in set(truth))
                read, wrong = read + hits, wrong + len(found) - hits
                unknown += sum(not r.tag for r in readings)
                if given.witness:
                    plain += witnessed(image, truth)
                    size = (image.shape[1] * 3, image.shape[0] * 3)
                    large += witnessed(
                        cv2.resize(image, size, interpolation=cv2.INTER_CUBIC), truth
                    )
        line = f"{px:9.2f}  {views:5}  {read / views:8.2%}  {wrong:5}  {unknown:7}  "
        line += f"{1000 * float(np.median(spent)):6.0f}  "
        if given.still:
            line += f"{still / cards:8.2%}  {still_wrong:5}  "
        if given.witness:
            line += f"{plain / views:5.0%}  {large / views:7.0%}"
        print(line, flush=True)


def at_rest(reader: TagReader, renderer: Renderer, scene: Scene, px: float) -> list[str]:
    """Return the tags of cards that the mean of many frames shows."""
    exposures = Exposures(reader)
    for _ in range(STILL):
        grey = as_grey(renderer.render(scene))
        whole = {"whole": (0, 0, grey.shape[1], grey.shape[0])}
        readings = exposures.update(grey, whole, (SIZES[0] * px, SIZES[1] * px))
    return [r.tag for r in readings]


def witnessed(image: np.ndarray, truth: list[str]) -> int:
    """Return the number of tags that zxing-cpp reads."""
    import zxingcpp

    found = [code.text for code in zxingcpp.read_barcodes(image)]
    return sum(min(truth.count(t), found.count(t)) for t in set(truth))


if __name__ == "__main__":
    main()
