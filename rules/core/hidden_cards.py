"""Hidden cards: their possible identities, and their removal from a hand."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from rules.core.chance import shuffled
from rules.core.values import UNKNOWN


class OwnCards(NamedTuple):
    """The hidden cards that a seat knows: its hand, and its face-down cards by cell, top last."""

    hand: tuple[str, ...] = ()
    down: Mapping[str, tuple[str, ...]] = {}


def possible_cards(limits: Mapping[str, int], seen: Mapping[str, int]) -> dict[str, int]:
    """Return the number of unseen copies of each card, omitting cards without any."""
    return {card: rest for card, n in limits.items() if (rest := n - seen.get(card, 0)) > 0}


def without_card(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """Return `cards` without one copy of `card`, or without an unknown card if `card` is absent."""
    at = cards.index(card if card in cards else UNKNOWN)
    return cards[:at] + cards[at + 1 :]


def drawn_from(left: Mapping[str, int], below: Callable[[int], int]) -> list[str]:
    """Return the unseen copies of each card in random order; `filled` takes them from the end."""
    return list(shuffled((card for card, n in left.items() for _ in range(n)), below))


def filled(cards: tuple[str, ...], stock: list[str]) -> tuple[str, ...]:
    """Return `cards` with each unknown card replaced by one of the stock, which loses it.

    >>> filled(("?", "y01", "?"), ["y02", "y03"])
    ('y03', 'y01', 'y02')
    """
    if UNKNOWN not in cards:
        return cards
    return tuple(stock.pop() if card == UNKNOWN and stock else card for card in cards)


def known_hand(hand: tuple[str, ...], own: OwnCards) -> tuple[str, ...]:
    """Return the sorted hand of a seat that knows its cards; a hand of another size is kept."""
    return tuple(sorted(own.hand)) if len(own.hand) == len(hand) else hand


def known_card(card: str, cell: str, own: OwnCards) -> str:
    """Return the identity of a seat's face-down card on a cell, as far as the seat knows it."""
    return own.down[cell][-1] if card == UNKNOWN and own.down.get(cell) else card
