"""The ground truth of a simulated match: robots' actions with their times and clauses.

Robots write entries while they act; watchers of the table cannot see the entries before the end. An
entry is complete when the hands are gone; a watcher may need some more time.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, field

from rules import Layout, Seat


class EntryKind(enum.StrEnum):
    """The kind of a script's entry."""

    SET_UP = "set_up"
    ACTION = "action"
    ILLEGAL = "illegal"
    CORRECTED = "corrected"
    FORGOTTEN = "forgotten"
    TAKEN_BACK = "taken_back"
    CONTROL = "control"
    DISTRACTION = "distraction"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class ScriptEntry:
    """One entry, from `begun_s` to `done_s` on the table's clock.

    `action` is its notation, if any; `clauses` are the violated ones, in the order of the reasons.
    `ply` is the number of plies after it, `note` a keyword for people. `unseen` marks an action
    without a trace until the next move.
    """

    kind: EntryKind
    seat: Seat
    begun_s: float
    done_s: float
    action: str = ""
    clauses: tuple[str, ...] = ()
    ply: int = 0
    note: str = ""
    unseen: bool = False


@dataclass(slots=True)
class Script:
    """All entries in order, and the match's end: the final layout and the outcome."""

    deeds: list[ScriptEntry] = field(default_factory=list)
    layout: Layout = field(default_factory=dict)
    winners: tuple[Seat, ...] = ()
    clause: str = ""
    scores: dict[Seat, int] = field(default_factory=dict)

    def of(self, kind: EntryKind) -> list[ScriptEntry]:
        """Return the entries of one kind."""
        return [deed for deed in self.deeds if deed.kind is kind]
