"""Whole tables at usual distances: tags read and misread, and accuracy of positions. Run by hand.

    python benchmarks/reader/whole_tables.py PAPER [--scenes 25] [--noise 4] [--seed 1]

PAPER is a folder with a printed deck and an A2 mat (`printkit cards`, `printkit mat`). Each line is
a table seen completely by a 1080p webcam (blur 0.8 px, mosaic, noise, uneven light, JPEG 75):

    A2       the mat with twenty cards in its cells, tilted by up to 30°
    1000     24 cards on 1000 × 600 mm, tilted by up to 15°
    pose     the mat's cards, if read at 1.25 px per module or more: errors of the card's centre
             (mm) and turn (°), and wrong cells or quarter-turns

Every frame is read on its own, so that none benefits from the previous one. `3 frames` is the
share of cards that are read in at least one of a scene's first three frames.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass, field, replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np

from companion.readings import Face, Reading
from companion.simulator.camera import SimulatedCamera, fit_camera
from companion.simulator.render import Renderer
from companion.simulator.scene import PaperPiece, Scene
from companion.simulator.sensor import CONDITIONS
from companion.simulator.textures import PaperShop
from companion.vision.mat.placement import cell_at, place
from companion.vision.mat.tracker import locate_bent
from companion.vision.reader.codebook import Codebook
from companion.vision.reader.reader import TagReader
from companion.vision.reader.sightings import px_per_module


@dataclass
class Tally:
    """The numbers of cards shown and read, and of misreads."""

    views: int = 0
    read: int = 0
    wrong: int = 0
    cards: int = 0
    in_three: int = 0
    sizes: list[float] = field(default_factory=list)


class Bench:
    """The printed sheets, their codebook, and a reader."""

    def __init__(self, paper: Path) -> None:
        self.shop = PaperShop(sorted(paper.glob("*.manifest.json")), 150.0, paper / "cache")
        self.book = Codebook(self.shop.manifests)
        self.reader = TagReader(self.book)
        self.mat = next(iter(self.shop.mats.values()))
        entries = self.book.entries.values()
        self.backs = {e.owner: e.tag for e in entries if e.face is Face.BACK}
        self.tags = [t for t, c in self.shop.cards.items() if c.owner in self.backs]

    def pieces(
        self, places: list[tuple[float, float]], rng: np.random.Generator, loose: float = 2.0
    ) -> tuple[PaperPiece, ...]:
        """Return a card at each place, slightly shifted and turned, some of them face down."""
        tags = list(rng.permutation(self.tags))[: len(places)]
        return tuple(
            PaperPiece(
                str(tag),
                x + float(rng.uniform(-loose, loose)),
                y + float(rng.uniform(-loose, loose)),
                float(rng.choice([0, 180]) + rng.uniform(-2 * loose, 2 * loose)),
                face_up=bool(rng.random() < 0.85),
            )
            for tag, (x, y) in zip(tags, places, strict=False)
        )

    def shown(self, piece: PaperPiece) -> str:
        """Return the visible tag of a card: the back's if it is face down."""
        return piece.tag if piece.face_up else self.backs[self.shop.cards[piece.tag].owner]

    def frames(
        self,
        camera: SimulatedCamera,
        pieces: tuple[PaperPiece, ...],
        number: int,
        rng: np.random.Generator,
    ) -> list[tuple[Reading, ...]]:
        """Return the readings of each of `number` frames of a scene."""
        renderer = Renderer(self.shop, self.mat.name, camera, CONDITIONS["webcam"], rng)
        scene = Scene(pieces=pieces)
        self.images = [renderer.render(scene) for _ in range(number)]
        return [self.reader.read(image) for image in self.images]

    def count(
        self, tally: Tally, pieces: tuple[PaperPiece, ...], frames: list[tuple[Reading, ...]]
    ) -> None:
        """Add one scene's results to a tally."""
        truth = [self.shown(p) for p in pieces]
        seen = dict.fromkeys(truth, 0)
        for i, readings in enumerate(frames):
            cards = [r for r in readings if r.tag and r.face is not Face.MAT]
            found = [r.tag for r in cards]
            tally.sizes += [px_per_module(r.corners) for r in cards]
            hits = {t: min(truth.count(t), found.count(t)) for t in seen}
            tally.views += len(truth)
            tally.read += sum(hits.values())
            tally.wrong += len(found) - sum(hits.values())
            if i < 3:
                seen = {t: max(seen[t], hits[t]) for t in seen}
        tally.cards += len(truth)
        tally.in_three += sum(seen.values())


def a2_table(
    bench: Bench, rng: np.random.Generator
) -> tuple[SimulatedCamera, tuple[PaperPiece, ...]]:
    """Return a camera that sees the whole mat, and twenty cards on it."""
    tilt, heading = float(rng.uniform(0, 30)), float(rng.choice([90.0, 270.0]))
    camera = fit_camera(
        SimulatedCamera(tilt_deg=tilt, heading_deg=heading + float(rng.uniform(-4, 4))),
        bench.mat.width_mm,
        bench.mat.height_mm,
    )
    places = [(cell.x_mm, cell.y_mm) for cell in bench.mat.cells][:20]
    # The cells touch, so cards that are shifted more would cover each other's tags.
    return camera, bench.pieces(places, rng, loose=1.0)


def long_table(
    bench: Bench, rng: np.random.Generator
) -> tuple[SimulatedCamera, tuple[PaperPiece, ...]]:
    """Return a camera that sees an area of 1000 × 600 mm, and 24 cards on it."""
    camera = fit_camera(
        SimulatedCamera(tilt_deg=float(rng.uniform(0, 15)), heading_deg=float(rng.uniform(-4, 4))),
        1000,
        600,
    )
    places = [
        (bench.mat.width_mm / 2 + x, bench.mat.height_mm / 2 + y)
        for y in (-200.0, -66.0, 66.0, 200.0)
        for x in (-420.0, -252.0, -84.0, 84.0, 252.0, 420.0)
    ]
    return camera, bench.pieces(places, rng)


def pose_errors(
    bench: Bench, scenes: int, rng: np.random.Generator
) -> tuple[list[float], list[float], int, int]:
    """Return errors of position (mm) and turn (°), and how many cards were wrong and in all."""
    places_off, turns_off, wrong, number = [], [], 0, 0
    for _ in range(scenes):
        camera, pieces = a2_table(bench, rng)
        camera = replace(camera, height_mm=camera.height_mm * float(rng.uniform(1.0, 1.25)))
        (readings,) = bench.frames(camera, pieces, 1, rng)
        pose = locate_bent(readings, bench.book, bench.images[0].shape)
        if pose is None:
            continue
        placed = [r for r in place(readings, bench.book, pose) if r.face is not Face.MAT and r.tag]
        for piece in pieces:
            near = [
                r
                for r in placed
                if r.tag == bench.shown(piece)
                and np.hypot((r.x_mm or 0) - piece.x_mm, (r.y_mm or 0) - piece.y_mm) < 30
            ]
            if not near or px_per_module(near[0].corners) < 1.25:
                continue
            (reading,) = near
            off = np.hypot((reading.x_mm or 0) - piece.x_mm, (reading.y_mm or 0) - piece.y_mm)
            turn = ((reading.rotation_deg or 0) - piece.rotation_deg + 180) % 360 - 180
            places_off.append(float(off))
            turns_off.append(abs(float(turn)))
            number += 1
            cell = cell_at(bench.mat, piece.x_mm, piece.y_mm)
            wrong += reading.cell != cell or abs(turn) > 45
    return places_off, turns_off, wrong, number


def main() -> None:
    """Print one line for each kind of table, and the errors of positions."""
    parser = argparse.ArgumentParser()
    parser.add_argument("paper", type=Path)
    parser.add_argument("--scenes", type=int, default=25)
    parser.add_argument("--noise", type=int, default=4, help="frames of fresh noise a scene")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    bench = Bench(given.paper)
    print("table  px/module      views  read      wrong  3 frames")
    for number, (name, make) in enumerate((("A2", a2_table), ("1000", long_table))):
        rng = np.random.default_rng([given.seed, number])
        tally = Tally()
        for _ in range(given.scenes):
            camera, pieces = make(bench, rng)
            bench.count(tally, pieces, bench.frames(camera, pieces, given.noise, rng))
        low, high = np.percentile(tally.sizes, (1, 99))
        print(
            f"{name:5}  {low:.2f} to {high:.2f}  {tally.views:7}  {tally.read / tally.views:8.3%}"
            f"  {tally.wrong:5}  {tally.in_three / tally.cards:8.3%}",
            flush=True,
        )
    off, turn, wrong, number = pose_errors(
        bench, given.scenes, np.random.default_rng([given.seed, 9])
    )
    print(
        f"pose   {number} cards: centre p95 {np.percentile(off, 95):.2f} mm (median "
        f"{np.median(off):.2f}), turn p95 {np.percentile(turn, 95):.2f}°, wrong cell or quarter "
        f"{wrong}"
    )


if __name__ == "__main__":
    main()
