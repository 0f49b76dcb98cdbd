"""The phase of a match at a moment in its log.

A `LogFold` replaces the referee of a live match. It knows only what the kinds of the notices imply.
"""

from typing import Any

from companion.referee.inventory.steps import CorrectionStep
from companion.referee.notices import (
    TRAITS,
    FaultyTable,
    MatchResumed,
    Moment,
    Notice,
    Paused,
    PutBack,
    Resumed,
)
from companion.referee.phases import RefereePhase
from companion.referee.table import TableFault
from rules import Match, Seat


class LogFold:
    """A match that is folded from the lines of a log read so far."""

    def __init__(self, match: Match[Any]) -> None:
        self.match = match
        self.phase = RefereePhase.SETUP
        self.paused = False
        self.faults: tuple[TableFault, ...] = ()
        self.private_seats: frozenset[Seat] = frozenset()

    def now(self) -> Moment:
        """Return the position at this moment."""
        to_act = tuple(sorted(self.match.to_act))
        return Moment(
            frame=0, time_s=0.0, ply=len(self.match.plies), turn=self.match.turn, to_act=to_act
        )

    def pending_steps(self) -> tuple[CorrectionStep, ...]:
        """Return no steps, because a log does not record when players made corrections."""
        return ()

    def take(self, record: Notice) -> None:
        """Update the phase, pause and faults after a notice."""
        phase = TRAITS[type(record)].phase
        self.phase = phase or self.phase
        if self.phase is RefereePhase.IN_SYNC and record.steps and not isinstance(record, PutBack):
            resumed = isinstance(record, MatchResumed)
            self.phase = RefereePhase.DESYNCED if resumed else RefereePhase.AWAITING_PLAYERS
        paused = self.paused or isinstance(record, Paused)
        self.paused = paused and not isinstance(record, Resumed)
        if isinstance(record, FaultyTable):
            self.faults = record.faults
        elif phase is not None and not isinstance(record, MatchResumed):
            self.faults = ()
