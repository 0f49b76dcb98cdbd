"""Hidden cards: their possible identities, and their removal from a hand."""

from collections.abc import Mapping

from rules.core.values import UNKNOWN


def possible_cards(limits: Mapping[str, int], seen: Mapping[str, int]) -> dict[str, int]:
    """Return the number of unseen copies of each card, omitting cards without any."""
    return {card: rest for card, n in limits.items() if (rest := n - seen.get(card, 0)) > 0}


def without_card(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """Return `cards` without one copy of `card`, or without an unknown card if `card` is absent."""
    at = cards.index(card if card in cards else UNKNOWN)
    return cards[:at] + cards[at + 1 :]
