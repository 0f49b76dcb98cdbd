"""A match that is played, one action after the other.

>>> from rules import Match, Setup, load_game
>>> match = Match(load_game("yggdrasil"), Setup("yggdrasil"))
>>> match.say("chance choose A").number
1
"""

from typing import Generic, TypeVar

from rules.core.action import Action
from rules.core.event import Outcome
from rules.core.match import MatchState, Ply
from rules.core.position import Position
from rules.core.rules import Rules
from rules.core.values import Seat, Setup
from rules.core.verdict import Verdict
from rules.notation.read_action import read_action

S = TypeVar("S")


class Match(Generic[S]):
    """A match of one game; the only mutable object of `rules`. `now` is its current value."""

    def __init__(self, game: Rules[S], setup: Setup, state: S | None = None) -> None:
        """Start at the game's initial state, or at a given position.

        Raise `DataError` if the set-up is faulty.
        """
        first = game.start(setup) if state is None else state
        self.now = MatchState(game, setup, first)

    def __repr__(self) -> str:
        outcome = self.outcome
        if outcome is None:
            stage = f"{' and '.join(sorted(self.to_act))} to act"
        else:
            stage = f"won by {' and '.join(outcome.winners)}" if outcome.winners else "drawn"
        return f"<Match of {self.game.slug} after ply {len(self.plies)}: {stage}>"

    @property
    def game(self) -> Rules[S]:
        """The rules of the game."""
        return self.now.game

    @property
    def setup(self) -> Setup:
        """The game's settings and decks."""
        return self.now.setup

    @property
    def state(self) -> S:
        """The current state."""
        return self.now.state

    @property
    def position(self) -> Position[S]:
        """The current position, for questions about it."""
        return self.now.position

    @property
    def plies(self) -> tuple[Ply[S], ...]:
        """The plies in force, oldest first."""
        return self.now.plies

    @property
    def outcome(self) -> Outcome | None:
        """The result of the match, or None while it is running."""
        return self.now.outcome

    @property
    def turn(self) -> int:
        """The number of the current turn or round; see `MatchState.turn`."""
        return self.now.turn

    @property
    def to_act(self) -> frozenset[Seat]:
        """The seats that may act now."""
        return self.now.to_act

    def judge(self, action: Action) -> Verdict:
        """Return the verdict on an action in the current state, without changing the match."""
        return self.now.judge(action)

    def play(self, action: Action) -> Ply[S]:
        """Execute an action that is legal or undetermined; raise `IllegalAction` otherwise."""
        self.now = self.now.play(action)
        return self.now.plies[-1]

    def say(self, text: str) -> Ply[S]:
        """Read, judge and execute an action in a person's words, such as `blue ready`.

        The seat may be omitted if only one may act. Raise `NotationError` if the words cannot be
        read, and `IllegalAction` if the action is illegal.
        """
        return self.play(read_action(text, self.game, self.setup, self.to_act))

    def correct(self, state: S) -> Ply[S]:
        """Replace the current state with `state`, as agreed by the players."""
        self.now = self.now.correct(state)
        return self.now.plies[-1]

    def undo_limit(self) -> int:
        """Return the lowest ply that `undo` may return to, after which nothing was revealed."""
        return self.now.undo_limit()

    def undo(self, to: int) -> None:
        """Go back to the state after ply `to` (0: the start).

        Raise `MatchError` if there is no such ply or something was revealed since.
        """
        self.now = self.now.undo(to)

    def state_at(self, ply: int) -> S:
        """Return the state after ply `ply` (0: the start)."""
        return self.now.state_at(ply)
