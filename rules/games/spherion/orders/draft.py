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
from rules.core.verdict import Violation, breach
from rules.games.spherion.cards import NO_MONSTER, Kind
from rules.games.spherion.config import Config, Sorts
from rules.games.spherion.state import HIDDEN_ORDER, Order, Phase, State

FROM_HAND = ("summon", "set")
"""Kinds of orders that place a card of the hand."""
_PLAN = Phase.PLAN  # an enum look-up takes a tenth of a microsecond


class Draft(NamedTuple):
    """Resources that a seat's queue leaves for its next order.

    `units`: the units that an order may name, in ascending order, without the deck master. `sp` and
    `mp`: unreserved points (SPH-5.6). `kinds`: the kinds of orders that the points pay for.
    """

    units: tuple[int, ...]
    sp: int
    mp: int
    kinds: tuple[str, ...]


def draft(state: State, seat: int) -> Draft:
    """Return the resources that remain after all orders before the next order."""
    player, phase = state.players[seat], state.phase
    absent = tuple([slot for slot, unit in enumerate(player.units) if unit is None])
    if phase is _PLAN:
        return _draft(state.config, phase, player.queue, (player.sp, player.mp), absent)
    return _draft(state.config, phase, player.queue[: state.step], player.purse, absent)


@lru_cache(maxsize=256)
def _draft(
    config: Config,
    phase: Phase,
    queue: tuple[Order, ...],
    points: tuple[int, int],
    absent: tuple[int, ...],
) -> Draft:
    (sp, mp), coming = points, 0
    for text, _ in queue:
        kind = text.partition(":")[0]
        if kind != HIDDEN_ORDER:
            need_sp, need_mp = config.costs[kind]
            sp, mp, coming = sp - need_sp, mp - need_mp, coming + (kind in FROM_HAND)
    # While planning, a new card takes the lowest free number.
    unnamed = absent[coming:] if phase is _PLAN else absent
    units = tuple([slot for slot in range(1, config.field_limit + 1) if slot not in unnamed])
    return Draft(units, *_left(config, sp, mp))


@lru_cache(maxsize=256)
def _left(config: Config, sp: int, mp: int) -> tuple[int, int, tuple[str, ...]]:
    """Return the points that are left, at least 0, and the kinds of orders that they pay for."""
    sp, mp = max(0, sp), max(0, mp)
    return sp, mp, tuple(kind for kind in config.costs if not too_dear(config, kind, sp, mp))


def too_dear(config: Config, kind: str, sp: int, mp: int) -> tuple[Violation, ...]:
    """Check that a kind of order is affordable (SPH-5.6)."""
    need_sp, need_mp = config.costs[kind]
    violated: tuple[Violation, ...] = ()
    if need_sp > sp:
        violated += (breach("SPH-5.6", count=need_sp, limit=sp, target="SP"),)
    if need_mp > mp:
        violated += (breach("SPH-5.6", count=need_mp, limit=mp, target="MP"),)
    return violated


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


def hidden_cards(state: State, seat: int) -> Sorts:
    """Return the possible sorts of a seat's hidden card, with one or two cards per sort."""
    seen, limits = seen_of(state, seat), state.config.limits[seat]
    sorts: Sorts = {}
    for sort, cards in state.config.sorts[seat].items():
        for card in cards:
            if limits[card] > seen.get(card, 0):
                sorts[sort] = (*sorts.get(sort, ()), card)
                if len(sorts[sort]) > 1:
                    break
    return sorts


def hidden_sorts(state: State, seat: int) -> tuple[int, ...]:
    """Return the possible sorts of a seat's hidden card, or all sorts if no card remains for it."""
    return tuple(hidden_cards(state, seat)) or (2, 1, 0, NO_MONSTER)


@lru_cache(maxsize=256)
def fusions(config: Config, seat: int, extra: tuple[str, ...]) -> tuple[str, ...]:
    """Return the fusion cards that a seat's extra deck contains or may contain, sorted."""
    unlisted = config.cards.values() if config.decks[seat] is None else ()
    every = (card.id for card in unlisted if card.kind is Kind.FUSION)
    return tuple(sorted({*extra, *every} - {UNKNOWN}))


def free_slot(state: State, seat: int) -> int:
    """Return the unit number for a new card; 0 if there is none."""
    units = state.players[seat].units
    return next((slot for slot in range(1, len(units)) if units[slot] is None), 0)
