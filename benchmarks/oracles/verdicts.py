"""Values that both oracles answer with."""

from __future__ import annotations

from dataclasses import dataclass

from rules import Status


@dataclass(frozen=True)
class Expected:
    """An oracle's verdict on one action.

    `exact` lists the violated clauses in order, where the specification determines them all;
    `anywhere` lists those among them whose place in the order is open.
    Otherwise at least one clause of `main` must be named, and none outside `main` and `also`. An
    empty `main` leaves the clause open: the specification only says that the action is illegal.
    """

    status: Status
    exact: tuple[str, ...] = ()
    anywhere: frozenset[str] = frozenset()
    main: frozenset[str] = frozenset()
    also: frozenset[str] = frozenset()

    def fault(self, status: Status, clauses: tuple[str, ...]) -> str:
        """Return what is wrong with the game's verdict, or ""."""
        if status is not self.status:
            return f"{status.value} {clauses}, expected {self}"
        if status is not Status.ILLEGAL:
            return ""
        named = frozenset(clauses)
        if self.exact:
            placed = tuple(clause for clause in clauses if clause not in self.anywhere)
            right = placed == self.exact and self.anywhere <= named
            return "" if right else f"names {clauses}, expected {self}"
        if not named:
            return "names no clause"
        if self.main and not named & self.main:
            return f"names {clauses}, expected one of {sorted(self.main)}"
        if self.main and not named <= self.main | self.also:
            return f"names {clauses}, expected none but {sorted(self.main | self.also)}"
        return ""

    def __str__(self) -> str:
        return " ".join([self.status.value, *(self.exact or sorted(self.main)), *self.anywhere])


LEGAL = Expected(Status.LEGAL)
ILLEGAL = Expected(Status.ILLEGAL)
UNDETERMINED = Expected(Status.UNDETERMINED)


def forbidden(*main: str, also: tuple[str, ...] = ()) -> Expected:
    """Return an illegal verdict that names at least one clause of `main`."""
    return Expected(Status.ILLEGAL, main=frozenset(main), also=frozenset(also))


def exactly(*clauses: str, anywhere: tuple[str, ...] = ()) -> Expected:
    """Return an illegal verdict that names exactly these clauses, in this order."""
    return Expected(Status.ILLEGAL, exact=clauses, anywhere=frozenset(anywhere))


@dataclass(frozen=True)
class Ended:
    """The result of an ended game."""

    winners: tuple[str, ...]
    clause: str
    scores: tuple[tuple[str, int], ...]
