"""The referees on the way through a log: one value after each of its notices."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from companion.referee import notices
from companion.referee.evolve import evolve
from companion.referee.geometry import TableGeometry
from companion.referee.notices import Notice
from companion.referee.phases import RefereePhase
from companion.referee.state import Referee, opened
from rules import CHANCE
from rules import Record as Line
from rules.core.match import MatchState
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
    `LogError` at the first wrong line.
    """
    at: Referee | None = None
    for line, match in fold_steps(lines):
        if match is None:
            continue
        at = at or opened(match.now, geometry(match.now))
        kinds, about = match.game.events, _about(at, line)
        notice = notices.read_notice(line.kind, line.data, kinds, about, match.outcome)
        if notice is None:
            continue
        action = notice.action if isinstance(notice, notices.Accepted) else None
        if at.phase is RefereePhase.SETUP and action is not None and action.seat != CHANCE:
            at = evolve(at, notices.SetUpReady())  # an early version did not log this
        at = evolve(at, notice)
        yield line, notice, at


def _about(at: Referee, line: Line) -> Notice | None:
    """Return the earlier notice that a line explains, repeats or brings to mind."""
    sources = {"explained": (at.last_refusal,), "reminder": (at.sticky,)}
    remembered = sources.get(line.kind, (at.last, at.sticky))
    kind = line.data.get("about")
    return next((each for each in remembered if each is not None and each.kind == kind), None)


def resume(lines: Iterable[Line], geometry: Geometry = plain_geometry) -> Referee | None:
    """Return the referee at the end of a log, or None if no match has started in it."""
    at: Referee | None = None
    for _, _, at in fold_notices(lines, geometry):  # noqa: B007 - only the last value is used
        pass
    return at
