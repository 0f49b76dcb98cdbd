"""Resources available for a seat's next order (SPH-5.5, SPH-5.6, SPH-7).

An order may name a unit that is on the globe or can be there when the order is executed. A new card
takes the lowest free unit number. Therefore, if the queue already brings k cards, an order may also
name the k lowest free numbers. Only points are reserved: two orders may play the same card of the
hand. Everything else about an order is judged when its step is resolved (SPH-7.2).
"""

from collections import Counter
from typing import NamedTuple

from rules.core.hidden_cards import possible_cards
from rules.core.values import UNKNOWN
from rules.games.spherion.orders.order import cost, read_intent
from rules.games.spherion.state import Phase, State, Unit

_FROM_HAND = frozenset(("summon", "set"))
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
    player, config = state.players[seat], state.config
    planning = state.phase is _PLAN
    queue = player.queue if planning else player.queue[: state.step]
    sp, mp = (player.sp, player.mp) if planning else player.purse
    coming = 0
    for order in queue:
        intent = read_intent(order.text)
        if intent is None:  # a rail's slot that is still face down
            continue
        need_sp, need_mp = cost(config, intent)
        sp, mp = sp - need_sp, mp - need_mp
        coming += planning and intent.kind in _FROM_HAND
    return Draft(_nameable(player.units, coming), sp, mp)


def _nameable(units: tuple[Unit | None, ...], coming: int) -> tuple[int, ...]:
    """Return the units on the globe, and the lowest free numbers for cards to come."""
    named = []
    for slot in range(1, len(units)):
        if units[slot] is not None:
            named.append(slot)
        elif coming:
            named.append(slot)
            coming -= 1
    return tuple(named)


def playable(state: State, seat: int) -> tuple[tuple[str, ...], frozenset[str]]:
    """Return the known and possible cards that an order may play from the hand, sorted.

    The second result holds the possible identities of a hidden card.
    """
    known = {*state.players[seat].hand}
    hidden = frozenset(candidates(state, seat) if UNKNOWN in known else ())
    return tuple(sorted(known | hidden)), hidden


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
