"""Small tags at rest, read from the mean of many frames."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from companion.frames import Frame
from companion.vision.exposures import Exposures, widened
from companion.vision.reader.codebook import Codebook
from companion.vision.reader.reader import TagReader
from companion.vision.watcher import Watcher
from tests.support.vision.scenes import (
    Camera,
    Piece,
    Scene,
    card_tag,
    deck_manifest,
    mat_manifest,
)

MODULE = 0.62
SMALL = Camera(width=400, height=300, scale=MODULE / (16 / 21), noise=10.0)
SIZES = (0.8 * MODULE, 1.2 * MODULE)


@pytest.fixture(scope="module")
def book() -> Codebook:
    return Codebook([deck_manifest(20), mat_manifest()])


def pictures(scene: Scene, frames: int, first: int = 0) -> list[np.ndarray]:
    """Return grey frames of a scene, each with its own noise."""
    return [
        scene.render(dataclasses.replace(SMALL, seed=seed))[:, :, 1]
        for seed in range(first, first + frames)
    ]


def table(*tags: str) -> Scene:
    """Return a table with a column of cards."""
    pieces = [Piece(tag, 60.0 + 70 * i, 60.0, 3.0) for i, tag in enumerate(tags)]
    return Scene(pieces=pieces, width=400, height=130)


def read(exposures: Exposures, frames: list[np.ndarray]) -> list[str]:
    """Return the tags that are read after these frames."""
    whole = {"whole": (0, 0, SMALL.width, SMALL.height)}
    for frame in frames:
        readings = exposures.update(frame, whole, SIZES)
    return sorted(reading.tag for reading in readings)


def test_the_mean_shows_tags_that_single_frames_do_not(book: Codebook) -> None:
    tags = [card_tag(i) for i in range(1, 5)]
    frames = pictures(table(*tags), 32)
    reader = TagReader(book)
    once = [r.tag for r in reader.read(frames[0]) if r.tag]
    exposures = Exposures(reader)
    assert read(exposures, frames[:3]) == []
    assert exposures.developing == {"whole"}
    assert read(exposures, frames[3:]) == tags
    assert len(once) < len(tags)
    assert exposures.developing == frozenset()


def test_another_decks_tags_stay_unread(book: Codebook) -> None:
    tags = [card_tag(i, copy=2) for i in range(1, 5)]
    exposures = Exposures(TagReader(book))
    assert read(exposures, pictures(table(*tags), 32)) == []
    assert exposures.developing == frozenset(), "no more frames are worth waiting for"


def test_a_part_begins_again_when_it_changes(book: Codebook) -> None:
    exposures = Exposures(TagReader(book))
    tags = [card_tag(i) for i in range(1, 5)]
    assert read(exposures, pictures(table(*tags), 32)) == tags
    other = [card_tag(i) for i in range(5, 9)]
    assert read(exposures, pictures(table(*other), 1, 40)) == []
    assert read(exposures, pictures(table(*other), 31, 41)) == other


def test_large_tags_need_no_exposure(book: Codebook) -> None:
    exposures = Exposures(TagReader(book))
    box = {"whole": (0, 0, SMALL.width, SMALL.height)}
    assert exposures.update(pictures(table(card_tag(1)), 1)[0], box, (1.5, 2.5)) == ()
    assert exposures.developing == frozenset()


def test_boxes_are_widened() -> None:
    assert widened({"a1": (10, 20, 30, 40)}, 5.9) == {"a1": (5, 15, 35, 45)}


def test_a_watcher_reads_a_table_of_small_tags_within_two_seconds(book: Codebook) -> None:
    (mat,) = book.mats.values()
    pieces = [Piece(card_tag(i), c.x_mm, c.y_mm, 2.0) for i, c in enumerate(mat.cells[:8])]
    scene = Scene(mat=mat, pieces=pieces)
    camera = Camera(width=414, height=316, scale=0.72 / (16 / 21), noise=10.0)
    watcher = Watcher(book)
    counts, pending = [], []
    for index in range(40):
        image = scene.render(dataclasses.replace(camera, seed=index))
        view = watcher.see(Frame(image, index * 0.05, index))
        counts.append(len({r.tag for r in view.readings if r.cell}))
        pending.append(view.pending)
    assert view.trouble is None
    assert counts[1] < counts[-1] == len(pieces)
    assert pending[2]
    assert pending[2] <= {cell.id for cell in mat.cells}
    assert pending[-1] == frozenset()
    cells = {r.cell: r.tag for r in view.readings if r.cell}
    assert cells == {c.id: p.tag for c, p in zip(mat.cells, pieces, strict=False)}
