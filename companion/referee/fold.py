"""The referees on the way through a log: one value after each of its notices."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from companion.referee import notices
from companion.referee.evolve import evolve
from companion.referee.geometry import TableGeometry
from companion.referee.notices import Notice
from companion.referee.phases import RefereePhase
from companion.referee.state import Referee, opened
from companion.referee.words.speaker import notice_caption
from companion.referee.words.wording import Wording
from rules import CHANCE, LogError, Match, Message, RulesError, load_catalog
from rules import Record as Line
from rules.core.match import MatchState
from rules.errors import GameFault
from rules.records.log import fold_steps

Geometry = Callable[[MatchState[Any]], TableGeometry]


def plain_geometry(match: MatchState[Any]) -> TableGeometry:
    """Return the zones of a match's table, without its printed mat."""
    return TableGeometry(match.game.table.form(match.setup))


def fold_notices(
    lines: Iterable[Line], geometry: Geometry = plain_geometry
) -> Iterator[tuple[Line, Notice, Referee]]:
    """Yield each line of a log with its notice and the referee after it.

    Lines of unknown kinds or with unknown values, written by a later version, are skipped. Raises
    `LogError` at the first wrong line, also for a notice that no referee gives: one that cannot
    follow, or cannot be put into words.
    """
    for line, notice, at, _ in _fold(lines, geometry):
        if notice is not None:
            yield line, notice, at


def _fold(
    lines: Iterable[Line], geometry: Geometry
) -> Iterator[tuple[Line, Notice | None, Referee, Match[Any]]]:
    at: Referee | None = None
    words: Wording | None = None
    for line, match in fold_steps(lines):
        if match is None:
            continue
        if at is None or words is None:
            at = opened(match.now, geometry(match.now))
            words = Wording(load_catalog(match.setup.game))
        kinds, about = match.game.events, _about(at, line)
        notice = notices.read_notice(line.kind, line.data, kinds, about, match.outcome)
        if notice is None:
            at = replace(at, match=match.now)  # a line with unknown values may be an action
            yield line, None, at, match
            continue
        action = notice.action if isinstance(notice, notices.Accepted) else None
        if at.phase is RefereePhase.SETUP and action is not None and action.seat != CHANCE:
            at = evolve(at, notices.SetUpReady())  # an early version did not log this
        try:
            at = evolve(at, notice)
            if notices.TRAITS[type(notice)].announced:
                notice_caption(words, notice)
        except GameFault:
            raise
        except (RulesError, LookupError, TypeError, ValueError, AttributeError) as error:
            why = error.message if isinstance(error, RulesError) else str(error)
            raise LogError(Message("log_follow", why=why), line.seq + 1) from error
        yield line, notice, at, match


def _about(at: Referee, line: Line) -> Notice | None:
    """Return the earlier notice that a line explains, repeats or brings to mind."""
    sources = {"explained": (at.last_refusal,), "reminder": (at.sticky,)}
    remembered = sources.get(line.kind, (at.last, at.sticky))
    kind = line.data.get("about")
    return next((each for each in remembered if each is not None and each.kind == kind), None)


def resume(lines: Iterable[Line], geometry: Geometry = plain_geometry) -> Referee | None:
    """Return the referee at the end of a log, or None if no match has started in it."""
    at: Referee | None = None
    for _, _, at, _ in _fold(lines, geometry):  # noqa: B007 - only the last value is used
        pass
    return at


def fold_match(lines: Iterable[Line]) -> Match[Any]:
    """Return the match of a log that a referee can resume; raise the errors of `fold_notices`."""
    match: Match[Any] | None = None
    for *_, match in _fold(lines, plain_geometry):  # noqa: B007 - only the last value is used
        pass
    if match is None:
        raise LogError(Message("log_no_match"), 1)
    return match
