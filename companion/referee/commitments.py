r"""Orders sealed before they are shown: commit and reveal, so that nobody has to trust the table.

While a seat plans, its orders are known to the match alone.  When it says READY a *seal* is shown
to everybody: SHA-256 over a salt of 128 random bits and the orders, one a line; of no orders, too,
where some could have been written.  When the match is over the salt is shown with them, and
anybody can make the same seal of them again:

    sha256(salt, "\n", order, "\n", order …)   in UTF-8, written in hexadecimal

The salt keeps a short list of orders from being guessed by trying them all; and it is not shown
before the end, because an order may name a card that is laid face down.

Seal and salt stand in the log beside the READY they belong to, and are never made again: a match
that is gone on with, or told again, shows the seals that were shown, and a log in which an order
was changed shows that its seal does not fit.
"""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.referee.secrecy import changes_nothing_public, only_count_is_public
from rules import Verb
from rules.core.event import ROUND_STARTED, TURN_STARTED

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rules import Game, Ply, Seat

COMMITMENT = "commitment"
"""Where a record keeps its seal: `{"digest": …, "salt": …}`."""
WRITTEN = "written"
"""Where a record keeps how many orders a seat has on paper now."""
UNDO = "undo"
"""The order that takes back the one before it."""


@dataclass(frozen=True, slots=True)
class Commitment:
    """What was committed to: `digest` may be known to all, the rest when the orders are open."""

    digest: str
    salt: str
    orders: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SecretOrders:
    """What a seat has ordered in secret this turn; `ply`: of the READY that closed it, else 0."""

    orders: tuple[str, ...] = ()
    ply: int = 0


def commit(orders: tuple[str, ...], salt: str) -> Commitment:
    """Seal some orders with a salt, 32 hexadecimal digits that nobody can guess."""
    return Commitment(_digest(salt, orders), salt, orders)


def verify(sealed: Commitment) -> bool:
    """Whether a seal is of these orders and this salt."""
    return hmac.compare_digest(sealed.digest, _digest(sealed.salt, sealed.orders))


def written(game: Game[Any], plies: Sequence[Ply[Any]], seat: Seat) -> SecretOrders:
    """What a seat has ordered since the turn began, or since it was ready and ordered anew."""
    found = SecretOrders()
    for ply in plies[_turn_began(plies) :]:
        action = ply.action
        if action is None or action.seat != seat:
            continue
        if action.verb is Verb.READY:
            found = SecretOrders(() if found.ply else found.orders, ply.number)
        elif action.verb is Verb.DECLARE and changes_nothing_public(game, ply):
            orders = () if found.ply else found.orders
            orders = orders[:-1] if action.value == UNDO else (*orders, action.value)
            found = SecretOrders(orders)
    return found


def commitment_data(game: Game[Any], plies: Sequence[Ply[Any]], salt: str) -> dict[str, Any]:
    """What the record of the last ply keeps of the seal, if a seat got ready by it."""
    ply = plies[-1]
    if ply.action is None or ply.action.verb is not Verb.READY:
        return {}
    before = written(game, plies[:-1], ply.action.seat)
    orders = () if before.ply else before.orders
    if not orders and not _may_write(game, ply.before, ply.action.seat):
        return {}
    made = commit(orders, salt)
    return {COMMITMENT: {"digest": made.digest, "salt": made.salt}}


def written_data(game: Game[Any], plies: Sequence[Ply[Any]]) -> dict[str, Any]:
    """How many orders a seat has on paper, for the record of the last ply, if that tells of one."""
    ply = plies[-1]
    if ply.action is None or not only_count_is_public(game, ply.action, ply.before, ply.after):
        return {}
    found = written(game, plies, ply.action.seat)
    return {WRITTEN: len(found.orders)} if changes_nothing_public(game, ply) else {}


def read_commitment(data: Mapping[str, Any]) -> tuple[str, str] | None:
    """Digest and salt that a record keeps, None if it keeps none that can be read."""
    found = data.get(COMMITMENT)
    if not isinstance(found, dict):
        return None
    digest, salt = found.get("digest"), found.get("salt")
    return (digest, salt) if isinstance(digest, str) and isinstance(salt, str) else None


def _turn_began(plies: Sequence[Ply[Any]]) -> int:
    """After how many plies the present turn, or round, began."""
    for count in range(len(plies), 0, -1):
        if any(event.kind in (TURN_STARTED, ROUND_STARTED) for event in plies[count - 1].events):
            return count
    return 0


def _may_write(game: Game[Any], state: Any, seat: Seat) -> bool:  # noqa: ANN401 - the game's own
    """Whether a seat can order something of which nobody else hears."""
    public = game.at_ply(game.view(state, None), 0)
    return any(
        game.at_ply(game.view(game.advance(state, each)[1], None), 0) == public
        for each in game.legal(state)
        if each.seat == seat and each.verb is Verb.DECLARE
    )


def _digest(salt: str, orders: tuple[str, ...]) -> str:
    return hashlib.sha256("\n".join((salt, *orders)).encode()).hexdigest()
