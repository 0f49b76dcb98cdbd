"""Configuration of a match: its settings (DBM-15) and decks (DBM-2), validated once."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from rules.catalog.setups import DeckPart, Settings, SetupRules, by_setup
from rules.core.deck_report import DeckFinding, DeckReport
from rules.core.values import Deck, Seat, Setup
from rules.games.dicebattle.cards import SLUG, Card, pool
from rules.games.dicebattle.sets.masks import Masks, masks

SEATS: Final = ("A", "B")
"""Seats; an index in this tuple is a seat number."""
DECK_SIZE: Final = 30
MAX_COPIES: Final = 2
MAX_REDRAWS: Final = 3
HAND_SIZE: Final = 5
_ENOUGH_SMALL = 4
PLACES: Final = {"main": 6, "circle": 5, "stock": 12}
"""Number of places in each zone of the mat: the most cards that a legal set can have there.

A roll of 6 allows six monsters of level 1, or a human of level 1 and five magic cards. A deck has
two copies of each of the six cards with a grant side.
"""


@dataclass(frozen=True, slots=True)
class Config:
    """Settings and decks of a match; `decks[s]` is sorted, or None if the deck is unknown.

    `round_limit` and `hand_limit` are 0 if there is no limit. `limits[s]` maps each card to the
    maximum number of copies in seat s's deck (DBM-2.2).
    """

    settings: tuple[tuple[str, str], ...]
    decks: tuple[tuple[str, ...] | None, tuple[str, ...] | None]
    cards: Mapping[str, Card] = field(compare=False, repr=False)
    first_player: str = field(compare=False, repr=False)
    illegal_set: str = field(compare=False, repr=False)
    round_limit: int = field(compare=False, repr=False)
    hand_limit: int = field(compare=False, repr=False)
    stars_to_win: int = field(compare=False, repr=False)
    must_redraw: bool = field(compare=False, repr=False)
    on_trigger: bool = field(compare=False, repr=False)
    any_point: bool = field(compare=False, repr=False)
    any_place: bool = field(compare=False, repr=False)
    limits: tuple[Mapping[str, int], Mapping[str, int]] = field(compare=False, repr=False)
    masks: Masks = field(compare=False, repr=False)


def setup_rules(given: Mapping[str, Card] | None) -> SetupRules:
    """Return what a set-up may contain; `given` replaces the shipped pool."""
    cards = pool() if given is None else given
    part = DeckPart(
        size=DECK_SIZE,
        copies={card.id: MAX_COPIES if card.deckable else 0 for card in cards.values()},
        size_clause="DBM-2.1",
        copies_clause="DBM-2.2",
        kind_clause="DBM-2.3",
    )

    def check(_values: Settings, _setup: Setup, _seat: Seat, deck: Deck) -> DeckReport:
        """Check a deck against DBM-2.1 to 2.3, and return the warnings of DBM-2.4 as well."""
        known = [cards[card] for card in deck.cards if card in cards]
        surplus = Counter(card for extra in deck.extras.values() for card in extra)
        found = part.findings(deck.cards)
        found += [DeckFinding("DBM-2.3", i, n, 0) for i, n in sorted(surplus.items())]
        small = sum(card.unit and card.level < 3 for card in known)
        few = (DeckFinding("DBM-2.4", "", small, _ENOUGH_SMALL),)
        return DeckReport(tuple(found), few if small < _ENOUGH_SMALL else ())

    return SetupRules(SLUG, check, lambda _values: SEATS)


def configure(setup: Setup, cards: Mapping[str, Card] | None = None) -> Config:
    """Return the configuration for a set-up; raise `DataError` with every fault.

    `cards` replaces the shipped pool.
    """
    return _shipped(setup) if cards is None else _build(setup, cards)


@by_setup
def _shipped(setup: Setup) -> Config:
    return _build(setup, pool())


def _build(setup: Setup, cards: Mapping[str, Card]) -> Config:
    values = setup_rules(cards).read(setup)
    by_seat = {seat: tuple(sorted(deck.cards)) for seat, deck in setup.decks.items()}
    limits = tuple(_limits(by_seat.get(seat), cards) for seat in SEATS)
    return Config(
        settings=tuple(values.items()),
        decks=(by_seat.get("A"), by_seat.get("B")),
        cards=cards,
        first_player=values["first_player"],
        illegal_set=values["illegal_set"],
        round_limit=_number(values["round_limit"]),
        hand_limit=_number(values["hand_limit"]),
        stars_to_win=int(values["stars_to_win"]),
        must_redraw=values["redraw"] == "compulsory",
        on_trigger=values["grant_face"] == "on_trigger",
        any_point=values["grant_timing"] == "any_point",
        any_place=values["set_places"] == "any",
        limits=(limits[0], limits[1]),
        masks=_shipped_masks() if cards is pool() else masks(cards.values()),
    )


@cache
def _shipped_masks() -> Masks:
    return masks(pool().values())


def _limits(deck: tuple[str, ...] | None, cards: Mapping[str, Card]) -> Mapping[str, int]:
    if deck is not None:
        return Counter(deck)
    return {card.id: MAX_COPIES for card in cards.values() if card.deckable}


def _number(text: str) -> int:
    return 0 if text == "none" else int(text)
