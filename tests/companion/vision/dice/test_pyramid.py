"""The printed four-faced die, cut out of its sheet and thrown before the virtual camera."""

from __future__ import annotations

import itertools
import math
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from companion.readings import DieReading
from companion.simulator.dice import Die
from companion.simulator.render import Renderer
from companion.simulator.scene import Hand, Scene
from companion.vision.dice.pyramid.fit import PyramidFit
from companion.vision.dice.pyramid.markings import (
    EDGE_MM,
    PLATE,
    REACH,
    SIGNS,
    SIZE,
    STANDS,
    VALUES,
)
from companion.vision.dice.pyramid.reader import judged
from companion.vision.dice.reader import D6, PYRAMID, read_dice
from companion.vision.dice.tracker import DiceTracker
from companion.vision.mat.tracker import MatPose
from printkit.craft.job import plan_craft, print_craft
from printkit.craft.order import CraftJob, load_craft
from tests.support.simulator.folded_dice import PYRAMID_MM, pyramid_skin
from tests.support.simulator.paper_dice import PaperLook, Skin
from tests.support.vision.dice_table import table
from tests.support.vision.pyramid_prints import numbered

SIGN_PX = 13.0
"""The size of a symbol at the table's scale."""
TRAY = (70.0, 45.0, 190.0, 125.0)

Image = npt.NDArray[np.uint8]


@pytest.fixture(scope="module")
def sheets(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Return the sheet of each style."""
    out = tmp_path_factory.mktemp("pyramids")
    return {
        style: print_craft(CraftJob("pyramid", "spherion", style=style, out=out / style)).pdf
        for style in ("full", "ink")
    }


@pytest.fixture(scope="module")
def skins(sheets: dict[str, Path]) -> dict[str, Skin]:
    """Return the printed pyramid faces of both owners in both styles."""
    return {
        f"{style} {page}": pyramid_skin(pdf, page)
        for style, pdf in sheets.items()
        for page in (1, 2)
    }


def felt(tilt: float, sign_px: float = SIGN_PX) -> tuple[Renderer, MatPose]:
    return table(sign_px / (SIZE * EDGE_MM) * D6.edge_mm, tilt)


def read(
    renderer: Renderer, pose: MatPose, *dice: Die, hand: Hand | None = None
) -> list[DieReading]:
    """Return the readings of a throw, given a picture from before it."""
    before = renderer.render(Scene())
    image = renderer.render(Scene(dice=dice, hands=(hand,) if hand else ()))
    return list(read_dice(image, pose, (PYRAMID,), TRAY, before, budget_s=20).dice)


def thrown(value: str, x: float, y: float, turn: float, skin: Skin, lean: float = 0.0) -> Die:
    return Die(value, x, y, turn, PYRAMID_MM, PaperLook(skin=skin), lean)


# --- the paper ---------------------------------------------------------------------------------


def test_the_net_is_cut_where_it_is_printed(sheets: dict[str, Path]) -> None:
    planned = plan_craft(CraftJob("pyramid", "spherion"))
    skin = pyramid_skin(sheets["full"], 2, px_per_mm=4.0)
    for page in planned.pages:
        placed = page.placed_nets[0]
        points = [placed.matrix(p) for p in placed.net.panel("middle").outline]
        apart = [math.dist(a, b) for a, b in itertools.combinations(points, 2)]
        assert apart == pytest.approx([PYRAMID_MM] * 3)
    assert load_craft().pyramid.edge == EDGE_MM == PYRAMID_MM
    star, arrow = (np.array(spot) for name, spot in skin.faces[0][:2])
    assert np.linalg.norm(arrow - star) == pytest.approx(PYRAMID_MM * 4.0)


@pytest.mark.parametrize("paper", ["full 1", "full 2", "ink 1", "ink 2"])
def test_the_reader_knows_what_is_printed(skins: dict[str, Skin], paper: str) -> None:
    """Check that each plate of each face, cut from the sheet, matches its symbol's outline."""
    skin = skins[paper]
    signs = {value: drawn(SIGNS[value]) for value in VALUES}
    inside = drawn((PLATE,)) > 0.99
    for face in skin.faces:
        for corner, (name, _) in enumerate(face):
            grey = plate_of(skin, [spot for _, spot in face], corner)[inside]
            like = {
                v: abs(float(np.corrcoef(grey, sign[inside])[0, 1])) for v, sign in signs.items()
            }
            assert max(like, key=lambda v: like[v]) == name
            assert like[name] > 0.93, (name, like)


def drawn(outlines: tuple[tuple[tuple[float, float], ...], ...], size: int = 96) -> Image:
    layer = np.zeros((size, size), np.float32)
    for outline in outlines:
        corners = (0.95 * np.array(outline) + 0.75) / 1.5 * size
        cv2.fillPoly(layer, [np.round(corners).astype(np.int32)], (1.0,))
    return np.asarray(cv2.GaussianBlur(layer, (0, 0), 1.0))


def plate_of(skin: Skin, corners: list[tuple[float, float]], which: int, size: int = 96) -> Image:
    at = np.array(corners)
    up = at[which] - at.mean(axis=0)
    up /= np.linalg.norm(up)
    right = np.array([-up[1], up[0]])
    edge = EDGE_MM * skin.px_per_mm
    middle = at[which] - REACH * edge * up
    step = SIZE * edge * 1.5 / size / 0.95
    origin = middle - size / 2 * step * (right - up)
    affine = np.column_stack([right * step, -up * step, origin])
    cut = cv2.warpAffine(skin.image, affine, (size, size), flags=cv2.WARP_INVERSE_MAP)
    return np.asarray(cv2.cvtColor(cut, cv2.COLOR_BGR2GRAY))


def test_the_net_makes_twelve_stands() -> None:
    assert len(set(STANDS)) == 12
    for stand in STANDS:
        rows = [VALUES.index(value) for value in stand]
        first = [VALUES.index(value) for value in STANDS[0]]
        assert np.linalg.det(np.eye(4)[rows] @ np.eye(4)[first].T) == pytest.approx(1)


# --- reading -----------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", ["full 1", "full 2", "ink 1", "ink 2"])
@pytest.mark.parametrize("tilt", [0.0, 28.0])
def test_all_values_are_read_on_any_paper(skins: dict[str, Skin], paper: str, tilt: float) -> None:
    renderer, pose = felt(tilt)
    places = ((80, 60), (180, 55), (85, 115), (175, 110))
    dice = [
        thrown(value, x, y, 25 + 70 * n, skins[paper])
        for n, (value, (x, y)) in enumerate(zip(VALUES, places, strict=True))
    ]
    seen = read(renderer, pose, *dice)
    assert len(seen) == 4
    for die in dice:
        reading = min(
            seen, key=lambda r: math.dist((r.x_mm or 0, r.y_mm or 0), (die.x_mm, die.y_mm))
        )
        assert reading.value == die.value
        assert math.dist((reading.x_mm or 0, reading.y_mm or 0), (die.x_mm, die.y_mm)) < 1.5
        assert reading.kind == "pyramid"
        assert reading.confidence > 0.5


def test_pyramids_that_touch_are_read(skins: dict[str, Skin]) -> None:
    renderer, pose = felt(15)
    side = PYRAMID_MM / math.sqrt(12)
    one = thrown("star", 110, 85, 0, skins["full 1"])
    other = thrown("hammer", 110 + 2 * side + 1.5, 85, 180, skins["full 2"])
    assert sorted(die.value for die in read(renderer, pose, one, other)) == ["hammer", "star"]


def test_the_tip_is_reported_where_it_is_seen(skins: dict[str, Skin]) -> None:
    renderer, pose = felt(25)
    (die,) = read(renderer, pose, thrown("card", 130, 85, 40, skins["ink 2"]))
    foot = pose.to_image([(130, 85)])[0]
    assert die.centre[1] < foot[1] - 8, "from aslant the tip is seen above the foot"


def test_without_a_picture_from_before_it_is_read_too(skins: dict[str, Skin]) -> None:
    renderer, pose = felt(20)
    image = renderer.render(Scene(dice=(thrown("arrow", 120, 80, 10, skins["full 1"]),)))
    seen = read_dice(image, pose, (PYRAMID,), TRAY, budget_s=20)
    assert [die.value for die in seen.dice] == ["arrow"]
    assert seen.complete


def test_without_time_nothing_is_reported(skins: dict[str, Skin]) -> None:
    renderer, pose = felt(20)
    image = renderer.render(Scene(dice=(thrown("arrow", 120, 80, 10, skins["full 1"]),)))
    seen = read_dice(image, pose, (PYRAMID,), TRAY, budget_s=0)
    assert (seen.dice, seen.complete) == ((), False)


def test_too_small_a_pyramid_is_never_guessed(skins: dict[str, Skin]) -> None:
    renderer, pose = felt(20, sign_px=4.0)
    for n, value in enumerate(VALUES[:2]):
        die = thrown(value, 110, 80, 33 * n, skins["full 1"])
        assert {d.value for d in read(renderer, pose, die)} <= {"", value}


# --- no guesses --------------------------------------------------------------------------------


@pytest.mark.parametrize(("value", "lean"), [("star", 15.0), ("arrow", 15.0), ("card", 28.0)])
def test_one_that_leans_is_not_guessed(skins: dict[str, Skin], value: str, lean: float) -> None:
    renderer, pose = felt(20)
    seen = read(renderer, pose, thrown(value, 130, 85, 50, skins["full 1"], lean))
    assert {die.value for die in seen} <= {"", value}


@pytest.mark.parametrize("paper", ["full 1", "ink 2"])
def test_one_that_leans_is_reported_to_be_seated_again(skins: dict[str, Skin], paper: str) -> None:
    renderer, pose = felt(20)
    seen = read(renderer, pose, thrown("star", 130, 85, 50, skins[paper], 28.0))
    assert {die.value for die in seen} == {""}
    assert seen[0].confidence < 0.5


@pytest.mark.parametrize(
    ("explained", "symbols", "sure"),
    [(0.93, 0.7, True), (0.85, 0.7, False), (0.93, 0.66, False), (0.75, 0.76, True)],
)
def test_less_is_asked_of_symbols_where_more_of_the_print_is_explained(
    explained: float, symbols: float, *, sure: bool
) -> None:
    """Check dark plates on grey paper; numbers on them reached 0.85 and 0.68 at most."""
    bare = 400_000.0
    rest = bare * (1 - explained) / (1 - symbols)
    gains = np.zeros(12)
    gains[0] = symbols * rest
    fit = PyramidFit(gains, rest, bare, 880)
    assert fit.explained == pytest.approx(explained)
    assert fit.symbols == pytest.approx(symbols)
    found = judged(fit, (0.0, 0.0, 0.0))
    assert (found.value, found.sure) == (STANDS[0][0], sure)


def test_one_under_a_hand_is_not_guessed(skins: dict[str, Skin]) -> None:
    renderer, pose = felt(20)
    for n, reach in enumerate((0.0, 120.0)):
        die = thrown(VALUES[n], 130, 85, 50 * n, skins["ink 1"])
        seen = read(renderer, pose, die, hand=Hand(130, 85, reach, open=True))
        assert {d.value for d in seen} <= {"", die.value}


def test_one_with_other_symbols_has_no_value(skins: dict[str, Skin]) -> None:
    renderer, pose = felt(10)
    foreign = numbered(skins["full 1"])
    dice = (
        thrown("star", 100, 70, 0, foreign),
        thrown("arrow", 160, 70, 50, foreign),
        thrown("card", 130, 115, 100, foreign),
    )
    assert not any(die.value for die in read(renderer, pose, *dice))


def test_hands_and_other_dice_have_no_value() -> None:
    renderer, pose = felt(20)
    assert read(renderer, pose, Die("5", 70, 60, 20.0), hand=Hand(120, 80, 70.0, 1)) == []


# --- from frame to frame -----------------------------------------------------------------------


def test_a_throw_of_three_is_reported_once_at_rest(skins: dict[str, Skin]) -> None:
    renderer, pose = felt(20)
    watch = DiceTracker((PYRAMID,), TRAY)
    dice = (
        thrown("star", 80, 60, 10, skins["full 1"]),
        thrown("star", 150, 70, 80, skins["full 1"]),
        thrown("card", 110, 115, 150, skins["full 1"]),
    )
    report: tuple[DieReading, ...] = ()
    for frame in range(12):
        resting = dice if frame >= 4 else ()
        image = renderer.render(Scene(dice=resting))
        report = watch.see(0.2 * frame, image, pose, hand=False)
        assert not report or frame > 5
    assert sorted(die.value for die in report) == ["card", "star", "star"]
    assert watch.throw == 1
