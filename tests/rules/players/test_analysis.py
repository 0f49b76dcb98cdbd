"""The analysis of a match: mistakes, chances and luck."""

from __future__ import annotations

import random

import pytest

from rules import CHANCE, Action, Match, Setup, Verb, load_game
from rules.players.analysis import Analysis, JudgedPly, analyse
from rules.players.levels import policy_called
from rules.sim.playout import play_game, starter_setup
from tests.support.loops import SETUP, loop_game, moves

PASS, READY = Action("A", Verb.PASS), Action("A", Verb.READY)


def played(slug: str, players: dict[str, str]) -> Match[object]:
    game = load_game(slug)
    setup = starter_setup(game, Setup(slug))
    match = Match(game, setup)
    policies = {seat: policy_called(name) for seat, name in players.items()}

    def follow(_state: object, action: Action) -> None:
        match.play(action)

    play_game(game, setup, random.Random("analysed"), policies, follow)
    return match


def test_a_random_player_gives_away_more_than_a_strong_one() -> None:
    match = played("yggdrasil", {"A": "search:60", "B": "random"})
    seen: list[int] = []
    found = analyse(match.now, nodes=60, progress=seen.append)
    assert seen == list(range(1, seen[-1] + 1))
    assert found.lost("B") > 3 * found.lost("A")
    choices = {each.ply for each in found.decisions}
    for ply in match.plies:
        assert ply.action is not None
        assert ply.number not in choices or ply.action.seat != CHANCE
    assert found.result is not None
    assert found.curve("A")[-1][1] == found.result["A"]
    assert {point.seat for point in found.turning_points()} == {"B"}
    assert analyse(match.now, nodes=60) == found


@pytest.mark.parametrize("slug", ["jiguan", "stratosphere"])
def test_the_parts_of_a_match_add_up(slug: str) -> None:
    found = analyse(played(slug, {}).now, nodes=20)
    for seat in found.seats:
        first, last = found.curve(seat)[0][1], found.curve(seat)[-1][1]
        others = sum(found.lost(other) for other in found.seats if other != seat)
        assert last - first == pytest.approx(found.luck(seat) - found.lost(seat) + others)


def test_a_match_without_an_end_is_analysed_as_far_as_it_goes() -> None:
    match = played("yggdrasil", {})
    match.now = match.now.undo(len(match.plies) - 1)
    found = analyse(match.now, nodes=10)
    assert found.result is None
    assert found.curve("A")[-1][0] == found.decisions[-1].ply
    empty = Match(match.game, match.setup)
    assert analyse(empty.now).curve("A") == ()


def test_turning_points_are_the_gravest_mistakes_in_order() -> None:
    losses = (0.1, 0.04, 0.3, 0.06, 0.2)
    decisions = [JudgedPly(n, "A", PASS, READY, 0.5, lost) for n, lost in enumerate(losses)]
    found = Analysis(("A", "B"), tuple(decisions), None)
    assert [point.ply for point in found.turning_points()] == [0, 2, 4]
    assert found.turning_points(1)[0].lost == 0.3
    assert Analysis(("A", "B"), (decisions[1],), None).turning_points() == ()


@pytest.mark.parametrize("world", [None, "d"])
def test_a_decision_that_no_world_allows_is_left_out(world: str | None) -> None:
    ways = {"a": ("b", "c"), "d": ("e", "f")}
    match = Match(loop_game(ways, lambda *_: world), SETUP)
    match.play(moves("b")[0])
    seen: list[int] = []
    assert analyse(match.now, nodes=5, progress=seen.append).decisions == ()
    assert seen == [1]
    known = Match(loop_game(ways), SETUP)
    known.play(moves("b")[0])
    (decision,) = analyse(known.now, nodes=5).decisions
    assert decision.played.to == "b"
