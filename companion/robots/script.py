"""The script: a simulated match's ground truth, with which a referee's verdicts are compared.

Robots write entries while they act; the referee cannot see them before the end. An entry is
complete when the hands are gone; the referee may need some more time.

For the comparison, script and referee are reduced to lists of verdicts: every action accepted,
every fault refused with its clauses, every undo noticed. A correct referee's list equals the
script's. Actions without a trace on the table may be reported later than they were made (the next
move reveals them), so such verdicts are counted in any order.
"""

import enum
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Any

from rules import CHANCE, Layout, Seat


class EntryKind(enum.StrEnum):
    """The kind of a script entry."""

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

    `action` is in notation ("" if there is none); `clauses` are the violated clauses, in the order
    of the verdict's reasons. `ply` is the number of plies after the entry, `note` a keyword for
    people. `unseen` marks an action that leaves no trace until the next move.
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
    scores: dict[Seat, int] = field(default_factory=dict)

    def of(self, kind: EntryKind) -> list[ScriptEntry]:
        """Return the entries of one kind."""
        return [deed for deed in self.deeds if deed.kind is kind]


@dataclass(frozen=True, slots=True, order=True)
class ScriptVerdict:
    """One verdict: `kind` is accepted, refused or taken_back; only a refusal has `clauses`."""

    kind: str
    action: str = ""
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Comparison:
    """The result: `right` verdicts agree, `missing` were expected, `extra` were not."""

    right: int
    missing: tuple[ScriptVerdict, ...]
    extra: tuple[ScriptVerdict, ...]


def expected_words(script: Script) -> tuple[list[ScriptVerdict], frozenset[ScriptVerdict]]:
    """Return a correct referee's verdicts in order, and those that may come late."""
    due: list[ScriptVerdict] = []
    late: set[ScriptVerdict] = set()
    for deed in script.deeds:
        if deed.kind is EntryKind.ACTION:
            due.append(ScriptVerdict("accepted", deed.action))
            if deed.unseen:
                late.add(due[-1])
        elif deed.kind is EntryKind.ILLEGAL:
            due.append(ScriptVerdict("refused", deed.action, deed.clauses))
        elif deed.kind is EntryKind.TAKEN_BACK:
            due.append(ScriptVerdict("taken_back"))
    return due, frozenset(late)


def reported_verdicts(events: Iterable[Mapping[str, Any]]) -> list[ScriptVerdict]:
    """Return the verdicts among a referee's events (`kind`, `action`, `clauses` as in `--json`)."""
    verdicts = []
    for event in events:
        kind, action = event["kind"], event.get("action", "")
        if kind == "taken_back":
            verdicts.append(ScriptVerdict(kind))
        elif kind == "refused":
            verdicts.append(ScriptVerdict(kind, action, tuple(event.get("clauses", ()))))
        elif kind == "accepted" and not action.startswith(f"{CHANCE} "):
            verdicts.append(ScriptVerdict(kind, action))
    return verdicts


def compare(script: Script, verdicts: Iterable[ScriptVerdict]) -> Comparison:
    """Compare a referee's verdicts, in order, with the script.

    Additional passes are no fault. The players, who know their hands, had nothing to decline; a
    referee sees an open step, such as playing a second card.
    """
    due, late = expected_words(script)
    heard = list(verdicts)
    counted = Counter(word for word in due if word in late)
    came = Counter(word for word in heard if word in late)
    missing = list((counted - came).elements())
    extra = list((came - counted).elements())
    right = (counted & came).total()
    due = [word for word in due if word not in late]
    heard = [word for word in heard if word not in late]
    for kind, a, b, c, d in SequenceMatcher(None, due, heard, autojunk=False).get_opcodes():
        if kind == "equal":
            right += b - a
        else:
            missing += due[a:b]
            extra += heard[c:d]
    faults = (w for w in extra if w.kind != "accepted" or not w.action.endswith(" pass"))
    return Comparison(right, tuple(missing), tuple(faults))
