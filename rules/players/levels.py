"""Players by name: random, greedy, and the search with a number of nodes."""

import random
from typing import Any, Final

from rules.core.action import Action
from rules.core.rules import Rules
from rules.players.policies import Policy, greedy_policy, random_policy
from rules.players.search import Budget, search, unnamed

USUAL: Final = 300
"""Number of nodes of a player at a table, if none is named."""


def search_policy(nodes: int, seconds: float = Budget().seconds) -> Policy:
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
        budget = Budget(nodes, seconds)
        thought = search(game, view, seat, budget, rng)
        if thought is None:
            # Not in the view: a half-resolved step cannot be resolved again with hidden cards.
            return greedy_policy(game, state, actions, rng)
        chosen = thought.choose(rng)
        return next(action for action in actions if unnamed(action) == chosen)

    return choose


PLAYERS: Final = ("random", "greedy", "search:N")
"""The names of the players; N is a number of nodes."""


def policy_called(name: str) -> Policy:
    """Return the player with this name; raise `KeyError` for an unknown one."""
    kind, _, nodes = name.partition(":")
    if kind == "search" and nodes.isascii() and nodes.isdigit() and int(nodes):
        return search_policy(int(nodes))
    fixed: dict[str, Policy] = {"random": random_policy, "greedy": greedy_policy}
    return fixed[name]
