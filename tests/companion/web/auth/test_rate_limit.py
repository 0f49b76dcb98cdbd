"""Token buckets refill, and full ones are forgotten."""

from __future__ import annotations

import pytest

from companion.web.auth import rate_limit
from companion.web.auth.rate_limit import RateLimit


class Clock:
    """A clock that only a test advances."""

    now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(rate_limit, "time", clock)
    return clock


def test_a_bucket_is_emptied_and_refilled(clock: Clock) -> None:
    limit = RateLimit(3, 2.0)
    first = [limit.take("a") for _ in range(5)]
    other = limit.take("b", 3.0)
    clock.now += 1.0
    later = [limit.take("a") for _ in range(3)]
    clock.now += 60.0
    much = limit.take("a", 4.0), limit.take("a", 3.0)

    assert first == [True] * 3 + [False] * 2
    assert other
    assert later == [True, True, False]
    assert much == (False, True), "never more than a burst at once"


def test_visitors_without_number_fill_no_memory(clock: Clock) -> None:
    limit = RateLimit(2, 1.0)
    for n in range(5000):
        clock.now += 0.1
        assert limit.take(n)

    assert len(limit._left) <= rate_limit._MOST_KEYS
    assert not limit.take(4999, 2.0), "only full buckets are forgotten"
