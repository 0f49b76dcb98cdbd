"""Findings as values: severity, subject and place; their sentences are data in three languages."""

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
    """Paper or a press job would be wasted; exit code 1."""
    WARNING = "warning"
    """It can be printed, but probably not as intended."""
    NOTE = "note"
    """A measurement, for information."""


_ORDER = list(Severity)


def in_slot(what: Text, slot: str, tongue: str) -> Message:
    """Return the place of a slot's text in a language: `card y03: name (ja)`."""
    known = f"slot_{slot}" in sentences("check")
    called = Message(f"check.slot_{slot}") if known else slot
    return Message("check.in_slot", what=what, slot=called, tongue=Message(f"check.in_{tongue}"))


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding; its sentence is in `templates/sheets/checks.toml`."""

    severity: Severity
    where: Text
    message: Message

    @property
    def code(self) -> str:
        """Key of the finding's sentence."""
        return str(self.message.key).removeprefix("check.")

    @property
    def fault(self) -> Fault:
        """The finding's place and sentence, for an exception."""
        return Fault(self.where, 0, "", self.message)

    @property
    def line(self) -> Message:
        """The finding's severity, place and sentence."""
        return Message("fault", parts=(severity_word(self.severity), self.where, self.message))


def severity_word(severity: Severity) -> Message:
    """Return a severity's name as readers see it."""
    return Message(f"check.{severity.value}")


def error(code: str, where: Text, **facts: Fact) -> Finding:
    """Return a finding that prevents printing."""
    return Finding(Severity.ERROR, where, Message(f"check.{code}", **facts))


def warning(code: str, where: Text, **facts: Fact) -> Finding:
    """Return a finding about a feature of a print that is probably unintended."""
    return Finding(Severity.WARNING, where, Message(f"check.{code}", **facts))


def note(code: str, where: Text, **facts: Fact) -> Finding:
    """Return a finding that reports a measurement."""
    return Finding(Severity.NOTE, where, Message(f"check.{code}", **facts))


def finding_of(
    fault: Fault | Message, code: str = "data", how: Callable[..., Finding] = error
) -> Finding:
    """Return a fault as a finding, an error by default."""
    if isinstance(fault, Message):
        return how(code, "", what=fault)
    return how(code, fault.place, what=replace(fault, file="", line=0).message)


def faults_of(findings: Iterable[Finding]) -> list[Fault]:
    """Return each finding's place and sentence, without duplicates."""
    return list(dict.fromkeys(found.fault for found in findings))


@dataclass(frozen=True, slots=True)
class Report:
    """All findings about a subject, sorted by severity, the worst first."""

    subject: str
    findings: tuple[Finding, ...]

    @classmethod
    def of(cls, subject: str, findings: Iterable[Finding]) -> Report:
        """Return a report of the findings, without duplicates."""
        ordered = sorted(dict.fromkeys(findings), key=lambda f: _ORDER.index(f.severity))
        return cls(subject, tuple(ordered))

    def count(self, severity: Severity) -> int:
        """Return the number of findings of a severity."""
        return sum(1 for finding in self.findings if finding.severity is severity)
