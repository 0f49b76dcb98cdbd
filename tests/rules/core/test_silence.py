"""Timeouts: the two games whose specifications limit a seat's time to answer."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from rules import CHANCE, Action, Match, Setup, Verb, game_slugs, load_catalog, load_game


@pytest.mark.parametrize("slug", game_slugs())
def test_at_the_start_silence_says_nothing(slug: str) -> None:
    game = load_game(slug)
    assert game.timeout_action(game.start(Setup(slug))) is None


@pytest.mark.parametrize("slug", game_slugs())
def test_at_the_start_no_order_is_withheld(slug: str) -> None:
    game = load_game(slug)
    setup = Setup(slug)
    assert [
        game.captions.unavailable_orders(game.start(setup), seat) for seat in game.seats(setup)
    ][:1] == [()]


def wandering(slug: str, *prefer: Verb) -> Iterator[Match[Any]]:
    """Play a random match, preferring the given verbs, and yield it before every ply."""
    game, rng = load_game(slug), random.Random(1)
    match = Match(game, Setup(slug))
    for _ in range(400):
        yield match
        options = [] if match.to_act == {CHANCE} else list(game.legal(match.state))
        wanted = [action for action in options if action.verb in prefer]
        chosen = rng.choice(wanted or options) if options else None
        match.play(chosen or game.sample(match.state, lambda n: int(rng.random() * n)))


def test_an_attack_that_nobody_answers_is_allowed() -> None:
    """Check STR-6.5: an attack without an answer is allowed."""
    game = load_game("stratosphere")
    for match in wandering("stratosphere", Verb.DECLARE):
        found = game.timeout_action(match.state)
        plies = [ply.action for ply in match.plies]
        attacked = bool(plies) and plies[-1] is not None and plies[-1].verb is Verb.DECLARE
        assert (found is not None) == attacked
        if found is not None:
            break
    (seat,) = match.to_act
    assert found == ("prevent_timer", Action(seat, Verb.PASS))
    assert match.judge(Action(seat, Verb.PASS)).legal
    assert load_catalog("stratosphere").settings["prevent_timer"].default == "15"


def test_a_seat_that_is_late_with_its_orders_has_none() -> None:
    """Check SPH-5.8: once one seat is ready, the late seat has no orders."""
    game = load_game("spherion")
    for match in wandering("spherion"):
        late = Action("red", Verb.PASS)
        if match.to_act == {"blue", "red"} and match.judge(Action("blue", Verb.READY)).legal:
            assert game.timeout_action(match.state) is None
            match.play(Action("blue", Verb.READY))
            assert game.timeout_action(match.state) == ("ready_timer", late)
            assert match.judge(late).legal
            return
    pytest.fail("no turn was planned")
