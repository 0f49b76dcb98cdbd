"""The moments of a logged match: its notices, and the web page at each of them.

Theory of operation

The log is folded once, notice by notice (`companion.referee.fold`), into the values that the live
referee had. A `MatchFeed` builds the snapshots of the live page from them. A replay therefore shows
what was shown in the match, in any language. It never shows more than the public
knew, because secrets are removed by the same rules.

Records of unknown kinds or with unknown values, written by a later version, are skipped.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from companion.referee.fold import fold_notices
from companion.referee.live import LiveReferee
from companion.referee.notices import TRAITS, Answered, LanguageChanged, Notice
from companion.referee.state import Referee
from companion.web.snapshot import MatchFeed, PublicNotice, Snapshot
from rules import Record as Line


@dataclass(frozen=True, slots=True)
class ReplayFrame:
    """One notice, and the web page at that moment. `time_s` is on the match's own clock."""

    seq: int
    time_s: float
    entry: PublicNotice
    snapshot: Snapshot


def moments(lines: Iterable[Line]) -> Iterator[ReplayFrame]:
    """Yield a log's moments, oldest first. Raise `LogError` at the first wrong line."""
    for line, notice, entry, story in _fed(lines):
        answered = isinstance(notice, Answered) and not notice.agreed
        silent = answered or isinstance(notice, LanguageChanged)
        if entry is not None and not silent:
            yield ReplayFrame(line.seq, notice.time_s, entry, story.snapshot())


def recalled(lines: Iterable[Line], referee: LiveReferee) -> MatchFeed | None:
    """Return the feed of the notices before a resume, for `referee` to continue.

    The result is None for a log without a match. Raises `LogError` at the first wrong line.
    """
    story: MatchFeed | None = None
    for _, _, _, story in _fed(lines):  # noqa: B007 - only the last value is used
        pass
    if story is not None:
        story.go_on(referee)
    return story


@dataclass(slots=True)
class _LogReader:
    """A match at one line of its log."""

    at: Referee


def _fed(lines: Iterable[Line]) -> Iterator[tuple[Line, Notice, PublicNotice | None, MatchFeed]]:
    """Yield each announced notice with its line, its public form, and the feed that received it."""
    reader: _LogReader | None = None
    story: MatchFeed | None = None
    for line, notice, at in fold_notices(lines):
        if reader is None or story is None:
            reader = _LogReader(at)
            story = MatchFeed(reader)
        reader.at = at
        if TRAITS[type(notice)].announced:
            yield line, notice, story.receive(notice), story
