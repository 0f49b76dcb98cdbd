"""The moments of a logged match: its notices, and the page at each of them.

Theory of operation

The log is folded once, record by record (`rules.fold_steps`). Each record becomes the referee's
notice again (`companion.replay.reading`) and is passed to a `MatchFeed`, which makes the snapshots
of the live page. A replay therefore shows what was shown, in any language, and never more than the
public knew: the same rules remove secrets as in a running match.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from companion.referee.notices import Notice, NoticeKind
from companion.referee.referee import Referee
from companion.replay.past import LogFold
from companion.replay.reading import read_record
from companion.web.snapshot import MatchFeed, PublicNotice, Snapshot
from rules import Record as Line
from rules.records.log import fold_steps

_SILENT: Final = frozenset((NoticeKind.ANSWERED, NoticeKind.LANGUAGE))


@dataclass(frozen=True, slots=True)
class ReplayFrame:
    """One notice, and the page at that moment; `time_s` is on the match's own clock."""

    seq: int
    time_s: float
    entry: PublicNotice
    snapshot: Snapshot


def moments(lines: Iterable[Line]) -> Iterator[ReplayFrame]:
    """Yield the moments of a log, oldest first; raise `LogError` at the first wrong line."""
    for line, record, entry, story in _heard(lines):
        silent = record.kind in _SILENT and not record.data.get("agreed")
        if entry is not None and not silent:
            yield ReplayFrame(line.seq, record.time_s, entry, story.snapshot())


def recalled(lines: Iterable[Line], referee: Referee) -> MatchFeed | None:
    """Return the notices before a resume, and restore the referee's last refusal.

    Returns None for a log without a match. Raises `LogError` at the first wrong line.
    """
    story: MatchFeed | None = None
    for _, record, _, story in _heard(lines):  # noqa: B007 - only the last value is used
        if record.has_reason:
            referee.last_refusal = record
    if story is not None:
        story.go_on(referee)
    return story


def _heard(lines: Iterable[Line]) -> Iterator[tuple[Line, Notice, PublicNotice | None, MatchFeed]]:
    """Yield each line with its notice, the public notice, and the feed that received it."""
    story: MatchFeed | None = None
    past: LogFold | None = None
    before: Notice | None = None
    for line, match in fold_steps(lines):
        if match is None:
            continue
        if past is None or story is None:
            past = LogFold(match)
            story = MatchFeed(past)
        record = read_record(line, past, before)
        if record is None:
            continue
        before = record
        past.take(record)
        yield line, record, story.hear(record), story
