"""A match driven by Hypothesis: moves, mistakes, undo and corrections in any order."""

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from rules import CHANCE, Action, IllegalAction, Match, Setup, Verb
from rules.core.chance import Stream
from rules.core.match import at_ply
from rules.errors import MatchError
from rules.games.stratosphere import GAME
from rules.games.stratosphere.state import State
from tests.support.games.stratosphere import any_action, settings_of


class MatchMachine(RuleBasedStateMachine):
    """A state machine of a match; `before` stores the position before each ply independently."""

    @initialize(agreed=settings_of, seed=st.integers(0, 999))
    def begin(self, agreed: dict[str, str], seed: int) -> None:
        self.setup = Setup("stratosphere", agreed)
        self.match: Match[State] = Match(GAME, self.setup)
        self.recycled = Stream(str(seed), "recycle")
        self.before: list[State] = []
        self.act(GAME.sample(self.match.state, Stream(str(seed), "pack").below))

    def act(self, action: Action) -> None:
        self.before.append(self.match.state)
        self.match.play(action)

    @property
    def open(self) -> bool:
        return hasattr(self, "match") and bool(self.match.to_act)

    @precondition(lambda self: self.open)
    @rule(random=st.randoms(use_true_random=False))
    def move(self, random) -> None:  # noqa: ANN001 - Hypothesis's own Random
        state = self.match.state
        if CHANCE in self.match.to_act:
            self.act(GAME.sample(state, self.recycled.below))
        else:
            self.act(random.choice(list(GAME.legal(state))))

    @precondition(lambda self: self.open)
    @rule(random=st.randoms(use_true_random=False))
    def blunder(self, random) -> None:  # noqa: ANN001 - Hypothesis's own Random
        state = self.match.state
        action = any_action(state, random)
        if GAME.violations(state, action):
            with pytest.raises(IllegalAction):
                self.match.play(action)
            assert self.match.state == state

    @precondition(lambda self: self.open)
    @rule()
    def undo(self) -> None:
        last = len(self.match.plies) - 1
        if self.match.undo_limit() > last:
            with pytest.raises(MatchError):
                self.match.undo(last)
        else:
            self.match.undo(last)
            assert self.match.state == self.before.pop()

    @precondition(lambda self: self.open and CHANCE not in self.match.to_act)
    @rule()
    def correct(self) -> None:
        text = GAME.notation.format(self.match.state)
        self.before.append(self.match.state)
        self.match.correct(GAME.notation.parse(text, self.setup))
        counted = at_ply(self.before[-1], len(self.match.plies))
        assert self.match.state == counted

    @precondition(lambda self: self.open and CHANCE not in self.match.to_act)
    @rule(seat=st.sampled_from("1234"), agree=st.booleans())
    def concede(self, seat: str, *, agree: bool) -> None:
        if seat != "4" or not agree:  # rarely, because it ends most games
            return
        action = Action(seat, Verb.DECLARE, value="concede")
        if self.match.judge(action).legal:
            self.act(action)

    @rule(seat=st.sampled_from((None, "1", "2")))
    def look(self, seat: str | None) -> None:
        """Look at the position from a seat, which is possible at any time."""
        state = self.match.state
        seen = GAME.view(state, seat)
        assert GAME.notation.parse(GAME.notation.format(seen), self.setup) == seen
        if not self.open:
            assert list(GAME.legal(state)) == []
            assert self.match.judge(Action("1", Verb.DRAW)).clauses == (state.ending,)

    @invariant()
    def nothing_is_lost(self) -> None:
        if hasattr(self, "match") and self.match.plies:
            state = self.match.state
            resting = sum(len(node.down) + bool(node.up) for node in state.nodes)
            cards = resting + len(state.pile) + len(state.discard) + sum(map(len, state.hands))
            assert cards == len(state.config.pack)
            assert all(node.up or node.down for node in state.nodes)
            assert (GAME.outcome(state) is None) == bool(GAME.to_act(state))
            assert len(self.before) == len(self.match.plies)


TestMatches = MatchMachine.TestCase
TestMatches.settings = settings(max_examples=60, stateful_step_count=60, deadline=None)
