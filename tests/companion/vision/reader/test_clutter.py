"""Pictures full of squares are read with bounded work, and a warning; those of tags are read."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from companion.frames import Frame
from companion.readings import Trouble
from companion.vision.reader.candidates import MOST_QUADS, find_quads
from companion.vision.reader.codebook import Codebook
from companion.vision.reader.image_pyramid import ImagePyramid
from companion.vision.reader.reader import TagReader
from companion.vision.reader.symbol import symbol_matrix
from companion.vision.watcher import Watcher
from rules import Manifest
from tests.support.vision.scenes import (
    MASK,
    Camera,
    Piece,
    Scene,
    card_tag,
    deck_manifest,
    mat_manifest,
)


def squares(side: int, pitch: int) -> npt.NDArray[np.uint8]:
    """Return a Full HD picture of white squares with random content, side by side."""
    rng = np.random.default_rng(1)
    picture = np.full((1080, 1920), 20, np.uint8)
    for top in range(4, 1080 - side, pitch):
        for left in range(4, 1920 - side, pitch):
            picture[top : top + side, left : left + side] = 230
            inner = rng.integers(0, 2, (side // 4, side // 4), dtype=np.uint8) * 230
            a = (side - inner.shape[0] * 2) // 2
            picture[top + a : top + a + 2 * len(inner), left + a : left + a + 2 * len(inner)] = (
                np.kron(inner, np.ones((2, 2), np.uint8))
            )
    return picture


def test_no_more_than_so_many_squares_are_looked_at(reader: TagReader) -> None:
    picture = squares(24, 30)
    assert len(find_quads(ImagePyramid(picture), 25.0)) == MOST_QUADS
    assert not [r for r in reader.read(picture) if r.tag]
    assert reader.cluttered
    reader.read(np.full((1080, 1920), 90, np.uint8))
    assert not reader.cluttered


def test_four_hundred_tags_in_one_picture_are_read() -> None:
    deck = deck_manifest(432)
    reader = TagReader(Codebook([deck]))
    picture = np.full((1080, 1920), 200, np.uint8)
    spots = [(68 * (i // 27) + 8, 68 * (i % 27) + 8) for i in range(16 * 27 - 27)]
    for card, (top, left) in zip(deck.cards, spots, strict=False):
        panel = np.zeros((31, 31), np.uint8)
        panel[3:28, 3:28] = 230
        panel[5:26, 5:26] = symbol_matrix(card.tag, MASK) * 230
        picture[top : top + 60, left : left + 60] = cv2.resize(
            panel, (60, 60), interpolation=cv2.INTER_AREA
        )
    found = {r.tag for r in reader.read(cv2.GaussianBlur(picture, (0, 0), 0.8))}
    assert found == {card.tag for card, _ in zip(deck.cards, spots, strict=False)}
    assert not reader.cluttered


def test_a_cluttered_view_says_so(deck: Manifest) -> None:
    sheet = mat_manifest(4, 2)
    scene = Scene(mat=sheet.mats[0], pieces=[Piece(card_tag(1), 90, 63)])
    camera = Camera(width=960, height=540, scale=1.8)
    table = scene.render(camera)
    flood = cv2.cvtColor(squares(24, 30), cv2.COLOR_GRAY2BGR)
    flood[:540, :960] = table
    watcher = Watcher(Codebook([deck, sheet]))
    assert watcher.see(Frame(flood, 0.0, 0)).trouble is Trouble.CLUTTERED
