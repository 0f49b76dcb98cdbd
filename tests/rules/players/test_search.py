"""The searching player: what it knows, what it decides, and when it stops."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from rules import CHANCE, UNKNOWN, Action, Deck, Rules, Setup, Verb, game_slugs, load_game
from rules.core.rules import whole_state
from rules.players import search as searching
from rules.players.levels import policy_called, search_policy
from rules.players.policies import greedy_policy, random_policy
from rules.players.search import Budget, Line, Thought, merged, search, unnamed
from rules.sim.playout import play_game, starter_setup
from tests.support.four_corners import GAME as FOUR_CORNERS
from tests.support.loops import loop_game, moves

REOPENED = {"lay", "plan", "jkp"}
"""Phases of secret simultaneous decisions, which a world opens again."""


def decisions(slug: str, seed: str, count: int) -> Iterator[tuple[Rules[Any], Any, str]]:
    """Yield states of random games with a seat that has several options."""
    game, rng = load_game(slug), random.Random(f"{slug}/{seed}")
    setup = starter_setup(game, Setup(slug))
    state = game.start(setup)
    while count:
        seats = game.to_act(state)
        if not seats:
            state = game.start(setup)
            continue
        if CHANCE in seats:
            action = game.sample(state, rng.randrange)
        else:
            action = rng.choice(list(game.legal(state)))
            if len(own_options(game, state, action.seat)) > 1:
                count -= 1
                yield game, state, action.seat
        state = game.advance(state, action)[1]


def own_options(game: Rules[Any], state: object, seat: str) -> list[Action]:
    return [unnamed(action) for action in game.legal(state) if action.seat == seat]


@pytest.mark.parametrize("slug", game_slugs())
def test_a_world_looks_like_the_state_to_its_seat(slug: str) -> None:
    rng = random.Random("worlds")
    compared = differing = 0
    for game, state, seat in decisions(slug, "worlds", 150):
        view = game.view(state, seat)
        world = game.world(view, seat, rng.randrange)
        if world is None:
            assert slug == "spherion"
            assert game.phase(state) == "step"
            continue
        # An open rival may still be waited for, so that the clock does not end the planning.
        clock = [Action(seat, Verb.PASS)] if game.phase(state) == "plan" else []
        options = own_options(game, world, seat)
        assert options in (own_options(game, state, seat), own_options(game, state, seat)[:-1])
        assert own_options(game, state, seat)[len(options) :] in ([], clock)
        assert UNKNOWN not in game.notation.format(world).split()
        if game.phase(state) not in REOPENED:
            assert game.view(world, seat) == view
            assert not tuple(game.notation.flags(world))
            compared += 1
            differing += world != state
    assert compared > 20
    assert differing > compared / 5


@pytest.mark.parametrize("slug", game_slugs())
def test_moves_do_not_depend_on_what_a_seat_cannot_know(slug: str) -> None:
    nodes = 3 if slug == "spherion" else 25
    different = 0
    for game, state, seat in decisions(slug, "secrets", 12):
        view = game.view(state, seat)
        other = game.world(view, seat, random.Random("other").randrange)
        if other is None or game.view(other, seat) != view:
            continue
        different += other != state
        policy = policy_called(f"search:{nodes}")
        chosen = [
            unnamed(policy(game, at, [a for a in game.legal(at) if a.seat == seat], one))
            for at, one in ((state, random.Random("m")), (other, random.Random("m")))
        ]
        assert chosen[0] == chosen[1]
    assert different > 2


def test_the_comparison_of_secrets_finds_a_player_that_peeks() -> None:
    found = set()
    for game, state, seat in decisions("stratosphere", "secrets", 12):
        robots = replace(game.robots, world=lambda at, _seat, _below: at)
        peeking = replace(game, view=whole_state, robots=robots)
        other = game.world(game.view(state, seat), seat, random.Random("other").randrange)
        one, two = (
            search(peeking, at, seat, Budget(25), random.Random("m")) for at in (state, other)
        )
        found.add(one == two)
    assert False in found


@pytest.mark.parametrize("slug", ["jiguan", "stratosphere", "yggdrasil", "dicebattle"])
def test_the_same_seed_and_nodes_give_the_same_thoughts(slug: str) -> None:
    seen = set()
    for game, state, seat in decisions(slug, "again", 5):
        view = game.view(state, seat)
        one, same, other = (
            search(game, view, seat, Budget(40), random.Random(seed)) for seed in ("a", "a", "b")
        )
        assert one is not None
        assert one == same
        assert one.nodes in (1, 40)  # one if all other options take something back
        seen.add(one == other)
    assert False in seen


def test_the_search_wins_more_than_random_and_greedy_seats() -> None:
    game = load_game("yggdrasil")
    setup = starter_setup(game, Setup("yggdrasil"))
    for rival, least in (("random", 9), ("greedy", 6)):
        won = 0.0
        for number in range(10):
            seat = "AB"[number % 2]
            policies = {"A": policy_called(rival), "B": policy_called(rival)}
            policies[seat] = policy_called("search:60")
            played = play_game(game, setup, random.Random(f"strong/{number}"), policies)
            won += 0.5 if not played.winners else played.winners == (seat,)
        assert won >= least


def test_four_seats_each_play_for_themselves() -> None:
    game = load_game("stratosphere")
    setup = starter_setup(game, Setup("stratosphere", {"players": "4"}))
    policies = dict.fromkeys(game.seats(setup), policy_called("search:4"))
    state = game.start(setup)
    state = game.advance(state, game.sample(state, random.Random(1).randrange))[1]
    thought = search(game, game.view(state, "1"), "1", Budget(60), random.Random(1))
    assert thought is not None
    assert all(0 <= line.chance <= 0.6 for line in thought.lines)
    assert play_game(game, setup, random.Random("four"), policies).plies > 20


def test_a_game_without_values_is_searched_and_one_without_worlds_is_not() -> None:
    decks = {seat: Deck(("1", "2", "3", "4")) for seat in "NESW"}
    setup = Setup("four_corners", decks=decks)
    state = FOUR_CORNERS.start(setup)
    assert search(FOUR_CORNERS, state, "N", Budget(30), random.Random(1)) is None
    policies = dict.fromkeys(FOUR_CORNERS.seats(setup), search_policy(20))
    assert play_game(FOUR_CORNERS, setup, random.Random("toy"), policies).plies == 12
    open_game = replace(FOUR_CORNERS, view=whole_state)
    assert open_game.robots.evaluate is None
    thought = search(open_game, state, "N", Budget(30), random.Random(1))
    assert thought is not None
    assert thought.simultaneous
    assert thought.nodes == 30


def test_a_search_ends_at_its_deadline_and_on_request(monkeypatch: pytest.MonkeyPatch) -> None:
    game, state, seat = next(decisions("yggdrasil", "clock", 1))
    clock = iter(range(10**9))
    monkeypatch.setattr(searching, "perf_counter", lambda: next(clock))
    thought = search(game, game.view(state, seat), seat, Budget(seconds=200), random.Random(1))
    assert thought is not None
    assert next(clock) < 230
    asked = iter((False, False, True))
    thought = search(
        game, game.view(state, seat), seat, Budget(), random.Random(1), lambda: next(asked)
    )
    assert thought is not None
    assert thought.nodes == 3


def test_positions_without_worlds_are_decided_greedily() -> None:
    for slug, settings in (("spherion", {"orders": "rail"}), ("spherion", {})):
        game = load_game(slug)
        setup = starter_setup(game, Setup(slug, settings))
        state, rng = game.start(setup), random.Random("rail")
        while game.phase(state) != "plan":
            chance = CHANCE in game.to_act(state)
            action = (
                game.sample(state, rng.randrange) if chance else rng.choice(list(game.legal(state)))
            )
            state = game.advance(state, action)[1]
        if not settings:  # in the middle of a step
            state = state._replace(base=state)
        assert game.world(state, "blue", rng.randrange) is None
        options = [action for action in game.legal(state) if action.seat == "blue"]
        chosen = policy_called("search:5")(game, state, options, random.Random(1))
        assert chosen == greedy_policy(game, state, options, random.Random(1))


LINES = (Line(Action("A", Verb.PASS), 90, 0.6), Line(Action("A", Verb.READY), 10, 0.5))


def test_a_choice_follows_the_visits() -> None:
    rng = random.Random("choice")
    sure, mixed = Thought(LINES), Thought(LINES, simultaneous=True)
    assert {sure.choose(rng) for _ in range(50)} == {LINES[0].action}
    drawn = [mixed.choose(rng) for _ in range(1000)]
    assert 60 < drawn.count(LINES[1].action) < 140
    seldom = Thought((LINES[0], Line(LINES[1].action, 1, 0.5)), simultaneous=True)
    assert {seldom.choose(rng) for _ in range(200)} == {LINES[0].action}


def test_searches_of_one_position_add_up() -> None:
    more = Thought((LINES[1]._replace(visits=100, chance=0.8), LINES[0]._replace(visits=0)))
    both = merged([Thought(LINES), more])
    assert [(line.action, line.visits) for line in both.lines] == [
        (LINES[1].action, 110),
        (LINES[0].action, 90),
    ]
    assert both.chance == pytest.approx(85 / 110)
    assert both.nodes == 200


def test_a_card_that_is_turned_up_is_not_named() -> None:
    assert unnamed(Action("A", Verb.FLIP, "y01", "b2")) == Action("A", Verb.FLIP, at="b2")
    place = Action("A", Verb.PLACE, "y01", to="b2")
    assert unnamed(place) == place


def test_players_have_names() -> None:
    assert policy_called("random") is random_policy
    for wrong in ("search", "search:0", "search:-1", "level6", "search:²"):
        with pytest.raises(KeyError):
            policy_called(wrong)


@pytest.mark.parametrize(
    "ways",
    [
        {"a": ("b", "c"), "b": ("a", "c"), "c": ("a", "b")},
        {"a": ("b", "c"), "b": ("b",), "c": ("c",)},
    ],
)
def test_positions_that_repeat_for_ever_are_searched(ways: dict[str, tuple[str, ...]]) -> None:
    thought = search(loop_game(ways), "a", "A", Budget(20), random.Random("loops"))
    assert thought is not None
    assert thought.nodes == 20
    assert {line.action.to: line.chance for line in thought.lines} == {"b": 0.5, "c": 0.5}


def test_an_action_that_no_world_allows_has_no_line() -> None:
    game = loop_game({"a": ("b", "c")})
    (elsewhere,) = moves("d")
    thought = search(game, "a", "A", Budget(5), random.Random("none"), only=elsewhere)
    assert thought == Thought(())
