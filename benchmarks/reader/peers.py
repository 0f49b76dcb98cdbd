"""The project's reader and other readers on the same frames. Run by hand.

    python benchmarks/reader/peers.py PAPER [--px 6 4.5 …] [--frames 2] [--slow-from 2.5]

PAPER has a folder of printed sheets for each game. Frames come from the simulated webcam. A card,
or an uncovered fiducial of the mat, counts at its own size in pixels per module (from the square
root of the symbol's area). `50 / 90 / 99 %` is the smallest size at and above which this share of
all cards is read: cards are sorted by size, and the share is computed over windows of 60
neighbours. A false read is a text that no card or fiducial in the scene has. OpenCV's readers take
seconds for pictures with many details, so they get only frames of at least `--slow-from` px per
module, where they begin to read tags at all.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import cv2
import numpy as np
import zxingcpp

from companion.simulator.camera import SimulatedCamera
from companion.simulator.render import Renderer
from companion.simulator.scene import Scene
from companion.simulator.sensor import CONDITIONS
from companion.simulator.textures import PaperShop
from companion.vision.reader.codebook import Codebook
from companion.vision.reader.reader import TagReader
from companion.vision.reader.sightings import px_per_module
from tools.pictures.scenes import MODULE_MM, Setting, labels, lay_out, manifests, shown

PX = (5.0, 4.0, 3.2, 2.8, 2.5, 2.2, 2.0, 1.8, 1.6, 1.3, 1.0, 0.9, 0.8, 0.7)
WINDOW = 60

Read = Callable[[np.ndarray], Iterable[str]]


def zxing(zoom: int, sharpen: float) -> Read:
    """Return a reader that runs zxing-cpp on an enlarged picture, with unsharp masking."""

    def texts(image: np.ndarray) -> Iterable[str]:
        if zoom > 1:
            image = cv2.resize(image, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_CUBIC)
        if sharpen:
            soft = cv2.GaussianBlur(image, (0, 0), 1.2 * zoom)
            image = cv2.addWeighted(image, 1 + sharpen, soft, -sharpen, 0)
        return [code.text for code in zxingcpp.read_barcodes(np.ascontiguousarray(image))]

    return texts


def opencv(detector: cv2.QRCodeDetector | cv2.QRCodeDetectorAruco) -> Read:
    def texts(image: np.ndarray) -> Iterable[str]:
        try:
            found, read, _, _ = detector.detectAndDecodeMulti(image)
        except cv2.error:
            return []
        return [text for text in read if text] if found else []

    return texts


@dataclass
class Tally:
    """One reader's results: (px per module, read or not) per card, false reads, CPU s per frame."""

    cards: list[tuple[float, bool]] = field(default_factory=list)
    false: int = 0
    spent: list[float] = field(default_factory=list)

    def add(
        self, read: Read, image: np.ndarray, truth: list[tuple[str, float]], there: set[str]
    ) -> None:
        begun = time.process_time()
        left = list(read(image))
        self.spent.append(time.process_time() - begun)
        for tag, px in truth:
            self.cards.append((px, tag in left))
            if tag in left:
                left.remove(tag)
        self.false += len(set(left) - there)

    def least(self, share: float) -> str:
        """Return the smallest size at and above which at least `share` is read, or "-"."""
        cards = sorted(self.cards)
        sizes, read = np.array([c[0] for c in cards]), np.array([c[1] for c in cards], float)
        if len(cards) < WINDOW:
            return "-"
        shares = np.convolve(read, np.full(WINDOW, 1 / WINDOW), "valid")
        below = np.flatnonzero(shares < share)
        first = below[-1] + 1 if len(below) else 0
        if first == len(shares):
            return "-"
        return f"{sizes[first : first + WINDOW].mean():.2f}"


def frames(
    shops: list[PaperShop], px: float, count: int
) -> Iterable[tuple[np.ndarray, list[tuple[str, float]], set[str]]]:
    """Yield frames with modules of about `px`, the cards' tags with their sizes, and all tags.

    The games alternate. All tags include those that are cut off at the picture's edge.
    """
    rng = np.random.default_rng([11, round(100 * px)])
    for number in range(count):
        shop = shops[(number + round(10 * px)) % len(shops)]
        book, mat = Codebook(shop.manifests), min(shop.mats)
        camera = SimulatedCamera(
            tilt_deg=float(rng.uniform(0, 15)), heading_deg=float(rng.uniform(0, 360))
        )
        height = camera.height_mm * camera.px_per_mm() * MODULE_MM / px
        camera = replace(camera, height_mm=height)
        arranged = lay_out(Setting(cards=24), shop, book, mat, camera, rng)
        renderer = Renderer(shop, mat, camera, CONDITIONS["webcam"], rng)
        found = labels(shop, book, mat, camera, arranged)
        truth = [(each.tag, px_per_module(each.corners)) for each in found if not each.panel]
        there = {shown(book, shop, piece) for piece in arranged.pieces}
        there |= {mark.tag for mark in shop.mats[mat].fiducials}
        yield renderer.render(Scene(pieces=tuple(arranged.pieces))), truth, there


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("paper", type=Path)
    parser.add_argument("--px", type=float, nargs="+", default=PX)
    parser.add_argument("--frames", type=int, default=4)
    parser.add_argument("--slow-from", type=float, default=2.5)
    given = parser.parse_args()
    cv2.setNumThreads(1)
    folders = sorted(path for path in given.paper.iterdir() if path.is_dir())
    shops = [PaperShop(manifests(folder), 300.0) for folder in folders]
    book = Codebook(manifest for shop in shops for manifest in shop.manifests)
    reader = TagReader(book)
    quick: dict[str, Read] = {
        "ours": lambda image: [r.tag for r in reader.read(image) if r.tag],
        "zxing-cpp": zxing(1, 0),
        "zxing-cpp 3×": zxing(3, 0),
        "zxing-cpp 2× sharp": zxing(2, 1.2),
    }
    slow: dict[str, Read] = {
        "cv2.QRCodeDetector": opencv(cv2.QRCodeDetector()),
        "cv2.QRCodeDetectorAruco": opencv(cv2.QRCodeDetectorAruco()),
    }
    tallies = {name: Tally() for name in (*quick, *slow)}
    for px in given.px:
        for number, (image, truth, there) in enumerate(frames(shops, px, given.frames)):
            for name, read in quick.items():
                tallies[name].add(read, image, truth, there)
            if px >= given.slow_from and number % 2 == 0:
                for name, read in slow.items():
                    tallies[name].add(read, image, truth, there)
    print("reader                     cards  50 / 90 / 99 % px a module   read  false  ms CPU")
    for name, tally in tallies.items():
        least = " / ".join(f"{tally.least(share):>5}" for share in (0.5, 0.9, 0.99))
        read = np.mean([hit for _, hit in tally.cards])
        spent = 1000 * float(np.median(tally.spent))
        print(
            f"{name:26} {len(tally.cards):5}  {least:>27}  {read:5.1%}"
            f"  {tally.false:5}  {spent:6.0f}"
        )


if __name__ == "__main__":
    main()
