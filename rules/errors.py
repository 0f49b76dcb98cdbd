"""Exceptions of `rules`, in one tree.

    UserError                       an error with a message for the user
    └── RulesError                  everything this package raises on purpose
        ├── DataError               data files are faulty (carries all faults)
        │   ├── UnreadableFile      a named file cannot be read at all
        │   └── UnwritableFile      a named file cannot be written
        ├── FactError               a fact of a card cannot be read
        ├── NotationError           a text could not be parsed
        │   ├── ImpossiblePosition  no sequence of actions leads to a position
        │   └── MalformedTag        a text is not a tag of printkit
        ├── MatchError              a match cannot continue as requested
        │   └── IllegalAction       an applied action is illegal
        ├── NoCluster               a cluster is away or runs another version
        ├── NeedsAnswer             a step of a game waits for an answer
        ├── LogError                a log is damaged or was edited
        ├── GameFault               an external game has a fault in its rules
        └── UnknownGame             no such game is installed

A player's mistake is never an exception: it is a `Verdict`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rules.core.reprs import short_repr
from rules.core.verdict import Verdict
from rules.messages.message import Message, Text, UserError


class RulesError(UserError):
    """Base class of all exceptions that `rules` raises on purpose.

    Commands of all programs exit with `exit_code`.
    """

    exit_code: ClassVar = 2


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault in a data file: its place, a description, and a fix."""

    file: Text
    line: int
    field: Text
    what: Text
    fix: Text = ""

    __repr__ = short_repr

    @property
    def place(self) -> Text:
        """`file:line`, or only the file if the line is unknown or the name is not a path."""
        known = self.line and isinstance(self.file, str)
        return f"{self.file}:{self.line}" if known else self.file

    @property
    def message(self) -> Message:
        """The message `file:line: field: what: fix`, without empty parts."""
        return Message("fault", parts=(self.place, self.field, self.what, self.fix))

    def __str__(self) -> str:
        return self.message.render("en")


class DataError(RulesError):
    """Card data, decks, settings or a manifest are faulty; the exception lists every fault."""

    exit_code = 1

    def __init__(self, faults: Sequence[Fault]) -> None:
        """Store `faults` in the given order; the message has one line per fault."""
        self.faults = tuple(faults)
        super().__init__(Message("lines", lines=[fault.message for fault in faults]))


class NoCluster(RulesError):
    """A cluster cannot play games: it is away, has no workers, or runs another version."""

    exit_code = 3


class UnreadableFile(DataError):
    """A file that somebody named does not exist or cannot be read."""

    exit_code = 2


class UnwritableFile(DataError):
    """A file that somebody named cannot be written."""

    exit_code = 3


class GameFault(RulesError):
    """An external game has a fault in its rules; `fault` holds the place."""

    def __init__(self, fault: Fault) -> None:
        self.fault = fault
        super().__init__(fault.message)


class FactError(RulesError):
    """A fact of a card cannot be read: what is wrong, and a fix ("" for the column's example)."""

    def __init__(self, what: Text, fix: Text = "") -> None:
        self.what, self.fix = what, fix
        super().__init__(Message("sentences", parts=(what, fix)))


class NotationError(RulesError):
    """A text could not be parsed; the message quotes the text and the position."""

    def __init__(
        self, what: Text, text: str, position: int = 0, fix: Text = "", line: int = 0
    ) -> None:
        """Report the fault `what` at character `position` of `text`, with a fix.

        `line` is the line number (from 1) if `text` is one of several lines.
        """
        self.what, self.text, self.position, self.fix = what, text, position, fix
        self.line = line
        shown = repr(text if len(text) <= 200 else text[:200] + "…")
        place = Message("at", what=what, position=position + 1, text=shown)
        if line:
            place = Message("in_line", line=line, **place.facts)
        super().__init__(Message("sentences", parts=(place, fix)))


class ImpossiblePosition(NotationError):
    """No sequence of actions leads to a position; the message lists the reasons."""

    def __init__(self, reasons: Sequence[Message]) -> None:
        super().__init__("", "")
        option = "rules check --unchecked"
        self.message = Message("impossible_position", reasons=reasons, option=option)


class MalformedTag(NotationError):
    """A text is not a tag that printkit writes."""


class MatchError(RulesError):
    """A match cannot continue as requested."""


class IllegalAction(MatchError):
    """An applied action is illegal; `verdict` holds the violations."""

    def __init__(self, action: str, verdict: Verdict) -> None:
        self.action, self.verdict = action, verdict
        clauses = [violation.clause for violation in verdict.violations]
        super().__init__(Message("illegal_action", action=repr(action), clauses=clauses))


class NeedsAnswer(RulesError):
    """A step has asked a question that has no answer yet; its game resolves it again later."""

    def __init__(self) -> None:
        super().__init__(Message("as_is", text="a step waits for an answer"))


class LogError(RulesError):
    """A log is damaged or was edited; `line` is the first invalid line (from 1)."""

    def __init__(self, what: Text, line: int, fix: Text = "") -> None:
        """Report the first invalid line; all lines before it are valid."""
        self.what, self.line, self.fix = what, line, fix
        super().__init__(Message("fault", parts=(Message("at_line", line=line), what, fix)))


class UnknownGame(RulesError):
    """No such game is installed."""
