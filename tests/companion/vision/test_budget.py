"""The cost of a frame is bounded. `reader_fuzz.py --worst` measures the times."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from benchmarks.reader.hostile import (
    blocks,
    checkerboard,
    letters,
    many_tags,
    noise,
    rings,
    tiles,
    worst,
)
from companion.vision.reader.candidates import MOST_QUADS, find_quads
from companion.vision.reader.codebook import Codebook
from companion.vision.reader.finders import MOST_SYMBOLS, find_finders, symbols_at
from companion.vision.reader.image_pyramid import ImagePyramid, as_grey
from companion.vision.reader.reader import TagReader

SHAPE = (540, 960)


def stays_bounded(reader: TagReader, image: np.ndarray) -> bool:
    """Return True if the candidates stay within their limits and no tag is read."""
    pyramid, panel = ImagePyramid(as_grey(image)), reader.codebook.pages[0].panel
    finders = find_finders(pyramid, np.empty((0, 4, 2)))
    squares, symbols = find_quads(pyramid, panel.span), symbols_at(pyramid, panel, finders)
    few = len(squares) <= MOST_QUADS and len(symbols) <= MOST_SYMBOLS
    return few and not any(r.tag for r in reader.read(image))


@pytest.mark.parametrize("blur", [0, 1, 3, 5])
def test_noise_holds_no_tag(reader: TagReader, blur: int) -> None:
    assert stays_bounded(reader, noise(SHAPE, np.random.default_rng(1), blur))


@pytest.mark.parametrize("side", [2, 4, 8, 16, 32])
def test_checkerboards_and_blocks_hold_no_tag(reader: TagReader, side: int) -> None:
    assert stays_bounded(reader, checkerboard(SHAPE, side))
    assert stays_bounded(reader, blocks(SHAPE, np.random.default_rng(2), side))


@pytest.mark.parametrize("size", [0.3, 0.5, 1.0])
def test_a_page_full_of_print_holds_no_tag(reader: TagReader, size: float) -> None:
    assert stays_bounded(reader, letters(SHAPE, np.random.default_rng(3), size))


@pytest.mark.parametrize("tone", [0, 128, 255])
def test_a_frame_of_one_tone_holds_nothing(reader: TagReader, tone: int) -> None:
    assert stays_bounded(reader, np.full(SHAPE, tone, np.uint8))
    assert not reader.cluttered


def test_many_tags_in_view_are_all_read_and_none_left_out(
    book: Codebook, reader: TagReader
) -> None:
    image = many_tags(SHAPE, book, 1.0, 400)
    shown = len(reader.read(image))
    assert shown == 400
    assert not reader.cluttered


@pytest.mark.parametrize(
    "draw",
    [lambda: tiles((1080, 1920), 20, 3), lambda: rings((1080, 1920), 18)],
    ids=["tiles", "rings"],
)
def test_of_thousands_of_squares_no_more_are_looked_at_than_a_full_table_holds(
    reader: TagReader, draw: Callable[[], np.ndarray]
) -> None:
    assert stays_bounded(reader, draw())


def test_the_hard_frames_are_those_and_the_same_for_a_seed(book: Codebook) -> None:
    frames, again = (dict(worst((180, 320), book)) for _ in range(2))
    assert len(frames) > 20
    assert all(np.array_equal(image, again[name]) for name, image in frames.items())
    assert {image.shape for image in frames.values()} == {(180, 320)}
