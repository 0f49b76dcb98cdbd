"""The Yggdrasil's speed: `python -m tests.benchmarks.rules_yggdrasil`.

CPU seconds of this process, best of five runs; what is done each ply is what a playout does:
generate every legal action, choose, judge, make the events, fold them.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from rules import Action, Change, Lying, Setup, judge, load_catalog
from rules.games.yggdrasil import GAME
from rules.games.yggdrasil._state import State
from rules.playout import perft, play_game

GAMES = 200
DECKS = load_catalog("yggdrasil").decks
SETUP = Setup("yggdrasil", {}, {"A": DECKS["hunt"], "B": DECKS["orchard"]})


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

    def checks() -> int:
        for state, action in plies:
            judge(GAME, state, action)
        return len(plies)

    print(f"one check, µs               {1e6 / best(checks):10.1f}   (at most 50)")
    hidden = [(GAME.view(s, None), a) for s, a in plies if s.phase == "place"]

    def doubtful() -> int:
        for state, action in hidden:
            judge(GAME, state, action)
        return len(hidden)

    print(f"one check, hands hidden, µs {1e6 / best(doubtful):10.1f}   (at most 50)")
    hidden = unknown_decks()
    sizes = [len(list(GAME.legal(state))) for state, _ in hidden]
    time_each = 1e3 / best(lambda: explained(hidden))
    print(f"explaining a change, ms     {time_each:10.2f}   (at most 5)")
    print(f"    … among {min(sizes)} to {max(sizes)} legal actions")

    def nodes() -> int:
        return sum(perft(GAME, GAME.perft_start(), 5))

    print(f"perft nodes a CPU second    {best(nodes):10,.0f}")


def unknown_decks() -> list[tuple[State, Action]]:
    """Positions as a referee has them who was told no deck: every hidden card may be any card."""
    found: list[tuple[State, Action]] = []
    for number in range(8):
        stream = random.Random(f"bench/{number}")
        play_game(
            GAME,
            Setup("yggdrasil"),
            stream,
            watch=lambda s, a: found.append((GAME.view(s, None), a)),
        )
    return [(s, a) for s, a in found if s.phase == "place"]


def explained(positions: list[tuple[State, Action]]) -> int:
    """Each change is read word for word, and against every legal action's table."""
    done = 0
    for state, _ in positions:
        table = GAME.layout(state)
        cell = next(c for c in state.config.grid.names if c not in table)
        change = (Change(cell, None, Lying("y36", "A")),)
        for action in GAME.gestures(state, change):
            judge(GAME, state, action)
        for action in [*GAME.legal(state)][:200]:
            after = state
            for event in GAME.happen(state, action):
                after = GAME.fold(after, event)
            GAME.layout(after)
        done += 1
    return done


if __name__ == "__main__":
    main()
