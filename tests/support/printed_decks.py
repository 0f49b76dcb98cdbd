"""Manifests of shipped decks without a PDF, for tests of counting."""

from __future__ import annotations

from collections import Counter

from companion.readings import Face, Reading
from companion.scan.stock import PrintedStock
from companion.scan.tally import TagsInView
from rules import Catalog, Deck, Manifest, PrintedCard, Tag, TagKind, format_tag, load_catalog
from rules.records.manifest import Spot, Symbol, TagSquare

SQUARE = TagSquare(7.024, 60.524, 16.0)
SPOT = Spot(1, 10, 10, 54, 90)
NUMBERS = {"sun": 100, "moon": 200, "blue": 300, "red": 400, "": 500}


def cards_of(catalog: Catalog, deck: Deck, owner: str, number: int) -> list[PrintedCard]:
    """Return one print of every card in a deck."""
    slots = [(slot, card) for slot, cards in deck.extras.items() for card in cards]
    slots += [("", card) for card in deck.cards]
    copies: Counter[str] = Counter()
    printed = []
    for slot, card in slots:
        copies[card] += 1
        known = catalog.cards[card]
        tag = Tag(catalog.letter, number, TagKind.CARD, known.number, copies[card])
        printed.append(
            PrintedCard(format_tag(tag), card, copies[card], owner, SPOT, SQUARE, None, slot)
        )
    return printed


def manifest(game: str, decks: dict[str, str], more: tuple[PrintedCard, ...] = ()) -> Manifest:
    """Return one manifest for several decks of a game (owner → shipped deck)."""
    catalog = load_catalog(game)
    cards = [
        card
        for owner, name in decks.items()
        for card in cards_of(catalog, catalog.decks[name], owner, NUMBERS[owner])
    ]
    return Manifest(
        game=game,
        tool="test",
        pdf=f"{game}.pdf",
        template="test@1",
        symbol=Symbol(3),
        deck="+".join(decks.values()),
        deck_number=NUMBERS[next(iter(decks))],
        cards=(*cards, *more),
    )


def stock(game: str = "yggdrasil", decks: dict[str, str] | None = None) -> PrintedStock:
    decks = decks or {"sun": "orchard", "moon": "hunt"}
    return PrintedStock.of([manifest(game, decks)], load_catalog(game))


def tags_of(stock: PrintedStock, owner: str) -> list[str]:
    return [copy.tag for copy in stock.copies.values() if copy.owner == owner]


def seen(*tags: str, source: str = "a.jpg", time_s: float = 0.0, live: bool = False) -> TagsInView:
    """Return a picture's tags; a tag that is named twice is in the picture twice."""
    readings = tuple(
        Reading(tag, ((i, 0.0), (i + 1.0, 0.0), (i + 1.0, 1.0), (i, 1.0)), 0.9, Face.FRONT)
        for i, tag in enumerate(tags)
    )
    return TagsInView(source, readings, time_s, live)
