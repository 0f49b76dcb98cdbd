"""Compares games with oracles that were written from the specifications alone.

    python -m benchmarks.oracles.compare --positions 10000 --seed 1
    python -m benchmarks.oracles.compare --game jiguan --only 17

An oracle is a slow second implementation by somebody who has not read the game. The command plays
random matches with random settings through the public API. In every position it compares who may
act, the legal actions, the verdicts on further actions with their clauses, the position after the
chosen action, and the result. It also checks that no verdict from a seat's or the public view
contradicts the true one. Every difference is printed with what reproduces it; the exit code is
then 1.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from types import ModuleType
from typing import Any

from benchmarks.oracles import dicebattle, jiguan, spherion, stratosphere, yggdrasil
from benchmarks.oracles.replay import ReplayedMatch
from benchmarks.oracles.verdicts import Ended, Expected
from rules import CHANCE, Action, Match, Rules, Setup, Status, judge, load_catalog, load_game

ORACLES: dict[str, ModuleType] = {oracle.SLUG: oracle for oracle in (jiguan, yggdrasil)}
"""Oracles that read each position from its text."""
REPLAYED: dict[str, ModuleType] = {
    oracle.SLUG: oracle for oracle in (dicebattle, spherion, stratosphere)
}
"""Oracles that replay the actions from the start of a match."""

MAX_PLIES = 5000


def drawn_settings(slug: str, rng: random.Random) -> dict[str, str]:
    """Return every setting of a game: the defaults, or each changed with a chance of one third."""
    settings = {}
    plain = rng.random() < 0.2
    for name, spec in load_catalog(slug).settings.items():
        settings[name] = str(spec.default)
        if not plain and rng.random() < 1 / 3:
            values = spec.values or range(spec.minimum, spec.maximum + 1)
            settings[name] = str(rng.choice(values))
    return settings


def indented(text: str) -> str:
    """Return the text of a position, indented."""
    return "".join(f"    {line}\n" for line in text.splitlines() if line)


class ComparedMatch:
    """One match, compared ply by ply."""

    def __init__(self, slug: str, seed: str, number: int) -> None:
        self.game: Rules[Any] = load_game(slug)
        self.oracle: Any = ORACLES[slug]
        self.rng = random.Random(f"{seed}/{slug}/{number}")
        settings = drawn_settings(slug, self.rng)
        self.setup: Setup
        self.setup, self.settings = self.oracle.draw_setup(settings, self.rng)
        self.name = f"{slug} --seed {seed} --only {number}"
        self.counts: Counter[str] = Counter()
        self.found: list[str] = []

    def read(self, state: Any) -> Any:  # noqa: ANN401 - any game's state
        return self.oracle.read(self.game.notation.format(state), self.setup, self.settings)

    def report(self, state: Any, action: object, what: str) -> None:  # noqa: ANN401 - (same)
        specs = load_catalog(self.game.slug).settings
        changed = [
            f"{n}={value}" for n, value in self.settings.items() if value != specs[n].default
        ]
        where = f"{self.name}, position {self.counts['positions']}, {' '.join(changed)}"
        position = indented(self.game.notation.format(state))
        self.found.append(f"{where}\n{position}    > {action}\n    {what}")

    def play(self, most: int) -> None:
        """Play until the match ends or `most` positions are compared."""
        match = Match(self.game, self.setup)
        while match.to_act and self.counts["positions"] < most:
            assert len(match.plies) < MAX_PLIES
            state = match.state
            position = self.read(state)
            self.counts["positions"] += 1
            wanted = self.oracle.actions(position)
            legal = self.compare_actions(match, position, wanted)
            self.compare_verdicts(match, position, wanted)
            if CHANCE in match.to_act:
                action = self.game.sample(state, self.rng.randrange)
            else:
                action = self.oracle.choose(position, legal, self.rng)
            expected = self.oracle.after(position, action)
            match.play(action)
            for what in self.oracle.differences(expected, self.read(match.state)):
                then = indented(self.game.notation.format(match.state))
                self.report(state, action, f"{what}; then\n{then}")
        self.compare_end(match)

    def compare_actions(
        self,
        match: Match[Any],
        position: Any,  # noqa: ANN401 - any oracle's position
        wanted: set[str] | None,
    ) -> list[Action]:
        """Compare who may act, and the legal actions; return the game's."""
        state = match.state
        acting = self.oracle.acting(position)
        if match.to_act != acting:
            self.report(state, "", f"to act: expected {acting}, game has {set(match.to_act)}")
        legal = list(self.game.legal(state))
        self.counts["actions"] += len(legal)
        if wanted is None:
            return legal
        listed = {self.oracle.canonical(str(action)) for action in legal}
        for text in sorted(listed - wanted):
            self.report(state, text, "listed by the game, illegal to the oracle")
        for text in sorted(wanted - listed):
            self.report(state, text, "legal to the oracle, not listed by the game")
        if len(listed) != len(legal):
            self.report(state, "", "an action is listed twice")
        for seat in match.to_act - {CHANCE} if self.oracle.sees_all(position) else ():
            view = self.game.view(state, seat)
            own = {str(action) for action in self.game.legal(view) if action.seat == seat}
            for text in sorted(own ^ {str(action) for action in legal if action.seat == seat}):
                self.report(state, text, f"listed differently from {seat}'s own view")
        return legal

    def compare_verdicts(
        self,
        match: Match[Any],
        position: Any,  # noqa: ANN401 - any oracle's position
        legal: set[str] | None,
    ) -> None:
        """Compare the verdicts on further actions, also from a view."""
        views = [self.game.view(match.state, seat) for seat in (None, "A", "B")]
        for action in self.oracle.attempts(position, self.rng):
            verdict = match.judge(action)
            wanted: Expected = self.oracle.expected(position, action, legal)
            self.counts["verdicts"] += 1
            self.counts["illegal"] += wanted.status is Status.ILLEGAL
            fault = wanted.fault(verdict.status, verdict.clauses)
            if fault:
                self.report(match.state, action, fault)
            if CHANCE in match.to_act or not self.oracle.possible(position, action):
                continue
            view = self.rng.choice(views)
            seen = judge(self.game, view, action)
            self.counts["views"] += 1
            agrees = seen.status in (wanted.status, Status.UNDETERMINED)
            if not agrees and not self.oracle.shown(action, seen.clauses):
                self.report(
                    match.state,
                    action,
                    f"{seen.status.value} {seen.clauses} from the view\n"
                    f"{indented(self.game.notation.format(view))}",
                )

    def compare_end(self, match: Match[Any]) -> None:
        """Compare the result of an ended match."""
        wanted = self.oracle.result(self.read(match.state))
        got = match.outcome
        has = got and Ended(tuple(got.winners), got.clause, tuple(sorted(got.scores.items())))
        self.counts["ended"] += got is not None
        if has != wanted:
            self.report(match.state, "", f"result: expected {wanted}, game has {has}")


def compare(slug: str, seed: str, positions: int, only: int | None) -> tuple[Counter[str], int]:
    """Compare matches until `positions` are done; return the counts and how many differ."""
    counts: Counter[str] = Counter()
    differences = 0
    number = only or 0
    while counts["positions"] < positions:
        comparison: ComparedMatch | ReplayedMatch
        if slug in REPLAYED:
            comparison = ReplayedMatch(REPLAYED[slug], seed, number)
        else:
            comparison = ComparedMatch(slug, seed, number)
        comparison.play(positions - counts["positions"])
        counts.update(comparison.counts)
        counts["matches"] += 1
        differences += len(comparison.found)
        for found in comparison.found:
            print(found, flush=True)
        number += 1
        if only is not None:
            break
    return counts, differences


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", choices=sorted(ORACLES | REPLAYED), action="append")
    parser.add_argument("--positions", type=int, default=10_000, help="per game")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--only", type=int, metavar="NUMBER", help="one match")
    arguments = parser.parse_args()
    total = 0
    for slug in arguments.game or sorted(ORACLES | REPLAYED):
        began = time.process_time()
        counts, differences = compare(slug, arguments.seed, arguments.positions, arguments.only)
        total += differences
        seconds = time.process_time() - began
        print(
            f"{slug:<12} {counts['positions']:>7,} positions in {counts['matches']:,} matches,"
            f" {counts['actions']:,} legal actions, {counts['verdicts']:,} verdicts"
            f" ({counts['illegal']:,} illegal), {counts['views']:,} views,"
            f" {counts['ended']:,} results: {differences:,} differences, {seconds:.0f} CPU s"
        )
    return 1 if total else 0


if __name__ == "__main__":
    sys.exit(main())
