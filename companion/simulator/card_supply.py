"""The supply of a match's printed cards and tokens: their ids, owners and holders.

It contains the table's hidden information: the face-down cards and the seats' hands. Tokens,
control cards and cards outside the decks are in the box while they are off the table.

The initial deal depends only on the prints and the first layout. Cards that the layout names are on
their cells, and cards of an extra deck on that deck's cell. The rest fills the face-down piles, and
remaining cards are dealt to the hands.
"""

import random
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from companion.pieces import is_piece
from rules import UNKNOWN, Deck, Layout, PlacedCard, PrintedCard, Seat, Setup

_OUTSIDE: Final = "beside"
"""The slot of a card outside every deck."""


class CardSupply:
    """The cards and tokens of a print run: `hands` by seat, and the `box` with everything else."""

    def __init__(
        self,
        cards: Sequence[PrintedCard],
        owners: Mapping[str, Seat],
        decks: Mapping[Seat, Counter[str]],
        loose: Collection[str] = (),
        order: Sequence[tuple[str, PlacedCard]] = (),
        later: Mapping[Seat, Counter[str]] = MappingProxyType({}),
    ) -> None:
        """Map printed colours to seats; cards outside a seat's deck are excluded.

        `loose`: tags outside every deck that are not placed yet (a dice token). Like tokens, they
        are in the box until they are placed. `order`: the initial layout. `later`: each seat's
        cards that it places during the set-up; no pile contains them.
        """
        self._coloured, self._order = bool(owners), order
        self.card = {card.tag: card.card for card in cards}
        self.owner = {card.tag: owners.get(card.owner, "") for card in cards}
        self.hands: dict[Seat, list[str]] = {}
        self.box = [tag for tag, card in self.card.items() if is_piece(card) or tag in loose]
        self._boxed = frozenset(self.box)
        """The tags of what no hand holds."""
        wanted = {seat: Counter(deck) for seat, deck in decks.items()}
        self._free: list[str] = []
        for tag, card in self.card.items():
            left = wanted.get(self.owner[tag])
            if tag in self._boxed or (left is not None and not left[card]):
                continue
            if left is not None:
                left[card] -= 1
            self._free.append(tag)
        waiting = {seat: Counter(cards) for seat, cards in later.items()}
        self._later = []
        for tag in [*self._free]:
            left = waiting.get(self.owner[tag])
            if left is not None and left[self.card[tag]]:
                left[self.card[tag]] -= 1
                self._free.remove(tag)
                self._later.append(tag)

    def lay_out(
        self, rng: random.Random, cells: Collection[str], seats: Sequence[Seat]
    ) -> Iterator[tuple[str, str, PlacedCard]]:
        """Shuffle; yield the tag, cell and placement of each card to place; deal the rest."""
        rng.shuffle(self._free)
        for cell, placed in self._order:
            source = self.box if is_piece(placed.card) else self._free
            tag = self._take(source, placed.card, placed.owner) if cell in cells else None
            if tag is not None:
                yield tag, cell, placed
        self.deal(seats)

    def deal(self, seats: Sequence[Seat]) -> None:
        """Deal the rest to the hands: owned cards to their owners, a shared deck evenly.

        If cards have owners, shared ones go into the box.
        """
        self.hands = {seat: [] for seat in seats}
        for number, tag in enumerate((*self._free, *self._later)):
            hand = self.hands[self.owner[tag] or seats[number % len(seats)]]
            (hand if self.held(tag) else self.box).append(tag)
        self._free = self._later = []

    def from_hand(self, seat: Seat, card: str) -> str | None:
        """Take a card with this id from a seat's hand."""
        return self._take(self.hands.get(seat, []), card, seat)

    def from_hands(self, seat: Seat, card: str, seen: Collection[str] = ()) -> str | None:
        """Take a card with this id from a hand: first a `seen` one, then the seat's, then any.

        Unknown cards are taken only from the seat's own hand.
        """
        held = [
            t for hand in self.hands.values() for t in hand if self.alike(t, PlacedCard(card, seat))
        ]
        known = held if card != UNKNOWN else []
        tag = next((t for t in known if t in seen), None)
        if tag is None and (tag := self.from_hand(seat, card)) is not None:
            return tag
        tag = tag or next(iter(known), None)
        for hand in self.hands.values():
            if tag in hand:
                hand.remove(tag)
        return tag

    def from_box(self, piece: str, seat: Seat) -> str | None:
        """Take a token with this id from the box, preferably the seat's own."""
        return self._take(self.box, piece, seat)

    def home(self, tag: str, seat: Seat) -> None:
        """Put a card back into its owner's hand or, if it has no owner, into the hand of `seat`."""
        if self.held(tag):
            self.hands[self.owner[tag] or seat].append(tag)
        else:
            self.box.append(tag)

    def held(self, tag: str) -> bool:
        """Return True if a card can be in a hand: no token, and no shared card among owned ones."""
        return tag not in self._boxed and not (self._coloured and not self.owner[tag])

    def boxed(self, placed: PlacedCard) -> bool:
        """Return True if a layout's card comes from the box: a token, or a card in no deck."""
        return placed.card != UNKNOWN and any(self.alike(tag, placed) for tag in self._boxed)

    def shared(self, placed: PlacedCard) -> bool:
        """Return True if a layout's card is shared in a game whose cards have owners."""
        return self._coloured and not placed.owner and not is_piece(placed.card)

    def aside(self) -> list[str]:
        """Take the unused shared cards from the box."""
        found = [tag for tag in self.box if tag not in self._boxed]
        self.box = [tag for tag in self.box if tag in self._boxed]
        return found

    def alike(self, tag: str, placed: PlacedCard) -> bool:
        """Return True if a printed card may be the card that a layout names.

        If cards have their seats' colours, a card without a colour is shared. Every seat may use
        any token.
        """
        card, owner = self.card[tag], self.owner[tag]
        anybody = not owner and (not self._coloured or is_piece(card))
        same = placed.card == card or (placed.card == UNKNOWN and not is_piece(card))
        return (anybody or owner == placed.owner) and same

    def _take(self, source: list[str], card: str, seat: Seat) -> str | None:
        placed = PlacedCard(card, seat)
        fitting = [tag for tag in source if self.alike(tag, placed)]
        tag = max(fitting, key=lambda t: self.owner[t] == seat, default=None)
        if tag is not None:
            source.remove(tag)
        return tag


def open_stock(
    cards: Sequence[PrintedCard], owners: Mapping[str, Seat], setup: Setup, layout: Layout
) -> CardSupply:
    """Return every piece that takes part, to be placed in a layout."""
    named = Counter((each.card, each.owner) for pile in layout.values() for each in pile)
    lists = {seat: _printed(cards, owners, seat) for seat in owners.values()} | {**setup.decks}
    decks: dict[Seat, Counter[str]] = {}
    later: dict[Seat, Counter[str]] = {}
    for seat in dict.fromkeys(owners.values()):
        listed, outside, unplaced = Counter(lists[seat].cards), Counter[str](), Counter[str]()
        more = Counter({c: n for (c, owner), n in named.items() if owner == seat and c != UNKNOWN})
        for slot, extra in lists[seat].extras.items():
            (listed if f"{seat}.{slot}" in layout else outside).update(extra)
            unplaced.update(extra if f"{seat}.{slot}" not in layout and slot != _OUTSIDE else ())
        # A deck master is placed on the board; it is not a copy from the deck.
        listed += outside & more
        later[seat] = unplaced - more
        decks[seat] = (listed | more) + later[seat]
    order = []
    for cell, pile in layout.items():
        seat, _, slot = cell.partition(".")
        special = list(lists[seat].extras.get(slot, ())) if seat in lists else []
        for placed in pile:
            known = special.pop() if placed.card == UNKNOWN and special else placed.card
            order.append((cell, replace(placed, card=known)))
    # Known cards come first, so that no pile takes them.
    order.sort(key=lambda each: each[1].card == UNKNOWN)
    return CardSupply(cards, owners, decks, _aside(cards, owners, named), order, later)


def _aside(
    cards: Sequence[PrintedCard], owners: Mapping[str, Seat], named: Counter[tuple[str, Seat]]
) -> list[str]:
    """Return the cards outside every deck that the first layout does not use."""
    left, aside = Counter(named), []
    for each in cards:
        sort = each.card, owners.get(each.owner, "")
        if each.slot != _OUTSIDE or not sort[1]:
            continue
        if left[sort]:
            left[sort] -= 1
        else:
            aside.append(each.tag)
    return aside


def _printed(cards: Sequence[PrintedCard], owners: Mapping[str, Seat], seat: Seat) -> Deck:
    """Return a seat's printed cards as a deck, with the other cards by the name of their place."""
    slots: dict[str, list[str]] = {}
    for card in cards:
        if owners.get(card.owner) == seat and not is_piece(card.card):
            slots.setdefault(card.slot, []).append(card.card)
    parts = {slot: tuple(names) for slot, names in slots.items()}
    return Deck(parts.pop("", ()), parts)
