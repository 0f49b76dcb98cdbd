"""The moments of a logged match: its notices, and the web page at each of them.

Theory of operation

The log is folded once, record by record (`rules.fold_steps`). Each record is converted back to the
referee's notice and passed to a `MatchFeed`, which builds the snapshots of the live page. A replay
therefore shows what was shown in the match, in any language. It never shows more than the public
knew, because secrets are removed by the same rules.

`read_record` is the inverse of `record_data`. Facts that a log omits are derived from the match:
the cases of violated clauses, the winner, and the ends of turns. Records with unknown kinds,
troubles or faults, written by a later version, are skipped.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from companion.readings import Trouble
from companion.referee.inventory.steps import CorrectionStep, StepKind
from companion.referee.notices import EndReason, Notice, NoticeKind
from companion.referee.referee import Referee
from companion.referee.secrecy import changes_nothing_public
from companion.referee.table import FaultKind, TableFault
from companion.replay.past import LogFold
from companion.web.snapshot import MatchFeed, PublicNotice, Snapshot
from rules import Action, Facing, PlacedCard, Violation, parse_action
from rules import Record as Line
from rules.records.log import fold_steps

_SILENT: Final = frozenset((NoticeKind.ANSWERED, NoticeKind.LANGUAGE))
_OWN: Final = frozenset(
    (
        "frame",
        "time_s",
        "turn",
        "to_act",
        "seat",
        "action",
        "facts",
        "options",
        "cells",
        "steps",
        "faults",
        "trouble",
        "reason",
        "about",
        "winners",
        "scores",
    )
)
"""The fields of a notice that `record_data` writes. All other fields are the notice's own
`data`.
"""
_NAMING: Final = (NoticeKind.REFUSED, NoticeKind.NOT_NOW)
_TURNS: Final = (
    NoticeKind.SET_UP_READY,
    NoticeKind.MATCH_RESUMED,
    NoticeKind.TAKEN_BACK,
    NoticeKind.CORRECTED,
)


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
        silent = record.kind in _SILENT and not record.data.get("agreed")
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
        record = read_record(line, past, before)
        if record is None:
            continue
        before = record
        past.take(record)
        yield line, record, story.receive(record), story


def read_record(line: Line, past: LogFold, before: Notice | None) -> Notice | None:
    """Return a line's notice, or None for an unknown kind. `before` is the previous notice."""
    try:
        return _record(line, past, before)
    except ValueError:  # a later version wrote an unknown value
        return None


def _record(line: Line, past: LogFold, before: Notice | None) -> Notice:
    kind, data = NoticeKind(line.kind), line.data
    action = parse_action(data["action"]) if data.get("action") else None
    now = past.notice(kind)
    to_act, turn = tuple(data.get("to_act", now.to_act)), int(data.get("turn", now.turn))
    passed_on = before is not None and (before.turn, before.to_act) != (turn, to_act)
    over = kind is NoticeKind.GAME_ENDED and data.get("reason") == EndReason.RULES
    return Notice(
        kind,
        frame=int(data.get("frame", 0)),
        time_s=float(data.get("time_s", before.time_s if before else 0.0)),
        ply=int(data.get("ply", now.ply)),
        turn=turn,
        to_act=to_act,
        next_turn=kind in _TURNS or (kind is NoticeKind.ACCEPTED and passed_on),
        action=action,
        violations=_violations(data, past, action) if kind in _NAMING else (),
        awaits=_awaits(data, past) if kind is NoticeKind.ACCEPTED else (),
        options=tuple(tuple(map(parse_action, option)) for option in data.get("options", ())),
        steps=tuple(map(_step, data.get("steps", ()))),
        faults=tuple(map(_fault, data.get("faults", ()))),
        trouble=Trouble(data["trouble"]) if data.get("trouble") else None,
        outcome=past.match.outcome if over else None,
        reason=str(data.get("reason", "")),
        about=before if data.get("about") and before is not None else None,
        data={name: value for name, value in data.items() if name not in _OWN},
    )


def _violations(
    data: dict[str, Any], past: LogFold, action: Action | None
) -> tuple[Violation, ...]:
    """Return the violations that the rules find if they match the log, or else those logged."""
    logged = tuple(data.get("clauses", ()))
    if action is not None:
        found = past.match.judge(action).violations
        if tuple(violation.clause for violation in found) == logged:
            return found
    facts = data.get("facts") or [{"clause": clause} for clause in logged]
    return tuple(
        Violation(
            each["clause"],
            tuple((k, v) for k, v in each.items() if k not in ("clause", "case")),
            each.get("case", ""),
        )
        for each in facts
    )


def _awaits(data: dict[str, Any], past: LogFold) -> tuple[str, ...]:
    """Return the undetermined clauses, unless naming them would have revealed a secret."""
    ply = past.match.plies[-1] if past.match.plies else None
    if ply is None or ply.verdict is None or not ply.verdict.awaits:
        return ()
    return () if changes_nothing_public(past.match.game, ply) else tuple(data.get("clauses", ()))


def _step(data: dict[str, str]) -> CorrectionStep:
    placed = PlacedCard(data.get("card", ""), data.get("owner", ""), Facing.UP)
    wrong = PlacedCard(data["wrong"], data.get("wrong_owner", "")) if data.get("wrong") else None
    do = StepKind(data["do"])
    if do is StepKind.REPLACE and wrong is None:  # Older versions did not log the wrong card.
        do = StepKind.PLACE
    return CorrectionStep(do, data.get("cell", ""), placed, data.get("to", ""), wrong)


def _fault(data: dict[str, Any]) -> TableFault:
    kind, cells = FaultKind(data["fault"]), tuple(data.get("cells", ()))
    return TableFault(kind, cells, data.get("card", ""), data.get("tag", ""))
