"""Configuration of a match: settings (YGG-13), decks and roots, validated once."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Final, NamedTuple

from rules.catalog.setups import DeckPart, Settings, SetupRules, by_setup
from rules.core.action import PLACE, Action
from rules.core.deck_report import DeckFinding, DeckReport
from rules.core.fast import Cached
from rules.core.values import Deck, Seat, Setup
from rules.errors import Fault
from rules.games.yggdrasil.cards import SLUG, Card, FieldCard, pool, turned
from rules.games.yggdrasil.grid import Grid, grid

SEATS: Final = ("A", "B")
"""Seats: A in the south, B in the north. An index in this tuple is a seat number."""
DISCARDS: Final = {seat: f"{seat}.discard" for seat in SEATS}
"""Each seat's discard pile."""
DEFAULT_ROOT: Final = "yr1"
_DECK_SIZES = {"4x5": 20, "5x7": 30}
_ENOUGH_DOWN = 8


class Way(NamedTuple):
    """A seat's card in one orientation.

    `shift` is the first bit of its pattern in `Side.fits`. `placements` holds the actions that
    place it, by the cell's bit; 0 is the discard pile.
    """

    placed: FieldCard
    shift: int
    placements: Mapping[int, Action]


@dataclass(frozen=True, slots=True)
class Config:
    """Settings and decks of a match; `decks[s]` is sorted, or None if the deck is unknown.

    `ways[s][card]` are the orientations in which seat s may place a card, none for an unknown one.
    `limits[s]` maps each card to the maximum number of copies in seat s's deck (YGG-2.1, YGG-2.2).
    Two configurations are equal if their settings, decks and roots are equal, because all other
    fields follow from these.
    """

    settings: tuple[tuple[str, str], ...]
    decks: tuple[tuple[str, ...] | None, tuple[str, ...] | None]
    roots: tuple[str, str]
    cards: Mapping[str, Card] = field(compare=False, repr=False)
    grid: Grid = field(compare=False, repr=False)
    deck_size: int = field(compare=False, repr=False)
    hand_size: int = field(compare=False, repr=False)
    max_copies: int = field(compare=False, repr=False)
    free_rotation: bool = field(compare=False, repr=False)
    may_pass: bool = field(compare=False, repr=False)
    colour_lock: bool = field(compare=False, repr=False)
    values: Mapping[str, str] = field(compare=False, repr=False)
    placed: Cached[tuple[str, int, int], FieldCard] = field(compare=False, repr=False)
    ways: tuple[Cached[str, tuple[Way, ...]], ...] = field(compare=False, repr=False)
    limits: tuple[Mapping[str, int], Mapping[str, int]] = field(compare=False, repr=False)

    def get(self, name: str) -> str:
        """Return the value of a setting."""
        return self.values[name]

    def field_card(self, card: str, owner: int, turn: int) -> FieldCard:
        """Return a card as it is on the field, cached."""
        return self.placed[card, owner, turn]

    def root_cells(self, seat: int) -> tuple[int, ...]:
        """Return the possible cells of a seat's root: one unless its column is chosen (YGG-3.3)."""
        middle = self.grid.middle()
        if len(middle) == 1:
            return (self.grid.front(seat, middle[0]),)
        left, right = middle
        columns = {
            "own_left": (left, right)[seat],
            "own_right": (right, left)[seat],
            "same_column": left,
        }
        chosen = columns.get(self.get("root_column"))
        return tuple(self.grid.front(seat, c) for c in (middle if chosen is None else (chosen,)))


def setup_rules(given: Mapping[str, Card] | None) -> SetupRules:
    """Return what a set-up may contain; `given` replaces the shipped pool."""
    cards = pool() if given is None else given

    def check(values: Settings, setup: Setup, seat: Seat, deck: Deck) -> DeckReport:
        """Check a deck against YGG-2.1 to 2.3, and return the warnings of 2.4 as well.

        If both seats must share a root, the other seat's deck in `setup` determines it.
        """
        limit = int(values["max_copies"])
        part = DeckPart(
            size=_deck_size(values),
            copies={card.id: 0 if card.root else limit for card in cards.values()},
            size_clause="YGG-2.1",
            copies_clause="YGG-2.2",
            kind_clause="YGG-2.3",
        )
        rivals = (d.extras.get("root", ()) for s, d in setup.decks.items() if s != seat)
        found = part.findings(deck.cards)
        found += _root_findings(values, cards, deck.extras.get("root", ()), next(rivals, ()))
        found += [
            DeckFinding("YGG-2.1", name, len(extra), 0)
            for name, extra in deck.extras.items()
            if name != "root" and extra
        ]
        branches = [cards[card] for card in deck.cards if card in cards and not cards[card].root]
        down = sum(1 for card in branches if card.arms & 4)
        few = (DeckFinding("YGG-2.4", "", down, _ENOUGH_DOWN),)
        return DeckReport(tuple(found), few if down < _ENOUGH_DOWN else ())

    def too_few(values: Settings) -> Iterator[Fault]:
        size, copies = _deck_size(values), int(values["max_copies"])
        if size > copies * sum(not card.root for card in cards.values()):
            what = f"{size} cards cannot be had with max_copies {copies}"
            yield Fault("settings", 0, "deck_size", what, "raise max_copies")

    return SetupRules(SLUG, check, lambda _values: SEATS, together=too_few)


def _root_findings(
    values: Settings,
    cards: Mapping[str, Card],
    roots: tuple[str, ...],
    other: tuple[str, ...],
) -> Iterator[DeckFinding]:
    """Yield what is wrong with the root of a deck (YGG-2.3)."""
    if len(roots) > 1 or (not roots and values["roots"] == "free"):
        yield DeckFinding("YGG-2.3", "", len(roots), 1)
    for root in roots:
        differs = values["roots"] == "same" and other and root not in other
        if root not in cards or not cards[root].root or differs:
            yield DeckFinding("YGG-2.3", root, roots.count(root), 1)


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
    copies = int(values["max_copies"])
    columns, rows = (int(number) for number in values["field"].split("x"))
    field_grid = grid(columns, rows, blank_edges=values["blank_edges"] == "allowed")
    a, b = (setup.decks.get(seat) for seat in SEATS)
    free = {card.id: copies for card in cards.values() if not card.root}
    turns = range(4 if values["rotation"] == "free" else 1)

    def on_field(key: tuple[str, int, int]) -> FieldCard:
        card, owner, turn = key
        return FieldCard(cards[card], owner, turn, turned(cards[card].arms, 2 * owner + turn))

    placed = Cached(on_field)

    def ways(seat: int, card: str) -> tuple[Way, ...]:
        if card not in cards:
            return ()
        return tuple(_way(field_grid, placed[card, seat, turn]) for turn in turns)

    return Config(
        settings=tuple(values.items()),
        decks=(tuple(sorted(a.cards)) if a else None, tuple(sorted(b.cards)) if b else None),
        roots=_roots(values, a, b),
        cards=cards,
        grid=field_grid,
        deck_size=_deck_size(values),
        hand_size=int(values["hand_size"]),
        max_copies=copies,
        free_rotation=values["rotation"] == "free",
        may_pass=values["may_pass"] == "yes",
        colour_lock=values["colour_lock"] == "on",
        values=values,
        placed=placed,
        ways=(Cached(partial(ways, 0)), Cached(partial(ways, 1))),
        limits=(Counter(sorted(a.cards)) if a else free, Counter(sorted(b.cards)) if b else free),
    )


def _way(field_grid: Grid, placed: FieldCard) -> Way:
    seat, card, turn = SEATS[placed.owner], placed.card.id, placed.turn
    placements = {
        1 << i: Action(seat, PLACE, card, to=cell, turn=turn)
        for i, cell in enumerate(field_grid.names)
    }
    placements[0] = Action(seat, PLACE, card, to=DISCARDS[seat])
    return Way(placed, field_grid.shifts[placed.arms], placements)


def _roots(values: Settings, *decks: Deck | None) -> tuple[str, str]:
    """Return each seat's root; with `roots: same`, both seats have one deck's root (YGG-2.3)."""
    named = [next(iter(deck.extras.get("root", ())), "") if deck else "" for deck in decks]
    if values["roots"] == "same":
        named = [next(filter(None, named), "")] * 2
    return named[0] or DEFAULT_ROOT, named[1] or DEFAULT_ROOT


def _deck_size(values: Settings) -> int:
    """Return the agreed deck size, or the size for this field (YGG-2.1)."""
    if values["deck_size"] != "auto":
        return int(values["deck_size"])
    columns, rows = values["field"].split("x")
    return _DECK_SIZES.get(values["field"], int(columns) * int(rows))
