"""The moments of a logged match: its notices, and the web page at each of them.

Theory of operation

The log is folded once, record by record (`rules.fold_steps`). Each record is converted back to the
referee's notice and passed to a `MatchFeed`, which builds the snapshots of the live page. A replay
therefore shows what was shown in the match, in any language. It never shows more than the public
knew, because secrets are removed by the same rules.

Records of unknown kinds or with unknown values, written by a later version, are skipped.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from companion.referee.notices import Answered, LanguageChanged, Notice, read_notice
from companion.referee.referee import Referee
from companion.replay.past import LogFold
from companion.web.snapshot import MatchFeed, PublicNotice, Snapshot
from rules import Record as Line
from rules.records.log import fold_steps


@dataclass(frozen=True, slots=True)
class ReplayFrame:
    """One notice, and the web page at that moment. `time_s` is on the match's own clock."""

    seq: int
    time_s: float
    entry: PublicNotice
    snapshot: Snapshot


def moments(lines: Iterable[Line]) -> Iterator[ReplayFrame]:
    """Yield a log's moments, oldest first. Raise `LogError` at the first wrong line."""
    for line, record, entry, story in _heard(lines):
        answered = isinstance(record, Answered) and not record.agreed
        silent = answered or isinstance(record, LanguageChanged)
        if entry is not None and not silent:
            yield ReplayFrame(line.seq, record.time_s, entry, story.snapshot())


def recalled(lines: Iterable[Line], referee: Referee) -> MatchFeed | None:
    """Return the feed of the notices before a resume, and restore the referee's last refusal.

    The result is None for a log without a match. Raises `LogError` at the first wrong line.
    """
    story: MatchFeed | None = None
    for _, record, _, story in _heard(lines):  # noqa: B007 - only the last value is used
        if record.has_reason:
            referee.last_refusal = record
    if story is not None:
        story.go_on(referee)
    return story


def _heard(lines: Iterable[Line]) -> Iterator[tuple[Line, Notice, PublicNotice | None, MatchFeed]]:
    """Yield each line with its notice, its public notice, and the feed that received it."""
    story: MatchFeed | None = None
    past: LogFold | None = None
    before: Notice | None = None
    for line, match in fold_steps(lines):
        if match is None:
            continue
        if past is None or story is None:
            past = LogFold(match)
            story = MatchFeed(past)
        record = read_notice(line.kind, line.data, before, match.outcome)
        if record is None:
            continue
        before = record
        past.take(record)
        yield line, record, story.receive(record), story
