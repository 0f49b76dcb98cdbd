"""A seat's secret orders in words, and all commitments.

An order has one or more parts, separated by colons (`move:2:0`, `rock`); a page offers one part
after another. The game's terms and cards provide the parts' words.
"""

from itertools import islice
from typing import Any

from companion.referee.commitments import verify
from companion.referee.notices import Refused
from companion.web.planning import SeatCommitment
from companion.web.snapshot import Snapshot
from companion.web.views.options import is_word
from companion.web.views.words import Words
from rules import UNKNOWN, Message, Rules, Seat, Verb
from rules.core.position import Position

MOST_ORDERS = 1500
_SECRET = (Verb.DECLARE, Verb.CHOOSE)
_MOVE, _MASTER, _DIRECTION = "move", "dm", 2
_SHORT = 10
"""Number of characters of a commitment that are shown."""


def orders_of(now: Snapshot, seat: Seat, words: Words) -> dict[str, Any]:
    """Return a seat's possible orders, its orders so far, and its commitment."""
    game = now.position.game
    own = now.position.private[seat]
    hears = seat in now.position.to_act and not now.overlays.paused
    actions = list(islice(game.legal(own), MOST_ORDERS)) if hears else []
    mine = [action for action in actions if action.seat == seat]
    values = [[a.verb.value, a.value] for a in mine if a.verb in _SECRET and is_word(a)]
    plan = now.plans.get(seat)
    orders = plan.orders if plan is not None else ()
    parts = {part for _, value in values for part in value.split(":")}
    parts |= {part for order in orders for part in order.split(":")}
    sealed = plan.sealed if plan is not None else None
    return {
        "values": values,
        "ready": any(action.verb is Verb.READY for action in mine),
        "said": [_order_text(order, words, n) for n, order in enumerate(orders, 1)],
        "words": {part: words.wording.part(part) for part in sorted(parts)},
        "map": _map(own, game, seat, orders),
        "seal": sealed.digest if sealed is not None else "",
        "withheld": _withheld(now, seat, words),
        "refused": _refused(now, seat, words),
    }


def _map(own: Any, game: Rules[Any], seat: Seat, orders: tuple[str, ...]) -> dict[str, Any]:  # noqa: ANN401 - the game's own type
    """Return where a seat's units will be after its orders, the neighbours, and the planned ways.

    Neighbours are in the order of the directions that orders name. A way is a unit's cells, and
    whether it is a new card's. Walls and other cards may still stop a unit.
    """
    position = Position(game, own)
    around, at = position.neighbours, dict(position.units.get(seat, {}))
    ways: list[dict[str, Any]] = []
    for kind, piece, direction in (order.split(":")[:3] for order in orders if _aimed(order)):
        unit = piece if kind == _MOVE else _MASTER
        aims = around.get(at.get(unit, ""), ())
        if not int(direction) < len(aims):
            continue
        cell = aims[int(direction)]
        ways.append({"from": at[unit], "to": cell, "new": kind != _MOVE})
        free = (str(slot) for slot in range(1, len(at) + 1) if str(slot) not in at)
        at[unit if kind == _MOVE else next(free)] = cell
    return {"at": at, "around": around, "ways": ways} if at else {}


def _aimed(order: str) -> bool:
    """Return True if an order names a direction: `move:2:0`, `set:T02:0:down`."""
    parts = order.split(":")
    return len(parts) > _DIRECTION and parts[_DIRECTION].isdecimal() and parts[0] != "fuse"


def kept_apart(seat: Seat, words: Words) -> dict[str, Any]:
    """Return the table page's entry for a seat that gives orders on its own page."""
    none = {"values": [], "ready": False, "said": [], "words": {}, "map": {}, "withheld": []}
    return {
        "seat": seat,
        **none,
        "seal": "",
        "refused": "",
        "apart": Message("page.todo.apart", seat=words.seat(seat)),
    }


def seals_of(now: Snapshot, words: Words) -> list[dict[str, Any]]:
    """Return this turn's commitments or, after the match, all of them with their orders.

    Earlier commitments are omitted, because they could be mistaken for current ones.
    """
    if now.position.outcome is not None:
        return [_opened(each, words) for each in now.story.seals]
    newest = {each.seat: each for each in now.story.seals if each.turn == now.position.turn}
    return [_shown(newest[seat], words) for seat in sorted(newest)]


def _opened(each: SeatCommitment, words: Words) -> dict[str, Any]:
    sealed = each.seal
    return {
        **_shown(each, words),
        "salt": sealed.salt,
        "orders": list(sealed.orders),
        "said": [_order_text(order, words, n) for n, order in enumerate(sealed.orders, 1)],
        "fits": verify(sealed),
    }


def _shown(each: SeatCommitment, words: Words) -> dict[str, Any]:
    digest = each.seal.digest
    return {
        "seat": each.seat,
        "name": words.seat(each.seat),
        "turn": each.turn,
        "short": digest[:_SHORT],
        "digest": digest,
    }


def _order_text(order: str, words: Words, number: int) -> str:
    """Return an order in words, or only its number if it is secret."""
    if order == UNKNOWN:
        return str(number)
    return " · ".join(map(words.wording.part, order.split(":")))


def _withheld(now: Snapshot, seat: Seat, words: Words) -> list[dict[str, Any]]:
    """Return the unavailable orders that a seat might look for, with reason and clause."""
    if seat not in now.position.to_act or now.overlays.paused:
        return []
    found = now.position.game.captions.unavailable_orders(now.position.private[seat], seat)
    return [
        {
            "name": words.wording.part(kind) if kind else "",
            "why": Message(
                "referee.say.refused", reason=words.broken(violation), clause=violation.clause
            ),
        }
        for kind, violation in found
    ]


def _refused(now: Snapshot, seat: Seat, words: Words) -> str:
    """Return the reason why the seat's last order was refused, or ""."""
    record = now.story.private_notices.get(seat)
    if not isinstance(record, Refused) or not record.violations:
        return ""
    return words.broken(record.violations[0])
