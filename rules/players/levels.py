"""Players by name: random, greedy, and the search at a level or with a number of nodes."""

import random
from typing import Any, Final, NamedTuple

from rules.core.action import Action
from rules.core.rules import Rules
from rules.players.policies import Policy, greedy_policy, random_policy
from rules.players.search import Budget, search, unnamed


class Level(NamedTuple):
    """Strength of the search: its nodes, and the temperature of its choice among them."""

    nodes: int
    temperature: float = 0.0


LEVELS: Final = (
    Level(20, 1.0),
    Level(60, 0.7),
    Level(200, 0.4),
    Level(800),
    Level(4000),
)


def search_policy(level: Level, seconds: float = Budget().seconds) -> Policy:
    """Return a player that searches in its seat's view of the state."""

    def choose(
        game: Rules[Any],
        state: Any,  # noqa: ANN401 - the state of any game
        actions: list[Action],
        rng: random.Random,
    ) -> Action:
        seat = actions[0].seat
        if len(actions) == 1:
            return actions[0]
        view = game.view(state, seat)
        budget = Budget(level.nodes, seconds)
        thought = search(game, view, seat, budget, rng)
        if thought is None:
            # Not in the view: a half-resolved step cannot be resolved again with hidden cards.
            return greedy_policy(game, state, actions, rng)
        chosen = thought.choose(rng, level.temperature)
        return next(action for action in actions if unnamed(action) == chosen)

    return choose


PLAYERS: Final = ("random", "greedy", *(f"level{n + 1}" for n in range(len(LEVELS))), "search:N")
"""The names of the players; N is a number of nodes."""


def policy_called(name: str) -> Policy:
    """Return the player with this name; raise `KeyError` for an unknown one."""
    kind, _, nodes = name.partition(":")
    if kind == "search" and nodes.isascii() and nodes.isdigit() and int(nodes):
        return search_policy(Level(int(nodes)))
    fixed: dict[str, Policy] = {"random": random_policy, "greedy": greedy_policy}
    fixed |= {f"level{n}": search_policy(level) for n, level in enumerate(LEVELS, 1)}
    return fixed[name]
