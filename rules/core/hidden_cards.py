"""Cards that nobody may have seen: what they can be, and how one of them leaves a hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.core.values import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Mapping


def possible_cards(limits: Mapping[str, int], seen: Mapping[str, int]) -> dict[str, int]:
    """What a hidden card can still be: how often each card may be there, less what is seen."""
    return {card: left for card, n in limits.items() if (left := n - seen.get(card, 0)) > 0}


def without_card(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """Cards without one copy of `card`, or without one that nobody knew if it is not among them."""
    at = cards.index(card if card in cards else UNKNOWN)
    return cards[:at] + cards[at + 1 :]
