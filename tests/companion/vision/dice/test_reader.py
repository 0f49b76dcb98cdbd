"""Dice thrown before the virtual camera: read correctly or not at all."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from companion.simulator.dice import Die
from companion.simulator.dice_solids import DieLook
from companion.simulator.scene import Scene
from companion.vision.dice.camera import camera_of
from companion.vision.dice.candidates import FaceGuesses, search
from companion.vision.dice.confidence import surely
from companion.vision.dice.patch import Area, DicePatch
from companion.vision.dice.reader import D6, PAPER_D6, DiceSeen, DieKind, read_dice
from companion.vision.dice.solve import Candidate
from tests.support.simulator.paper_dice import PaperLook
from tests.support.vision.dice_table import (
    BLACK_DIE,
    HEIGHT,
    RED_DIE,
    RED_ONE,
    WIDTH,
    paper_skin,
    table,
)


def six(look: DieLook, y: float, edge: float = 16.0) -> list[Die]:
    """Return dice with one to six pips in a row, each at another angle."""
    return [Die(str(n + 1), 40.0 + 36 * n, y, 17.0 + 31 * n, edge, look) for n in range(6)]


def values(dice: list[Die], readings: object, within_mm: float = 2.0) -> list[str]:
    """Return the value read at each die's place, or "-" without exactly one reading."""
    found = []
    for die in dice:
        here = [
            r
            for r in readings  # type: ignore[attr-defined]
            if math.dist((r.x_mm, r.y_mm), (die.x_mm, die.y_mm)) < within_mm
        ]
        found.append(here[0].value if len(here) == 1 else "-")
    return found


@pytest.mark.parametrize("tilt", [0.0, 28.0])
def test_every_value_of_four_makes_is_read_where_it_is(tilt: float) -> None:
    renderer, pose = table(24, tilt)
    before = renderer.render(Scene())
    dice = [
        die
        for y, look in ((35, DieLook()), (70, BLACK_DIE), (105, RED_DIE), (140, RED_ONE))
        for die in six(look, y)
    ]
    readings = read_dice(renderer.render(Scene(dice=tuple(dice))), pose, (D6,), before=before).dice
    assert values(dice, readings) == [die.value for die in dice]
    assert all(r.value for r in readings) or len(readings) > len(dice)
    assert sum(bool(r.value) for r in readings) == len(dice), "a side face was read"
    for die in dice:
        here = min(
            readings,
            key=lambda r: math.hypot((r.x_mm or 0) - die.x_mm, (r.y_mm or 0) - die.y_mm),
        )
        assert here.kind == "d6"
        assert here.confidence >= 0.5
        if die.value != "1":
            turned = ((here.rotation_deg or 0.0) - die.rotation_deg + 45) % 90 - 45
            assert abs(turned) < 4


def test_the_printed_paper_die_is_read() -> None:
    renderer, pose = table(22)
    before = renderer.render(Scene())
    dice = six(PaperLook(skin=paper_skin()), 85, 22.0)
    image = renderer.render(Scene(dice=tuple(dice)))
    readings = read_dice(image, pose, (PAPER_D6,), before=before).dice
    assert values(dice, readings) == ["1", "2", "3", "4", "5", "6"]


@pytest.mark.parametrize("edge", [12.0, 14.0, 18.0, 20.0, 25.0])
def test_dice_of_other_sizes_are_read_without_a_given_size(edge: float) -> None:
    renderer, pose = table(16 * 18 / edge)
    before = renderer.render(Scene())
    dice = six(DieLook(), 85, edge)
    seen = read_dice(
        renderer.render(Scene(dice=tuple(dice))), pose, before=before, budget_s=30
    ).dice
    assert values(dice, seen, 3.0) == ["1", "2", "3", "4", "5", "6"]
    assert sum(bool(die.value) for die in seen) == len(dice), "a part of a pattern was read"


def test_other_sizes_are_looked_for_behind_few_pips(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that other die sizes are tried where a one is read, but not where a six is."""
    known: list[list[tuple[float, float]]] = []

    def spied(
        sight: DicePatch,
        area: Area,
        until_s: float,
        taken: Sequence[tuple[float, float, float]] = (),
    ) -> FaceGuesses:
        known.append([(x, y) for x, y, _ in taken])
        return search(sight, area, until_s, taken)

    monkeypatch.setattr("companion.vision.dice.reader.search", spied)
    renderer, pose = table(20)
    before = renderer.render(Scene())
    dice = Die("1", 80.0, 80.0, 10.0), Die("6", 160.0, 80.0, 10.0)
    image = renderer.render(Scene(dice=dice))
    seen = read_dice(image, pose, (D6, PAPER_D6), before=before)
    assert sorted(die.value for die in seen.dice) == ["1", "6"]
    first, then = known
    assert first == []
    assert [round(x / 10) for x, _ in then] == [16]


def test_a_single_pip_does_not_show_the_size_of_a_die() -> None:
    """Regression: with sizes learned from single pips, two faces of a leaning die read as a two."""
    renderer, pose = table(20)
    before = renderer.render(Scene())
    dice = [Die("1", 40.0 + 36 * n, 60.0, 17.0 * n) for n in range(5)]
    alone = read_dice(renderer.render(Scene(dice=tuple(dice))), pose, before=before)
    assert [die.value for die in alone.dice] == ["1"] * 5
    assert alone.sizes_mm == ()
    dice.append(Die("5", 130.0, 120.0, 30.0))
    seen = read_dice(renderer.render(Scene(dice=tuple(dice))), pose, before=before)
    assert seen.sizes_mm == (16.0,)


@pytest.mark.parametrize(("value", "much"), [("2", 5.5), ("3", 5.5), ("5", 3.5)])
def test_few_pips_of_a_size_that_no_die_has_had_need_more_to_be_reported(
    value: str, much: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    groups: list[Sequence[Candidate]] = []

    def spied(found: Sequence[Sequence[Candidate]]) -> list[tuple[Candidate, bool]]:
        groups[:] = found
        return surely(found)

    monkeypatch.setattr("companion.vision.dice.reader.surely", spied)
    renderer, pose = table(20)
    before = renderer.render(Scene())
    image = renderer.render(Scene(dice=(Die(value, 120.0, 80.0, 25.0, 14.0),)))
    seen = read_dice(image, pose, (DieKind("d6", 14.0),), before=before, usual_mm={16.0})
    assert [die.value for die in seen.dice] == [value]
    [[die]] = groups
    report = {rank: surely([[replace(die, rank=rank)]])[0][1] for rank in (much - 1.0, much)}
    few = value in "23"
    assert die.usual is not few, "a size that is nearly one of the usual"
    assert report == {much - 1.0: not few, much: True}


def test_dice_of_all_sizes_that_touch_are_read_at_once() -> None:
    renderer, pose = table(20)
    before = renderer.render(Scene())
    edges, x, dice = (16.0, 25.0, 12.0, 20.0, 16.0), 60.0, []
    for n, edge in enumerate(edges):
        dice.append(Die(str(n + 2), x + edge / 2, 85.0, 0.0, edge, RED_DIE if n % 2 else DieLook()))
        x += 1.03 * edge
    seen = read_dice(
        renderer.render(Scene(dice=tuple(dice))), pose, before=before, budget_s=30
    ).dice
    assert values(dice, seen, 3.0) == ["2", "3", "4", "5", "6"]


def test_a_shadow_is_no_die_that_must_be_seated_again() -> None:
    renderer, pose = table(13, 22.0)
    before = renderer.render(Scene())
    for turn in range(0, 90, 15):
        die = Die("2", 100, 85, float(turn))
        seen = read_dice(renderer.render(Scene(dice=(die,))), pose, before=before, budget_s=30)
        assert [one.value for one in seen.dice] == ["2"]


@pytest.mark.parametrize("lean", [32.0, 38.0, 44.0])
@pytest.mark.parametrize("turn", [0.0, 180.0])
def test_a_leaning_die_never_shows_another_value_than_its_uppermost(
    lean: float, turn: float
) -> None:
    """Check that a leaning die is read as its uppermost value, or not at all."""
    renderer, pose = table(16, 25.0)
    before = renderer.render(Scene())
    dice = [replace(die, lean_deg=lean, rotation_deg=turn) for die in six(DieLook(), 85)]
    image = renderer.render(Scene(dice=tuple(dice)))
    for seen in read_dice(image, pose, (D6,), before=before).dice:
        die = min(dice, key=lambda d: abs(d.x_mm - (seen.x_mm or 0.0)))
        assert seen.value in ("", die.value)


def test_a_leaning_die_has_no_value() -> None:
    renderer, pose = table(26)
    before = renderer.render(Scene())
    dice = [replace(die, lean_deg=32.0) for die in six(DieLook(), 85)]
    image = renderer.render(Scene(dice=tuple(dice)))
    found = values(dice, read_dice(image, pose, (D6,), before=before).dice)
    assert all(value in ("", "-") for value in found)


def test_printed_squares_with_dots_from_before_are_no_dice() -> None:
    renderer, pose = table(24, printed=True)
    before = renderer.render(Scene())
    die = Die("4", 200, 130, 10)
    image = renderer.render(Scene(dice=(die,)))
    assert [r.value for r in read_dice(image, pose, (D6,), before=before).dice] == ["4"]


def test_nothing_is_read_on_an_empty_table() -> None:
    renderer, pose = table(16)
    assert read_dice(renderer.render(Scene()), pose, (D6,)) == DiceSeen()
    for level in (0, 255):
        assert read_dice(np.full((480, 640, 3), level, np.uint8), pose, (D6,)) == DiceSeen()


def test_a_picture_from_before_must_have_the_same_size() -> None:
    _, pose = table(16)
    with pytest.raises(ValueError, match="before has shape"):
        read_dice(np.zeros((480, 640, 3)), pose, before=np.zeros((240, 320, 3)))


@pytest.mark.parametrize("tilt", [0.0, 15.0, 30.0])
def test_the_camera_behind_a_pose_stands_where_the_camera_is(tilt: float) -> None:
    renderer, pose = table(16, tilt)
    camera, found = renderer.camera, camera_of(pose, (480, 640, 3))
    t, height = math.radians(tilt), camera.height_mm
    true = np.array([WIDTH / 2, HEIGHT / 2 + height * math.tan(t), height])
    assert np.linalg.norm(found.eye - true) < 0.02 * height
    assert found.slant(WIDTH / 2, HEIGHT / 2) == pytest.approx(t, abs=0.01)


def test_a_side_and_a_top_of_a_black_die_are_no_two() -> None:
    """Check that the top and one side of a black die showing a one do not read as a two."""
    renderer, pose = table(14, 30.0)
    before = renderer.render(Scene())
    dice = [replace(die, value="1", look=BLACK_DIE) for die in six(BLACK_DIE, 85)]
    image = renderer.render(Scene(dice=tuple(dice)))
    seen = read_dice(image, pose, (D6,), before=before).dice
    assert {die.value for die in seen} <= {"1", ""}
    assert values(dice, seen).count("1") >= 4


def test_dots_on_a_card_that_is_placed_down_are_no_die() -> None:
    renderer, pose = table(20)
    placed, _ = table(20, card=True)
    seen = read_dice(placed.render(Scene()), pose, (D6,), before=renderer.render(Scene()))
    assert all(not die.value for die in seen.dice)


def test_touching_dice_of_one_colour_are_distinguished() -> None:
    renderer, pose = table(16)
    before = renderer.render(Scene())
    dice = [Die(str(n + 1), 60.0 + 16.4 * n, 85.0, 0.0) for n in range(6)]
    image = renderer.render(Scene(dice=tuple(dice)))
    found = values(dice, read_dice(image, pose, (D6,), before=before).dice)
    assert all(value in (die.value, "", "-") for die, value in zip(dice, found, strict=True))
    assert sum(value == die.value for die, value in zip(dice, found, strict=True)) >= 4


def test_without_a_mat_the_scale_must_be_reported() -> None:
    renderer, _ = table(20, 0.0)
    before = renderer.render(Scene())
    dice = six(DieLook(), 85)
    image = renderer.render(Scene(dice=tuple(dice)))
    scale = renderer.camera.px_per_mm()
    seen = read_dice(image, None, (D6,), before=before, px_per_mm=scale)
    assert [die.value for die in sorted(seen.dice, key=lambda d: d.centre[0])] == list("123456")
    assert {(die.x_mm, die.y_mm, die.rotation_deg) for die in seen.dice} == {(None, None, None)}
    with pytest.raises(ValueError, match="px_per_mm"):
        read_dice(image, None, (D6,))


def test_dice_that_are_too_small_have_no_value() -> None:
    renderer, pose = table(8)
    before = renderer.render(Scene())
    image = renderer.render(Scene(dice=tuple(six(DieLook(), 85))))
    assert all(not die.value for die in read_dice(image, pose, (D6,), before=before).dice)


def test_only_the_area_is_searched() -> None:
    renderer, pose = table(20)
    before = renderer.render(Scene())
    dice = six(DieLook(), 85)
    image = renderer.render(Scene(dice=tuple(dice)))
    seen = read_dice(image, pose, (D6,), (60.0, 60.0, 130.0, 110.0), before).dice
    assert sorted(die.value for die in seen) == ["2", "3"]


WAYS = (1, 0), (0, 1), (-1, 0), (0, -1)


@pytest.mark.parametrize("side", WAYS)
def test_a_die_that_touches_one_beyond_the_tray_is_read(side: tuple[int, int]) -> None:
    renderer, pose = table(16)
    before = renderer.render(Scene())
    mine = Die("5", 100.0, 80.0, 0.0)
    other = Die("3", 100.0 + 16.2 * side[0], 80.0 + 16.2 * side[1], 0.0, look=RED_DIE)
    image = renderer.render(Scene(dice=(mine, other)))
    # The rim is 3 mm beyond the middle of the die that is in the tray, or far away.
    right, bottom, left, top = (3.0 if side == way else 40.0 for way in WAYS)
    tray = (100.0 - left, 80.0 - top, 100.0 + right, 80.0 + bottom)
    seen = read_dice(image, pose, (D6,), tray, before).dice
    assert [die.value for die in seen] == ["5"]


@pytest.mark.parametrize("place", [(WIDTH + 4, 80), (-4, 80), (130, -4), (130, HEIGHT + 4)])
def test_a_die_that_stands_half_on_the_mat_is_read(place: tuple[float, float]) -> None:
    renderer, pose = table(16)
    before = renderer.render(Scene())
    image = renderer.render(Scene(dice=(Die("4", *place, 20.0),)))
    assert [die.value for die in read_dice(image, pose, (D6,), before=before).dice] == ["4"]


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16, np.float32, np.bool_])
@pytest.mark.parametrize("shape", [(1, 1), (7, 300), (480, 640), (480, 640, 4), (33, 65, 1)])
def test_noise_of_any_type_and_size_has_no_value(
    dtype: type[np.generic], shape: tuple[int, ...]
) -> None:
    _, pose = table(12)
    rng = np.random.default_rng(3)
    noise = [(rng.random(shape) * 255).astype(dtype) for _ in range(2)]
    for before in (None, noise[1]):
        seen = read_dice(noise[0], pose, (D6,), before=before, budget_s=0.2)
        assert all(not die.value for die in seen.dice)


def test_too_little_time_is_reported() -> None:
    renderer, pose = table(12)
    before = renderer.render(Scene())
    image = renderer.render(Scene(dice=tuple(six(DieLook(), 85))))
    assert not read_dice(image, pose, (D6,), before=before, budget_s=0.0).complete
