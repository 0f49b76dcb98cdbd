r"""Orders sealed before they are shown: commit and reveal, so that nobody has to trust the table.

While a seat plans, its orders are known to the match alone.  When it says READY a *seal* is shown
to everybody: SHA-256 over a salt of 128 random bits and the orders, one a line.  When the match is
over the salt is shown with them, and anybody can make the same seal of them again:

    sha256(salt, "\n", order, "\n", order …)   in UTF-8, written in hexadecimal

The salt keeps a short list of orders from being guessed by trying them all; and it is not shown
before the end, because an order may name a card that is laid face down.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass

__all__ = ["Seal", "fits", "seal"]


@dataclass(frozen=True, slots=True)
class Seal:
    """What was committed to: `digest` may be known to all, the rest when the orders are open."""

    digest: str
    salt: str
    orders: tuple[str, ...]


def seal(orders: tuple[str, ...], salt: str = "") -> Seal:
    """Seal some orders, with a fresh salt unless one is given."""
    salt = salt or secrets.token_hex(16)
    return Seal(_digest(salt, orders), salt, orders)


def fits(sealed: Seal) -> bool:
    """Whether a seal is of these orders and this salt."""
    return hmac.compare_digest(sealed.digest, _digest(sealed.salt, sealed.orders))


def _digest(salt: str, orders: tuple[str, ...]) -> str:
    return hashlib.sha256("\n".join((salt, *orders)).encode()).hexdigest()
