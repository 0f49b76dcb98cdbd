"""Thinking apart from the match loop, so that page and camera go on meanwhile."""

import random
from collections.abc import Collection
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any, Final, NamedTuple, Protocol

from rules import Action, NotationError, Rules, Seat, Setup, load_game
from rules.players.parallel import think
from rules.players.policies import greedy_policy
from rules.players.search import Budget, Thought, unnamed
from rules.sim.playout import processes

MOST_S: Final = 3.0
"""Longest time that a program at the table thinks about one decision, s."""


class Position(NamedTuple):
    """A decision to think about: a seat's view of a match, and a seed for the random numbers.

    `nodes` and `seconds`: the limits of the search.
    """

    setup: Setup
    view: Any
    seat: Seat
    nodes: int
    seed: str
    seconds: float = MOST_S

    def budget(self) -> Budget:
        """Return the limits of the search."""
        return Budget(self.nodes, self.seconds)


class Thinker(Protocol):
    """A program that thinks."""

    def submit(self, position: Position) -> "Future[Thought | None]":
        """Begin to think about a position."""


class ProcessThinker:
    """Thinks in another process, which `begin` or the first position starts."""

    def __init__(self) -> None:
        self._pool: Executor | None = None
        self._waiter = ThreadPoolExecutor(1, thread_name_prefix="opponent")

    def begin(self, game: str) -> None:
        """Start the process and load a game there, so that the first thought is not late."""
        self._pool = processes(1)
        self._pool.submit(load_game, game)

    def submit(self, position: Position) -> "Future[Thought | None]":
        """Begin to think about a position."""
        if self._pool is None:
            self._pool = processes(1)
        return self._waiter.submit(thought_of, position, self._pool)

    def close(self) -> None:
        """Stop thinking; a process that is still busy ends with this one."""
        self._waiter.shutdown(wait=False, cancel_futures=True)
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)


def thought_of(position: Position, pool: Executor | None = None) -> Thought | None:
    """Return the thoughts about a position, from a pool of one process or from this process.

    Return None for a step that is resolved only in part, which cannot be written as a position.
    """
    setup, view, seat, _, seed, _ = position
    try:
        return think(pool, 1, setup, view, seat, position.budget(), seed)
    except NotationError:
        return None


def chosen(
    game: Rules[Any],
    position: Position,
    thought: Thought | None,
    excluded: Collection[Action] = (),
) -> Action | None:
    """Return the legal action that a thought chooses; without a thought, a greedy one.

    `excluded` actions failed at the table.
    """
    actions = [
        action
        for action in game.legal(position.view)
        if action.seat == position.seat and action not in excluded
    ]
    takes_back = game.robots.takes_back
    actions = [a for a in actions if not takes_back(position.view, a)] or actions
    if not actions:
        return None
    rng = random.Random(position.seed)  # noqa: S311 - a game, not a secret
    if thought is not None and thought.lines:
        wanted = thought.choose(rng)
        found = next((action for action in actions if unnamed(action) == wanted), None)
        if found is not None:
            return found
        known = {unnamed(action): action for action in actions}
        fitting = [line for line in thought.lines if line.action in known]
        if fitting:
            return known[fitting[0].action]
    return greedy_policy(game, position.view, actions, rng)
