"""Reproducible random numbers from a seed, and shuffles that accept any source of numbers.

Word n of the stream `name` under `seed` is the first eight bytes, big-endian, of the SHA-256 of
`seed|name|n` (SPH-16.2; STR-8.5 uses the same streams). Shuffles accept a function `below(n)` that
draws uniformly from 0 … n−1: a stream's method or, in playouts, a function of `random`.
"""

import hashlib
import re
from collections.abc import Callable, Iterable
from typing import Final, TypeVar

T = TypeVar("T")

SEED_FORM: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")
"""Pattern of a valid seed (SPH-16.2). The limit of 64 characters keeps log lines short."""
_WORDS: Final = 1 << 64


class Stream:
    """Named stream of pseudo-random 64-bit words from a seed; each call draws the next word."""

    __slots__ = ("_prefix", "_taken")

    def __init__(self, seed: str, name: str) -> None:
        """Start before the stream's first word; raise `ValueError` for an invalid seed."""
        if not SEED_FORM.fullmatch(seed):
            msg = f"{seed!r} is no seed: use letters, digits, dot, underline and hyphen, at most 64"
            raise ValueError(msg)
        self._prefix = f"{seed}|{name}|"
        self._taken = 0

    def word(self) -> int:
        """Return the next word, 0 … 2^64 − 1."""
        digest = hashlib.sha256(f"{self._prefix}{self._taken}".encode()).digest()
        self._taken += 1
        return int.from_bytes(digest[:8], "big")

    def below(self, count: int) -> int:
        """Draw uniformly from 0 … count−1, rejecting words that would bias the draw (SPH-16.3)."""
        limit = _WORDS - _WORDS % count
        word = self.word()
        while word >= limit:
            word = self.word()
        return word % count


def shuffled(items: Iterable[T], below: Callable[[int], int]) -> tuple[T, ...]:
    """Return the items in random order, top first: Fisher–Yates shuffle from the end (SPH-16.4)."""
    order = list(items)
    for i in range(len(order) - 1, 0, -1):
        j = below(i + 1)
        order[i], order[j] = order[j], order[i]
    return tuple(order)


def dealt(items: Iterable[T], count: int, below: Callable[[int], int]) -> tuple[T, ...]:
    """Return `count` random items in random order: Fisher–Yates shuffle from the start."""
    order = list(items)
    for i in range(count):
        j = i + below(len(order) - i)
        order[i], order[j] = order[j], order[i]
    return tuple(order[:count])
