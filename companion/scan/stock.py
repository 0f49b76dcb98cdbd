"""The printed cards of a scan: copies by tag, and decks by number with their places and owners.

A *place* is one card that belongs in a deck. It is filled by the copy printed for it, or by a copy
printed later as a replacement (`PrintedCard.replaces`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rules import Catalog, Deck, Manifest, TagKind, parse_tag

EXTRA_SLOT = "beside"
"""The slot of cards that come with every deck and are not part of its list."""


@dataclass(frozen=True, slots=True)
class PrintedCopy:
    """One printed card. `number` is the deck number in its tag, and `slot` its part of the deck."""

    tag: str
    card: str
    copy: int
    owner: str
    number: int
    slot: str = ""
    replaces: str = ""


@dataclass(frozen=True, slots=True)
class PrintedDeck:
    """The cards printed under one deck number. `name` is the deck's name, or "" if unknown.

    `places` contains, for each card that belongs in the deck, the tags of the copies that may fill
    its place. `playable` is True if the game's rules judge it as a deck, and False for a set of
    shared cards.
    """

    number: int
    owner: str
    name: str
    copies: tuple[PrintedCopy, ...]
    places: tuple[tuple[str, ...], ...]
    playable: bool


@dataclass(frozen=True, slots=True)
class PrintedStock:
    """Every card in the given manifests."""

    game: str
    copies: Mapping[str, PrintedCopy]
    decks: tuple[PrintedDeck, ...]

    @classmethod
    def of(cls, manifests: Sequence[Manifest], catalog: Catalog) -> PrintedStock:
        """Return the stock in one game's manifests. A card in several of them counts once."""
        copies: dict[str, PrintedCopy] = {}
        for manifest in manifests:
            for card in manifest.cards:
                tag = parse_tag(card.tag)
                if tag.kind is TagKind.CARD:
                    slot = card.slot or _slot_by_kind(card.card, catalog)
                    found = PrintedCopy(
                        card.tag, card.card, card.copy, card.owner, tag.deck, slot, card.replaces
                    )
                    # If a manifest extends an older one, its entry has more data.
                    if card.replaces or card.tag not in copies:
                        copies[card.tag] = found
        named = [name for manifest in manifests for name in manifest.deck.split("+") if name]
        numbers = dict.fromkeys(copy.number for copy in copies.values())
        decks = (
            _deck([c for c in copies.values() if c.number == number], catalog, named)
            for number in numbers
        )
        return cls(catalog.slug, copies, tuple(decks))

    def deck(self, number: int) -> PrintedDeck:
        """Return the deck with this number. Raise `KeyError` if there is none."""
        return {deck.number: deck for deck in self.decks}[number]


def as_deck(copies: Iterable[PrintedCopy], name: str = "") -> Deck:
    """Return copies as a deck list, without the cards that come with every deck."""
    parts: dict[str, list[str]] = {}
    for copy in copies:
        parts.setdefault(copy.slot, []).append(copy.card)
    extras = {slot: tuple(cards) for slot, cards in parts.items() if slot not in ("", EXTRA_SLOT)}
    return Deck(tuple(parts.get("", ())), extras, name)


def cards_of(deck: Deck) -> list[str]:
    """Return every card of a deck list, extras included."""
    return [*deck.cards, *(card for cards in deck.extras.values() for card in cards)]


def _slot_by_kind(card: str, catalog: Catalog) -> str:
    """Return the part of a deck for a card's kind, because older manifests do not include it."""
    known = catalog.cards.get(card)
    kind = known.facts.get("kind", "") if known else ""
    return kind if kind in ("root", "extra", "side", "master") else ""


def _deck(copies: list[PrintedCopy], catalog: Catalog, named: Sequence[str]) -> PrintedDeck:
    first = copies[0]
    originals = [c for c in copies if not c.replaces]
    name = _name(as_deck(originals), catalog, named)
    playable = bool(first.owner) or not catalog.owners
    return PrintedDeck(first.number, first.owner, name, tuple(copies), _places(copies), playable)


def _places(copies: Iterable[PrintedCopy]) -> tuple[tuple[str, ...], ...]:
    """Return the tags that fill each place: the first copy, then its replacements."""
    home: dict[str, str] = {}
    places: dict[str, list[str]] = {}
    for copy in sorted(copies, key=lambda c: bool(c.replaces)):
        origin = copy.replaces
        while origin in home and home[origin] != origin:
            origin = home[origin]
        home[copy.tag] = origin or copy.tag
        places.setdefault(origin or copy.tag, [copy.tag]).append(copy.tag)
    return tuple(tuple(dict.fromkeys(tags)) for tags in places.values())


def _name(deck: Deck, catalog: Catalog, named: Sequence[str]) -> str:
    """Return the name of the shipped deck with these cards, or a unique name in the manifests."""
    for name in (*named, *catalog.decks):
        if name in catalog.decks and _contents(catalog.decks[name]) == _contents(deck):
            return name
    rest = [name for name in dict.fromkeys(named) if name not in catalog.decks]
    return rest[0] if len(rest) == 1 else ""


def _contents(deck: Deck) -> dict[str, Counter[str]]:
    """Count a deck's cards by part."""
    parts = {"": deck.cards, **deck.extras}
    return {slot: Counter(cards) for slot, cards in parts.items() if cards}
