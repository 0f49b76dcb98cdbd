"""Plays a million random plies over all games and checks their invariants. Run by hand.

    python -m benchmarks.rules.random_plies --plies 1000000 --seed 1 --file out/plies.json

The plies are distributed evenly among the games; about every third match is played with random
settings. After each match, the progress is written to FILE, so that a stopped campaign continues
with the same matches as an uninterrupted one. A violated invariant is recorded with the arguments
that reproduce it (`--only GAME/NUMBER`); the exit code is then 1.

These invariants are checked at every ply. The chosen action is legal and listed once. The events
fold to one hashable state. The position can be read back from its text, both complete and in the
public view. The public view is the same when derived from any seat's view. The layout fits the
mat. The game has ended if and only if no seat may act.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rules import CHANCE, Rules, RulesError, Setup, game_slugs, judge, load_catalog, load_game
from rules.sim.playout import MAX_PLIES, starter_setup


class Broken(Exception):
    """Error that reports a violated invariant."""


def holds(name: str, *, truth: bool) -> None:
    if not truth:
        raise Broken(name)


def drawn_setup(game: Rules[Any], rng: random.Random) -> Setup:
    """Return a set-up with the shipped decks; up to a third of the draws change settings."""
    plain = starter_setup(game, Setup(game.slug))
    specs = load_catalog(game.slug).settings
    if rng.random() < 2 / 3 or not specs:
        return plain
    agreed = {
        name: rng.choice(spec.values) for name, spec in specs.items() if spec.values and
        rng.random() < 0.4
    }  # fmt: skip
    try:
        setup = starter_setup(game, Setup(game.slug, agreed))
        game.start(setup)
    except RulesError:
        return plain
    return setup


def play(slug: str, seed: str, number: int) -> Iterator[Any]:
    """Play one match; yield the state before every ply; raise `Broken` if an invariant fails."""
    game, rng = load_game(slug), random.Random(f"{seed}/{slug}/{number}")
    setup = drawn_setup(game, rng)
    cells = {zone.cell for zone in game.table.form(setup).zones}
    seats = game.seats(setup)
    state = game.start(setup)
    for _ in range(10 * MAX_PLIES):
        acting = game.to_act(state)
        holds(
            "ended exactly if nobody may act", truth=bool(acting) is (game.outcome(state) is None)
        )
        public = game.view(state, None)
        for shown in (state, public):
            holds(
                "reads back", truth=game.notation.parse(game.notation.format(shown), setup) == shown
            )
        for seat in seats:
            holds("views agree", truth=game.view(game.view(state, seat), None) == public)
        holds("fits the mat", truth=game.table.layout(state).keys() <= cells)
        if not acting:
            return
        if CHANCE in acting:
            action = game.sample(state, rng.randrange)
        else:
            listed = list(game.legal(state))
            holds("somebody can act", truth=bool(listed))
            holds("listed once", truth=len(set(listed)) == len(listed))
            action = rng.choice(listed)
            yield state
        holds(f"legal: {action}", truth=judge(game, state, action).legal)
        after = again = state
        for event in game.advance(state, action)[0]:
            after, again = game.fold(after, event), game.fold(again, event)
        holds("one state", truth=after == again and hash(after) == hash(again))
        state = after
    raise Broken("it ends")


def one_game(slug: str, seed: str, number: int) -> tuple[int, str]:
    """Play one match; return its number of plies, and the fault ("" for none)."""
    plies = 0
    try:
        for _ in play(slug, seed, number):
            plies += 1
    except Exception as error:  # noqa: BLE001 - any exception is a finding
        return plies, f"{type(error).__name__}: {error}"[:400]
    return plies, ""


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--plies", type=int, default=1_000_000)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--file", type=Path, help="progress, to go on after a stop")
    parser.add_argument("--only", metavar="GAME/NUMBER", help="play one game again")
    arguments = parser.parse_args()
    if arguments.only:
        slug, _, number = arguments.only.partition("/")
        print(one_game(slug, arguments.seed, int(number)))
        return 0
    done: dict[str, Any] = {"seed": arguments.seed, "games": {}, "broken": []}
    if arguments.file and arguments.file.exists():
        done = json.loads(arguments.file.read_text("utf-8"))
        if done["seed"] != arguments.seed:
            parser.error(f"{arguments.file} is of seed {done['seed']}")
    slugs = game_slugs()
    share = -(-arguments.plies // len(slugs))
    began = time.process_time()
    for slug in slugs:
        count = done["games"].setdefault(slug, {"games": 0, "plies": 0})
        while count["plies"] < share:
            plies, broke = one_game(slug, arguments.seed, count["games"])
            if broke:
                done["broken"].append(f"{slug}/{count['games']}: {broke}")
                print(done["broken"][-1])
            count["games"] += 1
            count["plies"] += max(1, plies)
            if arguments.file:
                waiting = arguments.file.with_suffix(".part")
                waiting.write_text(json.dumps(done), "utf-8")
                waiting.replace(arguments.file)
        print(f"{slug:<14} {count['games']:>7,} games {count['plies']:>10,} plies")
    total = sum(count["plies"] for count in done["games"].values())
    seconds = time.process_time() - began
    print(
        f"{total:,} plies, seed {arguments.seed}, {len(done['broken'])} broken, {seconds:.0f} CPU s"
    )
    return 1 if done["broken"] else 0


if __name__ == "__main__":
    sys.exit(main())
