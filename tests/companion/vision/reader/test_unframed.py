"""Tags without a frame: other makers' prints, with the standard quiet zone of four modules."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from companion.readings import Reading
from companion.vision.reader.codebook import Codebook
from companion.vision.reader.image_pyramid import ImagePyramid, as_grey
from companion.vision.reader.reader import TagReader
from rules import Manifest
from tests.support.vision.scenes import (
    Camera,
    Piece,
    Scene,
    TagSquare,
    card_tag,
    deck_manifest,
    spread,
)


@pytest.fixture(scope="module")
def bare() -> Manifest:
    deck = deck_manifest(60, quiet=4.0)
    return dataclasses.replace(deck, symbol=dataclasses.replace(deck.symbol, frame_mm=0.0))


@pytest.fixture(scope="module")
def bare_reader(bare: Manifest) -> TagReader:
    return TagReader(Codebook([bare]))


def unframed(piece: Piece) -> Piece:
    return dataclasses.replace(
        piece, quiet=4.0, frame_mm=0.0, square=TagSquare(7.0, 60.0, piece.size)
    )


def view(module_px: float, seed: int) -> Camera:
    scale = module_px / 0.762
    return Camera(
        width=round(330 * scale), height=round(220 * scale), scale=scale, tilt=10, seed=seed
    )


def tags(readings: tuple[Reading, ...]) -> set[str]:
    return {r.tag for r in readings if r.tag}


@pytest.mark.parametrize("module_px", [1.5, 2.0, 3.0, 5.0])
def test_tags_without_a_frame_are_read(
    bare: Manifest, bare_reader: TagReader, module_px: float
) -> None:
    for seed in range(2):
        pieces = [unframed(p) for p in spread(bare, seed, 5, 2)]
        scene = Scene(pieces=pieces, width=310, height=196)
        picture = scene.render(view(module_px, seed))
        found = bare_reader.read(picture)
        assert tags(found) == {p.tag for p in pieces}
        again = bare_reader.recheck(ImagePyramid(as_grey(picture)), found)
        assert tags(again) == tags(found)


@pytest.mark.parametrize("turn", [37.0, 45.0])
def test_a_turned_tag_fills_little_of_the_box_around_it_and_is_found(
    bare: Manifest, bare_reader: TagReader, turn: float
) -> None:
    """Check that tags are found at 45°, where they fill half of their upright bounding box."""
    apart = spread(bare, 7, 3, 1, pitch=(100, 180))
    pieces = [dataclasses.replace(unframed(p), turn=turn) for p in apart]
    picture = Scene(pieces=pieces, width=310, height=196).render(view(1.5, 7))
    found = bare_reader.search(ImagePyramid(as_grey(picture)))
    assert tags(found) == {p.tag for p in pieces}


def test_corners_are_the_symbols(bare_reader: TagReader) -> None:
    piece = unframed(Piece(card_tag(5), 155, 98, 90.0))
    scene = Scene(pieces=[piece], width=310, height=196)
    camera = view(3.0, 1)
    (reading,) = bare_reader.read(scene.render(camera))
    x, y = piece.square.x_mm + 8 - 27, piece.square.y_mm + 8 - 45
    centre = np.array([155 - y, 98 + x, 1.0])  # a quarter turn clockwise
    at = scene.homography(camera) @ centre
    assert np.abs(np.mean(reading.corners, axis=0) - at[:2] / at[2]).max() < 0.35


def test_foreign_tags_without_a_frame_are_never_ours(bare_reader: TagReader) -> None:
    foreign = [card_tag(i, copy=2) for i in range(10)] + [card_tag(500 + i) for i in range(10)]
    for start in (0, 10):
        pieces = [
            unframed(Piece(tag, 31 + 62 * (i % 5), 49 + 98 * (i // 5)))
            for i, tag in enumerate(foreign[start : start + 10])
        ]
        for module_px in (3.0, 1.5):
            picture = Scene(pieces=pieces, width=310, height=196).render(view(module_px, start))
            assert not tags(bare_reader.read(picture))
