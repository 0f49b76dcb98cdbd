"""Verdicts over hidden cards, compared with those of every possible deal.

The rules look at as few deals ("worlds") as can show every verdict, or calculate the verdict
without any. Here every world is listed and judged separately, and `holds` compares.
"""

from __future__ import annotations

from collections.abc import Iterable

from rules import UNKNOWN, Status, Verdict, Violation


def holds(verdict: Verdict, worlds: Iterable[tuple[Violation, ...]], *, every: bool = True) -> None:
    """Require the verdict of all worlds together, without a detail that is false in one of them.

    The verdict names every clause in doubt. With `every=False`, it may omit some, because the
    rules do not look at every way to break them.
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
                report = {fact for fact in violation.facts if fact[1] != UNKNOWN}
                assert report <= set(same.facts)
