"""Findings as values: how bad, what, where; their sentences are data in three languages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache

from printkit.template.messages import Spoken, in_language
from printkit.template.toml_source import TEMPLATES, Strict, read_toml
from rules.messages.message import Message, Text


class Severity(StrEnum):
    """Severity of a finding."""

    ERROR = "error"
    """Paper or a press job is lost: exit code 1."""
    WARNING = "warning"
    """It prints, and somebody will be sorry."""
    NOTE = "note"
    """A measurement."""


_ORDER = list(Severity)


class _Texts(Strict):
    word: dict[str, dict[str, str]]
    check: dict[str, dict[str, str]]


@cache
def _texts() -> _Texts:
    return read_toml(TEMPLATES / "sheets" / "checks.toml", _Texts)


def say(key: str, lang: str) -> str:
    """Return a word of `checks.toml`."""
    return _texts().word[key][lang]


def at(place: str, **facts: object) -> Spoken:
    """Return the place of a finding, in every language: `at_PLACE` of `checks.toml`."""

    def worded(lang: str) -> str:
        told = {name: in_language(fact, lang) for name, fact in facts.items()}
        return say(f"at_{place}", lang).format_map(told)

    return Spoken.by(worded)


def in_slot(what: str, slot: str, tongue: str) -> Spoken:
    """Return a card's slot in a language: `card y03: name (ja)`, in each language's order."""

    def worded(lang: str) -> str:
        words = _texts().word
        called = words.get(f"slot_{slot}", {}).get(lang, slot)
        return say("in_slot", lang).format(
            what=in_language(what, lang), slot=called, tongue=say(f"in_{tongue}", lang)
        )

    return Spoken.by(worded)


def listed(words: Iterable[str]) -> Spoken:
    """Return words of `checks.toml` as a list, in every language."""
    keys = tuple(words)
    return Spoken.by(lambda lang: say("comma", lang).join(say(key, lang) for key in keys))


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding: `code` names its sentence in `templates/sheets/checks.toml`."""

    severity: Severity
    code: str
    where: str
    facts: Mapping[str, Text] = field(default_factory=dict)

    def text(self, lang: str = "en") -> str:
        """Return the sentence: what is wrong and how to fix it."""
        facts = {name: in_language(fact, lang) for name, fact in self.facts.items()}
        return _texts().check[self.code][lang].format(**facts)

    def line(self, lang: str = "en") -> str:
        """Return severity, place and sentence."""
        parts = (say(self.severity.value, lang), in_language(self.where, lang), self.text(lang))
        return say("colon", lang).join(parts)


def error(code: str, where: str, **facts: object) -> Finding:
    """Return a finding that prevents printing."""
    return Finding(Severity.ERROR, code, where, _texts_of(facts))


def warning(code: str, where: str, **facts: object) -> Finding:
    """Return a finding that is printable, but probably not intended."""
    return Finding(Severity.WARNING, code, where, _texts_of(facts))


def note(code: str, where: str, **facts: object) -> Finding:
    """Return a measurement."""
    return Finding(Severity.NOTE, code, where, _texts_of(facts))


def _texts_of(facts: Mapping[str, object]) -> dict[str, Text]:
    """Return facts as texts; messages stay as they are."""
    return {
        key: fact if isinstance(fact, str | Message) else str(fact) for key, fact in facts.items()
    }


def told_at(line: object, code: str = "data", how: Callable[..., Finding] | None = None) -> Finding:
    """Return a finding, an error by default, from a line `file:line: what`."""
    where = str(line).partition(": ")[0]
    what = Spoken.by(lambda lang: in_language(line, lang).removeprefix(where).lstrip(":： "))
    return (how or error)(code, where, what=what)


def told(findings: Iterable[Finding], lang: str = "en") -> list[str]:
    """Place and sentence of each, once; those in English can say themselves in other languages."""
    if lang != "en":
        return list(dict.fromkeys(_placed(found).told(lang) for found in findings))
    return list(dict.fromkeys(map(_placed, findings)))


def _placed(found: Finding) -> Spoken:
    return Spoken.by(
        lambda lang: say("colon", lang).join((in_language(found.where, lang), found.text(lang)))
    )


@dataclass(frozen=True, slots=True)
class Report:
    """All findings about one thing, the worst first, in the order they were found."""

    subject: str
    findings: tuple[Finding, ...]

    @classmethod
    def of(cls, subject: str, findings: Iterable[Finding]) -> Report:
        """Return a report with every finding once."""
        once = {(f.code, f.where, tuple(f.facts.items())): f for f in findings}
        ordered = sorted(once.values(), key=lambda f: _ORDER.index(f.severity))
        return cls(subject, tuple(ordered))

    def count(self, severity: Severity) -> int:
        """Return the number of findings of a severity."""
        return sum(1 for finding in self.findings if finding.severity is severity)
