"""The standard pack as values, read from the catalogue (STR-1.2 to 1.4)."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from rules.catalog.reader import load_pool
from rules.core.card_data import Card as Row
from rules.core.columns import Column, Number, OneOf, Report

SLUG: Final = "stratosphere"
SUITS: Final = ("clubs", "diamonds", "hearts", "spades")
"""Suits in the order of an unshuffled pack (STR-8.5). With four players, an index is a force."""
COLOURS: Final = ("black", "red")
"""Colours. With two players, an index in this tuple is a force."""


@dataclass(frozen=True, slots=True)
class Card:
    """Facts of one card: the number of its suit, and its rank from 1 (ace) to 13 (king)."""

    id: str
    suit: int
    rank: int

    def force(self, players: int) -> int:
        """Return the card's force: its colour with two players, its suit with four (STR-1.4)."""
        return int(self.suit in (1, 2)) if players == 2 else self.suit


COLUMNS: Final[Mapping[str, Column[Any]]] = {"suit": OneOf(SUITS), "rank": Number(1, 13)}


@cache
def pool() -> Mapping[str, Card]:
    """Return the 52 cards in the order of a new pack; raise `DataError` with all faults."""
    return load_pool(SLUG, COLUMNS, make_card)


def make_card(row: Row, values: Mapping[str, Any], _report: Report) -> Card:
    """Return the card in a catalogue row."""
    return Card(row.id, SUITS.index(values["suit"]), values["rank"])
