"""The exceptions of `rules`, one tree.

    RulesError                  everything this package raises on purpose
    ├── DataError               data files are faulty (carries all faults at once)
    ├── NotationError           a text form could not be read
    │   └── MalformedTag        a tag's text is not one of ours
    ├── MatchError              a match cannot go on as asked
    │   └── IllegalAction       an action was applied that the rules refuse
    ├── LogError                a log is damaged or was edited
    ├── GameFault               a game of a designer's own has a fault in its rules
    └── UnknownGame             no such game is installed

A player's mistake is never an exception: it is a `Verdict`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rules.messages.message import said, told

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rules.core.verdict import Verdict


class RulesError(Exception):
    """Root of everything `rules` raises on purpose."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Come out of a worker process as it was raised there.

        The default makes it anew from its sentence alone, which is not what it was made from.
        """
        return _restored, (type(self), self.args, self.__dict__.copy())

    def told(self, lang: str) -> str:
        """What is wrong in a language, as far as it is told in one; else in English."""
        return told(self.args[0] if self.args else "", lang)


def _restored(kind: type[RulesError], args: tuple[Any, ...], facts: dict[str, Any]) -> RulesError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(facts)
    return error


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong in a data file: where, what, and how to mend it."""

    file: str
    line: int
    field: str
    what: str
    fix: str = ""

    def __str__(self) -> str:
        """`file:line: field: what: fix`, leaving out what is not known."""
        return self.told("en")

    def told(self, lang: str) -> str:
        """The same in a language, as far as what is wrong is told in one."""
        place = f"{self.file}:{self.line}" if self.line else self.file
        parts = [place, told(self.field, lang), told(self.what, lang), told(self.fix, lang)]
        return (": " if lang == "en" else "：").join(part for part in parts if part)


class DataError(RulesError):
    """Card data, decks, settings or a manifest are faulty; carries every fault found."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        """Keep `faults` in file order; the text form is one line a fault."""
        self.faults = tuple(faults)
        super().__init__("\n".join(map(str, self.faults)))

    def told(self, lang: str) -> str:
        """Every fault in a language, one line each."""
        return "\n".join(fault.told(lang) for fault in self.faults)


class GameFault(RulesError):
    """A game that lies outside this project has a fault in its rules; says where and what."""

    def __init__(self, fault: Fault) -> None:
        """Keep the fault, whose file is one of the game's."""
        self.fault = fault
        super().__init__(fault)

    def told(self, lang: str) -> str:
        """`file:line: function: what: fix` in a language."""
        return self.fault.told(lang)


class NotationError(RulesError):
    """A text form could not be read; quotes the text and the place."""

    def __init__(
        self, what: str, text: str, position: int = 0, fix: str = "", line: int = 0
    ) -> None:
        """Say `what` is wrong at character `position` of `text`, and how to mend it.

        `line` is the line's number (from 1) if `text` is one of several.
        """
        self.what, self.text, self.position, self.fix = what, text, position, fix
        self.line = line
        super().__init__(self.told("en"))

    def told(self, lang: str) -> str:
        """What, where and how to mend it in a language, as far as it is told in one."""
        shown = self.text if len(self.text) <= 200 else self.text[:200] + "…"
        facts = {"what": self.what, "position": self.position + 1, "text": repr(shown)}
        place = said("in_line", line=self.line, **facts) if self.line else said("at", **facts)
        parts = (told(place, lang), told(self.fix, lang))
        return (": " if lang == "en" else "。").join(part for part in parts if part)


class MalformedTag(NotationError):
    """A tag's text is not one that printkit writes."""


class MatchError(RulesError):
    """A match cannot go on as asked."""


class IllegalAction(MatchError):
    """An action was applied that the rules refuse; carries the verdict."""

    def __init__(self, action: str, verdict: Verdict) -> None:
        """Quote the action and the clauses it breaks."""
        self.action, self.verdict = action, verdict
        broken = ", ".join(v.clause for v in verdict.violations)
        super().__init__(f"{action!r} is not legal: {broken}")


class LogError(RulesError):
    """A log is damaged or was edited; `line` is the first bad line (from 1)."""

    def __init__(self, what: str, line: int, fix: str = "") -> None:
        """Name the first bad line; everything before it is good."""
        self.what, self.line, self.fix = what, line, fix
        super().__init__(self.told("en"))

    def told(self, lang: str) -> str:
        """Where, what and how to mend it in a language, as far as it is told in one."""
        parts = (said("at_line", line=self.line), self.what, self.fix)
        between = ": " if lang == "en" else "："
        return between.join(told(part, lang) for part in parts if part)


class UnknownGame(RulesError):
    """No such game is installed."""
