"""Places of the printed cards, by tag: in hands and on the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.simulator.single_moves import take
from companion.simulator.stage import HandMove, SceneFrame, Stage
from rules import Event, PlacedCard, PrintedCard, Seat


@dataclass(frozen=True, slots=True)
class Supply:
    """Each seat's printed cards, and the control cards by id."""

    seats: Mapping[Seat, tuple[PrintedCard, ...]]
    controls: Mapping[str, tuple[PrintedCard, ...]]

    @staticmethod
    def sort(cards: Sequence[PrintedCard], owners: Mapping[str, Seat]) -> Supply:
        """Sort a print run by printed owner colour; cards without an owner are control cards."""
        seats: dict[Seat, list[PrintedCard]] = {seat: [] for seat in owners.values()}
        controls: dict[str, list[PrintedCard]] = {}
        for card in cards:
            if card.owner in owners:
                seats[owners[card.owner]].append(card)
            else:
                controls.setdefault(card.card, []).append(card)
        return Supply(
            {seat: tuple(own) for seat, own in seats.items()},
            {name: tuple(own) for name, own in controls.items()},
        )


class Holdings:
    """Every seat's cards; `hands` contains the tags of those off the table."""

    def __init__(self, supply: Supply, stage: Stage) -> None:
        # Without a deal, every card starts in its owner's hand.
        self.hands = {seat: [card.tag for card in own] for seat, own in supply.seats.items()}
        self.controls = {name: cards[0].tag for name, cards in supply.controls.items()}
        self.card = {c.tag: c.card for own in supply.seats.values() for c in own}
        self._owner = {c.tag: seat for seat, own in supply.seats.items() for c in own}
        self._stage = stage
        self._cells = {cell.id for cell in stage.mat.cells}

    def deal(self, event: Event, undealt: int) -> None:
        """Set up a hand and a deck after a `dealt` event. Its last `undealt` items are the deck."""
        free = [tag for tag, seat in self._owner.items() if seat == event.seat]
        order = []
        for card in event.items:
            tag = next(t for t in free if self.card[t] == card)
            free.remove(tag)
            order.append(tag)
        hand = [*order, *free]
        deck = f"{event.seat}.deck"
        if deck in self._cells:
            for tag in reversed(order[len(order) - undealt :]):
                hand.remove(tag)
                self._stage.do(HandMove(tag, deck, event.seat, face_up=False), 0.35)
        self.hands[event.seat] = hand

    def draw(self, event: Event) -> Iterator[SceneFrame]:
        """Draw the card of a `drawn` event from the deck on the mat, if there is one."""
        deck = f"{event.seat}.deck"
        if deck not in self._cells:
            return
        tag = next(t for t in self._stage.piles[deck] if self.card[t] == event.card)
        self._stage.to_top(deck, tag)
        yield from take(self._stage, event.seat, tag)
        self.hands[event.seat].append(tag)

    def from_hand(self, seat: Seat, card: str) -> str:
        """Take a card with this id from a seat's hand; return its tag."""
        tag = next(t for t in self.hands[seat] if self.card[t] == card)
        self.hands[seat].remove(tag)
        return tag

    def to_hand(self, tag: str) -> None:
        """Put a card back into its owner's hand."""
        self.hands[self._owner[tag]].append(tag)

    def owner(self, tag: str) -> Seat:
        """Return a card's owner."""
        return self._owner[tag]

    def on_cell(self, cell: str, placed: PlacedCard) -> str:
        """Return the tag of the topmost card of this kind on a cell."""
        pile = reversed(self._stage.piles.get(cell, []))
        wanted = (placed.card, placed.owner)
        return next(t for t in pile if (self.card[t], self._owner[t]) == wanted)
