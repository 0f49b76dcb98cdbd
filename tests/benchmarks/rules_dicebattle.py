"""Dice Battle Monsters' speed: `python -m tests.benchmarks.rules_dicebattle`.

CPU seconds of this process, best of five runs; what is done each ply is what a playout does:
generate every legal action, choose, judge, make the events, fold them.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from rules import CHANCE, Action, Setup, judge, load_catalog
from rules.games.dicebattle import GAME
from rules.games.dicebattle._state import State
from rules.playout import play_game

GAMES = 200
DECKS = load_catalog("dicebattle").decks
SETUP = Setup("dicebattle", {}, {"A": DECKS["humans"], "B": DECKS["mixed"]})


def best(work: Callable[[], int]) -> float:
    """The most units of work done in a CPU second."""
    rates = []
    for _ in range(5):
        began = time.process_time()
        done = work()
        rates.append(done / (time.process_time() - began))
    return max(rates)


def main() -> None:
    """Print a line a figure."""
    plies: list[tuple[State, Action]] = []

    def games() -> int:
        plies.clear()
        for number in range(GAMES):
            stream = random.Random(f"bench/{number}")
            play_game(GAME, SETUP, stream, watch=lambda s, a: plies.append((s, a)))
        return GAMES

    rate = best(games)
    moves = sum(action.seat != CHANCE for _, action in plies)
    print(f"games a CPU second          {rate:10,.0f}   (at least 200)")
    print(f"moves a CPU second          {rate * moves / GAMES:10,.0f}   (at least 20,000)")

    def checks(positions: list[tuple[State, Action]]) -> int:
        for state, action in positions:
            judge(GAME, state, action)
        return len(positions)

    def lists(positions: list[tuple[State, Action]]) -> int:
        for state, _ in positions:
            list(GAME.legal(state))
        return len(positions)

    hidden = [(GAME.view(s, None), a) for s, a in plies if s.phase == "set"][:600]
    print(f"one check, µs               {1e6 / best(lambda: checks(plies)):10.1f}   (at most 50)")
    print(f"  … hands hidden, µs        {1e6 / best(lambda: checks(hidden)):10.1f}")
    print(f"legal actions, ms           {1e3 / best(lambda: lists(plies)):10.3f}   (at most 1)")
    print(f"  … hands hidden, ms        {1e3 / best(lambda: lists(hidden)):10.3f}")


if __name__ == "__main__":
    main()
