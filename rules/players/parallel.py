"""Root parallelism: one search on several processes, each of which grows a tree of its own.

A position travels as text, so that any executor can think, whatever its processes have loaded.
"""

import random
from concurrent.futures import Executor
from math import inf
from typing import Any, Final

from rules.core.values import Seat, Setup
from rules.players.search import Budget, Thought, merged, search
from rules.registry import load_game

_TREES: Final = 4
"""Number of trees with a budget of nodes: the same on any number of cores."""
_FEW: Final = 500
"""Number of nodes below which a second tree would cost more than it brings."""


def think(
    pool: Executor | None,
    cores: int,
    setup: Setup,
    view: Any,  # noqa: ANN401 - the state of any game
    seat: Seat,
    budget: Budget,
    seed: str,
) -> Thought | None:
    """Return a seat's thoughts from its view, on an executor with `cores` processes.

    With a budget of nodes alone, a seed decides the thoughts, on any executor or in this process
    (None). With a budget of seconds, each process thinks for that time.
    """
    timed = budget.seconds < inf
    trees = max(1, min(cores if timed else _TREES, budget.nodes // _FEW))
    text = load_game(setup.game).notation.format(view)
    share = Budget(budget.nodes // trees, budget.seconds)
    tasks = [(setup, text, seat, share, f"{seed}/{number}") for number in range(trees)]
    found = list(pool.map(_tree, tasks)) if pool else [_tree(task) for task in tasks]
    thoughts = [thought for thought in found if thought is not None]
    return merged(thoughts) if thoughts else None


def _tree(task: tuple[Setup, str, Seat, Budget, str]) -> Thought | None:
    setup, text, seat, budget, seed = task
    game = load_game(setup.game)
    view = game.notation.parse(text, setup)
    return search(game, view, seat, budget, random.Random(seed))
