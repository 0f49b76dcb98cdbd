"""The seats' decks: printed, shipped, from a list, or from the result of a scan."""

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from companion.errors import SessionError
from companion.scan.result import deck_of
from companion.scan.stock import PrintedCopy, PrintedStock, as_deck, cards_of
from rules import Catalog, Deck, Manifest, Rules, Seat, Setup
from rules.catalog.reader import read_decklist
from rules.messages.near_matches import did_you_mean


def printed_decks(
    manifests: Iterable[Manifest], catalog: Catalog, game: Rules[Any], settings: Mapping[str, str]
) -> dict[Seat, Deck]:
    """Return each seat's deck that was printed in its colour, if it is legal.

    A shipped deck is recognised by its cards. Otherwise the printed cards are the deck, each card
    in the part for which it was printed.
    """
    printed: dict[Seat, list[PrintedCopy]] = {}
    for copy in PrintedStock.of(tuple(manifests), catalog).copies.values():
        # A card printed to replace a lost one is not an additional card.
        if copy.owner in catalog.owners and copy.card in catalog.cards and not copy.replaces:
            printed.setdefault(catalog.owners[copy.owner], []).append(copy)
    decks = {}
    for seat, copies in printed.items():
        deck = _shipped(copies, catalog) or _listed(copies, game, settings, seat)
        if game.data.check_deck(Setup(game.slug, settings, {seat: deck}), seat, deck).legal:
            decks[seat] = deck
    return decks


def _shipped(copies: Iterable[PrintedCopy], catalog: Catalog) -> Deck | None:
    """Return the largest shipped deck that was printed completely; extra cards are ignored."""
    printed = Counter(copy.card for copy in copies)
    decks = sorted(catalog.decks.values(), key=lambda deck: (-len(deck.cards), deck.name))
    for deck in decks:
        if Counter(cards_of(deck)) <= printed:
            return deck
    return None


def _listed(
    copies: Iterable[PrintedCopy], game: Rules[Any], settings: Mapping[str, str], seat: Seat
) -> Deck:
    """Return a player's own deck: the printed cards that belong in a deck."""
    deck = as_deck(copies)
    report = game.data.check_deck(Setup(game.slug, settings, {seat: deck}), seat, deck)
    apart = {found.card for found in report.violations if found.card and found.limit == 0}
    return as_deck(copy for copy in copies if copy.card not in apart)


def named_deck(name: str, seat: Seat, catalog: Catalog) -> Deck:
    """Return the named deck; raise `DataError` or `SessionError` if there is none."""
    if name in catalog.decks:
        return catalog.decks[name]
    path = Path(name)
    if not path.is_file():
        raise SessionError("fault.option.deck", word=name, hint=did_you_mean(name, catalog.decks))
    if path.suffix.lower() == ".json":
        return deck_of(path, seat, catalog.slug)
    return read_decklist(path, catalog.cards)[0]
