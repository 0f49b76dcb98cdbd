"""What an order breaks whose card lies face down and may be any its player still has (SPH-15.5).

Only the card differs from world to world, and of it only its sort counts: no monster, or one with
so many tributes.  So the order is judged once, and each sort.  Which card it is may be told only
where no other card of its sort is left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.core.action import Action, Verb
from rules.core.values import UNKNOWN
from rules.games.spherion.config import SEATS
from rules.games.spherion.orders.draft import draft, seen_of
from rules.games.spherion.orders.order import read_intent
from rules.games.spherion.orders.order_rules import around, too_long, unfit
from rules.games.spherion.violations import is_read, violations

if TYPE_CHECKING:
    from rules.core.verdict import Violation
    from rules.games.spherion.config import Sorts
    from rules.games.spherion.state import State


def violations_by_world(state: State, action: Action) -> list[tuple[Violation, ...]] | None:
    """What the action breaks as each sort of card; None: no card is hidden that matters.

    Once it was shown, `action.card` says which, and that is the only world.
    """
    if action.verb is not Verb.DECLARE or action.seat not in SEATS or ":?:" not in action.value:
        return None
    intent = read_intent(action.value)
    if intent is None or intent.card != UNKNOWN:
        return None
    seat = SEATS.index(action.seat)
    if action.card:
        return [violations(state, _told(action, action.card))]
    if intent.up or UNKNOWN not in state.players[seat].hand:
        return None
    left = draft(state, seat)
    if left.hand.get(UNKNOWN, 0) <= 0:  # every hidden card is spoken for
        return None
    sorts = _sorts(state, seat, left.hand)
    if not is_read(state, action):  # refused before anybody asks for its card
        cards = [card for two in sorts.values() for card in two]
        return [violations(state, _told(action, card)) for card in cards[:2]] or None
    before, after = around(state, seat, intent, left)
    before = too_long(state, seat) + before
    return [
        before + unfit(intent, sort, {} if len(cards) > 1 else {"card": cards[0]}) + after
        for sort, cards in sorts.items()
    ] or None


def _sorts(state: State, seat: int, left: dict[str, int]) -> Sorts:
    """The sorts that a hidden card can be: two cards of each, or the only one."""
    seen, limits = seen_of(state, seat), state.config.limits[seat]
    found: Sorts = {}
    for sort, cards in state.config.sorts[seat].items():
        for card in cards:
            # What was ordered before may have been taken from among the hidden cards.
            if limits[card] - seen.get(card, 0) + min(0, left.get(card, 0)) > 0:
                found[sort] = (*found.get(sort, ()), card)
                if len(found[sort]) > 1:
                    break
    return found


def _told(action: Action, card: str) -> Action:
    a, value = action, action.value.replace(":?:", f":{card}:", 1)
    return Action(a.seat, a.verb, "", a.at, a.to, a.facing, a.turn, value, a.also)
