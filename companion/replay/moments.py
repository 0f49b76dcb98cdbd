"""The moments of a logged match: its notices, and the web page at each of them.

Theory of operation

The log is folded once, notice by notice (`companion.referee.fold`), into the values that the live
referee had. The page is a function of these values (`companion.web.snapshot`). A replay therefore
shows what was shown in the match, in any language. It never shows more than the public knew,
because secrets are removed by the same rules.

Records of unknown kinds or with unknown values, written by a later version, are skipped.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from companion.referee.fold import fold_notices
from companion.referee.notices import (
    TRAITS,
    Answered,
    LanguageChanged,
    Notice,
    SessionStarted,
    TableSeen,
)
from companion.referee.state import Referee
from companion.web.snapshot import Snapshot, snapshot
from companion.web.story import PublicNotice, Story, follow, interrupted
from rules import Record as Line


@dataclass(frozen=True, slots=True)
class ReplayFrame:
    """One notice, and the web page at that moment. `time_s` is on the match's own clock."""

    seq: int
    time_s: float
    entry: PublicNotice
    snapshot: Snapshot


def moments(lines: Iterable[Line]) -> Iterator[ReplayFrame]:
    """Yield a log's moments, oldest first. Raise `LogError` at the first wrong line.

    Like the live page, a moment includes the silent notices that complete its decision.
    """
    story = Story()
    held: tuple[Line, Story, Referee] | None = None
    for line, notice, at in fold_notices(lines):
        before, story = story, follow(story, notice, at)
        if held is not None and _completes(notice, before.entries[-1].record):
            held = held[0], story, at
            continue
        if held is not None:
            yield _frame(*held)
        answered = isinstance(notice, Answered) and not notice.agreed
        unshown = answered or isinstance(notice, LanguageChanged)
        public = story.entries is not before.entries and not unshown
        held = (line, story, at) if public else None
    if held is not None:
        yield _frame(*held)


def _frame(line: Line, story: Story, at: Referee) -> ReplayFrame:
    entry = story.entries[-1]
    return ReplayFrame(line.seq, entry.record.time_s, entry, snapshot(story, at))


def _completes(notice: Notice, announced: Notice) -> bool:
    """Return True if a silent notice is part of the decision that another one announced."""
    begins = TRAITS[type(notice)].announced or isinstance(notice, SessionStarted | TableSeen)
    return not begins and notice.frame == announced.frame


def recalled(lines: Iterable[Line]) -> Story:
    """Return the story of a match to resume. Raise `LogError` at the first wrong line."""
    story = Story()
    for _, notice, at in fold_notices(lines):
        story = follow(story, notice, at)
    return interrupted(story)
