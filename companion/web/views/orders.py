"""A seat's secret orders in words, and everybody's seals.

An order is a text of parts with colons between (`move:2:0`, `rock`); a page offers the parts one
after the other.  Parts are worded by the game's own terms and cards, where it has a word for them.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from companion.referee.commitments import verify
from companion.referee.records import NoticeKind
from companion.web.views.options import is_word
from rules import UNKNOWN, Verb, load_game

if TYPE_CHECKING:
    from companion.web.planning import Sealed
    from companion.web.snapshot import Snapshot
    from companion.web.views.words import Words
    from rules import Seat

MOST_ORDERS = 1500
_SECRET = (Verb.DECLARE, Verb.CHOOSE)
_SHORT = 10
"""So much of a seal is shown; the whole stands behind it."""


def orders_of(now: Snapshot, seat: Seat, words: Words) -> dict[str, Any]:
    """What a seat may say now, what it has said, and its seal."""
    game = load_game(now.setup.game)
    own = now.private[seat]
    hears = seat in now.to_act and not now.paused
    actions = list(islice(game.legal(own), MOST_ORDERS)) if hears else []
    mine = [action for action in actions if action.seat == seat]
    values = [[a.verb.value, a.value] for a in mine if a.verb in _SECRET and is_word(a)]
    plan = now.plans.get(seat)
    said = plan.orders if plan is not None else ()
    parts = {part for _, value in values for part in value.split(":")}
    parts |= {part for order in said for part in order.split(":")}
    sealed = plan.sealed if plan is not None else None
    return {
        "values": values,
        "ready": any(action.verb is Verb.READY for action in mine),
        "said": [_said(order, words, n) for n, order in enumerate(said, 1)],
        "words": {part: words.speaker.part(part) for part in sorted(parts)},
        "seal": sealed.digest if sealed is not None else "",
        "withheld": _withheld(now, seat, words),
        "refused": _refused(now, seat, words),
    }


def kept_apart(seat: Seat, words: Words) -> dict[str, Any]:
    """What the table's page shows of a seat that orders on a page of its own: that it does."""
    none = {"values": [], "ready": False, "said": [], "words": {}, "withheld": []}
    return {
        "seat": seat,
        **none,
        "seal": "",
        "refused": "",
        "apart": words.say("todo.apart", seat=words.seat(seat)),
    }


def seals_of(now: Snapshot, words: Words) -> list[dict[str, Any]]:
    """This turn's seal of each seat; when the match is over all of them, with what they seal.

    A seal of an earlier turn would look as if its seat had sealed what is planned now.
    """
    if now.outcome is not None:
        return [_opened(each, words) for each in now.seals]
    newest = {each.seat: each for each in now.seals if each.turn == now.turn}
    return [_shown(newest[seat], words) for seat in sorted(newest)]


def _opened(each: Sealed, words: Words) -> dict[str, Any]:
    sealed = each.seal
    return {
        **_shown(each, words),
        "salt": sealed.salt,
        "orders": list(sealed.orders),
        "said": [_said(order, words, n) for n, order in enumerate(sealed.orders, 1)],
        "fits": verify(sealed),
    }


def _shown(each: Sealed, words: Words) -> dict[str, Any]:
    digest = each.seal.digest
    return {
        "seat": each.seat,
        "name": words.seat(each.seat),
        "turn": each.turn,
        "short": digest[:_SHORT],
        "digest": digest,
    }


def _said(order: str, words: Words, number: int) -> str:
    """An order in words; of one that is written on paper nothing is known but its number."""
    if order == UNKNOWN:
        return str(number)
    return " · ".join(map(words.speaker.part, order.split(":")))


def _withheld(now: Snapshot, seat: Seat, words: Words) -> list[dict[str, str]]:
    """What the seat might miss among what it may say, with the reason and its clause."""
    if seat not in now.to_act or now.paused:
        return []
    found = load_game(now.setup.game).unavailable_orders(now.private[seat], seat)
    say = words.speaker.texts.say
    return [
        {
            "name": words.speaker.part(kind) if kind else "",
            "why": say("say.refused", reason=words.broken(violation), clause=violation.clause),
        }
        for kind, violation in found
    ]


def _refused(now: Snapshot, seat: Seat, words: Words) -> str:
    """Why the seat's last order was not taken, "" if it was."""
    record = now.whispers.get(seat)
    if record is None or record.kind is not NoticeKind.REFUSED or not record.violations:
        return ""
    return words.broken(record.violations[0])
