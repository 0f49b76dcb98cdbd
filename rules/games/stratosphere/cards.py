"""The standard pack as values, read from the catalogue (STR-1.2 to 1.4)."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from rules.catalog.reader import load_pool
from rules.core.card_data import Card as Row
from rules.errors import Fault
from rules.messages.message import Message
from rules.messages.near_matches import did_you_mean

SLUG: Final = "stratosphere"
SUITS: Final = ("clubs", "diamonds", "hearts", "spades")
"""Suits in the order of an unshuffled pack (STR-8.5). With four players, an index is a force."""
COLOURS: Final = ("black", "red")
"""Colours. With two players, an index in this tuple is a force."""
_FILE = "card_data/stratosphere/cards.csv"


@dataclass(frozen=True, slots=True)
class Card:
    """Facts of one card: the number of its suit, and its rank from 1 (ace) to 13 (king)."""

    id: str
    suit: int
    rank: int

    @property
    def colour(self) -> int:
        """The number of the card's colour."""
        return int(self.suit in (1, 2))


@cache
def pool() -> Mapping[str, Card]:
    """Return the 52 cards in the order of a new pack; raise `DataError` with all faults."""
    return load_pool(SLUG, read_card)


def read_card(row: Row, faults: list[Fault]) -> Card | None:
    """Return the card in a catalogue row; append a fault for every unreadable fact."""
    suit, rank = row.facts.get("suit", ""), row.facts.get("rank", "")
    if suit not in SUITS:
        what, fix = Message("fact_unknown", text=suit), did_you_mean(suit, SUITS)
        faults.append(Fault(_FILE, row.line, "suit", what, fix))
    if rank not in map(str, range(1, 14)):
        what, fix = Message("fact_unknown", text=rank), Message("number", least=1, most=13)
        faults.append(Fault(_FILE, row.line, "rank", what, fix))
        return None
    return Card(row.id, SUITS.index(suit), int(rank)) if suit in SUITS else None
