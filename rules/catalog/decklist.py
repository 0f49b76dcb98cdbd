"""Deck lists written by people, with hints for cards of other games."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from rules.catalog.data_files import read_data_text
from rules.catalog.deck_text import read_list
from rules.catalog.reader import load_catalog
from rules.core.card_data import Card, Catalog
from rules.core.values import Deck
from rules.errors import RulesError
from rules.messages.languages import Words
from rules.registry import game_slugs


def read_decklist(path: Path, cards: Mapping[str, Card]) -> tuple[Deck, Words]:
    """Read a deck list file; raise `DataError` with every fault (encoding, line, card)."""
    deck, names = parse_decklist(read_data_text(path, str(path)), cards, str(path))
    return replace(deck, name=path.name), names


def parse_decklist(
    text: str,
    cards: Mapping[str, Card],
    name: str = "deck",
    unreadable: Container[str] = (),
) -> tuple[Deck, Words]:
    r"""Return the deck of a text and its names by language; raise `DataError`.

    A line with a card named in `unreadable` (folded) is no fault: that card has its own.

    >>> from rules import load_catalog
    >>> cards = load_catalog("yggdrasil").cards
    >>> deck, _ = parse_decklist("2 y03\n嵐の樹冠 1枚\n", cards)
    >>> deck.cards
    ('y03', 'y03', 'y02')
    """
    return read_list(text, cards, name, unreadable, _of_other_games(cards))


def _of_other_games(cards: Mapping[str, Card]) -> Iterator[Catalog]:
    """Yield the catalogues of the other installed games, loaded one by one on demand."""
    for slug in game_slugs():
        try:
            catalog = load_catalog(slug)
        except RulesError:
            continue
        if catalog.cards.keys() != cards.keys():
            yield catalog
