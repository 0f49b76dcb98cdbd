"""Random numbers that any language can make again: SHA-256 over `seed|name|n` (SPH-16).

The n-th word of a stream is the first 8 bytes, big-endian, of the digest; `draw` throws away
words that would favour small results; `shuffle` is Fisher and Yates from the back.  Nothing here
knows a game.
"""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["SEED_FORM", "Stream"]

T = TypeVar("T")

SEED_FORM: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")
"""What a seed looks like (SPH-16.2; the length is ours, so that it fits a line of a log)."""
_WORDS = 1 << 64


class Stream:
    """One named stream under a seed; every call goes on where the last one stopped."""

    __slots__ = ("_prefix", "_used")

    def __init__(self, seed: str, name: str) -> None:
        """Begin at the stream's first word; raises `ValueError` for a text that is no seed."""
        if not SEED_FORM.fullmatch(seed):
            msg = f"{seed!r} is no seed: use letters, digits, dot, underline and hyphen, at most 64"
            raise ValueError(msg)
        self._prefix = f"{seed}|{name}|"
        self._used = 0

    def word(self) -> int:
        """The next word, 0 … 2^64 − 1 (SPH-16.2)."""
        digest = hashlib.sha256(f"{self._prefix}{self._used}".encode()).digest()
        self._used += 1
        return int.from_bytes(digest[:8], "big")

    def draw(self, below: int) -> int:
        """A number 0 … `below` − 1, each equally likely (SPH-16.3)."""
        limit = _WORDS - _WORDS % below
        word = self.word()
        while word >= limit:
            word = self.word()
        return word % below

    def shuffle(self, items: Iterable[T]) -> list[T]:
        """The items in a drawn order, the top first (SPH-16.4)."""
        mixed = list(items)
        for i in range(len(mixed) - 1, 0, -1):
            j = self.draw(i + 1)
            mixed[i], mixed[j] = mixed[j], mixed[i]
        return mixed
