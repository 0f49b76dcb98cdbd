"""Verdicts of the rules on actions: values, never exceptions."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from rules.core.reprs import Word, short_repr


class Status(Word):
    """An action's status: legal in every world that the hidden cards allow, in none, or in some."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    UNDETERMINED = "undetermined"


@dataclass(frozen=True, slots=True)
class Violation:
    """A violated clause and the facts for its sentence (`("cell", "b2")`, …).

    Fact values are ids of cards, cells, seats and directions; the catalogue holds the wording.
    `case` selects the sentence of a clause that can be violated in several ways.
    """

    clause: str
    facts: tuple[tuple[str, str], ...] = ()
    case: str = ""

    __repr__ = short_repr


@lru_cache(maxsize=4096)
def breach(clause: str, case: str = "", **facts: str | int) -> Violation:
    """Return a violation of `clause`, with its facts given by name."""
    return Violation(clause, tuple(zip(facts, map(str, facts.values()), strict=True)), case)


def each_clause_once(found: Sequence[Violation]) -> tuple[Violation, ...]:
    """Return the first violation of each clause, in order."""
    if len(found) < 2:
        return tuple(found)
    first: dict[str, Violation] = {}
    for violation in found:
        first.setdefault(violation.clause, violation)
    return tuple(first.values())


@dataclass(frozen=True, slots=True)
class Verdict:
    """Status of an action, with violations by priority, and clauses still in doubt (`awaits`)."""

    status: Status
    violations: tuple[Violation, ...] = ()
    awaits: tuple[str, ...] = ()

    __repr__ = short_repr

    @property
    def legal(self) -> bool:
        """True if the action may be executed now, even with clauses in doubt."""
        return self.status is not Status.ILLEGAL

    @property
    def clauses(self) -> tuple[str, ...]:
        """The violated clauses, or those in doubt."""
        return tuple(v.clause for v in self.violations) or self.awaits


LEGAL = Verdict(Status.LEGAL)
"""Verdict on an action that violates no clause."""
