"""Small tags with narrow frames: white bleeds over the frames, and a second threshold stops it."""

from __future__ import annotations

import dataclasses

from companion.vision.reader.codebook import Codebook
from companion.vision.reader.image_pyramid import ImagePyramid, as_grey
from companion.vision.reader.reader import TagReader
from tests.support.vision.scenes import Camera, Scene, deck_manifest, spread

PX_PER_MM = 0.75 / 0.762


def test_patience_finds_small_tags_over_whose_frames_white_runs_out() -> None:
    deck = deck_manifest(100)
    reader = TagReader(Codebook([deck]))
    once = twice = 0
    for seed in range(3):
        scene = Scene(pieces=spread(deck, seed, 5, 2), width=310, height=196, ground=0.25)
        scene.pieces = [dataclasses.replace(piece, frame_mm=1.3) for piece in scene.pieces]
        camera = Camera(
            round(330 * PX_PER_MM), round(220 * PX_PER_MM), PX_PER_MM, tilt=12, seed=seed
        )
        grey = as_grey(scene.render(camera))
        there = {piece.tag for piece in scene.pieces}
        found = {r.tag for r in reader.search(ImagePyramid(grey), patient=True) if r.tag}
        assert found <= there
        once += len({r.tag for r in reader.search(ImagePyramid(grey))} & there)
        twice += len(found)
    assert twice >= once + 5
