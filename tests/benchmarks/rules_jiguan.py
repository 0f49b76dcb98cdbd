"""機官算盡's speed and long counts: `python -m tests.benchmarks.rules_jiguan [--deep]`.

CPU seconds of this process, best of five runs; what is done each ply is what a playout does:
generate every legal action, choose, judge, make the events, fold them.  `--deep` counts to twelve
plies with the slow enumerator and to eight with the engine (about two minutes).
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from dataclasses import replace

from rules import UNKNOWN, Action, Change, Facing, Lying, Setup, Verb, judge
from rules.games.jiguan import GAME
from rules.games.jiguan._state import CELLS, State
from rules.playout import perft, play_game
from tests.rules.jiguan import enumerator

GAMES = 200
SETUP = Setup("jiguan")


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
    print(f"games a CPU second          {rate:10,.0f}   (at least 200)")
    print(f"moves a CPU second          {rate * len(plies) / GAMES:10,.0f}   (at least 20,000)")
    print(f"plies a game                {len(plies) / GAMES:10.1f}")

    def checks() -> int:
        for state, action in plies:
            judge(GAME, state, action)
        return len(plies)

    print(f"one check, µs               {1e6 / best(checks):10.1f}   (at most 50)")
    unseen = [(s, replace(a, card=UNKNOWN)) for s, a in plies if a.verb is Verb.PLACE]

    def doubtful() -> int:
        for state, action in unseen:
            judge(GAME, state, action)
        return len(unseen)

    print(f"one check, card unseen, µs  {1e6 / best(doubtful):10.1f}   (at most 50)")

    def generated() -> int:
        for state, _ in plies:
            list(GAME.legal(state))
        return len(plies)

    print(f"all legal actions, µs       {1e6 / best(generated):10.1f}   (at most 1,000)")
    states = [s for s, a in unseen]
    print(
        f"explaining a change, ms     {1e3 / best(lambda: explained(states)):10.2f}   (at most 5)"
    )

    def nodes() -> int:
        return sum(perft(GAME, GAME.perft_start(), 5))

    print(f"perft nodes a CPU second    {best(nodes):10,.0f}")
    if "--deep" in sys.argv:
        print("perft", perft(GAME, GAME.perft_start(), 8))
        print("slow ", [enumerator.count(enumerator.start(), n) for n in range(1, 13)])


def explained(states: list[State]) -> int:
    """Each change is read word for word, and against every legal action's table."""
    done = 0
    for state in states[:200]:
        table = GAME.layout(state)
        cell = next(c for row in CELLS for c in row if c not in table)
        change = (Change(cell, None, Lying(UNKNOWN, cell[0], Facing.DOWN)),)
        for action in GAME.gestures(state, change):
            judge(GAME, state, action)
        for action in GAME.legal(state):
            after = state
            for event in GAME.happen(state, action):
                after = GAME.fold(after, event)
            GAME.layout(after)
        done += 1
    return done


if __name__ == "__main__":
    main()
