from __future__ import annotations

import numpy as np

from companion.simulator.hand_moves import perform
from companion.simulator.stage import HandMove, SceneFrame, Stage
from rules import Cell, Mat

CELLS = (Cell("a1", 100, 300, ()), Cell("b1", 200, 300, ()), Cell("box", 300, 300, ()))


def stage() -> Stage:
    mat = Mat("m", 1, 420, 594, CELLS, (), ())
    return Stage(mat, {"A": 0, "B": 180}, np.random.default_rng(1), fps=5, idle_fps=5)


def hands(ticks: list[SceneFrame]) -> list[bool]:
    return [bool(tick.scene.hands) for tick in ticks]


def test_one_hand_does_everything_and_leaves() -> None:
    table = stage()
    table.do(HandMove("x", "a1", "A", face_up=False))
    table.do(HandMove("y", "b1", "A"))
    hand_moves = [
        HandMove("x", "a1", "A"),
        HandMove("y", "box", "A", face_up=False),
        HandMove("z", "b1", "B", turn=1),
    ]
    ticks = list(perform(table, "A", hand_moves))
    seen = hands(ticks)
    assert all(seen[:-1])
    assert not seen[-1]
    assert table.piles == {"a1": ["x"], "b1": ["z"], "box": ["y"]}
    found = {piece.tag: piece for piece in table.scene.pieces}
    assert found["x"].face_up
    assert not found["y"].face_up
    assert abs(found["z"].rotation_deg - 270) < 10


def test_a_paper_is_taken_off_the_table() -> None:
    table = stage()
    table.do(HandMove("x", "a1", "A"))
    list(perform(table, "B", [HandMove("x")]))
    assert not table.scene.pieces
    assert table.place_of("x") is None


def test_a_card_slides_beneath_the_top_one() -> None:
    table = stage()
    for tag in ("low", "top"):
        table.do(HandMove(tag, "a1", "A"))
    table.do(HandMove("beside", "b1", "A"))
    list(perform(table, "A", [HandMove("new", "a1", "A", face_up=False, under=1)]))
    assert table.piles["a1"] == ["low", "new", "top"]
    order = [piece.tag for piece in table.scene.pieces]
    assert order.index("low") < order.index("new") < order.index("top")


def test_nothing_to_do_moves_no_hand() -> None:
    assert not list(perform(stage(), "A", []))
