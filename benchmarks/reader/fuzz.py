"""Mutated frames for the reader and the watcher, and the cost of the hardest frames. Run by hand.

    python benchmarks/reader/fuzz.py [--frames 10000] [--seed 1] [--worst 1080 2160]

Any exception except the reader's own `ValueError` for invalid pictures ends the run, and the
frame's number is printed. The slowest frame is reported. `--worst` measures the hardest pictures
at these heights in pixels. All times are CPU times of the process, for all threads together.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np

from benchmarks.reader.hostile import bases, mutated, worst
from companion.frames import Frame
from companion.vision.reader.codebook import Codebook
from companion.vision.reader.reader import TagReader
from companion.vision.watcher import Watcher
from tests.support.vision.scenes import deck_manifest, mat_manifest


def fuzz(book: Codebook, frames: int, seed: int) -> tuple[float, str]:
    """Read and watch mutated frames; return the slowest one's CPU time (s) and description."""
    rng = np.random.default_rng(seed)
    pictures = bases(book, rng)
    reader, watcher = TagReader(book), Watcher(book)
    slowest, which = 0.0, ""
    for number in range(frames):
        image = mutated(pictures, rng)
        begun = time.process_time()
        try:
            found = reader.read(image)
        except ValueError as error:
            if "is no picture" not in str(error):
                raise
            found = ()
        spent = time.process_time() - begun
        if not all(np.isfinite(r.corners).all() and 0 <= r.confidence <= 1 for r in found):
            raise AssertionError(f"frame {number}: a reading that is none: {found}")
        begun = time.process_time()
        view = watcher.see(Frame(image, number / 10, number))
        if view.frame != number:
            raise AssertionError(f"frame {number}: the view is of frame {view.frame}")
        spent = max(spent, time.process_time() - begun)
        if spent > slowest:
            slowest, which = spent, f"frame {number}, {image.shape} {image.dtype}"
    return slowest, which


def costs(book: Codebook, height: int) -> None:
    """Print the CPU time of reading each of the hardest frames."""
    reader = TagReader(book)
    for name, image in worst((height, height * 16 // 9), book):
        spent = []
        for _ in range(2):
            begun = time.process_time()
            found = reader.read(image)
            spent.append(time.process_time() - begun)
        print(f"{height:5}  {name:18} {1000 * min(spent):7.0f} ms  {len(found):4} read", flush=True)


def main() -> None:
    """Run the mutated frames, then the hardest frames, and print the results."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--frames", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--worst", type=int, nargs="*", default=[])
    given = parser.parse_args()
    book = Codebook([deck_manifest(40), mat_manifest()])
    for height in given.worst:
        costs(book, height)
    if given.frames:
        slowest, which = fuzz(book, given.frames, given.seed)
        print(f"{given.frames} frames, no exception; slowest {1000 * slowest:.0f} ms: {which}")


if __name__ == "__main__":
    main()
