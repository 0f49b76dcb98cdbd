"""What the referee has to say, as values: one `Notice` a happening.

A record holds facts only (ids, cells, clauses), no language; `companion.referee.words.speaker`
puts it into words, `notice_data` into JSON for the log and for programs.  Kinds are a closed set;
those the log's fold knows (`match_started`, `accepted`, `taken_back`, `corrected`) keep its form.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rules import format_action
from rules.core.event import REVEALED

if TYPE_CHECKING:
    from companion.readings import Trouble
    from companion.referee.inventory.steps import CorrectionStep
    from companion.referee.table import TableFault
    from rules import Action, Outcome, Seat, Violation


class NoticeKind(enum.StrEnum):
    """Everything that can happen at a table, in the words of the log."""

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
"""Kinds that are said aloud when they have a caption; the others only show on the page."""


MISPLAYED = "misplayed"
"""The kind of event by which a game says that a card which lay hidden counts for nothing."""
VOIDED = "voided"
"""The kind of event by which a game says that an order, its `value`, does nothing."""
SET_REFUSED = "set_refused"
"""The kind of event by which a game says that what a seat had laid hidden was not allowed."""
_MISHAPS = frozenset((MISPLAYED, SET_REFUSED, REVEALED))
"""Events that name a clause only where something went wrong that nobody could refuse in time."""


class EndReason(enum.StrEnum):
    """Why a match ended."""

    RULES = "rules"
    STOPPED = "stopped"
    SOURCE_ENDED = "source_ended"
    TIME = "time"
    BROKEN = "broken"
    """On a fault, of a camera, of a game's rules or of ours, which was told."""


@dataclass(frozen=True, slots=True)
class Notice:
    """One happening at `frame`; fields a kind does not use stay empty.

    `ply` is the number of the last ply that stands; `to_act` who is to move after it.  `action`
    is what was accepted or refused, `options` what a question asks about, `steps` what hands
    have still to do, `awaits` clauses in doubt, `data` what the log's fold needs.
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
        """Clause ids: broken, in doubt, or the one that ended the match."""
        named = tuple(v.clause for v in self.violations) or self.awaits
        if not named and self.about is not None:
            return self.about.clauses
        return named or (self.outcome.clauses if self.outcome else ())

    @property
    def has_reason(self) -> bool:
        """Whether WHY has something to tell of it."""
        return self.kind is NoticeKind.REFUSED or bool(self.awaits)

    @property
    def mishap(self) -> str:
        """The clause that says what comes of a slip: a card misplayed, or turned up too early."""
        events = self.data.get("events", ())
        return next((e["clause"] for e in events if e["kind"] in _MISHAPS and "clause" in e), "")

    @property
    def cells(self) -> tuple[str, ...]:
        """Every cell the record is about, each once, in the order it is mentioned."""
        cells: list[str] = []
        if self.action is not None:
            cells += [self.action.at, self.action.to]
        for step in self.steps:
            cells += step.cells
        for fault in self.faults:
            cells += fault.cells
        return tuple(dict.fromkeys(cell for cell in cells if cell))


def notice_data(record: Notice) -> dict[str, Any]:
    """The JSON object of a record without its kind; empty fields are left out."""
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
