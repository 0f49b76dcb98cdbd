"""Token buckets, which limit the rate of requests, messages and bytes of one visitor."""

import time
from collections.abc import Hashable
from typing import Final

_MOST_KEYS: Final = 1024


class RateLimit:
    """A token bucket for each key: up to `burst` at once, and `a_second` in the long run."""

    def __init__(self, burst: float, a_second: float) -> None:
        self._burst, self._a_second = burst, a_second
        self._left: dict[Hashable, tuple[float, float]] = {}

    def take(self, key: Hashable, cost: float = 1.0) -> bool:
        """Take `cost` from the key's bucket; return False, and take nothing, if too little is left.

        A bucket that has filled up again is forgotten.
        """
        now = time.monotonic()
        if len(self._left) >= _MOST_KEYS and key not in self._left:
            self._left = {k: v for k, v in self._left.items() if self._level(k, now) < self._burst}
        left = self._level(key, now)
        if left < cost:
            return False
        self._left[key] = left - cost, now
        return True

    def _level(self, key: Hashable, now: float) -> float:
        left, at = self._left.get(key, (self._burst, now))
        return min(self._burst, left + (now - at) * self._a_second)
