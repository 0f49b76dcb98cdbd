"""Players of one ply: random and greedy ones.

A player draws its random numbers from the stream that it is given, so that a seed decides them.
"""

import random
from collections.abc import Callable
from typing import Any, TypeVar

from rules.core.action import Action
from rules.core.rules import Rules
from rules.core.values import Seat

S = TypeVar("S")

Policy = Callable[["Rules[Any]", Any, list["Action"], random.Random], "Action"]
"""Function that chooses one of a seat's legal actions in a state."""


def random_policy(
    _game: Rules[Any], _state: object, actions: list[Action], rng: random.Random
) -> Action:
    """Choose a legal action uniformly at random."""
    return actions[int(rng.random() * len(actions))]


def greedy_policy(
    game: Rules[Any],
    state: Any,  # noqa: ANN401 - the state of any game
    actions: list[Action],
    rng: random.Random,
) -> Action:
    """Choose an action with the highest `foreseen_value`, uniformly among the best."""
    seat = actions[0].seat
    best: list[Action] = []
    most = -float("inf")
    for action in actions:
        value = foreseen_value(game, state, action, seat)
        if value > most:
            most, best = value, []
        if value == most:
            best.append(action)
    return random_policy(game, state, best, rng)


def foreseen_value(game: Rules[S], state: S, action: Action, seat: Seat) -> float:
    """Return the value for a seat of the position after an action.

    The seat does not look past the first event that reveals something unknown to it, because a
    player who draws or rolls does not know the result.
    """
    events, end = game.advance(state, action)
    after = state
    for event in events:
        if game.reveals(event) and not game.robots.knows_in_advance(after, event, seat):
            return game.value(after, seat)
        after = game.fold(after, event)
    return game.value(end, seat)
