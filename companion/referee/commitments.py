r"""Commitments to secret orders, so that players need not trust the referee's owner.

While a seat plans, only the match contains its orders. When it declares READY, everybody sees a
*commitment*: the SHA-256 of a salt of 128 random bits and the orders, one per line. A seat that
could have given orders commits even if it gave none. After the match the orders are revealed with
the salt, and anybody can recompute the digest:

    sha256(salt, "\n", order, "\n", order …)   in UTF-8, written in hexadecimal

The salt prevents a brute-force search through all short lists of orders. It stays secret until
the end, because an order may name a face-down card.

Digest and salt are logged with the READY and never recomputed. A resumed or replayed match shows
the original commitments, so a changed order no longer matches its digest.
"""

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.referee.secrecy import changes_nothing_public, looks_same, only_count_is_public
from rules import Ply, Rules, Seat, Verb
from rules.core.event import ROUND_STARTED, TURN_STARTED

UNDO = "undo"
"""The order that cancels the previous one."""


@dataclass(frozen=True, slots=True)
class Commitment:
    """A commitment: `digest` is public, the other fields only once the orders are revealed."""

    digest: str
    salt: str
    orders: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SecretOrders:
    """A seat's secret orders of this turn; `ply` is the number of its READY, or 0 before it."""

    orders: tuple[str, ...] = ()
    ply: int = 0


def commit(orders: tuple[str, ...], salt: str) -> Commitment:
    """Commit to orders with a salt of 32 unpredictable hexadecimal digits."""
    return Commitment(_digest(salt, orders), salt, orders)


def verify(commitment: Commitment) -> bool:
    """Return True if a commitment matches its orders and its salt."""
    return hmac.compare_digest(commitment.digest, _digest(commitment.salt, commitment.orders))


def written(game: Rules[Any], plies: Sequence[Ply[Any]], seat: Seat) -> SecretOrders:
    """Return a seat's orders since the turn began, or since it reopened them after READY."""
    result = SecretOrders()
    for ply in plies[_turn_began(plies) :]:
        action = ply.action
        if action is None or action.seat != seat:
            continue
        if action.verb is Verb.READY:
            result = SecretOrders(() if result.ply else result.orders, ply.number)
        elif action.verb is Verb.DECLARE and changes_nothing_public(game, ply):
            orders = () if result.ply else result.orders
            orders = orders[:-1] if action.value == UNDO else (*orders, action.value)
            result = SecretOrders(orders)
    return result


def new_commitment(game: Rules[Any], plies: Sequence[Ply[Any]], salt: str) -> dict[str, str] | None:
    """Return the commitment's digest and salt if a seat declared READY in the last ply."""
    ply = plies[-1]
    if ply.action is None or ply.action.verb is not Verb.READY:
        return None
    before = written(game, plies[:-1], ply.action.seat)
    orders = () if before.ply else before.orders
    if not orders and not _may_write(game, ply.before, ply.action.seat):
        return None
    commitment = commit(orders, salt)
    return {"digest": commitment.digest, "salt": commitment.salt}


def written_count(game: Rules[Any], plies: Sequence[Ply[Any]]) -> int | None:
    """Return the number of orders that a seat has written if the last ply is a secret order."""
    ply = plies[-1]
    if ply.action is None or not only_count_is_public(game, ply.action, ply.before, ply.after):
        return None
    result = written(game, plies, ply.action.seat)
    return len(result.orders) if changes_nothing_public(game, ply) else None


def _turn_began(plies: Sequence[Ply[Any]]) -> int:
    """Return the number of plies after which the current turn or round began."""
    for count in range(len(plies), 0, -1):
        if any(event.kind in (TURN_STARTED, ROUND_STARTED) for event in plies[count - 1].events):
            return count
    return 0


def _may_write(game: Rules[Any], state: Any, seat: Seat) -> bool:  # noqa: ANN401 - the game's own type
    """Return True if a seat can give an order that changes nothing other seats can see."""
    return any(
        looks_same(game, state, game.advance(state, each)[1])
        for each in game.legal(state)
        if each.seat == seat and each.verb is Verb.DECLARE
    )


def _digest(salt: str, orders: tuple[str, ...]) -> str:
    """Return the digest of a salt and orders."""
    return hashlib.sha256("\n".join((salt, *orders)).encode()).hexdigest()
