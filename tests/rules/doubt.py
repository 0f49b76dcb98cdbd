"""What a verdict over hidden cards must be, told from every card and hand there can be.

The rules look at as few worlds as can show every verdict, or at none and add up.  Here every
world is listed and judged by itself; `holds` compares.
"""

from __future__ import annotations

from collections.abc import Iterable

from rules import Status, Verdict, Violation


def holds(verdict: Verdict, worlds: Iterable[tuple[Violation, ...]]) -> None:
    """The verdict is that of all worlds together, and tells nothing that is not so in each."""
    seen = list(worlds)
    clauses = [{violation.clause for violation in found} for found in seen]
    if not any(seen):
        assert verdict.status is Status.LEGAL
    elif not all(seen):
        assert verdict.status is Status.UNDETERMINED
        assert set(verdict.awaits) == set.union(*clauses)
    else:
        assert verdict.status is Status.ILLEGAL
        common = set.intersection(*clauses)
        assert set(verdict.clauses) == common or (not common and verdict.clauses)
        for violation in verdict.violations if common else ():
            for found in seen:
                (same,) = (v for v in found if v.clause == violation.clause)
                assert set(violation.facts) <= set(same.facts)
