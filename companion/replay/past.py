"""How table and match stood to each other at a moment of a log.

A `Past` stands where a session stands beside a running match: it knows as much as the kinds of the
records tell it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from companion.referee.phases import RefereePhase
from companion.referee.records import Notice, NoticeKind

if TYPE_CHECKING:
    from companion.referee.inventory.steps import CorrectionStep
    from companion.referee.table import TableFault
    from rules import Match, Seat

_STATES: Final = {
    NoticeKind.MATCH_STARTED: RefereePhase.SET_UP,
    NoticeKind.SET_UP_WANTED: RefereePhase.SET_UP,
    NoticeKind.SET_UP_READY: RefereePhase.PLAYING,
    NoticeKind.ACCEPTED: RefereePhase.PLAYING,
    NoticeKind.REFUSED: RefereePhase.REFUSED,
    NoticeKind.PUT_BACK: RefereePhase.PLAYING,
    NoticeKind.QUESTION: RefereePhase.ASKING,
    NoticeKind.ANSWERED: RefereePhase.PLAYING,
    NoticeKind.OUT_OF_STEP: RefereePhase.ASTRAY,
    NoticeKind.IN_STEP: RefereePhase.PLAYING,
    NoticeKind.TAKEN_BACK: RefereePhase.PLAYING,
    NoticeKind.CORRECTED: RefereePhase.PLAYING,
    NoticeKind.GAME_ENDED: RefereePhase.ENDED,
}


class Past:
    """A match as a log has told it so far."""

    def __init__(self, match: Match[Any]) -> None:
        self.match = match
        self.state = RefereePhase.SET_UP
        self.paused = False
        self.faults: tuple[TableFault, ...] = ()
        self.apart: frozenset[Seat] = frozenset()

    def record(self, kind: NoticeKind) -> Notice:
        """A record of this moment."""
        to_act = tuple(sorted(self.match.to_act))
        return Notice(kind, ply=len(self.match.plies), turn=self.match.turn, to_act=to_act)

    def owed_steps(self) -> tuple[CorrectionStep, ...]:
        """Nothing: no log tells when hands have done what."""
        return ()

    def take(self, record: Notice) -> None:
        """How table and match stand to each other after a record."""
        kind = record.kind
        if kind is NoticeKind.MATCH_RESUMED:
            self.state = RefereePhase.ASTRAY if record.steps else RefereePhase.PLAYING
        self.state = _STATES.get(kind, self.state)
        if self.state is RefereePhase.PLAYING and record.steps and kind is not NoticeKind.PUT_BACK:
            self.state = (
                RefereePhase.ASTRAY if kind is NoticeKind.MATCH_RESUMED else RefereePhase.OWING
            )
        self.paused = (self.paused or kind is NoticeKind.PAUSED) and kind is not NoticeKind.RESUMED
        if kind is NoticeKind.TABLE_FAULT:
            self.faults = record.faults
        elif kind in _STATES:
            self.faults = ()
