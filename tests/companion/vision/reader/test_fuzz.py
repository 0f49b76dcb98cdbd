"""Random frames: any size, type, channel count and content. `reader_fuzz.py` runs longer."""

from __future__ import annotations

import hashlib

import numpy as np
import pytest

from benchmarks.reader.fuzz import fuzz
from benchmarks.reader.hostile import DTYPES, MUTATIONS, bases, mutated
from companion.frames import Frame
from companion.vision.reader.codebook import Codebook
from companion.vision.reader.reader import TagReader
from companion.vision.watcher import Watcher


def test_mutated_frames_neither_stop_reader_nor_watcher(book: Codebook) -> None:
    """Check with `fuzz`, which raises for a false reading; `test_budget` limits a frame's cost."""
    _, slowest = fuzz(book, 250, seed=7)
    assert slowest.startswith("frame ")


def test_mutations_make_what_they_are_for(book: Codebook) -> None:
    rng = np.random.default_rng(3)
    pictures = bases(book, rng)
    types, shapes, digests, gaps = set(), set(), set(), 0
    for _ in range(400):  # only facts are kept: the pictures would take 200 MB
        image = mutated(pictures, rng)
        types.add(image.dtype)
        shapes.add(image.shape)
        digests.add(hashlib.sha256(image.tobytes()).digest())
        gaps += np.isnan(image).any()
    assert {np.dtype(kind) for kind in DTYPES} <= types
    assert {shape[2] for shape in shapes if len(shape) == 3} >= {1, 2, 3, 4, 5, 6}
    assert min(min(shape[:2]) for shape in shapes) == 1
    assert gaps
    assert len(digests) > 350
    again = np.random.default_rng(3)
    assert all(np.array_equal(a, b) for a, b in zip(bases(book, again), pictures, strict=True))
    assert len(MUTATIONS) == 10


@pytest.mark.parametrize("kind", DTYPES)
@pytest.mark.parametrize("channels", [0, 1, 2, 3, 4, 5])
def test_a_tag_is_read_from_every_type_and_channel_count_that_has_room_for_it(
    reader: TagReader, book: Codebook, kind: type, channels: int
) -> None:
    """Check that boolean, integer and float pictures give as many tags as 8-bit grey."""
    grey = bases(book, np.random.default_rng(1))[0]
    full = {np.uint16: 257.0, np.float32: 1 / 255, np.float64: 1 / 255}.get(kind, 1.0)
    image = grey > 128 if kind is np.bool_ else (grey * full).astype(kind)
    if channels:
        image = np.repeat(image[:, :, None], channels, axis=2)
    assert len(reader.read(image)) == len(reader.read(grey)) > 5


@pytest.mark.parametrize(
    "image",
    [
        np.zeros((0, 10), np.uint8),
        np.zeros((10, 0, 3), np.uint8),
        np.zeros(10, np.uint8),
        np.zeros((2, 10, 10, 3), np.uint8),
        np.zeros((10, 10), np.complex128),
        np.full((10, 10), "a"),
        np.full((10, 10), None),
    ],
)
def test_what_is_no_picture_is_refused_by_the_reader_and_survived_by_the_watcher(
    book: Codebook, reader: TagReader, image: np.ndarray
) -> None:
    with pytest.raises(ValueError, match="is no picture"):
        reader.read(image)
    view = Watcher(book).see(Frame(image, 0.0, 0))
    assert view.trouble is not None
    assert view.readings == ()


@pytest.mark.parametrize("size", [(1, 1), (1, 2000), (2000, 1), (7, 7), (121, 121), (3000, 130)])
def test_frames_of_any_size_say_nothing_where_nothing_is(
    book: Codebook, reader: TagReader, size: tuple[int, int]
) -> None:
    rng = np.random.default_rng(5)
    watcher = Watcher(book)
    for number, tone in enumerate((0, 90, 255)):
        image = np.full(size, tone, np.uint8)
        assert reader.read(image) == ()
        assert watcher.see(Frame(image, number / 10, number)).readings == ()
    speckled = rng.integers(0, 256, size, np.uint8)
    assert reader.read(speckled) == ()
    assert watcher.see(Frame(speckled, 1.0, 3)).readings == ()


def test_frames_that_change_their_size_on_the_way_are_survived(book: Codebook) -> None:
    watcher = Watcher(book)
    rng = np.random.default_rng(6)
    pictures = bases(book, rng)
    for number in range(40):
        image = pictures[number % 2]
        image = image[: int(rng.integers(130, 240)), : int(rng.integers(130, 320))]
        assert watcher.see(Frame(image, number / 10, number)).frame == number
