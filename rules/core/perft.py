"""How many sequences of decisions there are: rules that generate too much or too little miscount.

The word and the use are chess programmers': a table of counts by depth, checked against one that
was worked out in another way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from rules.core.values import CHANCE

if TYPE_CHECKING:
    from collections.abc import Callable

    from rules.core.game import Game

S = TypeVar("S")


def perft(
    game: Game[S], state: S, depth: int, progress: Callable[[int], None] | None = None
) -> list[int]:
    """How many sequences of 1, 2, … `depth` decisions there are from `state`.

    A ply is one decision of a seat; a chance seat's outcomes are all followed and not counted.
    Sequences that have ended are not counted at greater depths.  `progress` is told how many of
    the legal actions of `state` have been followed to the end.
    """
    counts = [0] * depth
    _count(game, state, depth, 0, counts, progress)
    return counts


def _count(
    game: Game[S],
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
