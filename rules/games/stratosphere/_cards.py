"""The standard pack as values, read from the catalogue (STR-1.2 to 1.4)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from rules._errors import DataError, Fault
from rules._reader import load_catalog

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from rules._catalog import Card as Row

__all__ = ["COLOURS", "SLUG", "SUITS", "Card", "pool", "read_cards"]

SLUG: Final = "stratosphere"
SUITS: Final = ("clubs", "diamonds", "hearts", "spades")
"""Suits in the order of an unshuffled pack (STR-8.5); a force's number with four players."""
COLOURS: Final = ("black", "red")
"""Colours; a force's number with two players."""
_FILE = "card_data/stratosphere/cards.csv"


@dataclass(frozen=True, slots=True)
class Card:
    """One card's facts: the number of its suit, and its rank, ace 1 to king 13."""

    id: str
    suit: int
    rank: int

    @property
    def colour(self) -> int:
        """The number of its colour."""
        return int(self.suit in (1, 2))


@cache
def pool() -> Mapping[str, Card]:
    """The 52 cards in the order of an unshuffled pack; raises `DataError` with all faults."""
    cards, faults = read_cards(load_catalog(SLUG).cards.values())
    if faults:
        raise DataError(faults)
    return MappingProxyType(cards)


def read_cards(rows: Iterable[Row]) -> tuple[dict[str, Card], tuple[Fault, ...]]:
    """The cards of a catalogue's rows, and every fault of their facts."""
    faults: list[Fault] = []
    cards: dict[str, Card] = {}
    for row in rows:
        suit, rank = row.facts.get("suit", ""), row.facts.get("rank", "")
        if suit not in SUITS:
            fix = "use one of: " + " ".join(SUITS)
            faults.append(Fault(_FILE, row.line, "suit", f"{suit!r} is no suit", fix))
        if rank not in map(str, range(1, 14)):
            faults.append(Fault(_FILE, row.line, "rank", f"{rank!r} is no rank", "use 1 to 13"))
        elif suit in SUITS:
            cards[row.id] = Card(row.id, SUITS.index(suit), int(rank))
    return cards, tuple(faults)
