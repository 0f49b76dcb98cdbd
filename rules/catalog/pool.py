"""Cards of a game as values, read from its catalogue with every fault of their facts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeVar

from rules.catalog.reader import load_catalog
from rules.core.card_data import Card, Catalog
from rules.errors import DataError, Fault

C = TypeVar("C")
"""A game's own card type, with facts as values."""


def read_facts(
    catalog: Catalog, read: Callable[[Card, list[Fault]], C | None]
) -> tuple[dict[str, C], tuple[Fault, ...]]:
    """Return the cards of a catalogue by id, and every fault of their facts.

    `read` converts a row and appends its faults to the list; it returns None on failure.
    """
    faults: list[Fault] = []
    cards = {row.id: read(row, faults) for row in catalog.cards.values()}
    return {name: card for name, card in cards.items() if card is not None}, tuple(faults)


def load_pool(
    slug: str, read_cards: Callable[[Catalog], tuple[dict[str, C], tuple[Fault, ...]]]
) -> Mapping[str, C]:
    """Return the shipped cards of a game by id; raise `DataError` with all faults of the facts."""
    cards, faults = read_cards(load_catalog(slug))
    if faults:
        raise DataError(faults)
    return MappingProxyType(cards)
