"""Whole games by seeded players, and the counting of action sequences.

The only place of `rules` that may import `random`: a driver outside the core.  A playout's
stream is `Random(f"{seed}/{number}")`, so game 17 of a run is the same whether it is played
alone, with others, or on another core.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeVar

from rules._judge import judge
from rules._values import CHANCE
from rules._verdict import Status

if TYPE_CHECKING:
    from rules._action import Action
    from rules._game import Game
    from rules._values import Seat, Setup

__all__ = ["MAX_PLIES", "POLICIES", "Played", "Policy", "Tally", "perft", "play_game", "playouts"]

S = TypeVar("S")

MAX_PLIES: Final = 5000
"""A playout longer than this is a fault of the rules: every game must end."""

Policy = Callable[["Game[Any]", Any, list["Action"], random.Random], "Action"]
"""Chooses one of the legal actions of a state."""


def random_policy(
    _game: Game[Any], _state: object, actions: list[Action], rng: random.Random
) -> Action:
    """Any legal action, evenly."""
    return actions[int(rng.random() * len(actions))]


POLICIES: Final[Mapping[str, Policy]] = {"random": random_policy}


@dataclass(frozen=True, slots=True)
class Played:
    """One finished playout."""

    winners: tuple[Seat, ...]
    clause: str
    plies: int
    scores: Mapping[Seat, int]


def play_game(
    game: Game[S],
    setup: Setup,
    rng: random.Random,
    policies: Mapping[Seat, Policy] | None = None,
    watch: Callable[[S, Action], None] | None = None,
) -> Played:
    """One whole game, every action judged before it is carried out.

    Raises `AssertionError` if the rules generate what they refuse or never end: their bug.
    """
    state = game.start(setup)
    plies = 0
    while seats := game.to_act(state):
        if CHANCE in seats:
            action = game.sample(state, lambda n: int(rng.random() * n))
        else:
            actions = list(game.legal(state))
            policy: Policy = (policies or {}).get(actions[0].seat, random_policy)
            action = policy(game, state, actions, rng)
            plies += 1
        verdict = judge(game, state, action)
        if verdict.status is Status.ILLEGAL or plies > MAX_PLIES:
            msg = f"{action} in\n{game.format(state)}\n{verdict}"
            raise AssertionError(msg)
        if watch is not None:
            watch(state, action)
        for event in game.happen(state, action):
            state = game.fold(state, event)
    outcome = game.outcome(state)
    if outcome is None:
        msg = f"nobody may act and the game has not ended\n{game.format(state)}"
        raise AssertionError(msg)
    return Played(outcome.winners, outcome.clause, plies, outcome.scores)


@dataclass(frozen=True, slots=True)
class Tally:
    """What a run of playouts found; `share` gives a rate with its 95 % error."""

    games: int
    wins: Mapping[Seat, int]
    draws: int
    clauses: Mapping[str, int]
    plies: tuple[int, int, int]
    mean_plies: float
    mean_scores: Mapping[Seat, float]

    def share(self, count: int) -> tuple[float, float]:
        """`count` of all games as a rate and the half width of its 95 % interval."""
        rate = count / self.games
        return rate, 1.96 * math.sqrt(rate * (1 - rate) / self.games)


def playouts(
    game: Game[Any],
    setup: Setup,
    games: int,
    seed: str,
    policies: Mapping[Seat, Policy] | None = None,
    progress: Callable[[int], None] | None = None,
) -> Tally:
    """Play `games` games and count how they end; the same seed gives the same tally."""
    played: list[Played] = []
    for number in range(games):
        played.append(play_game(game, setup, random.Random(f"{seed}/{number}"), policies))
        if progress is not None:
            progress(number + 1)
    seats = game.seats(setup)
    lengths = sorted(p.plies for p in played)
    return Tally(
        games=games,
        wins={s: sum(p.winners == (s,) for p in played) for s in seats},
        draws=sum(len(p.winners) != 1 for p in played),
        clauses=dict(sorted(Counter(p.clause for p in played).items())),
        plies=(lengths[0], lengths[len(lengths) // 2], lengths[-1]),
        mean_plies=sum(lengths) / games,
        mean_scores={s: sum(p.scores.get(s, 0) for p in played) / games for s in seats},
    )


def perft(game: Game[S], state: S, depth: int) -> list[int]:
    """How many sequences of 1, 2, … `depth` decisions there are from `state`.

    A ply is one decision of a seat; a chance seat's outcomes are all followed and not counted.
    Sequences that have ended are not counted at greater depths.
    """
    counts = [0] * depth
    _count(game, state, depth, 0, counts)
    return counts


def _count(game: Game[S], state: S, depth: int, at: int, counts: list[int]) -> None:
    chance = CHANCE in game.to_act(state)
    actions = list(game.legal(state))
    if not chance:
        counts[at] += len(actions)
        at += 1
    if at == depth:
        return
    for action in actions:
        after = state
        for event in game.happen(state, action):
            after = game.fold(after, event)
        _count(game, after, depth, at, counts)
