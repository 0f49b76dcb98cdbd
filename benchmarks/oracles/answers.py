"""Answers of an oracle about one action, and their comparison with the clauses of a verdict."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Expectation:
    """Judgement of one action.

    Each set in `needs` shares at least one clause with the verdict. The verdict has no other
    clauses than those and `may`. With `open`, the specification determines no clause.
    """

    legal: bool
    needs: tuple[frozenset[str], ...] = ()
    may: frozenset[str] = frozenset()
    open: bool = False

    def accepts(self, clauses: Iterable[str]) -> bool:
        """Return True if a verdict with these clauses (none: legal) agrees with the answer."""
        found = set(clauses)
        if self.legal and self.open:
            return True
        if self.legal or not found:
            return self.legal and not found
        allowed = self.may.union(*self.needs)
        return self.open or (found <= allowed and all(found & need for need in self.needs))

    def __str__(self) -> str:
        if self.legal:
            return "legal"
        needs = " + ".join("/".join(sorted(need)) for need in self.needs)
        return f"illegal: {needs or 'any clause'} (also: {' '.join(sorted(self.may)) or '-'})"


LEGAL = Expectation(legal=True)


def refused(*needs: str | tuple[str, ...], may: Iterable[str] = ()) -> Expectation:
    """Return an illegal answer; a tuple in `needs` is a choice of clauses."""
    sets = tuple(frozenset((n,) if isinstance(n, str) else n) for n in needs)
    return Expectation(legal=False, needs=sets, may=frozenset(may), open=not sets)
