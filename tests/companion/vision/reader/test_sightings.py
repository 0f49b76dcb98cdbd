"""Relations between the readings of one picture."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest

from companion.vision.reader.codebook import Codebook
from companion.vision.reader.image_pyramid import ImagePyramid, as_grey
from companion.vision.reader.reader import TagReader
from companion.vision.reader.sightings import least_module, px_per_module
from rules import Manifest
from tests.support.vision.scenes import Camera, Scene, spread

SHAPE = (540, 960)


def table(deck: Manifest, tilt: float) -> np.ndarray:
    pieces = spread(deck, 3, 5, 3)
    camera = Camera(width=SHAPE[1], height=SHAPE[0], scale=2.3, tilt=tilt)
    return Scene(pieces=pieces, width=310, height=294).render(camera)


@pytest.mark.parametrize("tilt", [0.0, 25.0, 40.0])
def test_near_tags_show_how_small_the_far_ones_are(
    deck: Manifest, book: Codebook, reader: TagReader, tilt: float
) -> None:
    readings = [r for r in reader.read(table(deck, tilt)) if r.tag]
    readings.sort(key=lambda r: px_per_module(r.corners))
    near, far = readings[len(readings) // 2 :], readings[0]
    report = least_module(near, book, SHAPE)
    assert 0.6 * px_per_module(far.corners) < report < px_per_module(far.corners)


def test_few_tags_or_tags_in_a_row_show_only_their_size(
    deck: Manifest, book: Codebook, reader: TagReader
) -> None:
    pieces = [dataclasses.replace(p, turn=0.0) for p in spread(deck, 3, 5, 1, turn=0.0)]
    camera = Camera(width=SHAPE[1], height=SHAPE[0], scale=2.3)
    row = reader.read(Scene(pieces=pieces, width=310, height=98).render(camera))
    assert len(row) == len(pieces)
    size = min(px_per_module(r.corners) for r in row)
    assert math.isclose(least_module(row[:1], book, SHAPE), 0.55 * size, rel_tol=0.1)
    assert math.isclose(least_module(row, book, SHAPE), 0.55 * size, rel_tol=0.1)
    assert least_module([], book, SHAPE) == 0.0


@pytest.mark.parametrize("scale", [1.4, 2.6])
@pytest.mark.parametrize("tilt", [0.0, 40.0])
def test_a_large_picture_is_read_as_completely_as_at_full_size(
    deck: Manifest, reader: TagReader, tilt: float, scale: float
) -> None:
    """Check that a tilted camera's far tags, too small for the first coarse search, are read."""
    pieces = spread(deck, 3, 5, 3)
    camera = Camera(width=3840, height=2160, scale=scale, tilt=tilt)
    pyramid = ImagePyramid(as_grey(Scene(pieces=pieces, width=310, height=294).render(camera)))
    tags = {r.tag for r in reader.search(pyramid)}
    assert (
        tags
        >= {r.tag for r in reader.search(pyramid, None, (0.5, math.inf))}
        >= {p.tag for p in pieces}
    )
