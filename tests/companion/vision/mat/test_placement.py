"""Places of cards on the mat, from their tags' corners."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from companion.frames import Frame
from companion.readings import Face, Reading
from companion.vision.mat.placement import is_held
from companion.vision.reader.codebook import Codebook
from companion.vision.watcher import Watcher
from rules import Tag, TagKind, format_tag
from rules.records.manifest import TagSquare
from tests.support.vision.scenes import (
    CARD,
    SQUARE,
    Camera,
    Piece,
    Scene,
    deck_manifest,
    mat_manifest,
)

SIZE_MM = 16.0


def seen(face: Face, side_mm: float) -> tuple[Reading, Any, Any]:
    """Return a tag's reading, a codebook with it, and a pose in which a pixel is a millimetre."""
    turned = np.array([[0.6, 0.8], [-0.8, 0.6]])
    square = np.array([[0, 0], [side_mm, 0], [side_mm, side_mm], [0, side_mm]]) @ turned
    a, b, c, d = ((x, y) for x, y in square.tolist())
    book = SimpleNamespace(entries={"T": SimpleNamespace(face=face, size_mm=SIZE_MM)})
    return Reading("T", (a, b, c, d), 1.0, face), book, SimpleNamespace(to_mat=np.asarray)


@pytest.mark.parametrize(
    ("face", "height", "held"),
    [
        (Face.CONTROL, 0.0, False),
        (Face.CONTROL, 0.04, False),
        (Face.CONTROL, 0.15, True),
        (Face.FRONT, 0.15, False),
    ],
)
def test_a_control_card_above_the_mat_is_held(face: Face, height: float, *, held: bool) -> None:
    """Check heights as shares of the camera's; only control cards are commands."""
    reading, book, pose = seen(face, SIZE_MM / (1 - height))
    assert is_held(reading, book, pose) is held


@pytest.mark.parametrize("held", [True, False])
def test_the_watcher_reports_a_control_card_only_where_it_rests(*, held: bool) -> None:
    """Check a hand that does not move above the card's place: it is not noticed as a hand."""
    tag = format_tag(Tag("Y", 10, TagKind.CONTROL, 3, 1))
    deck, mat_sheet = deck_manifest(6), mat_manifest(4, 2)
    control = replace(deck.cards[0], tag=tag, card="ctl.undo", owner="")
    watcher = Watcher(Codebook([replace(deck, cards=(*deck.cards, control)), mat_sheet]))
    (mat,) = mat_sheet.mats
    grown = 1.15 if held else 1.0
    wide, high = (grown * side for side in CARD)
    square = TagSquare(grown * SQUARE.x_mm, grown * SQUARE.y_mm, grown * SQUARE.size_mm)
    card = Piece(tag, 150.0, 63.0, 0.0, grown * 16.0, (wide, high), square, frame_mm=grown * 2.0)
    image = Scene(mat=mat, pieces=[card]).render(Camera(width=720, height=480, scale=1.9, tilt=8))
    views = [watcher.see(Frame(image, 0.1 * index, index)) for index in range(6)]
    assert views[-1].mat
    shown = {reading.card for view in views for reading in view.readings if reading.card}
    assert shown == (set() if held else {"ctl.undo"})
