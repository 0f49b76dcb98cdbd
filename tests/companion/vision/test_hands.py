"""Hands over the mat: what reaches in, what only lies along the rim."""

from __future__ import annotations

import numpy as np
import pytest

from companion.vision.hands import Hands
from companion.vision.tabletop import Mask, Tabletop
from rules import Mat

SIZE_MM = (600.0, 400.0)


@pytest.fixture
def hands() -> Hands:
    """Two still looks at an empty mat."""
    hands = Hands(Tabletop(Mat("plain", 1, *SIZE_MM, (), (), ())))
    for time_s in (0.0, 0.2):
        judged(hands, nothing(hands), time_s)
    return hands


def nothing(hands: Hands) -> Mask:
    return np.zeros((hands.top.height, hands.top.width), np.bool_)


def judged(hands: Hands, foreign: Mask, time_s: float) -> bool:
    shape = hands.top.height, hands.top.width
    hands.update(np.full((*shape, 3), 120, np.float32), foreign, np.ones(shape, np.bool_), time_s)
    return hands.present


def test_an_arm_that_reaches_in_is_a_hand(hands: Hands) -> None:
    arm = nothing(hands)
    arm[-30:, 40:60] = True
    assert judged(hands, arm, 0.4)


def test_a_line_along_the_rim_of_a_pushed_mat_is_none(hands: Hands) -> None:
    """The table shows there: a pixel wide, and as long as the rim (a match of Spherion)."""
    rim = nothing(hands)
    rim[-1, :] = True
    rim[:, 0] = True
    assert rim.sum() > 400
    assert not judged(hands, rim, 0.4)
