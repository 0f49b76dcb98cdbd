"""Cost of reading: CPU milliseconds per frame, on a mat with twenty cards. Run by hand.

    python benchmarks/reader/speed.py [--repeats 15]

Figures are CPU times of the process on one thread, as in a match's reading process, as medians
over the repeats. `search` reads a picture of unknown scale, and `scaled` a picture whose scale is
known from the mat. `patient` also looks for broken frames, as for stills. `re-check` compares all
known tags at their last places. `watch` is a watcher's frame when nothing happens, and `worst` its
most expensive frame while an arm passes.
"""

from __future__ import annotations

import argparse
import dataclasses
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import cv2
import numpy as np

from companion.frames import Frame
from companion.readings import Face, Reading
from companion.vision.reader.codebook import Codebook
from companion.vision.reader.image_pyramid import ImagePyramid, as_grey
from companion.vision.reader.reader import TagReader
from companion.vision.watcher import Watcher
from tests.support.vision.scenes import (
    Blob,
    Camera,
    Piece,
    Scene,
    card_tag,
    deck_manifest,
    mat_manifest,
)

PICTURES = ((1280, 720, 1.55), (1920, 1080, 2.3), (3840, 2160, 4.6))


def cost(work: Callable[[], object], repeats: int) -> float:
    """Return the median CPU milliseconds of a call, without the first call."""
    work()
    spent = []
    for _ in range(repeats):
        begun = time.process_time()
        work()
        spent.append(time.process_time() - begun)
    return 1000 * float(np.median(spent))


def main() -> None:
    """Print one line for each picture size."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--repeats", type=int, default=15)
    repeats = parser.parse_args().repeats
    cv2.setNumThreads(1)
    mat_sheet = mat_manifest(7, 4)
    mat = mat_sheet.mats[0]
    book = Codebook([deck_manifest(40), mat_sheet])
    reader = TagReader(book)
    pieces = [Piece(card_tag(i), c.x_mm, c.y_mm) for i, c in enumerate(mat.cells[:20])]
    print("picture    px/module  tags  search  scaled  patient  re-check  watch  worst")
    for width, height, scale in PICTURES:
        scene = Scene(mat=mat, pieces=pieces)
        camera = Camera(width=width, height=height, scale=scale, tilt=8)
        image = scene.render(camera)
        module = scale * 16 / 21
        readings = reader.read(image)
        cards = [r for r in readings if r.face is not Face.MAT]
        watcher = Watcher(book)
        frames = [scene.render(dataclasses.replace(camera, seed=s)) for s in range(4)]
        for i in range(12):
            watcher.see(Frame(frames[i % 4], i * 0.1, i))
        still = [_watch(watcher, frames[i % 4], 12 + i) for i in range(repeats)]
        passing = []
        for i in range(4):
            x = 150.0 + 60 * i
            arm = Blob(((x, 200), (x + 40, 200), (x + 45, 500), (x - 5, 500)), 0.35, 0.04)
            moved = Scene(mat=mat, pieces=pieces, blobs=[arm]).render(camera)
            passing.append(_watch(watcher, moved, 12 + repeats + i))
        sizes = (0.8 * module, 2 * module)
        whole = cost(partial(_search, reader, image), repeats)
        scaled = cost(partial(_search, reader, image, sizes), repeats)
        patient = cost(partial(reader.read, image), repeats)
        again = cost(partial(_recheck, reader, image, cards), repeats)
        print(
            f"{width}×{height:<5} {module:8.2f}  {len(readings):4}  {whole:6.0f}  {scaled:6.0f}"
            f"  {patient:7.0f}  {again:8.1f}  {np.median(still):5.0f}  {max(passing):5.0f}"
        )


def _search(reader: TagReader, image: np.ndarray, sizes: tuple[float, float] | None = None) -> None:
    reader.search(ImagePyramid(as_grey(image)), None, sizes)


def _recheck(reader: TagReader, image: np.ndarray, known: Sequence[Reading]) -> None:
    reader.recheck(ImagePyramid(as_grey(image)), known)


def _watch(watcher: Watcher, image: np.ndarray, index: int) -> float:
    begun = time.process_time()
    watcher.see(Frame(image, index * 0.1, index))
    return 1000 * (time.process_time() - begun)


if __name__ == "__main__":
    main()
