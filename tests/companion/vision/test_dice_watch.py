"""Dice thrown, left and taken away again, frame by frame."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.readings import DieReading
from companion.virtual.dice import Die
from companion.virtual.render import Renderer
from companion.virtual.scene import Hand, Scene
from companion.vision.dice import D6
from companion.vision.dice_watch import DiceWatch
from companion.vision.mat import MatPose
from tests.companion.vision.dice_table import RED_DIE, table

TRAY = (60.0, 30.0, 200.0, 140.0)
STEP_S = 0.2


class Table:
    """A table with a watch over its tray, and a clock."""

    def __init__(self) -> None:
        self.renderer, self.pose = table(20)
        self.watch = DiceWatch((D6,), TRAY)
        self.time_s = 0.0

    def look(self, *dice: Die, frames: int = 8, hand: bool = False) -> tuple[DieReading, ...]:
        """What is told at the end of so many frames of the same scene."""
        told: tuple[DieReading, ...] = ()
        hands = (Hand(110, 90, 0.0),) if hand else ()
        for _ in range(frames):
            image = self.renderer.render(Scene(dice=dice, hands=hands))
            told = self.watch.see(self.time_s, image, self.pose, hand=hand)
            self.time_s += STEP_S
        return told


@pytest.fixture
def tabletop() -> Table:
    return Table()


def test_a_throw_is_told_once_it_lies_and_counted(tabletop: Table) -> None:
    assert tabletop.look() == ()
    four, two = Die("4", 110, 80, 20), Die("2", 150, 90, 50, look=RED_DIE)
    assert tabletop.look(four, two, frames=1) == (), "told while it rolled"
    assert sorted(d.value for d in tabletop.look(four, two)) == ["2", "4"]
    assert tabletop.watch.throw == 1
    tabletop.look(four, two, frames=12)
    assert tabletop.watch.throw == 1, "the same dice are no new throw"


def test_dice_that_are_taken_up_are_gone_and_thrown_again_are_new(tabletop: Table) -> None:
    tabletop.look()
    tabletop.look(Die("4", 110, 80, 20))
    assert tabletop.look(frames=3, hand=True) == ()
    assert tabletop.look() == ()
    assert [d.value for d in tabletop.look(Die("6", 140, 70, 75))] == ["6"]
    assert tabletop.watch.throw == 2


def test_nothing_is_read_under_a_hand(tabletop: Table) -> None:
    tabletop.look()
    assert tabletop.look(Die("4", 110, 80, 20), hand=True) == ()
    assert [d.value for d in tabletop.look(Die("4", 110, 80, 20))] == ["4"]


def test_a_die_that_was_rolled_over_in_its_place_is_read_anew(tabletop: Table) -> None:
    tabletop.look()
    die = Die("4", 110, 80, 20)
    tabletop.look(die)
    assert [d.value for d in tabletop.look(replace(die, value="3"))] == ["3"]
    assert tabletop.watch.throw == 2


def test_a_pushed_camera_costs_the_picture_from_before_only(tabletop: Table) -> None:
    tabletop.look()
    old = tabletop.pose
    camera = replace(tabletop.renderer.camera, height_mm=1.1 * tabletop.renderer.camera.height_mm)
    moved, pose = table(20 / 1.1)
    assert isinstance(moved, Renderer)
    assert abs(moved.camera.height_mm - camera.height_mm) < 5
    assert isinstance(pose, MatPose)
    assert pose.distance_mm(old) > 1.5
    tabletop.renderer, tabletop.pose = moved, pose
    tabletop.look()
    assert [d.value for d in tabletop.look(Die("5", 110, 80, 20))] == ["5"]


def test_what_is_no_picture_and_shows_no_mat_tells_nothing(tabletop: Table) -> None:
    tabletop.look()
    watch = tabletop.watch
    assert watch.see(9.0, np.zeros((0, 3)), tabletop.pose, hand=False) == ()
    assert watch.see(9.1, np.zeros((480, 640, 3)), None, hand=False) == ()
