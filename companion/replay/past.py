"""The phase of a match at a moment in its log.

A `LogFold` replaces the referee of a live match. It knows only what the kinds of the notices imply.
"""

from typing import Any, Final

from companion.referee.inventory.steps import CorrectionStep
from companion.referee.notices import Notice, NoticeKind
from companion.referee.phases import RefereePhase
from companion.referee.table import TableFault
from rules import Match, Seat

_STATES: Final = {
    NoticeKind.MATCH_STARTED: RefereePhase.SETUP,
    NoticeKind.SET_UP_WANTED: RefereePhase.SETUP,
    NoticeKind.SET_UP_READY: RefereePhase.IN_SYNC,
    NoticeKind.ACCEPTED: RefereePhase.IN_SYNC,
    NoticeKind.REFUSED: RefereePhase.REFUSED,
    NoticeKind.PUT_BACK: RefereePhase.IN_SYNC,
    NoticeKind.QUESTION: RefereePhase.ASKING,
    NoticeKind.ANSWERED: RefereePhase.IN_SYNC,
    NoticeKind.DESYNCED: RefereePhase.DESYNCED,
    NoticeKind.RESYNCED: RefereePhase.IN_SYNC,
    NoticeKind.TAKEN_BACK: RefereePhase.IN_SYNC,
    NoticeKind.CORRECTED: RefereePhase.IN_SYNC,
    NoticeKind.GAME_ENDED: RefereePhase.ENDED,
}


class LogFold:
    """A match that is folded from the lines of a log read so far."""

    def __init__(self, match: Match[Any]) -> None:
        self.match = match
        self.phase = RefereePhase.SETUP
        self.paused = False
        self.faults: tuple[TableFault, ...] = ()
        self.private_seats: frozenset[Seat] = frozenset()

    def notice(self, kind: NoticeKind) -> Notice:
        """Return a notice for this moment."""
        to_act = tuple(sorted(self.match.to_act))
        return Notice(kind, ply=len(self.match.plies), turn=self.match.turn, to_act=to_act)

    def pending_steps(self) -> tuple[CorrectionStep, ...]:
        """Return no steps, because a log does not record when players made corrections."""
        return ()

    def take(self, record: Notice) -> None:
        """Update the phase, pause and faults after a notice."""
        kind = record.kind
        if kind is NoticeKind.MATCH_RESUMED:
            self.phase = RefereePhase.DESYNCED if record.steps else RefereePhase.IN_SYNC
        self.phase = _STATES.get(kind, self.phase)
        if self.phase is RefereePhase.IN_SYNC and record.steps and kind is not NoticeKind.PUT_BACK:
            self.phase = (
                RefereePhase.DESYNCED
                if kind is NoticeKind.MATCH_RESUMED
                else RefereePhase.AWAITING_PLAYERS
            )
        self.paused = (self.paused or kind is NoticeKind.PAUSED) and kind is not NoticeKind.RESUMED
        if kind is NoticeKind.TABLE_FAULT:
            self.faults = record.faults
        elif kind in _STATES:
            self.faults = ()
