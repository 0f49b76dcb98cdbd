"""How table and match stood to each other at a moment of a log.

A `Past` stands where a session stands beside a running match: it knows as much as the kinds of the
records tell it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from companion.referee.phases import State
from companion.referee.records import Kind, Record

if TYPE_CHECKING:
    from companion.referee.inventory.steps import Step
    from companion.referee.table import TableFault
    from rules import Match, Seat

_STATES: Final = {
    Kind.MATCH_STARTED: State.SET_UP,
    Kind.SET_UP_WANTED: State.SET_UP,
    Kind.SET_UP_READY: State.PLAYING,
    Kind.ACCEPTED: State.PLAYING,
    Kind.REFUSED: State.REFUSED,
    Kind.PUT_BACK: State.PLAYING,
    Kind.QUESTION: State.ASKING,
    Kind.ANSWERED: State.PLAYING,
    Kind.OUT_OF_STEP: State.ASTRAY,
    Kind.IN_STEP: State.PLAYING,
    Kind.TAKEN_BACK: State.PLAYING,
    Kind.CORRECTED: State.PLAYING,
    Kind.GAME_ENDED: State.ENDED,
}


class Past:
    """A match as a log has told it so far."""

    def __init__(self, match: Match[Any]) -> None:
        self.match = match
        self.state = State.SET_UP
        self.paused = False
        self.faults: tuple[TableFault, ...] = ()
        self.apart: frozenset[Seat] = frozenset()

    def record(self, kind: Kind) -> Record:
        """A record of this moment."""
        to_act = tuple(sorted(self.match.to_act))
        return Record(kind, ply=len(self.match.plies), turn=self.match.turn, to_act=to_act)

    def owed_steps(self) -> tuple[Step, ...]:
        """Nothing: no log tells when hands have done what."""
        return ()

    def take(self, record: Record) -> None:
        """How table and match stand to each other after a record."""
        kind = record.kind
        if kind is Kind.MATCH_RESUMED:
            self.state = State.ASTRAY if record.steps else State.PLAYING
        self.state = _STATES.get(kind, self.state)
        if self.state is State.PLAYING and record.steps and kind is not Kind.PUT_BACK:
            self.state = State.ASTRAY if kind is Kind.MATCH_RESUMED else State.OWING
        self.paused = (self.paused or kind is Kind.PAUSED) and kind is not Kind.RESUMED
        if kind is Kind.TABLE_FAULT:
            self.faults = record.faults
        elif kind in _STATES:
            self.faults = ()
