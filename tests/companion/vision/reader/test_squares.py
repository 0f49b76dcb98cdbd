"""White squares in a thresholded picture, also where noise interrupts the white border."""

from __future__ import annotations

import numpy as np
import pytest

from companion.vision.reader.squares import squares


def framed(gap: int) -> np.ndarray:
    """Return a white ring of 24 px, 3 px wide, with a gap in one side and some white inside."""
    mask = np.zeros((48, 48), np.uint8)
    mask[12:36, 12:36] = 255
    mask[15:33, 15:33] = 0
    mask[15:22, 20:22] = 255
    mask[20 : 20 + gap, 33:36] = 0
    return mask


@pytest.mark.parametrize(("gap", "found"), [(0, 1), (1, 1), (2, 1), (9, 0)])
def test_a_square_with_a_small_gap_is_a_square(gap: int, found: int) -> None:
    quads = list(squares(framed(gap), 20.0, 60.0, 0.15, 10))
    assert len(quads) == found
    for quad in quads:
        assert np.abs(np.sort(quad[:, 0]) - [12, 12, 35, 35]).max() <= 0.6
