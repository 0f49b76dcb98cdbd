"""Places of cards on the mat, from their tags' corners."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from companion.readings import Face, Reading
from companion.vision.mat.placement import is_held

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
