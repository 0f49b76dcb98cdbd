"""Latency from a placed card to a changed table, with the real watcher and settler. Run by hand.

    python benchmarks/reader/latency.py PAPER/yggdrasil [--cards 12] [--fps 30]

On the simulated table, a hand places card after card on the mat's cells and leaves each time. The
frames of the simulated webcam (1080p) pass through watcher and settler. Times are measured on the
frames' clock, from the first frame with the card in its final place and no part of the hand over
the mat:

    read      the first view that has the card in its cell
    settled   the first settled table with the card, on which the state can change

The CPU time for the last frame is added to each; a camera's own delay is not included. `waits` is
the settler's intentional delay (`Thresholds.settle_s`), which is part of `settled`.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import cv2
import numpy as np

from companion.referee.geometry import TableGeometry
from companion.referee.settle import StableTable, Thresholds
from companion.simulator.camera import SimulatedCamera, fit_camera
from companion.simulator.hand_moves import perform
from companion.simulator.hands import silhouette
from companion.simulator.render import Renderer
from companion.simulator.sensor import CONDITIONS
from companion.simulator.source import VirtualTable
from companion.simulator.stage import HandMove, SceneFrame, Stage
from companion.simulator.textures import PaperShop
from companion.vision.watcher import Watcher
from rules import Setup, load_game
from tests.support.referee.settler import Settler

GAME = "yggdrasil"
CALM_S = 1.5
"""Time without changes that follows each card, in s."""


@dataclass
class Delays:
    """The delays of each card, in milliseconds."""

    read: list[float] = field(default_factory=list)
    settled: list[float] = field(default_factory=list)

    def line(self) -> str:
        parts = [f"waits {1000 * Thresholds().settle_s:.0f} ms"]
        for name, each in (("read", self.read), ("settled", self.settled)):
            low, most = np.median(each), np.percentile(each, 95)
            parts.append(f"{name} median {low:.0f}, p95 {most:.0f}, max {max(each):.0f} ms")
        return "; ".join(parts) + f"; {len(self.settled)} cards"


class Chain:
    """A simulated table, whose frames pass through a watcher and a settler."""

    def __init__(self, shop: PaperShop, camera: SimulatedCamera, fps: float, seed: int) -> None:
        game = load_game(GAME)
        form = game.table.form(Setup(GAME))
        self.mat = shop.mats[form.mat]
        rng = np.random.default_rng(seed)
        self.stage = Stage(self.mat, form.seat_turns, rng, fps=fps, idle_fps=fps)
        self.renderer = Renderer(shop, form.mat, camera, CONDITIONS["webcam"], rng)
        self.watcher = Watcher(shop.manifests)
        self.settler = Settler(TableGeometry(form, self.mat))
        self._now = 0.0

    def _reached_over(self, tick: SceneFrame) -> bool:
        """Return True if a part of a hand is over the mat."""
        size = self.mat.width_mm, self.mat.height_mm
        parts = (part.outline for hand in tick.scene.hands for part in silhouette(hand))
        return any(((at > 0) & (at < size)).all(1).any() for at in parts)

    def place(self, tag: str, cell: str, delays: Delays) -> None:
        """Place one card by hand; record the delays until it was read and the table settled."""
        before = self.stage.now
        gone = 0.0
        read = settled = False
        ticks = [*perform(self.stage, "A", [HandMove(tag, cell, "A")]), *self.stage.wait(CALM_S)]
        clear = 1 + max(i for i, tick in enumerate(ticks) if self._reached_over(tick))
        table = VirtualTable(self.renderer, iter(ticks))
        for number in range(len(ticks)):
            frame = table.read()
            assert frame is not None
            frame = type(frame)(frame.image, frame.time_s + before, frame.index)
            gone = frame.time_s if number == clear else gone
            begun = time.process_time()
            view = self.watcher.see(frame)
            look = self.settler.feed(view)
            delay = 1000 * (frame.time_s - gone + time.process_time() - begun)
            if number < clear:
                continue
            if not read and any(r.tag == tag and r.cell == cell for r in view.readings):
                read = True
                delays.read.append(delay)
            if not settled and look.table is not None and has_card(look.table, tag, cell):
                settled = True
                delays.settled.append(delay)
        if not (read and settled):
            raise AssertionError(f"{tag} on {cell} was never told")


def has_card(table: StableTable, tag: str, cell: str) -> bool:
    return any(sighting.reading.tag == tag for sighting in table.cells.get(cell, ()))


def main() -> None:
    """Print the delays."""
    parser = argparse.ArgumentParser()
    parser.add_argument("paper", type=Path)
    parser.add_argument("--cards", type=int, default=12)
    parser.add_argument("--fps", type=float, default=30.0)
    parser.add_argument("--seed", type=int, default=71)
    given = parser.parse_args()
    cv2.setNumThreads(1)
    shop = PaperShop(sorted(given.paper.glob("*.manifest.json")), 150.0, given.paper / "cache")
    size = shop.mats[load_game(GAME).table.form(Setup(GAME)).mat]
    camera = fit_camera(SimulatedCamera(tilt_deg=15.0), size.width_mm, size.height_mm)
    chain = Chain(shop, camera, given.fps, given.seed)
    rng = np.random.default_rng(given.seed)
    cells = [str(cell) for cell in rng.permutation([c.id for c in chain.mat.cells])]
    tags = [str(t) for t in rng.permutation([t for t, c in shop.cards.items() if c.back])]
    delays = Delays()
    for tag, cell in list(zip(tags, cells, strict=False))[: given.cards]:
        chain.place(tag, cell, delays)
    print(delays.line())


if __name__ == "__main__":
    main()
