"""One match: its plies, the state as a fold over their events, undo and settling.

    play      judge → events → fold → settle what a reveal decides → a new ply
    undo      return to an earlier ply if nothing was revealed since
    correct   the players agree on another position: a new ply, never an edit

`rules.match.Match` is the match that changes. The log (`rules.records.log`) records its calls in
order and replays them.
"""

import dataclasses
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Generic, Self, TypeVar

from rules.core.action import Action, format_action
from rules.core.event import REVEALED, ROUND_STARTED, SETTLED, TURN_STARTED, Event, Outcome
from rules.core.judge import judge
from rules.core.position import Position
from rules.core.rules import Rules
from rules.core.values import CHANCE, Seat, Setup
from rules.core.verdict import Verdict
from rules.errors import IllegalAction, MatchError

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Ply(Generic[S]):
    """One accepted action with its verdict, its events, and the states before and after.

    `action` is None for a correction agreed by the players.
    """

    number: int
    action: Action | None
    verdict: Verdict | None
    events: tuple[Event, ...]
    before: S
    after: S

    def __repr__(self) -> str:
        return f"<Ply {self.number}: {self.action or 'correction'}>"


@dataclass(frozen=True, slots=True)
class MatchState(Generic[S]):
    """A match as a value: `play`, `correct` and `undo` return another one."""

    game: Rules[S]
    setup: Setup
    first: S
    """The position at the start."""
    plies: tuple[Ply[S], ...] = ()
    """The plies in force, oldest first."""

    @property
    def state(self) -> S:
        """The current state."""
        return self.plies[-1].after if self.plies else self.first

    @property
    def position(self) -> Position[S]:
        """The current position, for questions about it."""
        return Position(self.game, self.state)

    @property
    def outcome(self) -> Outcome | None:
        """The result of the match, or None while it is running."""
        return self.game.outcome(self.state)

    @property
    def turn(self) -> int:
        """The number of the current turn or round, as the players count them.

        In a game that announces neither, turns are counted by the changes of the seat to move.
        """
        return self.turn_at(len(self.plies))

    def turn_at(self, ply: int) -> int:
        """Return the number of the turn or round that is current after `ply` plies."""
        plies = self.plies[:ply]
        events = (event for each in reversed(plies) for event in reversed(each.events))
        announced = (e.number for e in events if e.kind in (ROUND_STARTED, TURN_STARTED))
        number = next(announced, 0)
        return number or (1 if self.game.counts_first else self._passed_on(plies) + 1)

    def _passed_on(self, plies: tuple[Ply[S], ...]) -> int:
        """Count the changes of the seat to move, ignoring states in which several seats may act."""
        states = (*(ply.before for ply in plies), self.state_at(len(plies)))
        alone = [seats for seats in map(self.game.to_act, states) if len(seats) == 1]
        turns = [seats for seats in alone if CHANCE not in seats]
        return sum(one != other for one, other in pairwise(turns))

    @property
    def to_act(self) -> frozenset[Seat]:
        """The seats that may act now."""
        return self.game.to_act(self.state)

    def judge(self, action: Action) -> Verdict:
        """Return the verdict on an action in the current state."""
        return judge(self.game, self.state, action)

    def play(self, action: Action) -> Self:
        """Return the match after an action; raise `IllegalAction` if it is illegal."""
        verdict = self.judge(action)
        if not verdict.legal:
            raise IllegalAction(format_action(action), verdict)
        before = self.state
        events, after = self.game.advance(before, action)
        events += self._settle(events)
        return self._with(Ply(len(self.plies) + 1, action, verdict, events, before, after))

    def correct(self, state: S) -> Self:
        """Return the match with `state` as its current state, as agreed by the players."""
        number = len(self.plies) + 1
        after = at_ply(self.game.normalize(state), number)
        return self._with(Ply(number, None, None, (), self.state, after))

    def _with(self, ply: Ply[S]) -> Self:
        return replace(self, plies=(*self.plies, ply))

    def undo_limit(self) -> int:
        """Return the lowest ply that `undo` may return to, after which nothing was revealed."""
        for ply in reversed(self.plies):
            if any(self.game.reveals(event) for event in ply.events):
                return ply.number
        return 0

    def undo(self, to: int) -> Self:
        """Return the match as it was after ply `to` (0: the start).

        Raise `MatchError` if there is no such ply or something was revealed since.
        """
        if not 0 <= to <= len(self.plies):
            raise MatchError("no_ply", number=to, count=len(self.plies))
        if to < self.undo_limit():
            raise MatchError("ply_revealed", number=self.undo_limit())
        return replace(self, plies=self.plies[:to])

    def state_at(self, ply: int) -> S:
        """Return the state after ply `ply` (0: the start)."""
        return self.first if ply == 0 else self.plies[ply - 1].after

    def _settle(self, events: tuple[Event, ...]) -> tuple[Event, ...]:
        """Return events with the verdicts on undetermined plies whose cards `events` reveal."""
        settled: list[Event] = []
        for event in events:
            if event.kind != REVEALED or not 0 < event.number <= len(self.plies):
                continue
            ply = self.plies[event.number - 1]
            if ply.action is None or ply.verdict is None or not ply.verdict.awaits:
                continue
            known = replace(ply.action, card=event.card)
            verdict = judge(self.game, ply.before, known)
            if not verdict.awaits:
                clauses = tuple(v.clause for v in verdict.violations)
                settled.append(
                    Event(
                        SETTLED,
                        ply.action.seat,
                        event.card,
                        event.cell,
                        number=ply.number,
                        items=clauses,
                    )
                )
        return tuple(settled)


def at_ply(state: S, ply: int) -> S:
    """Return the state with its ply counter set to `ply`, if it has one (a field `ply`)."""
    value: Any = state
    if not hasattr(value, "ply"):
        return state
    change = dataclasses.replace if dataclasses.is_dataclass(value) else type(value)._replace
    counted: S = change(value, ply=ply)
    return counted
