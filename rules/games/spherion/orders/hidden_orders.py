"""Violations of an order with a face-down card of several possible identities (SPH-15.5).

Worlds differ only in the card, and of it only the sort matters: not a monster, or a monster with a
number of tributes. So the order is judged once, and each sort. The card may be reported only if no
other card of its sort remains.
"""

from __future__ import annotations

from rules.core.action import Action, Verb
from rules.core.values import UNKNOWN
from rules.core.verdict import Violation
from rules.games.spherion.config import SEATS, Sorts
from rules.games.spherion.orders.draft import draft, seen_of
from rules.games.spherion.orders.order import read_intent
from rules.games.spherion.orders.order_rules import around, too_long, unfit
from rules.games.spherion.state import State
from rules.games.spherion.violations import is_read, violations


def violations_by_world(state: State, action: Action) -> list[tuple[Violation, ...]] | None:
    """Return the violations for each sort of card, or None if no hidden card matters.

    A card that was shown is in `action.card`, and that is the only world.
    """
    if action.verb is not Verb.DECLARE or action.seat not in SEATS or ":?:" not in action.value:
        return None
    intent = read_intent(action.value)
    if intent is None or intent.card != UNKNOWN:
        return None
    seat = SEATS.index(action.seat)
    if action.card:
        return [violations(state, _with_card(action, action.card))]
    if intent.up or UNKNOWN not in state.players[seat].hand:
        return None
    resources = draft(state, seat)
    if resources.hand.get(UNKNOWN, 0) <= 0:  # every hidden card is reserved
        return None
    sorts = _sorts(state, seat, resources.hand)
    if not is_read(state, action):  # refused whatever the card is
        cards = [card for two in sorts.values() for card in two]
        return [violations(state, _with_card(action, card)) for card in cards[:2]] or None
    before, after = around(state, seat, intent, resources)
    before = too_long(state, seat) + before
    return [
        before + unfit(intent, sort, {} if len(cards) > 1 else {"card": cards[0]}) + after
        for sort, cards in sorts.items()
    ] or None


def _sorts(state: State, seat: int, unreserved: dict[str, int]) -> Sorts:
    """Return the possible sorts of a hidden card, with one or two cards of each."""
    seen, limits = seen_of(state, seat), state.config.limits[seat]
    sorts: Sorts = {}
    for sort, cards in state.config.sorts[seat].items():
        for card in cards:
            # Earlier orders may have used some of the hidden cards.
            if limits[card] - seen.get(card, 0) + min(0, unreserved.get(card, 0)) > 0:
                sorts[sort] = (*sorts.get(sort, ()), card)
                if len(sorts[sort]) > 1:
                    break
    return sorts


def _with_card(action: Action, card: str) -> Action:
    a, value = action, action.value.replace(":?:", f":{card}:", 1)
    return Action(a.seat, a.verb, "", a.at, a.to, a.facing, a.turn, value, a.also)
