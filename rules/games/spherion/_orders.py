"""What a seat may still write into its queue (SPH-5.5, SPH-5.6, SPH-7).

A unit may be named if it stands on the globe or can stand there by then: a new card takes the
lowest free unit number, so with k arrivals written before, the k lowest free numbers may be
named.  Everything else about an order is judged when its step is resolved (SPH-7.2).
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from rules._values import UNKNOWN
from rules.games.spherion._intent import cost, read_intent
from rules.games.spherion._state import HIDDEN_ORDER, Phase

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rules.games.spherion._intent import Intent
    from rules.games.spherion._state import Order, State

__all__ = [
    "before",
    "candidates",
    "free_slot",
    "hand_left",
    "may_be",
    "nameable",
    "playable",
    "points_left",
]

_FROM_HAND = frozenset(("summon", "set"))


def before(state: State, seat: int) -> list[Intent]:
    """The known orders written before the one that is asked for."""
    player = state.players[seat]
    orders: Iterable[Order] = player.queue
    if state.phase is not Phase.PLAN:
        orders = player.queue[: state.step]
    found = (read_intent(order.text) for order in orders if order.text != HIDDEN_ORDER)
    return [intent for intent in found if intent is not None]


def nameable(state: State, seat: int, earlier: list[Intent]) -> tuple[int, ...]:
    """The units an order may name, ascending, without the deck master."""
    units = state.players[seat].units
    named, coming = [], 0
    if state.phase is Phase.PLAN:
        coming = sum(intent.kind in _FROM_HAND for intent in earlier)
    for slot in range(1, len(units)):
        if units[slot] is not None:
            named.append(slot)
        elif coming:
            named.append(slot)
            coming -= 1
    return tuple(named)


def points_left(state: State, seat: int, earlier: list[Intent]) -> tuple[int, int]:
    """SP and MP that the queue has not spoken for yet (SPH-5.6)."""
    player = state.players[seat]
    sp, mp = (player.sp, player.mp) if state.phase is Phase.PLAN else player.purse
    for intent in earlier:
        a, b = cost(state.config, intent)
        sp, mp = sp - a, mp - b
    return sp, mp


def hand_left(state: State, seat: int, earlier: list[Intent]) -> Counter[str]:
    """The hand without the cards that the queue has spoken for.

    `?` counts the hidden ones; a card below 0 has been taken from among them.
    """
    left = Counter(state.players[seat].hand)
    if state.phase is not Phase.PLAN:
        return left
    for intent in earlier:
        if intent.kind in _FROM_HAND:
            left[intent.card] -= 1
            if left[intent.card] < 0 and intent.card != UNKNOWN:
                left[UNKNOWN] -= 1
    return left


def playable(state: State, seat: int, left: Counter[str]) -> tuple[str, ...]:
    """The identities an order may play from the hand, known or possible, each once, sorted."""
    known = {card for card, count in left.items() if count > 0}
    if UNKNOWN in known:
        known |= {card for card, n in candidates(state, seat).items() if n + min(0, left[card]) > 0}
    return tuple(sorted(known))


def may_be(state: State, seat: int, card: str, left: Counter[str]) -> bool:
    """Whether a hidden card of a seat's hand can be this one."""
    player = state.players[seat]
    seen = player.hand.count(card) + player.deck.count(card) + player.core.count(card)
    for unit in player.units[1:]:
        if unit is not None:
            seen += (unit.card == card) + unit.stack.count(card)
    return state.config.limits[seat].get(card, 0) - seen + min(0, left[card]) > 0


def candidates(state: State, seat: int) -> dict[str, int]:
    """What a hidden main-deck card of a seat can still be, and how many copies of it."""
    player = state.players[seat]
    seen = Counter((*player.hand, *player.deck, *player.core))
    for unit in player.units[1:]:
        if unit is not None:
            seen.update((unit.card, *unit.stack))
    return {card: n - seen[card] for card, n in state.config.limits[seat].items() if n > seen[card]}


def free_slot(state: State, seat: int) -> int:
    """The unit number a new card takes; 0 if there is none."""
    units = state.players[seat].units
    return next((slot for slot in range(1, len(units)) if units[slot] is None), 0)
