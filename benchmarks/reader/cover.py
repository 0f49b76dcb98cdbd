"""Tolerance of partly covered tags: the share of tags read, by covering object. Run by hand.

    python benchmarks/reader/cover.py PAPER [--px 1.75] [--share 0.1] [--scenes 10]

PAPER has a folder of printed sheets for each game. In a scene, objects of the same kind cover the
tags' symbols, each at a random place, and hide exactly `--share` of the symbol:

    finger       a rounded bar in a skin colour from any side, over the frame
    card edge    another card's edge from any side, over quiet zone and frame, light or dark
    card corner  another card's corner at any angle, light or dark
    token        a round piece centred anywhere in the symbol, light or dark
    die          a square at any angle, centred anywhere in the symbol, white or black
    glare        a soft white patch centred anywhere in the symbol

`at once` is the share read by `TagReader.read`, `live` by `TagReader.search`, the quicker search
of a running match. `known` is the share recognised by `TagReader.recheck` where an earlier picture
had shown the uncovered card. The camera is a simulated webcam, tilted by up to 20°.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np
import numpy.typing as npt

from companion.readings import Reading
from companion.simulator.camera import SimulatedCamera
from companion.simulator.render import Renderer
from companion.simulator.scene import Scene
from companion.simulator.sensor import CONDITIONS
from companion.simulator.textures import PaperShop, Texture
from companion.vision.reader.codebook import Codebook
from companion.vision.reader.image_pyramid import ImagePyramid, as_grey
from companion.vision.reader.reader import TagReader
from tools.pictures.scenes import MODULE_MM, Setting, lay_out, manifests

Floats = npt.NDArray[np.float64]

AROUND_MM = 6.0
"""Width around the symbol, over its quiet zone and frame, in which covers are drawn, in mm."""
STEPS = 200
"""Number of sample points along a symbol's side at which a cover is measured."""
EDGE_MM, GLARE_EDGE_MM = 0.1, 2.0
SKINS = ((75, 105, 170), (150, 175, 225), (40, 60, 105))
PAPERS = ((245, 245, 245), (40, 35, 35), (90, 150, 190))
PIECES = ((40, 40, 200), (60, 140, 60), (30, 30, 30), (235, 235, 235))
COLOURS = {
    "finger": SKINS,
    "card edge": PAPERS,
    "card corner": PAPERS,
    "token": PIECES,
    "die": ((235, 235, 235), (30, 30, 30)),
    "glare": ((255, 255, 255),),
}


@dataclass(frozen=True)
class Cover:
    """The object on one symbol, which hides the points whose `field` is below a reach, in mm.

    `turn` and `middle` (mm from the symbol's centre) place the object; `half` is half the symbol's
    side, in mm.
    """

    shape: str
    turn: float
    middle: tuple[float, float]
    colour: tuple[int, int, int]
    half: float

    @classmethod
    def drawn(cls, shape: str, half: float, rng: np.random.Generator) -> Cover:
        """Return a random object of a shape."""
        turn = float(rng.uniform(0, 2 * np.pi))
        if shape in ("finger", "card edge"):
            turn = float(rng.integers(4) * np.pi / 2 + rng.uniform(-0.3, 0.3))
        x, y = rng.uniform(-0.9 * half, 0.9 * half, 2).tolist()
        colours = COLOURS[shape]
        return cls(shape, turn, (x, y), colours[int(rng.integers(len(colours)))], half)

    def field(self, x: Floats, y: Floats) -> Floats:
        """Return, for each point, the distance (mm) by which the cover must grow to hide it."""
        c, s = np.cos(self.turn), np.sin(self.turn)
        cx, cy = self.middle
        u, v = c * x + s * y, c * y - s * x
        around_u, around_v = c * (x - cx) + s * (y - cy), c * (y - cy) - s * (x - cx)
        match self.shape:
            case "finger":
                wide = self.half
                aside = np.abs(v - 0.3 * cy)
                round_end = wide - np.sqrt(np.maximum(wide**2 - aside**2, 0))
                return np.asarray(np.where(aside < wide, u + round_end, np.inf))
            case "card edge":
                return np.asarray(u)
            case "card corner":
                return np.asarray(np.maximum(u, v))
            case "die":
                return np.asarray(np.maximum(np.abs(around_u), np.abs(around_v)))
            case _:
                return np.asarray(np.hypot(around_u, around_v))

    def hiding(self, share: float) -> float:
        """Return the reach, in mm, at which the object hides this share of the symbol."""
        line = ((np.arange(STEPS) + 0.5) / STEPS * 2 - 1) * self.half
        return float(np.quantile(self.field(*np.meshgrid(line, line)), share))

    def painted(
        self, image: np.ndarray, at: tuple[float, float], scale: float, share: float
    ) -> None:
        """Paint the object over the symbol that is centred at `at` (mm) in a card's picture."""
        room = self.half + AROUND_MM
        (left, right), (top, bottom) = (
            (max(round((m - room) * scale), 0), round((m + room) * scale)) for m in at
        )
        part = image[top:bottom, left:right]
        rows, columns = part.shape[:2]
        x, y = np.meshgrid(
            (np.arange(columns) + left + 0.5) / scale - at[0],
            (np.arange(rows) + top + 0.5) / scale - at[1],
        )
        edge = GLARE_EDGE_MM if self.shape == "glare" else EDGE_MM
        over = np.clip((self.hiding(share) - self.field(x, y)) / edge + 0.5, 0, 1)[:, :, None]
        part[:] = np.rint(part * (1 - over) + np.array(self.colour) * over).astype(np.uint8)


class CoveredShop(PaperShop):
    """Cards with objects on their symbols; each object hides `share` of its symbol."""

    covers: dict[str, Cover]
    share: float

    def front(self, tag: str) -> Texture:
        """Return the front of the card with this tag, with the object painted on it."""
        side = super().front(tag)
        cover = self.covers.get(tag)
        if cover is None:
            return side
        square, image = self.cards[tag].square, side.image.copy()
        middle = square.x_mm + square.size_mm / 2, square.y_mm + square.size_mm / 2
        cover.painted(image, middle, image.shape[1] / side.width_mm, self.share)
        return Texture(image, side.width_mm, side.height_mm)


def camera_at(px: float, rng: np.random.Generator) -> SimulatedCamera:
    camera = SimulatedCamera(
        tilt_deg=float(rng.uniform(0, 20)), heading_deg=float(rng.uniform(0, 360))
    )
    return replace(camera, height_mm=camera.height_mm * camera.px_per_mm() * MODULE_MM / px)


def tags(readings: Iterable[Reading]) -> list[str]:
    return [r.tag for r in readings if r.tag]


@dataclass
class Tally:
    """Numbers of covered tags shown, of those read in each way, and of false reads."""

    shown: int = 0
    at_once: int = 0
    live: int = 0
    known: int = 0
    false: int = 0

    def line(self, name: str) -> str:
        ways = (self.at_once, self.live, self.known)
        shares = "".join(f"{way / self.shown:9.1%}" for way in ways)
        return f"{name:12} {self.shown:6} {shares} {self.false:6}"

    def add(self, other: Tally) -> None:
        for name in ("shown", "at_once", "live", "known", "false"):
            setattr(self, name, getattr(self, name) + getattr(other, name))


def scene(shop: CoveredShop, shape: str, px: float, share: float, seed: list[int]) -> Tally:
    """Count the reads on one table of one game, seen uncovered and then with covered symbols."""
    rng = np.random.default_rng(seed)
    book, mat, camera = Codebook(shop.manifests), min(shop.mats), camera_at(px, rng)
    reader = TagReader(book)
    arranged = lay_out(Setting(cards=12), shop, book, mat, camera, rng)
    pieces = tuple(replace(piece, face_up=True) for piece in arranged.pieces)
    there = {piece.tag for piece in pieces}
    shop.share, shop.covers = share, {}
    light = CONDITIONS["webcam"]
    open_view = Renderer(shop, mat, camera, light, rng).render(Scene(pieces=pieces))
    known = [r for r in reader.read(open_view) if r.tag in there]
    shop.covers = {
        tag: Cover.drawn(shape, shop.cards[tag].square.size_mm / 2, rng) for tag in sorted(there)
    }
    image = Renderer(shop, mat, camera, light, rng).render(Scene(pieces=pieces))
    marks = {mark.tag for mark in shop.mats[mat].fiducials}
    ways = (
        tags(reader.read(image)),
        tags(reader.search(ImagePyramid(as_grey(image)))),
        tags(reader.recheck(ImagePyramid(as_grey(image)), known)),
    )
    false = sum(len(way) - len(set(way) & (there | marks)) for way in ways)
    at_once, live, known_still = (len(there & set(way)) for way in ways)
    return Tally(len(there), at_once, live, known_still, false)


def main() -> None:
    """Print one line for each shape, and one for all shapes."""
    parser = argparse.ArgumentParser()
    parser.add_argument("paper", type=Path)
    parser.add_argument("--px", type=float, default=1.75)
    parser.add_argument("--share", type=float, default=0.1)
    parser.add_argument("--scenes", type=int, default=10, help="of each shape, over all games")
    parser.add_argument("--seed", type=int, default=71)
    parser.add_argument("--shapes", nargs="+", choices=list(COLOURS), default=list(COLOURS))
    given = parser.parse_args()
    folders = sorted(path for path in given.paper.iterdir() if path.is_dir())
    shops = [CoveredShop(manifests(folder), 200.0, folder / "cache") for folder in folders]
    print("cover          tags   at once     live    known  false")
    whole = Tally()
    for shape in given.shapes:
        row, tally = list(COLOURS).index(shape), Tally()
        for number in range(given.scenes):
            shop = shops[number % len(shops)]
            tally.add(scene(shop, shape, given.px, given.share, [given.seed, row, number]))
        print(tally.line(shape), flush=True)
        whole.add(tally)
    print(whole.line("all"))


if __name__ == "__main__":
    main()
