"""Lots and salts that the referee draws, from a secret seed of the match.

A lot depends only on the seed and the number of plies, a salt also on the time. So equal decisions
draw equal lots, an undone lot is drawn again, and a lot cannot be predicted without the seed.
"""

import hmac
from collections.abc import Callable
from itertools import count
from typing import Any

from companion.referee.notices import Moment
from rules.core.match import MatchState

Lots = Callable[[MatchState[Any]], Callable[[int], int]]
"""Returns, for a match, the function that draws its next lots evenly from 0 … n-1."""
_BITS = 256


def lowest(_: MatchState[Any]) -> Callable[[int], int]:
    """Draw only the lowest outcome, a predictable default that tests use."""
    return lambda _: 0


def secret_lots(seed: bytes) -> Lots:
    """Return the lots of a secret seed."""

    def lots(match: MatchState[Any]) -> Callable[[int], int]:
        digests = (_digest(seed, "lot", len(match.plies), number) for number in count())

        def draw(outcomes: int) -> int:
            unused = _BITS - (outcomes - 1).bit_length()
            numbers = (int.from_bytes(digest) >> unused for digest in digests)
            return next(number for number in numbers if number < outcomes)

        return draw

    return lots


def secret_salts(seed: bytes) -> Callable[[Moment], str]:
    """Return the salts of a secret seed, each of 32 hexadecimal digits."""
    return lambda now: _digest(seed, "salt", now["ply"], now["time_s"]).hex()[:32]


def _digest(seed: bytes, *place: object) -> bytes:
    """Return a digest that only those can compute who know the seed."""
    return hmac.digest(seed, repr(place).encode(), "sha256")
