"""Answers to questions about a position; see `rules.core.position`."""

from collections.abc import Mapping

from rules.core.rules import QueryRules
from rules.core.values import UNKNOWN
from rules.games.jiguan.cards import ELEMENTS, SHIFTS, bits
from rules.games.jiguan.config import SEATS
from rules.games.jiguan.state import HIDDEN, State


def _facts(state: State) -> Mapping[str, Mapping[str, int | str]]:
    """Return each face-up beast's element, and its final one by the face-up items (JGS-2.7)."""
    facts: dict[str, dict[str, int | str]] = {}
    for beast in state.beasts:
        if beast is not None and beast.up:
            shown = [item.slot for item in state.items if item.up and item.row == beast.row]
            final = beast.slot + sum(SHIFTS[slot] for slot in shown)
            facts[beast.cell] = {
                "element": ELEMENTS[beast.slot],
                "final element": ELEMENTS[final % len(ELEMENTS)],
            }
    return facts


def _cards(state: State) -> Mapping[str, tuple[str, ...]]:
    """Return the hands, unknown while a card on the field is unknown."""
    hands = {}
    for number, seat in enumerate(SEATS):
        unseen = any(p.owner == number and p.slot == HIDDEN for p in state.cards_on_field())
        possible = (state.config.cards[number][slot] for slot in bits(state.possible(number)))
        hands[f"{seat}.hand"] = (UNKNOWN,) * state.hand_size(number) if unseen else tuple(possible)
    return hands


QUERIES: QueryRules[State] = QueryRules(facts=_facts, cards=_cards)
