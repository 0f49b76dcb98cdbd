"""Resources available for a seat's next order (SPH-5.5, SPH-5.6, SPH-7).

An order may name a unit that is on the globe or can be there when the order is executed. A new card
takes the lowest free unit number. Therefore, if the queue already brings k cards, an order may also
name the k lowest free numbers. Only points are reserved: two orders may play the same card of the
hand. Everything else about an order is judged when its step is resolved (SPH-7.2).
"""

from collections import Counter
from functools import lru_cache
from typing import NamedTuple

from rules.core.hidden_cards import possible_cards
from rules.core.values import UNKNOWN
from rules.games.spherion.state import HIDDEN_ORDER, Order, Phase, State, Unit

_FROM_HAND = ("summon", "set")
_PLAN = Phase.PLAN  # an enum look-up takes a tenth of a microsecond


class Draft(NamedTuple):
    """Resources that a seat's queue leaves for its next order.

    `units`: the units that an order may name, in ascending order, without the deck master. `sp` and
    `mp`: unreserved points (SPH-5.6).
    """

    units: tuple[int, ...]
    sp: int
    mp: int


def draft(state: State, seat: int) -> Draft:
    """Return the resources that remain after all orders before the next order."""
    player, costs, coming = state.players[seat], state.config.costs, 0
    planning = state.phase is _PLAN
    queue = player.queue if planning else player.queue[: state.step]
    sp, mp = (player.sp, player.mp) if planning else player.purse
    for kind, count in _kinds(queue):
        need_sp, need_mp = costs[kind]
        sp, mp = sp - count * need_sp, mp - count * need_mp
        if planning and kind in _FROM_HAND:
            coming += count
    return Draft(_nameable(player.units, coming), sp, mp)


@lru_cache(maxsize=64)
def _kinds(queue: tuple[Order, ...]) -> tuple[tuple[str, int], ...]:
    """Return the kinds of the orders in a queue, with their numbers; face-down orders have none."""
    kinds: dict[str, int] = {}
    for text, _ in queue:
        kind = text.partition(":")[0]
        kinds[kind] = kinds.get(kind, 0) + 1
    kinds.pop(HIDDEN_ORDER, None)
    return tuple(kinds.items())


def _nameable(units: tuple[Unit | None, ...], coming: int) -> tuple[int, ...]:
    """Return the units on the globe, and the lowest free numbers for cards to come."""
    named = []
    for slot, unit in enumerate(units):
        if unit is None:
            coming -= 1
        if slot and (unit is not None or coming >= 0):
            named.append(slot)
    return tuple(named)


def may_hold(state: State, seat: int, card: str) -> bool:
    """Return True if a seat's hand contains or may contain a card."""
    player = state.players[seat]
    if card in player.hand or UNKNOWN not in player.hand:
        return card in player.hand
    seen = player.hand.count(card) + player.deck.count(card) + player.core.count(card)
    for unit in player.units[1:]:
        if unit is not None and (unit.card == card or unit.stack):
            seen += (unit.card == card) + unit.stack.count(card)
    return state.config.limits[seat].get(card, 0) > seen


def seen_of(state: State, seat: int) -> dict[str, int]:
    """Count a seat's cards in all places; hidden cards count as `?`."""
    player = state.players[seat]
    cards = [*player.hand, *player.deck, *player.core]
    for unit in player.units[1:]:
        if unit is not None:
            cards += (unit.card, *unit.stack)
    return Counter(cards)


def candidates(state: State, seat: int) -> dict[str, int]:
    """Return the cards that a seat's hidden main-deck card can be, with their counts."""
    return possible_cards(state.config.limits[seat], seen_of(state, seat))


def free_slot(state: State, seat: int) -> int:
    """Return the unit number for a new card; 0 if there is none."""
    units = state.players[seat].units
    return next((slot for slot in range(1, len(units)) if units[slot] is None), 0)
