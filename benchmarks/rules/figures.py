"""CPU cost of every game's rules: `python -m benchmarks.rules.figures [GAME …]`.

All times are CPU times of this process. A rate is the best of five runs; each ply does what a
playout does: generate all legal actions, choose one, judge it, and carry it out. Judgements and
lists of legal actions are timed one by one, each as the best of five runs. Their median and worst
value are reported, because a bound limits the worst. The judged actions are legal actions, and
actions that differ from a legal one in one field, most of them nonsense. The positions are
complete positions, and positions of a referee with hidden hands, with and without known decks. For
explaining a change of the table, see `benchmarks.matches.explain_speed`.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from statistics import median
from typing import Any

from rules import CHANCE, Action, Rules, Setup, game_slugs, judge, load_catalog, load_game
from rules.core.perft import perft
from rules.sim.playout import play_game, starter_setup
from tests.conformance.suite import Subject, near

RUNS = 5
STATES = 250
"""Number of positions of each kind in which judgements and lists are timed."""
ACTIONS = 8
"""Number of legal actions judged per position; the same number of similar actions is judged."""


@dataclass(frozen=True)
class Bound:
    """Minimum games and moves per CPU second for a game's rules; 0 if they are only reported."""

    games: int = 200
    moves: int = 20_000


BOUNDS = {"spherion": Bound(0, 0), "stratosphere": Bound(0)}
"""Bounds that differ from the default; Spherion's joint steps have one in `spherion_steps`."""
DEPTHS = {"yggdrasil": 5, "jiguan": 5, "spherion": 2}
"""Depths to which sequences of actions are counted; 3 for other games."""


def best(work: Callable[[], int]) -> float:
    """Return the units of work per CPU second, in the best of several runs."""
    rates = []
    for _ in range(RUNS):
        began = time.process_time()
        done = work()
        rates.append(done / (time.process_time() - began))
    return max(rates)


def shortest(work: Callable[[], object]) -> float:
    """Return the CPU seconds of a short piece of work, in the best of several runs."""
    times = []
    for _ in range(RUNS):
        began = time.process_time_ns()
        work()
        times.append(time.process_time_ns() - began)
    return min(times) / 1e9


def report(name: str, value: float, bound: str, worst: float | None = None) -> None:
    """Print one line of the table."""
    further = "" if worst is None else f"   worst {worst:8.1f}"
    print(f"  {name:<34} {value:10,.1f}{further}   ({bound})")


def spread(
    name: str, unit: float, bound: str, works: Iterator[tuple[str, Callable[[], object]]]
) -> None:
    """Print the median and worst time of many pieces of work, and the worst one's name."""
    found = [(shortest(work), what) for what, work in works]
    if found:
        times = [spent for spent, _ in found]
        report(name, median(times) / unit, bound, max(times) / unit)
        print(f"      worst of {len(found):,}: {max(found)[1]}")


def positions(game: Rules[Any], setup: Setup, count: int) -> list[Any]:
    """Return positions of random games in which a seat decides, taken evenly from all phases."""
    seen: list[Any] = []
    for number in range(4):
        stream = random.Random(f"figures/{number}")
        play_game(game, setup, stream, watch=lambda s, a: a.seat == CHANCE or seen.append(s))
    return seen[:: max(1, len(seen) // count)]


def asked(it: Subject, states: list[Any]) -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield functions that judge legal actions and similar ones, each with the action's name."""
    rng = random.Random("asked")
    for state in states:
        listed = list(it.game.legal(state))
        some = rng.sample(listed, min(ACTIONS, len(listed)))
        # Placements of unknown cards are rare in the sample, but expensive to judge.
        some += [a for a in listed if a.card == "?" or ":?:" in a.value][:ACTIONS]
        for action in (*some, *(near(it, action, rng) for action in some)):
            yield str(action), _judging(it.game, state, action)


def _judging(game: Rules[Any], state: object, action: Action) -> Callable[[], object]:
    return lambda: judge(game, state, action)


def generated(game: Rules[Any], states: list[Any]) -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield functions that list a position's legal actions, each with the position's name."""
    for state in states:
        head = game.notation.format(state).split("\n", 1)[0]
        yield head, _listing(game, state)


def _listing(game: Rules[Any], state: object) -> Callable[[], object]:
    return lambda: list(game.legal(state))


def measure(game: Rules[Any], setup: Setup, games: int) -> None:
    """Measure and print all figures of one set-up."""
    bound = BOUNDS.get(game.slug, Bound())
    plies: list[int] = []

    def played() -> int:
        plies.clear()
        streams = (random.Random(f"bench/{number}") for number in range(games))
        plies.extend(play_game(game, setup, stream).plies for stream in streams)
        return games

    rate = best(played)
    report("games a CPU second", rate, f"at least {bound.games}" if bound.games else "reported")
    moves = rate * sum(plies) / games
    report("moves a CPU second", moves, f"at least {bound.moves:,}" if bound.moves else "reported")
    start, depth = game.perft_start(), DEPTHS.get(game.slug, 3)
    nodes = best(lambda: sum(perft(game, start, depth)))
    report("perft nodes a CPU second", nodes, "reported")
    it = Subject(game, load_catalog(game.slug), setup)
    whole = positions(game, setup, STATES)
    untold = [game.view(s, None) for s in positions(game, Setup(game.slug, setup.settings), STATES)]
    kinds = {
        "all known": whole,
        "hands hidden": [game.view(state, None) for state in whole],
        "one hand known": [game.view(state, game.seats(setup)[0]) for state in whole],
        "decks untold": untold,
    }
    for name, states in kinds.items():
        spread(f"one check, {name}, µs", 1e-6, "at most 50", asked(it, states))
    for name, states in kinds.items():
        spread(f"legal actions, {name}, µs", 1e-6, "at most 1,000", generated(game, states))


def main() -> None:
    """Print a table for each game named in the command, or for all games if none is named."""
    for slug in sys.argv[1:] or game_slugs():
        game = load_game(slug)
        for settings in ({"players": "2"}, {"players": "4"}) if slug == "stratosphere" else ({},):
            setup = starter_setup(game, Setup(slug, settings))
            print(slug, *(f"{name}={value}" for name, value in settings.items()))
            measure(game, setup, 20 if slug == "spherion" else 100)


if __name__ == "__main__":
    main()
