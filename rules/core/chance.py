"""Chance: numbers that any language can make again from a seed, and orders drawn from numbers.

Word n of the stream `name` under `seed` is the first eight bytes, big-endian, of SHA-256 over the
text `seed|name|n` (SPH-16.2; STR-8.5 means the same streams).  An order is drawn with `below(n)`,
an even draw from 0 … n−1, wherever that comes from: a stream here, `random` in playouts.
"""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

T = TypeVar("T")

SEED_FORM: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")
"""What a seed looks like (SPH-16.2; the length is ours, so that it fits a line of a log)."""
_WORDS: Final = 1 << 64


class Stream:
    """One named stream under a seed; every call goes on where the last one stopped."""

    __slots__ = ("_prefix", "_taken")

    def __init__(self, seed: str, name: str) -> None:
        """Begin at the stream's first word; raises `ValueError` for a text that is no seed."""
        if not SEED_FORM.fullmatch(seed):
            msg = f"{seed!r} is no seed: use letters, digits, dot, underline and hyphen, at most 64"
            raise ValueError(msg)
        self._prefix = f"{seed}|{name}|"
        self._taken = 0

    def word(self) -> int:
        """The next word, 0 … 2^64 − 1."""
        digest = hashlib.sha256(f"{self._prefix}{self._taken}".encode()).digest()
        self._taken += 1
        return int.from_bytes(digest[:8], "big")

    def below(self, count: int) -> int:
        """An even draw from 0 … count−1; unfair words are left out (SPH-16.3)."""
        limit = _WORDS - _WORDS % count
        word = self.word()
        while word >= limit:
            word = self.word()
        return word % count


def shuffled(items: Iterable[T], below: Callable[[int], int]) -> tuple[T, ...]:
    """All items in a drawn order, the top first: Fisher and Yates from the back (SPH-16.4)."""
    order = list(items)
    for i in range(len(order) - 1, 0, -1):
        j = below(i + 1)
        order[i], order[j] = order[j], order[i]
    return tuple(order)


def dealt(items: Iterable[T], count: int, below: Callable[[int], int]) -> tuple[T, ...]:
    """`count` of the items in a drawn order: Fisher and Yates from the front, no further."""
    order = list(items)
    for i in range(count):
        j = i + below(len(order) - i)
        order[i], order[j] = order[j], order[i]
    return tuple(order[:count])
