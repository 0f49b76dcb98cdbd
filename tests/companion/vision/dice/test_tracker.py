"""Dice thrown, left and removed, frame by frame."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.readings import DieReading
from companion.simulator.dice import Die
from companion.simulator.dice_solids import DieLook
from companion.simulator.render import Renderer
from companion.simulator.scene import Glint, Hand, Scene
from companion.vision.dice.background import DiceBackground
from companion.vision.dice.reader import D6, DiceSeen, read_dice
from companion.vision.dice.tracker import DiceTracker
from companion.vision.mat.tracker import MatPose
from companion.vision.reader.image_pyramid import Image
from tests.support.vision.dice_table import BLACK_DIE, RED_DIE, table

WORN = DieLook((0.8, 0.8, 0.8), (0.8, 0.8, 0.8))
"""A die whose pips are worn off."""
TRAY = (60.0, 30.0, 200.0, 140.0)
STEP_S = 0.2


class Table:
    """A table with a clock, and a tracker for its tray."""

    def __init__(self) -> None:
        self.renderer, self.pose = table(20)
        self.watch = DiceTracker((D6,), TRAY)
        self.time_s = 0.0

    def look(
        self, *dice: Die, frames: int = 8, hand: bool = False, aside: bool = False
    ) -> tuple[DieReading, ...]:
        """Return the readings after `frames` frames of a scene, with a hand over or next to it."""
        report: tuple[DieReading, ...] = ()
        hands = (Hand(110, 90, 0.0),) if hand else (Hand(170, 90, 0.0),) if aside else ()
        hand = hand or aside
        for _ in range(frames):
            image = self.renderer.render(Scene(dice=dice, hands=hands))
            report = self.watch.see(self.time_s, image, self.pose, hand=hand)
            self.time_s += STEP_S
        return report


@pytest.fixture
def tabletop() -> Table:
    return Table()


def test_a_throw_is_reported_once_at_rest_and_counted(tabletop: Table) -> None:
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


def test_a_die_that_was_rolled_over_in_its_place_is_read_again(tabletop: Table) -> None:
    tabletop.look()
    die = Die("4", 110, 80, 20)
    tabletop.look(die)
    assert [d.value for d in tabletop.look(replace(die, value="3"))] == ["3"]
    assert tabletop.watch.throw == 2


def test_the_same_number_in_the_same_place_is_a_throw_if_it_is_turned(tabletop: Table) -> None:
    tabletop.look()
    die = Die("5", 110, 80, 20)
    tabletop.look(die)
    tabletop.look(die, frames=3, hand=True)
    again = tabletop.look(replace(die, x_mm=109, y_mm=81, rotation_deg=48))
    assert [d.value for d in again] == ["5"]
    assert tabletop.watch.throw == 2


def test_a_die_that_was_seen_to_be_away_was_thrown(tabletop: Table) -> None:
    tabletop.look()
    die = Die("5", 110, 80, 20)
    tabletop.look(die)
    tabletop.look(frames=2, aside=True)
    assert [d.value for d in tabletop.look(replace(die, x_mm=111))] == ["5"]
    assert tabletop.watch.throw == 2


@pytest.mark.parametrize("look", [DieLook(), RED_DIE, BLACK_DIE])
def test_a_die_that_was_brushed_or_reached_over_was_not_thrown(
    tabletop: Table, look: DieLook
) -> None:
    tabletop.look()
    die = Die("5", 110, 80, 20, look=look)
    tabletop.look(die)
    tabletop.look(die, frames=3, hand=True)
    tabletop.look(replace(die, x_mm=111, rotation_deg=24))
    tabletop.look(die, frames=3, aside=True)
    assert [d.value for d in tabletop.look(die)] == ["5"]
    assert tabletop.watch.throw == 1


def test_a_die_that_cannot_be_read_is_reported_and_not_in_the_way_of_the_next(
    tabletop: Table,
) -> None:
    tabletop.look()
    assert [d.value for d in tabletop.look(Die("4", 110, 80, 20, look=WORN))] == [""]
    tabletop.look(frames=2, hand=True)
    assert [d.value for d in tabletop.look(Die("4", 118, 84, 50))] == ["4"]
    assert tabletop.watch.throw == 2


@pytest.mark.parametrize(
    ("size_mm", "dice"), [((16, 16), 1), ((24, 18), 1), ((70, 60), 0), ((60, 2), 0), ((4, 4), 0)]
)
def test_only_what_is_as_large_as_a_die_may_be_one(size_mm: tuple[int, int], dice: int) -> None:
    renderer, pose = table(20)
    before = DiceBackground(TRAY)
    bare = renderer.render(Scene())
    before.learn(bare, pose, ())
    now = renderer.render(Scene())
    width, height = size_mm
    x, y = 130 - width / 2, 85 - height / 2
    sheet = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
    cv2.fillConvexPoly(now, pose.to_image(sheet).round().astype(np.int32), (230, 230, 230))
    whole = slice(0, now.shape[0]), slice(0, now.shape[1])
    found = before.odd(now, pose, whole, (), (12.0, 25.0))
    assert len(found) == dice
    paper = ("tag", np.array(sheet, np.float64))
    assert before.odd(now, pose, whole, (paper,), (12.0, 25.0)) == []


def test_dice_that_were_there_at_first_are_no_ground_until_they_are_gone() -> None:
    renderer, pose = table(20)
    spots = [(*pose.to_image([(x, 80.0)])[0].tolist(), 25.0) for x in (90.0, 105.0, 170.0)]
    first, nearby, away = (
        renderer.render(Scene(dice=(Die("1", x, 80.0, 20),))) for x in (90.0, 105.0, 170.0)
    )
    before = DiceBackground(TRAY)
    before.learn(first, pose, (), spots[:1])
    assert before.at(pose, first.shape) is None
    whole = slice(0, first.shape[0]), slice(0, first.shape[1])
    assert len(before.odd(away, pose, whole, (), (12.0, 25.0))) == 2, "what is new beside it"
    before.learn(nearby, pose, (), spots[1:2])
    assert before.at(pose, first.shape) is None, "it may still be seen beside the other"
    before.learn(away, pose, (), spots[2:])
    assert before.at(pose, first.shape) is not None
    bare = renderer.render(Scene())
    assert before.odd(bare, pose, whole, (), (12.0, 25.0)) == []


def test_a_die_on_a_place_first_seen_with_dice_is_read_without_an_earlier_picture(
    tabletop: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check printed pips, which count only with an earlier picture of the bare place."""
    tabletop.look(Die("1", 80, 60, 20))

    def warily(
        image: Image, pose: MatPose, kinds: object, area: object, before: Image | None, **_: object
    ) -> DiceSeen:
        return DiceSeen() if before is None else read_dice(image, pose, (D6,), TRAY, before)

    monkeypatch.setattr("companion.vision.dice.tracker.read_dice", warily)
    tabletop.look(frames=1, hand=True)
    assert [d.value for d in tabletop.look(Die("4", 160, 110, 20))] == ["4"]


@pytest.mark.parametrize(
    ("frames", "value"), [("22", "2"), ("2--2-", ""), ("2-2", "2"), ("2--22", "2"), ("2-3-2", "")]
)
def test_most_frames_must_be_sure_of_a_die(
    tabletop: Table, monkeypatch: pytest.MonkeyPatch, frames: str, value: str
) -> None:
    tabletop.look()
    text = iter(frames)

    def scripted(*_: object, **__: object) -> DiceSeen:
        one = next(text).strip("-")
        return DiceSeen((DieReading("d6", one, (0.0, 0.0), 0.9 if one else 0.4, 110.0, 80.0),))

    monkeypatch.setattr("companion.vision.dice.tracker.read_dice", scripted)
    assert [d.value for d in tabletop.look(Die("2", 110, 80, 20))] == [value]
    assert list(text) == [], "more frames were asked than that"


def test_the_picture_from_before_is_carried_along_with_the_camera() -> None:
    old, pose = table(20)
    moved, then = table(20 / 1.1)
    before = DiceBackground(TRAY)
    before.learn(old.render(Scene()), pose, ())
    now = moved.render(Scene())
    carried = before.at(then, now.shape)
    assert carried is not None
    x, y = np.array(TRAY).reshape(2, 2).T
    (left, top), (right, bottom) = then.to_image(np.column_stack([x, y])).round().astype(int)
    part = slice(top, bottom), slice(left, right)
    assert np.abs(carried[part].astype(float) - now[part]).mean() < 3.0
    assert before.at(then, (10, 10, 3)) is None


def test_a_pushed_camera_costs_nothing(tabletop: Table) -> None:
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


def test_what_a_lamp_that_is_gone_had_hidden_is_known_again() -> None:
    """Regression: a lamp was learned as table, so its dark spot later passed for a die."""
    renderer, pose = table(20)
    (left, top), (right, bottom) = pose.to_image([TRAY[:2], TRAY[2:]]).round().astype(int).tolist()
    part = slice(top, bottom), slice(left, right)
    bare, lit = (renderer.render(Scene(glints=g)) for g in ((), (Glint(200, 85, 18.0),)))
    die = renderer.render(Scene(dice=(Die("4", 110, 80, 20),)))
    before = DiceBackground(TRAY)
    for picture in (bare, lit, lit):
        before.learn(picture, pose, (), part=part)

    def off(picture: Image) -> float:
        known = before.at(pose, picture.shape)
        assert known is not None
        return float(np.abs(known[part].astype(float) - picture[part]).mean())

    before.recall(lit, pose, part)
    assert off(lit) < 3.0 < off(bare)
    for now in (die, bare):
        before.recall(now, pose, part)
        assert off(bare) < 3.0 < off(lit)
    before.recall(lit, pose, part)  # the lamp is switched on again
    assert off(lit) < 3.0


def test_what_is_no_picture_and_shows_no_mat_reports_nothing(tabletop: Table) -> None:
    tabletop.look()
    watch = tabletop.watch
    assert watch.see(9.0, np.zeros((0, 3)), tabletop.pose, hand=False) == ()
    assert watch.see(9.1, np.zeros((480, 640, 3)), None, hand=False) == ()
