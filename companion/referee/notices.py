"""Notices: the referee's announcements, as language-independent values.

A notice contains only facts (ids, cells, clauses). `companion.referee.words.speaker` puts it into
words, `notice_data` into JSON for the log and for programs. The kinds are a closed set. The log's
fold uses `match_started`, `accepted`, `taken_back` and `corrected`; their format is fixed.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.readings import Trouble
from companion.referee.inventory.steps import CorrectionStep
from companion.referee.table import TableFault
from rules import Action, Outcome, Seat, Violation, format_action
from rules.core.event import REVEALED


class NoticeKind(enum.StrEnum):
    """A notice's kind; the values are those in the log."""

    MATCH_STARTED = "match_started"
    MATCH_RESUMED = "match_resumed"
    SET_UP_WANTED = "set_up_wanted"
    SET_UP_READY = "set_up_ready"
    ACCEPTED = "accepted"
    REFUSED = "refused"
    PUT_BACK = "put_back"
    QUESTION = "question"
    ANSWERED = "answered"
    DESYNCED = "desynced"
    RESYNCED = "resynced"
    TAKEN_BACK = "taken_back"
    CORRECTED = "corrected"
    REMINDER = "reminder"
    TIME_UP = "time_up"
    TABLE_FAULT = "table_fault"
    STRAY_CARD = "stray_card"
    DIE_UNSURE = "die_unsure"
    TROUBLE = "trouble"
    RECOVERED = "recovered"
    HANDS = "hands"
    PAUSED = "paused"
    RESUMED = "resumed"
    EXPLAINED = "explained"
    REPEATED = "repeated"
    NOT_NOW = "not_now"
    LANGUAGE = "language"
    GAME_ENDED = "game_ended"


SPOKEN_KINDS = frozenset(NoticeKind) - {
    NoticeKind.PUT_BACK,
    NoticeKind.ANSWERED,
    NoticeKind.MATCH_STARTED,
}
"""Kinds that are spoken if they have a caption; the others are only shown on the page."""


MISPLAYED = "misplayed"
"""Kind of the event by which a game voids a hidden card once it is revealed."""
VOIDED = "voided"
"""Kind of the event by which a game voids an order, which is its `value`."""
SET_REFUSED = "set_refused"
"""Kind of the event by which a game disallows cards that a seat has placed face down."""
_MISHAPS = frozenset((MISPLAYED, SET_REFUSED, REVEALED))
"""Events that name a clause only if a fault was noticed too late to be refused."""


class EndReason(enum.StrEnum):
    """The reason for a match's end."""

    RULES = "rules"
    STOPPED = "stopped"
    SOURCE_ENDED = "source_ended"
    TIME = "time"
    BROKEN = "broken"
    """An error in a camera, a game's rules or this program, reported before the end."""


@dataclass(frozen=True, slots=True)
class Notice:
    """One announcement, made at `frame`; fields that a kind does not use stay empty.

    `ply` is the number of the last ply in force, `to_act` the seats to move after it. `action` was
    accepted or refused, `options` belong to a question, `steps` are the players' pending steps,
    `awaits` the clauses in doubt. `data` contains what the log's fold needs.
    """

    kind: NoticeKind
    frame: int = 0
    time_s: float = 0.0
    ply: int = 0
    turn: int = 0
    to_act: tuple[Seat, ...] = ()
    next_turn: bool = False
    action: Action | None = None
    violations: tuple[Violation, ...] = ()
    awaits: tuple[str, ...] = ()
    options: tuple[tuple[Action, ...], ...] = ()
    steps: tuple[CorrectionStep, ...] = ()
    faults: tuple[TableFault, ...] = ()
    trouble: Trouble | None = None
    outcome: Outcome | None = None
    reason: str = ""
    about: Notice | None = None
    data: Mapping[str, Any] = field(default_factory=dict)

    @property
    def clauses(self) -> tuple[str, ...]:
        """Ids of the violated clauses, the clauses in doubt, or the clause that ended the match."""
        named = tuple(v.clause for v in self.violations) or self.awaits
        if not named and self.about is not None:
            return self.about.clauses
        return named or (self.outcome.clauses if self.outcome else ())

    @property
    def has_reason(self) -> bool:
        """True if the WHY card can explain the notice."""
        return self.kind is NoticeKind.REFUSED or bool(self.awaits)

    @property
    def mishap(self) -> str:
        """Clause of a card misplayed or revealed too early, or "" if there is none."""
        events = self.data.get("events", ())
        return next((e["clause"] for e in events if e["kind"] in _MISHAPS and "clause" in e), "")

    @property
    def cells(self) -> tuple[str, ...]:
        """Every cell that the notice mentions, each once, in order."""
        cells: list[str] = []
        if self.action is not None:
            cells += [self.action.at, self.action.to]
        for step in self.steps:
            cells += step.cells
        for fault in self.faults:
            cells += fault.cells
        return tuple(dict.fromkeys(cell for cell in cells if cell))


def notice_data(record: Notice) -> dict[str, Any]:
    """Return a notice as a JSON object without its kind; omit empty fields."""
    data: dict[str, Any] = {
        "frame": record.frame,
        "time_s": round(record.time_s, 3),
        "ply": record.ply,
        "turn": record.turn,
        "to_act": list(record.to_act),
        "seat": record.action.seat if record.action else "",
        "action": format_action(record.action) if record.action else "",
        "clauses": list(record.clauses),
        "facts": [_violation_data(violation) for violation in record.violations],
        "options": [[format_action(a) for a in option] for option in record.options],
        "cells": list(record.cells),
        "steps": [_step_data(step) for step in record.steps],
        "faults": [
            {"fault": f.kind.value, "cells": list(f.cells), "card": f.card, "tag": f.tag}
            for f in record.faults
        ],
        "trouble": record.trouble.value if record.trouble else "",
        "reason": record.reason,
        "about": record.about.kind.value if record.about else "",
    }
    if record.outcome is not None:
        data["winners"] = list(record.outcome.winners)
        data["scores"] = dict(record.outcome.scores)
    kept = {k: v for k, v in data.items() if v not in ("", [], None) or k in ("ply", "frame")}
    return {**kept, **record.data}


def _violation_data(violation: Violation) -> dict[str, str]:
    case = {"case": violation.case} if violation.case else {}
    return {"clause": violation.clause, **case, **dict(violation.facts)}


def _step_data(step: CorrectionStep) -> dict[str, str]:
    data = {
        "do": step.kind.value,
        "cell": step.cell,
        "to": step.to,
        "card": step.placed.card,
        "owner": step.placed.owner,
        "wrong": step.wrong.card if step.wrong else "",
        "wrong_owner": step.wrong.owner if step.wrong else "",
    }
    return {k: v for k, v in data.items() if v}
