from __future__ import annotations

import math
import threading
from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pytest

from benchmarks.matches.played import CountedTable
from companion.simulator.camera import SimulatedCamera, fit_camera
from companion.simulator.distractions import bump, glare, rest, touch
from companion.simulator.hand_moves import perform
from companion.simulator.render import Renderer
from companion.simulator.scene import Scene
from companion.simulator.sensor import CONDITIONS
from companion.simulator.source import VirtualTable
from companion.simulator.stage import HandMove, SceneFrame, Stage
from companion.simulator.textures import PaperShop
from tests.support.simulator import small_print_run

ONE, TWO, TOKEN = (small_print_run.tag_of(i) for i in range(3))


@pytest.fixture
def stage(shop: PaperShop) -> Stage:
    turns = {"A": 0, "B": 180}
    return Stage(shop.mats["4x5"], turns, np.random.default_rng(4), fps=10, idle_fps=5)


def cell(stage: Stage, name: str) -> tuple[float, float]:
    return next((c.x_mm, c.y_mm) for c in stage.mat.cells if c.id == name)


def run(stage: Stage, gesture: Iterator[SceneFrame]) -> list[SceneFrame]:
    start = stage.now
    ticks = list(gesture)
    assert stage.now - start == pytest.approx(sum(t.seconds for t in ticks))
    assert not stage.scene.hands, "the hand has left"
    return ticks


def rests(stage: Stage, tag: str, name: str, turn: float) -> None:
    piece = stage.scene.find(tag)
    assert piece is not None
    x, y = cell(stage, name)
    assert math.hypot(piece.x_mm - x, piece.y_mm - y) < 5.0
    assert abs((piece.rotation_deg - turn + 180) % 360 - 180) <= 3.5
    assert stage.place_of(tag) == name


def test_a_token_is_on_its_card_again_when_a_card_above_is_taken_away(shop: PaperShop) -> None:
    turns, light = {"A": 0, "B": 180}, np.random.default_rng(4)
    stage = Stage(shop.mats["4x5"], turns, light, small=frozenset((TOKEN,)))
    for move in (HandMove(ONE, "b3", "A"), HandMove(TOKEN, "b3", "A")):
        stage.do(move)
    stage.do(HandMove(TWO, "b3", "B"))
    stage.do(HandMove(TWO))
    card, token = stage.scene.find(ONE), stage.scene.find(TOKEN)
    assert card is not None
    assert token is not None
    assert token.rotation_deg == card.rotation_deg
    assert token.y_mm < card.y_mm, "it is above the middle, off the card's tag"


@pytest.mark.parametrize(("seat", "upright"), [("A", 0), ("B", 180)])
@pytest.mark.parametrize("turn", [0, 1, 2])
def test_a_card_is_placed_by_a_hand_from_its_own_side(
    stage: Stage, seat: str, upright: int, turn: int
) -> None:
    ticks = run(stage, perform(stage, seat, [HandMove(ONE, "b3", seat, turn)]))
    rests(stage, ONE, "b3", (upright + 90 * turn) % 360)
    hands = [t.scene.hands[0] for t in ticks if t.scene.hands]
    first = hands[0]
    assert first.carries is not None
    assert first.y_mm > 594 if seat == "A" else first.y_mm < 0
    assert hands[-1].carries is None
    shown = [t.scene.find(ONE) is not None for t in ticks]
    assert shown == sorted(shown), "it lies from the moment it is let go"
    for hand in hands:
        if hand.carries is not None:
            grip = math.hypot(hand.carries.x_mm - hand.x_mm, hand.carries.y_mm - hand.y_mm)
            assert grip == pytest.approx(27.0, abs=0.01)


def test_a_taken_card_leaves_with_the_hand(stage: Stage) -> None:
    stage.do(HandMove(ONE, "b3", "A"))
    ticks = run(stage, perform(stage, "B", [HandMove(ONE)]))
    assert stage.scene.find(ONE) is None
    assert stage.place_of(ONE) is None
    held = [h.carries for t in ticks for h in t.scene.hands]
    assert held[0] is None
    assert held[-1] is not None
    assert held[-1].tag == ONE


def test_a_card_is_carried_to_another_place(stage: Stage) -> None:
    stage.do(HandMove(ONE, "b3", "B"))
    run(stage, perform(stage, "A", [HandMove(ONE, "d1", "B")]))
    rests(stage, ONE, "d1", 180)


def test_swapped_cards_change_places(stage: Stage) -> None:
    stage.do(HandMove(ONE, "b3", "A"))
    stage.do(HandMove(TWO, "c3", "A"))
    run(stage, perform(stage, "A", [HandMove(ONE, "c3", "A"), HandMove(TWO, "b3", "A")]))
    rests(stage, ONE, "c3", 0)
    rests(stage, TWO, "b3", 0)


def test_piles_grow_and_the_last_card_is_on_top(stage: Stage) -> None:
    for tag in (ONE, TWO):
        run(stage, perform(stage, "A", [HandMove(tag, "a1", "A")]))
    run(stage, perform(stage, "A", [HandMove(ONE), HandMove(ONE, "a1", "A")]))
    assert stage.piles["a1"] == [TWO, ONE]
    assert [p.tag for p in stage.scene.pieces] == [TWO, ONE]
    heights = [p.lift_mm for p in stage.scene.pieces]
    assert heights == sorted(heights)


def test_a_resting_hand_and_a_nudge_leave_cards_in_their_cells(stage: Stage) -> None:
    stage.do(HandMove(ONE, "b3", "A"))
    before = stage.scene.pieces
    ticks = run(stage, rest(stage, "B", "b3", 1.0))
    assert stage.scene.pieces == before
    assert sum(t.seconds for t in ticks) > 1.5
    for _ in range(10):
        run(stage, touch(stage, "A", ONE))
    piece = stage.scene.find(ONE)
    assert piece is not None
    x, y = cell(stage, "b3")
    assert max(abs(piece.x_mm - x), abs(piece.y_mm - y)) <= 5.0
    assert piece != before[0]


def test_a_bump_shifts_the_mat_and_nothing_on_it(stage: Stage) -> None:
    stage.do(HandMove(ONE, "b3", "A"))
    before = stage.scene
    run(stage, bump(stage, "A"))
    assert stage.scene.pieces == before.pieces
    assert stage.scene.mat != before.mat
    assert math.hypot(stage.scene.mat.x_mm, stage.scene.mat.y_mm) < 13


def test_frames_carry_the_table_s_clock(stage: Stage, shop: PaperShop) -> None:
    camera = fit_camera(SimulatedCamera(width=160, height=90, heading_deg=90), 420, 594)
    renderer = Renderer(shop, "4x5", camera, CONDITIONS["clean"], np.random.default_rng(1))

    def play() -> Iterator[SceneFrame]:
        yield from perform(stage, "A", [HandMove(ONE, "b2", "A")])
        yield from stage.wait(1.0)

    table = VirtualTable(renderer, play())
    frames = []
    while (frame := table.read()) is not None:
        frames.append(frame)
    assert [f.index for f in frames] == list(range(len(frames)))
    steps = np.diff([f.time_s for f in frames])
    assert steps[:5] == pytest.approx([0.1] * 5)
    assert steps[-4:] == pytest.approx([0.2] * 4)
    assert frames[-1].time_s == pytest.approx(stage.now - 0.2)
    assert frames[0].image.shape == (90, 160, 3)
    table.close()
    assert table.read() is None
    assert table.name == "virtual"


def test_what_frames_showed_is_counted(stage: Stage, shop: PaperShop) -> None:
    """Check that only hands inside the picture count, not those on their way to it."""
    camera = fit_camera(SimulatedCamera(width=160, height=90, heading_deg=90), 420, 594)
    renderer = Renderer(shop, "4x5", camera, CONDITIONS["clean"], np.random.default_rng(1))
    ticks = [*glare(stage, "b2", 1.0), *bump(stage, "A"), *rest(stage, "B", "c3", 0.5)]
    table = CountedTable(VirtualTable(renderer, iter(ticks)))
    while table.read() is not None:
        pass
    reaching = sum(bool(tick.scene.hands) for tick in ticks)
    poses = [tick.scene.mat for tick in ticks]
    assert table.shown["glare"] == sum(bool(tick.scene.glints) for tick in ticks) == 5
    assert table.shown["pushed"] == sum(a != b for a, b in pairwise(poses)) == 2
    assert 5 < table.shown["hands"] < reaching
    assert not table.shown["dice"]


def test_frames_rendered_ahead_are_the_same_frames(stage: Stage, shop: PaperShop) -> None:
    camera = fit_camera(SimulatedCamera(width=160, height=90, heading_deg=90), 420, 594)

    def table(seed: int, ahead: int) -> VirtualTable:
        turns = {"A": 0, "B": 180}
        moving = Stage(shop.mats["4x5"], turns, np.random.default_rng(seed))
        light = np.random.default_rng(seed)
        renderer = Renderer(shop, "4x5", camera, CONDITIONS["webcam"], light)
        gesture = perform(moving, "A", [HandMove(ONE, "b2", "A")])
        return VirtualTable(renderer, gesture, ahead=ahead)

    plain, ahead = table(3, 1), table(3, 6)
    count = 0
    while (frame := plain.read()) is not None:
        other = ahead.read()
        assert other is not None
        assert np.array_equal(other.image, frame.image)
        assert other.time_s == frame.time_s
        count += 1
    assert count > 8
    assert ahead.read() is None
    assert ahead.read() is None
    ahead.close()


def test_a_table_closed_early_lets_its_thread_go(stage: Stage, shop: PaperShop) -> None:
    camera = fit_camera(SimulatedCamera(width=160, height=90, heading_deg=90), 420, 594)
    renderer = Renderer(shop, "4x5", camera, CONDITIONS["clean"], np.random.default_rng(1))
    ahead = VirtualTable(renderer, stage.wait(1000.0), ahead=6)
    assert ahead.read() is not None
    ahead.close()
    ahead.close()
    assert ahead.read() is None
    before = stage.now
    ahead.play_out()
    assert before < stage.now == pytest.approx(1000.0)
    assert not any("virtual-table" in thread.name for thread in threading.enumerate())


def test_an_error_while_rendering_ahead_comes_out_where_it_is_awaited(shop: PaperShop) -> None:
    camera = fit_camera(SimulatedCamera(width=160, height=90, heading_deg=90), 420, 594)
    renderer = Renderer(shop, "4x5", camera, CONDITIONS["clean"], np.random.default_rng(1))

    def broken() -> Iterator[SceneFrame]:
        yield SceneFrame(Scene(), 0.1)
        raise RuntimeError("the play went wrong")

    ahead = VirtualTable(renderer, broken(), ahead=6)
    assert ahead.read() is not None
    with pytest.raises(RuntimeError, match="went wrong"):
        ahead.read()
    assert ahead.read() is None
    ahead.close()
