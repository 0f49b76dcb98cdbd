"""Hidden cards: their possible identities, and their removal from a hand."""

from collections.abc import Mapping

from rules.core.values import UNKNOWN


def possible_cards(limits: Mapping[str, int], seen: Mapping[str, int]) -> dict[str, int]:
    """Return how many unseen copies of each card remain, without cards all seen."""
    return {card: rest for card, n in limits.items() if (rest := n - seen.get(card, 0)) > 0}


def without_card(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """Return `cards` less one copy of `card`, or less one unknown card if it is not listed."""
    at = cards.index(card if card in cards else UNKNOWN)
    return cards[:at] + cards[at + 1 :]
