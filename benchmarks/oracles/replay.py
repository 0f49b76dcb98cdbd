"""One match of a game and its oracle, which replays the same actions from the start.

An oracle of this kind is a module with `SLUG`, `VALUES` (settings to draw from) and `VERBS`. It has
the functions `drawn_setup`, `start`, `opening`, `read`, `apply`, `facts`, `read_facts`, `to_act`,
`actions`, `answer`, `strange`, `can_hide`, `unlisted`, `watchers`, `view` and `outcome`. They are
documented in `stratosphere`.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from types import ModuleType
from typing import Any

from rules import CHANCE, UNKNOWN, Action, Rules, Setup, Verb, judge, load_game

MAX_PLIES = 300
"""Length of a match; a match of Strato-Sphere may go on for thousands of plies."""
STRANGE = 12
"""Number of further actions that are judged in each position."""
SEEN = 6
"""Every sixth position is also compared as a seat or the public sees it."""


class ReplayedMatch:
    """One match, compared ply by ply."""

    def __init__(self, oracle: ModuleType, seed: str, number: int) -> None:
        self.oracle: Any = oracle
        self.game: Rules[Any] = load_game(oracle.SLUG)
        self.name = f"{oracle.SLUG} --seed {seed} --only {number}"
        self.rng = random.Random(f"{seed}/{oracle.SLUG}/{number}")
        drawn = {
            name: self.rng.choice(values)
            for name, values in self.oracle.VALUES.items()
            if number % 3 and self.rng.random() < 0.4
        }
        self.setup: Setup = self.oracle.drawn_setup(drawn, self.rng)
        self.likes = {
            verb: weight * (self.rng.random() ** 2 + 0.02)
            for verb, weight in self.oracle.VERBS.items()
        }
        self.counts: Counter[str] = Counter()
        self.found: list[str] = []
        self.last = "the start"
        self.state: Any = self.game.start(self.setup)
        self.position: Any = self.oracle.start(self.setup)
        hidden = self.oracle.can_hide(self.setup)
        self.at_table = hidden and number % 4 == 1
        """The referee knows a card only when it is turned up."""
        if opening := self.oracle.opening(self.setup, self.rng):
            self.state = self.game.notation.parse(opening, self.setup)
            self.position = self.oracle.read(opening, self.setup)
            self.counts["openings"] += 1

    def report(self, action: object, what: str, state: Any = None) -> None:  # noqa: ANN401
        """Record a difference with all that reproduces it."""
        lines = self.game.notation.format(self.state if state is None else state).splitlines()
        shown = "\n".join(f"    {line}" for line in lines)
        settings = " ".join(f"{name}={text}" for name, text in self.setup.settings.items())
        where = f"{self.name}, position {self.counts['positions']}, {settings}"
        self.found.append(f"{where}\n{shown}\n    after {self.last}\n    > {action}\n    {what}")

    def play(self, most: int) -> None:
        """Play until the match ends, differs, or has been compared in `most` positions."""
        for ply in range(getattr(self.oracle, "PLIES", MAX_PLIES)):
            if self.counts["positions"] >= most:
                return
            self.counts["positions"] += 1
            if not self.same_position() or not self.same_end():
                return
            seats = self.game.to_act(self.state)
            if not seats:
                self.counts["ended"] += 1
                return
            if CHANCE in seats:
                action = self.game.sample(self.state, self.rng.randrange)
                if self.at_table and action.verb is Verb.DRAW:
                    action = replace(action, also=(UNKNOWN,) * len(action.also))
            else:
                action = self.compare_actions()
                if ply % SEEN == 0 and not self.at_table:
                    self.compare_view()
            self.last = str(action)
            self.state = self.game.advance(self.state, action)[1]
            self.position = self.oracle.apply(self.position, action)

    def same_position(self) -> bool:
        """Compare the whole position."""
        text = self.game.notation.format(self.state)
        return self._same(self.position, text, self.state)

    def _same(self, position: Any, text: str, state: Any) -> bool:  # noqa: ANN401
        wanted = self.oracle.facts(position)
        got = self.oracle.read_facts(text, self.setup)
        wrong = [name for name in wanted | got if wanted.get(name) != got.get(name)]
        for name in wrong:
            what = f"{name}: expected {wanted.get(name)}, game has {got.get(name)}"
            self.report("", what, state)
        return not wrong

    def same_end(self) -> bool:
        """Compare the result, and who may act."""
        got = self.game.outcome(self.state)
        has = got and (tuple(got.winners), got.clause, dict(got.scores))
        wanted = self.oracle.outcome(self.position)
        if has != wanted:
            self.report("", f"result: expected {wanted}, game has {has}")
        acting = self.oracle.to_act(self.position)
        seats = self.game.to_act(self.state)
        if seats != acting:
            self.report("", f"to act: expected {acting}, game has {set(seats)}")
        return bool(has == wanted and seats == acting)

    def compare_actions(self) -> Action:
        """Compare the legal actions and the verdicts on others; return the next action."""
        legal = self.compare_legal(self.position, self.state)
        self.counts["actions"] += len(legal)
        chosen = self._chosen(legal)
        for _ in range(STRANGE):
            action = self.oracle.strange(self.position, legal, self.rng)
            agreed = self.agrees(self.position, self.state, action)
            unlisted = agreed and self.oracle.unlisted(self.position, action)
            if unlisted and self.rng.random() < 0.1:
                chosen = action
        return chosen

    def _chosen(self, legal: list[Action]) -> Action:
        if hasattr(self.oracle, "choose"):
            action: Action = self.oracle.choose(self.position, legal, self.rng)
            return action
        verbs = Counter(action.verb for action in legal)
        weights = [self.likes[action.verb] / verbs[action.verb] for action in legal]
        return self.rng.choices(legal, weights)[0]

    def compare_legal(self, position: Any, state: Any) -> list[Action]:  # noqa: ANN401
        """Compare the legal actions; return the game's."""
        listed = list(self.game.legal(state))
        certain, possible = self.oracle.actions(position)
        for action in sorted(certain - set(listed), key=str):
            self.report(action, "legal to the oracle, not listed by the game", state)
        if possible is not None:
            for action in sorted(set(listed) - certain - possible, key=str):
                self.report(action, "listed by the game, illegal to the oracle", state)
        if len(listed) != len(set(listed)):
            self.report("", "an action is listed twice", state)
        return listed

    def agrees(self, position: Any, state: Any, action: Action) -> bool:  # noqa: ANN401
        """Compare one verdict; return True if both call the action legal."""
        verdict = judge(self.game, state, action)
        clauses = () if verdict.legal else verdict.clauses
        wanted = self.oracle.answer(position, action)
        self.counts["verdicts"] += 1
        self.counts["illegal"] += not verdict.legal
        if not wanted.accepts(clauses):
            has = " ".join(clauses) or "legal"
            self.report(action, f"expected {wanted}, game says {has}", state)
        return bool(verdict.legal and wanted.legal)

    def compare_view(self) -> None:
        """Compare what somebody sees, and may expect of hidden cards."""
        watchers = self.oracle.watchers(self.position)
        if not watchers:
            return
        seat = self.rng.choice(watchers)
        position, view = self.oracle.view(self.position, seat), self.game.view(self.state, seat)
        self.counts["views"] += 1
        if self._same(position, self.game.notation.format(view), view):
            legal = self.compare_legal(position, view)
            for _ in range(STRANGE // 3):
                self.agrees(position, view, self.oracle.strange(position, legal, self.rng))
