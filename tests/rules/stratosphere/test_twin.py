"""The game against a second, naive implementation (`slow`), and its counts."""

import random

import pytest
from hypothesis import example, given, settings

from rules import CHANCE, Setup
from rules.core.chance import Stream
from rules.core.perft import perft
from rules.games.stratosphere import GAME
from rules.games.stratosphere.control import bits
from rules.games.stratosphere.state import State
from tests.support.games.stratosphere import play, seeds, settings_of, setup, walk
from tests.support.games.stratosphere_oracle import Twin


def agree(state: State, twin: Twin) -> None:
    """Compare every fact of the position, visible or hidden."""
    config = state.config
    seats = config.seats
    assert {n: d.up for n, d in zip(config.names, state.nodes, strict=True) if d.up} == twin.up
    for name, node in zip(config.names, state.nodes, strict=True):
        assert [placed.card for placed in node.down] == twin.down[name]
    assert [sorted(twin.hands[s]) for s in seats] == [list(h) for h in state.hands]
    assert (list(state.pile), list(state.discard)) == (twin.pile, twin.discard)
    found = {s: config.forces[f] for s, f in zip(seats, state.forces, strict=True) if f >= 0}
    assert found == twin.force
    for seat, held in zip(seats, state.held, strict=True):
        assert [config.names[p] for p in bits(held)] == [
            n for n in twin.ring if twin.holder(n) == seat
        ]
    outcome = GAME.outcome(state)
    if twin.end or outcome:
        assert (outcome.clause, outcome.winners) == (twin.end[0], tuple(twin.end[1]))
        return
    assert (state.turn, state.round, seats[state.seat]) == (twin.turn, twin.round, twin.seat)
    assert state.left == twin.left
    actions = [str(action) for action in GAME.legal(state)]
    assert sorted(actions) == sorted(twin.actions())


@given(settings_of, seeds)
@example({"players": "4", "node_depth": "2"}, 1)
@example({"players": "4", "direct_command": "on", "moves": "optional"}, 2)
@example({"reach": "anywhere", "ace": "high"}, 3)
@example({"recycle": "off", "direct_command": "on"}, 4)
@settings(max_examples=100, deadline=None)
def test_both_play_the_same_game(agreed: dict[str, str], seed: int) -> None:
    (_, deal, _), *rest = walk(Setup("stratosphere", agreed), seed, concede=0.004)
    twin = Twin(agreed, list(deal.also))
    for state, action, _ in rest:
        agree(state, twin)
        if action is not None:
            twin.play(str(action))


@pytest.mark.parametrize(
    ("agreed", "depth", "counts"),
    [
        ({}, 3, [22, 443, 8235]),
        ({"players": "4"}, 3, [19, 336, 5589]),
        ({"reach": "anywhere"}, 2, [43, 1632]),
        ({"direct_command": "on", "node_depth": "2"}, 3, [22, 467, 9910]),
        ({"moves": "optional", "opening_moves": "1"}, 3, [23, 529, 11139]),
    ],
)
def test_action_sequences_are_counted_alike(
    agreed: dict[str, str], depth: int, counts: list[int]
) -> None:
    """Compare the counts of both implementations, as the specification gives no tables."""
    state = GAME.start(Setup("stratosphere", agreed))
    action = GAME.sample(state, Stream("stratosphere-1", "pack").below)
    assert Twin(agreed, list(action.also)).perft(depth) == counts
    assert perft(GAME, play(state, action), depth) == counts


def test_the_counted_position_is_the_default_one() -> None:
    state = GAME.start(setup())
    action = GAME.sample(state, Stream("stratosphere-1", "pack").below)

    assert GAME.perft_start() == play(state, action)
    assert perft(GAME, GAME.perft_start(), 2) == [22, 443]


@pytest.mark.parametrize(("players", "pile"), [("2", 34), ("4", 68)])
def test_the_deal_leaves_what_the_rules_say(players: str, pile: int) -> None:
    state = GAME.start(setup(players=players))
    assert GAME.to_act(state) == {CHANCE}
    order = GAME.sample(state, random.Random(1).randrange).also
    state = play(state, GAME.sample(state, random.Random(1).randrange))
    nodes = 3 * int(players)

    assert [node.down[0].card for node in state.nodes] == list(order[:nodes])
    assert sorted(order[nodes : nodes + 6 * int(players) : int(players)]) == list(state.hands[0])
    assert len(state.pile) == pile


def test_the_first_turn_could_be_won_anywhere_as_often_as_the_rules_say() -> None:
    """Check STR-3.11: 25/51 · 24/50 of all deals put one colour on all the rival's nodes."""
    state = GAME.start(setup(reach="anywhere"))
    stream = random.Random("anywhere")
    won = 0
    for _ in range(1500):
        dealt = play(state, GAME.sample(state, stream.randrange))
        for cell in ("2.R", "2.C", "2.L"):
            p = dealt.config.index[cell]
            if not dealt.ending and not dealt.nodes[p].up:
                dealt = play(dealt, f"1 flip {cell} card={dealt.nodes[p].down[0].card}")
        won += dealt.winner == 0

    assert abs(won / 1500 - 25 / 51 * 24 / 50) < 0.033
