"""Findings as values: severity, subject, place; their sentences are data in three languages."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from rules import Fault, Message
from rules.messages.catalogs import sentences
from rules.messages.message import Fact, Text


class Severity(StrEnum):
    """Severity of a finding."""

    ERROR = "error"
    """Paper or a press job is lost: exit code 1."""
    WARNING = "warning"
    """It can be printed, but probably not as intended."""
    NOTE = "note"
    """A measurement."""


_ORDER = list(Severity)


def in_slot(what: Text, slot: str, tongue: str) -> Message:
    """Return a card's slot in a language: `card y03: name (ja)`, in each language's order."""
    known = f"slot_{slot}" in sentences("check")
    called = Message(f"check.slot_{slot}") if known else slot
    return Message("check.in_slot", what=what, slot=called, tongue=Message(f"check.in_{tongue}"))


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding: its sentence is of `templates/sheets/checks.toml`."""

    severity: Severity
    where: Text
    message: Message

    @property
    def code(self) -> str:
        """The name of its sentence."""
        return str(self.message.key).removeprefix("check.")

    @property
    def fault(self) -> Fault:
        """Place and sentence, for an exception."""
        return Fault(self.where, 0, "", self.message)

    @property
    def line(self) -> Message:
        """Severity, place and sentence."""
        return Message("fault", parts=(severity_word(self.severity), self.where, self.message))


def severity_word(severity: Severity) -> Message:
    """Return the name of a severity."""
    return Message(f"check.{severity.value}")


def error(code: str, where: Text, **facts: Fact) -> Finding:
    """Return a finding that prevents printing."""
    return Finding(Severity.ERROR, where, Message(f"check.{code}", **facts))


def warning(code: str, where: Text, **facts: Fact) -> Finding:
    """Return a finding about a print that is probably not intended."""
    return Finding(Severity.WARNING, where, Message(f"check.{code}", **facts))


def note(code: str, where: Text, **facts: Fact) -> Finding:
    """Return a measurement."""
    return Finding(Severity.NOTE, where, Message(f"check.{code}", **facts))


def finding_of(
    fault: Fault | Message, code: str = "data", how: Callable[..., Finding] = error
) -> Finding:
    """Return a fault as a finding, an error by default."""
    if isinstance(fault, Message):
        return how(code, "", what=fault)
    return how(code, fault.place, what=replace(fault, file="", line=0).message)


def faults_of(findings: Iterable[Finding]) -> list[Fault]:
    """Return place and sentence of each finding, once."""
    return list(dict.fromkeys(found.fault for found in findings))


@dataclass(frozen=True, slots=True)
class Report:
    """All findings about one thing, the worst first, in the order they were found."""

    subject: str
    findings: tuple[Finding, ...]

    @classmethod
    def of(cls, subject: str, findings: Iterable[Finding]) -> Report:
        """Return a report with every finding once."""
        ordered = sorted(dict.fromkeys(findings), key=lambda f: _ORDER.index(f.severity))
        return cls(subject, tuple(ordered))

    def count(self, severity: Severity) -> int:
        """Return the number of findings of a severity."""
        return sum(1 for finding in self.findings if finding.severity is severity)
