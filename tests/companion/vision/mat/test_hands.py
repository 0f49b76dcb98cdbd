"""Hands over the mat, as opposed to objects along its rim."""

from __future__ import annotations

import numpy as np
import pytest

from companion.vision.mat.observer import Hands
from companion.vision.mat.top_view import Mask, TopView
from rules import Mat

SIZE_MM = (600.0, 400.0)


@pytest.fixture
def hands() -> Hands:
    """Return a detector after two still views of an empty mat."""
    hands = Hands(TopView(Mat("plain", 1, *SIZE_MM, (), (), ())))
    for time_s in (0.0, 0.2):
        judged(hands, nothing(hands), time_s)
    return hands


def nothing(hands: Hands) -> Mask:
    return np.zeros((hands.top.height, hands.top.width), np.bool_)


def judged(hands: Hands, foreign: Mask, time_s: float, strange: Mask | None = None) -> bool:
    shape = hands.top.height, hands.top.width
    view, shown = np.full((*shape, 3), 120, np.float32), np.ones(shape, np.bool_)
    hands.update(view, foreign, foreign if strange is None else strange, shown, time_s)
    return hands.present


def test_an_arm_that_reaches_in_is_a_hand(hands: Hands) -> None:
    arm = nothing(hands)
    arm[-30:, 40:60] = True
    assert judged(hands, arm, 0.4)


def test_a_line_along_the_rim_of_a_pushed_mat_is_none(hands: Hands) -> None:
    """Check the table beyond a pushed mat: one pixel wide and as long as the rim."""
    rim = nothing(hands)
    rim[-1, :] = True
    rim[:, 0] = True
    assert rim.sum() > 400
    assert not judged(hands, rim, 0.4)


def test_what_rests_at_the_rim_is_none_and_an_arm_over_it_is_one(hands: Hands) -> None:
    """Check that an arm over a resting object is a hand, though only partly visible."""
    both, arm = nothing(hands), nothing(hands)
    both[-60:, 40:60] = True
    arm[-60:-40, 40:60] = True
    assert not judged(hands, both, 0.4, nothing(hands))
    assert judged(hands, both, 0.6, arm)
    assert not judged(hands, arm, 0.8, arm), "it lies somewhere on the mat"


def test_what_a_motion_touches_stirs_with_all_that_is_joined_to_it(hands: Hands) -> None:
    touched, apart = nothing(hands), nothing(hands)
    touched[-30:, 40:60] = True
    apart[-30:, 80:100] = True
    shape = hands.top.height, hands.top.width
    view = np.full((*shape, 3), 120, np.float32)
    view[-40:-25, 40:60] = 60
    hands.update(view, touched | apart, touched | apart, np.ones(shape, np.bool_), 0.4)
    assert hands.stirred[touched].all()
    assert not hands.stirred[apart].any()
