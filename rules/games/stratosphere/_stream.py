"""Seeded chance: the hash stream and shuffle all games share (SPH-16.2 to 16.4, STR-8.5).

Word n of stream `s` under seed `x` is the first eight bytes, big-endian, of SHA-256 over the
text `x|s|n`.  A pack is shuffled with the stream `pack`, a recycled discard pile with `recycle`.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["Stream", "shuffled"]

T = TypeVar("T")
_RANGE: Final = 2**64


class Stream:
    """One stream of a seed; it remembers how many words were taken."""

    def __init__(self, seed: str, name: str) -> None:
        self._prefix = f"{seed}|{name}|"
        self._taken = 0

    def word(self) -> int:
        """The next 64-bit word."""
        text = f"{self._prefix}{self._taken}"
        self._taken += 1
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")

    def below(self, count: int) -> int:
        """An even draw from 0 … count−1; words that would favour a value are left out."""
        limit = count * (_RANGE // count)
        word = self.word()
        while word >= limit:
            word = self.word()
        return word % count


def shuffled(items: Sequence[T], below: Callable[[int], int]) -> tuple[T, ...]:
    """The items in a new order, index 0 the top."""
    order = list(items)
    for i in range(len(order) - 1, 0, -1):
        j = below(i + 1)
        order[i], order[j] = order[j], order[i]
    return tuple(order)
