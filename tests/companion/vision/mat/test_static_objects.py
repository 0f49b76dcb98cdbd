"""Objects at the mat's rim: a settled one is not a hand, whatever else moves."""

from __future__ import annotations

import copy
from dataclasses import replace

import numpy as np
import pytest

from companion.vision.mat.static_objects import StaticObjects
from companion.vision.mat.top_view import Mask, TopView, View
from companion.vision.reader.codebook import Codebook
from rules import Manifest, Mat
from tests.companion.vision.test_watcher import CAMERA, Play
from tests.support.vision.scenes import Blob, Camera

CARD = 1, "a1"


@pytest.fixture(scope="module")
def table(deck: Manifest, mat_sheet: Manifest) -> Play:
    """Return a card on a mat whose lower cells reach to its rim."""
    mat = replace(mat_sheet.mats[0], height_mm=209.0)
    play = Play(Codebook([deck, replace(mat_sheet, mats=(mat,))]))
    play.see(play.card(*CARD), frames=8)
    return play


@pytest.fixture(scope="module")
def rested(table: Play) -> Play:
    """Return `table` after a bowl has rested at the rim for a while, half over the cell b1."""
    play = copy.deepcopy(table)
    rest(play, bowl(play))
    return play


@pytest.fixture
def bare(table: Play) -> Play:
    """Return a copy of `table` for one test."""
    return copy.deepcopy(table)


@pytest.fixture
def play(rested: Play) -> Play:
    """Return a copy of `rested` for one test."""
    return copy.deepcopy(rested)


def bowl(play: Play, right: float = 0.0, tone: float = 0.7) -> Blob:
    at, end = play.cells["b1"], play.mat.height_mm + 20
    x, y = at.x_mm + right, at.y_mm + 10
    return Blob(((x - 30, y), (x + 30, y), (x + 30, end), (x - 30, end)), tone)


def rest(play: Play, *things: Blob) -> None:
    for _ in range(30):
        play.index += 4
        view = play.see(play.card(*CARD), *things, frames=1)
    assert not view.hand


def after_a_hand(play: Play, *things: Blob, camera: Camera = CAMERA) -> bool:
    """Return True if a hand is seen after one has been at d2 and left."""
    play.see(play.card(*CARD), *things, play.arm("d2"))
    at_work = play.see(play.card(*CARD), *things, play.arm("d2"), frames=8)
    assert at_work.hand
    return play.see(play.card(*CARD), *things, frames=3).hand


def test_a_bowl_at_the_rim_is_no_hand_when_somebody_has_played(play: Play) -> None:
    """Regression: the bowl passed for a hand for eight seconds after every motion."""
    for _ in range(3):
        assert not after_a_hand(play, bowl(play))
    assert "b1" in play.see(play.card(*CARD), bowl(play)).covered


def test_a_bowl_that_is_nudged_or_lit_otherwise_is_no_hand(play: Play) -> None:
    assert not after_a_hand(play, bowl(play, right=1.5))
    dusk = replace(CAMERA, exposure=0.75)
    assert not play.see(play.card(*CARD), bowl(play), frames=4, camera=dusk).hand


def test_an_arm_over_the_bowl_is_a_hand_while_it_stays(play: Play) -> None:
    over = play.see(play.card(*CARD), bowl(play), play.arm("b1"), frames=20)
    assert over.hand
    beyond = play.see(play.card(*CARD), bowl(play), play.arm("b2"), frames=20)
    assert beyond.hand
    assert not play.see(play.card(*CARD), bowl(play)).hand


def test_a_bowl_that_is_moved_is_a_hand_until_it_has_settled_there(play: Play) -> None:
    assert play.see(play.card(*CARD), bowl(play, right=60), frames=20).hand
    rest(play, bowl(play, right=60))
    assert not after_a_hand(play, bowl(play, right=60))


def test_where_a_bowl_was_taken_away_the_next_is_a_hand(play: Play) -> None:
    gone = play.see(play.card(*CARD), frames=6)
    assert not gone.hand
    assert "b1" in gone.empty
    assert play.see(play.card(*CARD), bowl(play), frames=20).hand


def test_an_arm_that_rested_is_a_hand_when_it_reaches_on_or_comes_again(bare: Play) -> None:
    rest(bare, bare.arm("b1"))
    assert bare.see(bare.card(*CARD), bare.arm("b2"), frames=20).hand
    assert not bare.see(bare.card(*CARD), frames=3).hand
    assert bare.see(bare.card(*CARD), bare.arm("b1"), frames=20).hand


def test_a_bowl_put_down_while_play_goes_on_is_no_hand_after_eight_seconds(bare: Play) -> None:
    """Check that players need not hold still until the bowl is known."""
    seen = []
    for n in range(40):
        bare.index += 4
        arms = [bare.arm("d2")] if n % 4 < 2 else []
        seen.append(bare.see(bare.card(*CARD), bowl(bare), *arms, frames=1).hand)
    assert all(seen[:16])
    assert not any(seen[23::4])


@pytest.fixture
def resting() -> StaticObjects:
    """Return a detector with a bright, settled object at the left rim of a plain mat."""
    resting = StaticObjects(TopView(Mat("plain", 1, 300.0, 200.0, (), (), ())))
    for time_s in (0.0, 0.2, 8.2):
        watched(resting, slice(0, 20), 200, time_s)
    return resting


def watched(
    resting: StaticObjects, columns: slice, tone: int, time_s: float, *, stirs: bool = False
) -> None:
    view, thing = seen(columns, tone)
    first = np.full_like(thing, time_s == 0.0)
    resting.settle(view, thing, thing & stirs | first, time_s)


def seen(columns: slice, tone: int) -> tuple[View, Mask]:
    view = np.full((100, 150, 3), 90, np.float32)
    thing = np.zeros((100, 150), np.bool_)
    thing[30:60, columns] = True
    view[thing] = tone
    return view, thing


def strange(resting: StaticObjects, columns: slice, tone: int, *, usable: bool = True) -> int:
    view, thing = seen(columns, tone)
    return int(resting.strange(view, thing, np.full_like(thing, usable)).sum())


def test_what_looks_as_it_did_is_not_strange_and_all_else_is(resting: StaticObjects) -> None:
    assert strange(resting, slice(0, 20), 195) == 0
    assert strange(resting, slice(0, 20), 250) == 600
    assert strange(resting, slice(0, 40), 200) == 30 * 19, "a pixel around it may be its edge"
    assert strange(resting, slice(40, 60), 200) == 600


def test_what_is_seen_bare_is_gone_and_what_a_card_hides_stays(
    resting: StaticObjects,
) -> None:
    strange(resting, slice(0, 0), 90, usable=False)
    assert strange(resting, slice(0, 20), 200) == 0
    strange(resting, slice(0, 0), 90)
    assert strange(resting, slice(0, 20), 200) == 600


def test_what_was_touched_rests_again_only_after_eight_seconds(resting: StaticObjects) -> None:
    watched(resting, slice(40, 60), 200, 9.0, stirs=True)
    watched(resting, slice(40, 60), 200, 16.9)
    assert strange(resting, slice(40, 60), 200) == 600
    watched(resting, slice(40, 60), 200, 17.0)
    assert strange(resting, slice(40, 60), 200) == 0
