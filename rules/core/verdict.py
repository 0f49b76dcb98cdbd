"""Verdicts: what the rules say of an action.  Values, never exceptions."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from rules.core.reprs import Word, short_repr

if TYPE_CHECKING:
    from collections.abc import Sequence


class Status(Word):
    """Legal in every world the hidden cards allow, in none, or in some."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    UNDETERMINED = "undetermined"


@dataclass(frozen=True, slots=True)
class Violation:
    """One broken clause and the facts its sentence needs (`("cell", "b2")`, …).

    Fact values are ids (cards, cells, seats, directions); wording is the catalogue's.  `case`
    picks one of the sentences of a clause that can be broken in several ways.
    """

    clause: str
    facts: tuple[tuple[str, str], ...] = ()
    case: str = ""

    __repr__ = short_repr


@lru_cache(maxsize=4096)
def breach(clause: str, case: str = "", **facts: str | int) -> Violation:
    """A violation with its facts by name; the same few are found in world after world."""
    return Violation(clause, tuple(zip(facts, map(str, facts.values()), strict=True)), case)


def each_clause_once(found: Sequence[Violation]) -> tuple[Violation, ...]:
    """The first violation of each clause, in the order they were found."""
    if len(found) < 2:
        return tuple(found)
    first: dict[str, Violation] = {}
    for violation in found:
        first.setdefault(violation.clause, violation)
    return tuple(first.values())


@dataclass(frozen=True, slots=True)
class Verdict:
    """`violations`: every broken clause, in the order of reasons; `awaits`: clauses in doubt."""

    status: Status
    violations: tuple[Violation, ...] = ()
    awaits: tuple[str, ...] = ()

    __repr__ = short_repr

    @property
    def legal(self) -> bool:
        """True when the action may be carried out now (also while a clause is in doubt)."""
        return self.status is not Status.ILLEGAL

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses broken, or in doubt."""
        return tuple(v.clause for v in self.violations) or self.awaits


LEGAL = Verdict(Status.LEGAL)
