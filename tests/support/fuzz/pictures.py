"""Targets that are pictures: frames of a camera, and photo files of a paired phone."""

from __future__ import annotations

from functools import cache

import numpy as np

from benchmarks.reader.hostile import bases, mutated
from companion.frames import Frame
from companion.vision.reader.codebook import Codebook
from companion.vision.reader.image_pyramid import Image
from companion.vision.reader.reader import TagReader
from companion.vision.watcher import Watcher
from companion.web.phone import MOST_PIXELS, Inbox, jpeg_size
from tests.support.vision.scenes import deck_manifest, mat_manifest


@cache
def _book() -> tuple[Codebook, list[Image]]:
    book = Codebook([deck_manifest(40), mat_manifest()])
    return book, bases(book, np.random.default_rng(1))


def frames(data: bytes) -> None:
    """Read and watch three frames, which the bytes choose as a seed of mutations."""
    book, pictures = _book()
    rng = np.random.default_rng(list(data[:32]))
    reader, watcher = TagReader(book), Watcher(book)
    for number in range(3):
        image = mutated(pictures, rng)
        try:
            found = reader.read(image)
        except ValueError as error:
            if "is no picture" not in str(error):
                raise
            found = ()
        assert all(np.isfinite(r.corners).all() and 0 <= r.confidence <= 1 for r in found)
        assert watcher.see(Frame(image, number / 10, number)).frame == number


def photos(data: bytes) -> None:
    """Receive a phone's photo; what is decoded is as large as its header says."""
    size = jpeg_size(data)
    inbox = Inbox(lambda: None)
    inbox._live, inbox._at = True, float("inf")  # no answer is awaited
    answer = inbox.put(data) if data else None
    if answer is None:
        return
    assert size is not None
    assert size[0] * size[1] <= MOST_PIXELS
    _, image, _ = inbox.newest(0, 0.0)
    assert image is not None
    assert image.shape[0] * image.shape[1] <= size[0] * size[1]
