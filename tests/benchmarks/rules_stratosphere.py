"""Strato-Sphere's speed: `python -m tests.benchmarks.rules_stratosphere`.

CPU seconds of this process, best of five runs; what is done each ply is what a playout does:
generate every legal action, choose, judge, make the events, fold them.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from rules import Action, Change, Lying, Setup, judge
from rules.games.stratosphere import GAME
from rules.games.stratosphere._state import State
from rules.playout import perft, play_game

GAMES = {"2": 100, "4": 30}


def best(work: Callable[[], int]) -> float:
    """The most units of work done in a CPU second."""
    rates = []
    for _ in range(5):
        began = time.process_time()
        done = work()
        rates.append(done / (time.process_time() - began))
    return max(rates)


def main() -> None:
    """Print a line a figure, for two players and for four."""
    for players in GAMES:
        print(f"{players} players")
        measure(players)
    print(f"perft nodes a CPU second    {best(nodes):10,.0f}")


def measure(players: str) -> None:
    """The figures of one number of players."""
    setup = Setup("stratosphere", {"players": players})
    plies: list[tuple[State, Action]] = []

    def games() -> int:
        plies.clear()
        for number in range(GAMES[players]):
            stream = random.Random(f"bench/{number}")
            play_game(GAME, setup, stream, watch=lambda s, a: plies.append((s, a)))
        return GAMES[players]

    rate = best(games)
    print(f"games a CPU second          {rate:10,.0f}   (reported)")
    print(
        f"moves a CPU second          {rate * len(plies) / GAMES[players]:10,.0f}"
        "   (at least 20,000)"
    )
    hidden = [(GAME.view(s, None), a) for s, a in plies if s.turn][::4]
    print(f"one check, µs               {1e6 / best(lambda: checked(plies)):10.1f}   (at most 50)")
    print(f"one check, all hidden, µs   {1e6 / best(lambda: checked(hidden)):10.1f}   (at most 50)")
    print(f"legal, µs                   {1e6 / best(lambda: listed(plies)):10.1f}   (at most 1000)")
    print(
        f"legal, all hidden, µs       {1e6 / best(lambda: listed(hidden)):10.1f}   (at most 1000)"
    )
    some = [(s, a) for s, a in hidden if s.phase == "move"][::20]
    print(f"explaining a change, ms     {1e3 / best(lambda: explained(some)):10.2f}   (at most 5)")


def checked(positions: list[tuple[State, Action]]) -> int:
    """Judge what was played."""
    for state, action in positions:
        judge(GAME, state, action)
    return len(positions)


def listed(positions: list[tuple[State, Action]]) -> int:
    """Generate every legal action."""
    for state, _ in positions:
        list(GAME.legal(state))
    return len(positions)


def explained(positions: list[tuple[State, Action]]) -> int:
    """Each change is read word for word, and against the tables of 200 legal actions."""
    for state, _ in positions:
        change = (Change("1.R.supply", None, Lying("token.puck", "1")),)
        for action in GAME.gestures(state, change):
            judge(GAME, state, action)
        for action in [*GAME.legal(state)][:200]:
            after = state
            for event in GAME.happen(state, action):
                after = GAME.fold(after, event)
            GAME.layout(after)
    return len(positions)


def nodes() -> int:
    """Sequences of three actions from the seeded deal."""
    return sum(perft(GAME, GAME.perft_start(), 3))


if __name__ == "__main__":
    main()
