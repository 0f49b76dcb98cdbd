"""A log as the moments of its match: what was said, and how the page would have shown it.

Theory of operation
-------------------
The log is folded once, record by record (`rules.fold_steps`).  Each record becomes the referee's
own again (`companion.replay.reading`) and is heard by a `Story`, which makes the snapshots of the
live page; so a replay shows what was shown, in any language, and never more than the public knew:
secrets are struck out by the same rules as in a match that is being played.

A `Past` stands where a session stands beside a running match: it knows how table and match stood
to each other, as far as the kinds of the records tell it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from companion.referee.records import Kind, Record
from companion.referee.states import State
from companion.replay.reading import read_record
from companion.web.snapshot import Story
from rules import TURN_STARTED, fold_steps

if TYPE_CHECKING:
    from companion.referee.table import TableFault
    from companion.web.snapshot import Entry, Snapshot
    from rules import Match
    from rules import Record as Line

__all__ = ["Moment", "Past", "moments"]

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
_SILENT: Final = frozenset((Kind.ANSWERED, Kind.LANGUAGE))


@dataclass(frozen=True, slots=True)
class Moment:
    """One record that was said, and the page just then; `time_s` on the match's own clock."""

    seq: int
    time_s: float
    entry: Entry
    snapshot: Snapshot


class Past:
    """A match as a log has told it so far."""

    def __init__(self, match: Match[Any]) -> None:
        self.match = match
        self.state = State.SET_UP
        self.paused = False
        self.faults: tuple[TableFault, ...] = ()

    @property
    def turn(self) -> int:
        """The number of the present turn."""
        events = (e for p in reversed(self.match.plies) for e in reversed(p.events))
        return next((e.number for e in events if e.kind == TURN_STARTED), 1)

    def record(self, kind: Kind) -> Record:
        """A record of this moment."""
        to_act = tuple(sorted(self.match.to_act))
        return Record(kind, ply=len(self.match.plies), turn=self.turn, to_act=to_act)

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


def moments(lines: Iterable[Line]) -> Iterator[Moment]:
    """The moments of a log, oldest first; raises `LogError` at the first line that is wrong."""
    story: Story | None = None
    past: Past | None = None
    before: Record | None = None
    for line, match in fold_steps(lines):
        if match is None:
            continue
        if past is None or story is None:
            past = Past(match)
            story = Story(past)
        record = read_record(line, past, before)
        if record is None:
            continue
        before = record
        past.take(record)
        entry = story.hear(record)
        if entry is not None and record.kind not in _SILENT:
            yield Moment(line.seq, record.time_s, entry, story.snapshot())
