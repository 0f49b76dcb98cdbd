"""False reads without tags: tables, cards whose tags were replaced, print. Run by hand.

    python benchmarks/reader/tagless.py PAPER [--frames 10000] [--seed 1]

PAPER has a folder of printed sheets for each game, as for `tools/pictures/make.py --paper`. The
codebook contains all their tags. Every card shown has something else in place of its tag: a plain
area, letters, random blocks, finder patterns, noise, or a foreign code. Nothing may be read as a
tag. Readings of unknown tags are counted separately.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import cv2
import numpy as np
import qrcode

from benchmarks.reader.hostile import blocks, checkerboard, letters, noise, rings, tiles
from companion.simulator.camera import SimulatedCamera
from companion.simulator.sensor import FULL_LIGHT
from companion.simulator.textures import PaperShop, Texture
from companion.simulator.warp import wood
from companion.vision.reader.codebook import Codebook
from companion.vision.reader.reader import TagReader
from tools.pictures.scenes import manifests

SIZE = (360, 540)
CARDS = 40
PX_PER_MM = 3.0


def stranger(side: int, rng: np.random.Generator) -> np.ndarray:
    """Draw a grey square of `side` px that is not a tag, as on other publishers' cards."""
    shape = (side, side)
    match int(rng.integers(7)):
        case 0:
            return np.full(shape, int(rng.integers(256)), np.uint8)
        case 1:
            return letters(shape, rng, 0.3)
        case 2:
            return blocks(shape, rng, max(side // int(rng.integers(8, 25)), 1))
        case 3:
            return rings(shape, max(side // int(rng.integers(1, 4)), 9))
        case 4:
            return checkerboard(shape, max(side // int(rng.integers(4, 12)), 1))
        case 5:
            return noise(shape, rng, float(rng.uniform(0.5, 4)))
        case _:
            return _foreign_code(side, rng)


def _foreign_code(side: int, rng: np.random.Generator) -> np.ndarray:
    """Draw a QR code of another version, with its quiet zone and a white or black frame."""
    code = qrcode.QRCode(version=int(rng.integers(2, 5)), border=3)
    code.add_data("".join(chr(c) for c in rng.integers(65, 90, 12)))
    code.make()
    white = 1 - np.array(code.get_matrix(), np.uint8)
    white = np.pad(white, 2, constant_values=int(rng.integers(2)))
    return np.asarray(cv2.resize(20 + 210 * white, (side, side), interpolation=cv2.INTER_AREA))


def without_tag(side: Texture, square: tuple[float, float, float], fill: np.ndarray) -> np.ndarray:
    """Return a card's picture with something else over its tag, quiet zone and frame."""
    x, y, size = square
    scale = side.image.shape[1] / side.width_mm
    room = 4.5 * size / 21
    left, top = (round((v - room) * scale) for v in (x, y))
    wide = round((size + 2 * room) * scale)
    image = side.image.copy()
    patch = cv2.resize(fill, (wide, wide), interpolation=cv2.INTER_AREA)
    at = image[max(top, 0) : top + wide, max(left, 0) : left + wide]
    at[:] = patch[: at.shape[0], : at.shape[1], None]
    return image


def cards(shops: list[PaperShop], rng: np.random.Generator) -> list[np.ndarray]:
    """Return upright cards of all games, with something else in place of their tags."""
    made = []
    for shop in shops:
        for tag in rng.permutation(sorted(shop.cards))[: CARDS // len(shops)].tolist():
            card = shop.cards[tag]
            square = (card.square.x_mm, card.square.y_mm, card.square.size_mm)
            made.append(without_tag(shop.front(tag), square, stranger(90, rng)))
    return made


def grounds(rng: np.random.Generator) -> list[np.ndarray]:
    """Return backgrounds for cards: wood as seen by several cameras, print, and patterns."""
    made = []
    for _ in range(6):
        camera = SimulatedCamera(
            width=SIZE[1] * 2,
            height=SIZE[0] * 2,
            height_mm=float(rng.uniform(250, 900)),
            tilt_deg=float(rng.uniform(0, 40)),
            heading_deg=float(rng.uniform(0, 360)),
        )
        light = (wood(camera, rng) / FULL_LIGHT) ** (1 / 2.2)
        made.append((255 * light).astype(np.uint8))
    double = (SIZE[0] * 2, SIZE[1] * 2)
    made += [
        cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR)
        for grey in (
            letters(double, rng, 0.5),
            tiles(double, 60, 9),
            checkerboard(double, 37),
            noise(double, rng, 4),
            blocks(double, rng, 9),
        )
    ]
    return made


def frame(
    ground: list[np.ndarray], deck: list[np.ndarray], grain: np.ndarray, rng: np.random.Generator
) -> np.ndarray:
    """Draw one picture: a background, up to six cards at random positions, blur and noise."""
    height, width = SIZE
    below = ground[int(rng.integers(len(ground)))]
    y, x = int(rng.integers(height)), int(rng.integers(width))
    image = below[y : y + height, x : x + width].copy()
    for _ in range(int(rng.integers(0, 7))):
        card = deck[int(rng.integers(len(deck)))]
        h, w = card.shape[:2]
        scale = float(np.exp(rng.uniform(np.log(0.25), np.log(1.1))))
        turn = cv2.getRotationMatrix2D((w / 2, h / 2), float(rng.uniform(0, 360)), scale)
        turn[:, 2] += rng.uniform(0, 1, 2) * (width, height) - (w / 2, h / 2)
        lean = np.array([[1, 0, 0], [0, 1, 0], [*rng.normal(0, 2e-4, 2), 1]])
        whole = lean @ np.vstack([turn, [0, 0, 1]])
        warped = cv2.warpPerspective(card, whole, (width, height), flags=cv2.INTER_AREA)
        cover = cv2.warpPerspective(np.full((h, w), 255, np.uint8), whole, (width, height))
        cv2.copyTo(warped, np.asarray(cv2.compare(cover, 127, cv2.CMP_GT)), image)
    if rng.random() < 0.9:
        image = cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.4, 1.5)))
    y, x = rng.integers(0, grain.shape[0] - height), rng.integers(0, grain.shape[1] - width)
    noisy = np.float32(rng.uniform(0, 6)) * grain[y : y + height, x : x + width]
    return np.clip(image * np.float32(rng.uniform(0.3, 1.1)) + noisy, 0, 255).astype(np.uint8)


def main() -> None:
    """Print the number of frames and the readings in them."""
    parser = argparse.ArgumentParser()
    parser.add_argument("paper", type=Path)
    parser.add_argument("--frames", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    cv2.setNumThreads(1)
    folders = sorted(path for path in given.paper.iterdir() if path.is_dir())
    shops = [PaperShop(manifests(folder), PX_PER_MM * 25.4) for folder in folders]
    book = Codebook(manifest for shop in shops for manifest in shop.manifests)
    reader, rng = TagReader(book), np.random.default_rng(given.seed)
    ground, deck = grounds(rng), cards(shops, rng)
    grain = rng.standard_normal((SIZE[0] + 200, SIZE[1] + 200, 3), dtype=np.float32)
    false = unknown = 0
    slowest = spent = 0.0
    for number in range(given.frames):
        if number % 1000 == 999:
            ground, deck = grounds(rng), cards(shops, rng)
        image = frame(ground, deck, grain, rng)
        begun = time.process_time()
        found = reader.read(image)
        took = time.process_time() - begun
        spent, slowest = spent + took, max(slowest, took)
        false += sum(bool(r.tag) for r in found)
        unknown += sum(not r.tag for r in found)
    print(
        f"{given.frames} frames without tags, book of {len(book.entries)}: {false} false reads, "
        f"{unknown} called unknown tags; {1000 * spent / given.frames:.1f} ms CPU a frame, "
        f"slowest {1000 * slowest:.0f} ms"
    )


if __name__ == "__main__":
    main()
