"""What a verdict over hidden cards must be, told from every card and hand there can be.

The rules look at as few worlds as can show every verdict, or at none and add up.  Here every
world is listed and judged by itself; `holds` compares.
"""

from __future__ import annotations

from collections.abc import Iterable

from rules import UNKNOWN, Status, Verdict, Violation


def holds(verdict: Verdict, worlds: Iterable[tuple[Violation, ...]], *, every: bool = True) -> None:
    """The verdict is that of all worlds together, and tells nothing that is not so in each.

    It names every clause in doubt, or some where a set has more ways to break them than are
    looked at.
    """
    seen = list(worlds)
    clauses = [{violation.clause for violation in found} for found in seen]
    if not any(seen):
        assert verdict.status is Status.LEGAL
    elif not all(seen):
        assert verdict.status is Status.UNDETERMINED
        assert set(verdict.awaits) == set.union(*clauses) or not every
        assert set(verdict.awaits) <= set.union(*clauses)
    else:
        assert verdict.status is Status.ILLEGAL
        common = set.intersection(*clauses)
        assert set(verdict.clauses) == common or (not common and verdict.clauses)
        for violation in verdict.violations if common else ():
            for found in seen:
                (same,) = (v for v in found if v.clause == violation.clause)
                told = {fact for fact in violation.facts if fact[1] != UNKNOWN}
                assert told <= set(same.facts)
