"""Perft: counts of action sequences by depth, to detect missing or extra legal actions.

As in chess programming, the counts are compared with independently computed tables.
"""

from collections.abc import Callable
from typing import TypeVar

from rules.core.rules import Rules
from rules.core.values import CHANCE

S = TypeVar("S")


def perft(
    game: Rules[S], state: S, depth: int, progress: Callable[[int], None] | None = None
) -> list[int]:
    """Count the sequences of 1, 2, … `depth` decisions from `state`.

    A ply is one decision of a seat. Every outcome of the chance seat is followed, but not counted
    as a ply. A sequence that ends the game does not count at greater depths. `progress` receives
    the number of legal actions of `state` that have been searched.
    """
    counts = [0] * depth
    _count(game, state, depth, 0, counts, progress)
    return counts


def _count(
    game: Rules[S],
    state: S,
    depth: int,
    at: int,
    counts: list[int],
    progress: Callable[[int], None] | None = None,
) -> None:
    chance = CHANCE in game.to_act(state)
    actions = list(game.legal(state))
    if not chance:
        counts[at] += len(actions)
        at += 1
    if at == depth:
        return
    for done, action in enumerate(actions, 1):
        _count(game, game.advance(state, action)[1], depth, at, counts)
        if progress is not None:
            progress(done)
