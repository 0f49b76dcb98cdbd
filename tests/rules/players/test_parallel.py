"""Root parallelism: the same thoughts on any number of processes."""

from __future__ import annotations

import random

import pytest

from rules import Setup, game_slugs, load_game
from rules.players.parallel import think
from rules.players.search import Budget
from rules.sim.playout import processes, starter_setup


def test_the_thoughts_do_not_depend_on_the_number_of_processes() -> None:
    game = load_game("yggdrasil")
    setup = starter_setup(game, Setup("yggdrasil"))
    state, rng = game.start(setup), random.Random("parallel")
    while "chance" in game.to_act(state):
        state = game.advance(state, game.sample(state, rng.randrange))[1]
    (seat,) = game.to_act(state)
    view = game.view(state, seat)
    alone = think(None, 1, setup, view, seat, Budget(2000), "s")
    assert alone is not None
    assert alone.nodes == 2000
    for cores in (1, 2):
        with processes(cores) as pool:
            assert think(pool, cores, setup, view, seat, Budget(2000), "s") == alone
            timed = think(pool, cores, setup, view, seat, Budget(seconds=0.01), "s")
            assert timed is not None
            assert timed.nodes >= cores
    assert think(None, 1, setup, view, seat, Budget(2000), "t") != alone


@pytest.mark.parametrize("slug", game_slugs())
def test_every_game_thinks_about_a_text(slug: str) -> None:
    game = load_game(slug)
    setup = starter_setup(game, Setup(slug))
    state, rng = game.start(setup), random.Random("texts")
    while True:
        if "chance" in game.to_act(state):
            state = game.advance(state, game.sample(state, rng.randrange))[1]
            continue
        options = list(game.legal(state))
        seat = options[0].seat
        if sum(action.seat == seat for action in options) > 1:
            break
        state = game.advance(state, options[0])[1]
    thought = think(None, 1, setup, game.view(state, seat), seat, Budget(8), "s")
    assert thought is not None
    assert thought.lines[0].action in options


def test_where_no_world_can_be_drawn_there_are_no_thoughts() -> None:
    game = load_game("spherion")
    setup = starter_setup(game, Setup("spherion", {"orders": "rail"}))
    state, rng = game.start(setup), random.Random("rail")
    while "chance" in game.to_act(state):
        state = game.advance(state, game.sample(state, rng.randrange))[1]
    assert think(None, 1, setup, state, "blue", Budget(5), "s") is None
