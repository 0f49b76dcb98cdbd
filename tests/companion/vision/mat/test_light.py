"""Changes of light, and changes that only look like one; the mat's marks distinguish them."""

from __future__ import annotations

import numpy as np
import pytest

from companion.vision.mat.background import Background
from companion.vision.mat.fiducials import mark_square
from companion.vision.mat.observer import MatLight
from companion.vision.mat.top_view import TopView, View
from rules import Manifest

RED = (0.25, 0.35, 1.0)


class Lit:
    """A mat whose bare background has been learned, and a clock."""

    def __init__(self, sheet: Manifest) -> None:
        (self.mat,) = sheet.mats
        self.top = TopView(self.mat)
        self.background = Background(self.top, 100.0)
        self.light = MatLight(self.top)
        self.all = np.ones((self.top.height, self.top.width), np.bool_)
        high, wide = self.all.shape
        patches = np.random.default_rng(1).uniform(60, 200, (high // 20 + 1, wide // 20 + 1, 3))
        ground = np.kron(patches, np.ones((20, 20, 1)))
        self.bare: View = ground[:high, :wide].astype(np.float32)
        self.background.learn(self.all, self.bare)

    def cloth(self) -> View:
        """Return the mat with a grey cloth over everything except its marks."""
        marks = self.top.mask([mark_square(mark) for mark in self.mat.fiducials])
        return np.where(marks[..., None], self.bare, np.float32(250.0))

    def another(self, view: View, *times_s: float) -> list[bool]:
        tags = [mark.tag for mark in self.mat.fiducials]
        glance = self.background.glance(self.background.even(view, self.all), self.all)
        return [
            self.light.is_another(self.background, view, glance, tags, time_s) for time_s in times_s
        ]


@pytest.fixture
def lit(mat_sheet: Manifest) -> Lit:
    return Lit(mat_sheet)


def test_what_cannot_be_evened_out_is_another_light_once_it_lasts(lit: Lit) -> None:
    assert lit.another(lit.bare * np.float32(RED), 0.0, 0.5, 1.1) == [False, False, True]


def test_a_flash_is_none(lit: Lit) -> None:
    red = lit.bare * np.float32(RED)
    assert not any(lit.another(red, 0.0, 0.5))
    assert not any(lit.another(lit.bare, 0.6))
    assert not any(lit.another(red, 0.7, 1.5))


@pytest.mark.parametrize("share", [0.6, 1.0, 1.2])
def test_what_can_be_evened_out_is_none(lit: Lit, share: float) -> None:
    assert not any(lit.another(lit.bare * np.float32(share), 0.0, 5.0))


@pytest.mark.parametrize("share", [0.6, 1.0])
def test_a_cloth_over_all_but_the_marks_is_none(lit: Lit, share: float) -> None:
    assert not any(lit.another(lit.cloth() * np.float32(share), 0.0, 5.0))


def test_a_background_that_begins_again_knows_nothing_and_learns(lit: Lit) -> None:
    lit.background.forget(lit.all)
    lit.background.begin_again()
    assert not lit.background.known.any()
    red = lit.bare * np.float32(RED)
    assert not lit.background.glance(red, lit.all).foreign.any()
    lit.background.learn(lit.all, red)
    assert lit.background.glance(lit.bare, lit.all).foreign.mean() > 0.5
