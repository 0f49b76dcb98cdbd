"""Seats that may act, and their options in each phase (JGS-3 to JGS-7, JGS-10).

`violations` judges independently of this module; tests compare the two.
"""

from collections.abc import Iterator
from functools import cache
from typing import Final

from rules.core.action import Action, Verb
from rules.core.values import CHANCE, Facing, Seat
from rules.games.jiguan.cards import BEASTS, ITEMS, bits
from rules.games.jiguan.config import SEATS
from rules.games.jiguan.state import CELLS, HIDDEN, PLACES, Placed, State

BOTH: Final = frozenset(SEATS)
_ONE = (frozenset(("A",)), frozenset(("B",)))
SPENT = tuple(f"{seat}.spent" for seat in SEATS)


# Actions by their meaning in the game, cached.


@cache
def placement(seat: Seat, card: str, cell: str, facing: Facing = Facing.DOWN) -> Action:
    """Return the action that places a card, face down except for a penalty (JGS-10.2)."""
    return Action(seat, Verb.PLACE, card=card, to=cell, facing=facing)


@cache
def pass_(seat: Seat) -> Action:
    """Return the action by which a seat declines (JGS-5.1)."""
    return Action(seat, Verb.PASS)


@cache
def turning_up(seat: Seat, cell: str, card: str) -> Action:
    """Return the action that turns up a card on a cell."""
    return Action(seat, Verb.FLIP, card=card, at=cell)


@cache
def remove(seat: Seat, cell: str) -> Action:
    """Return the action that removes a seat's card from the field (JGS-7.2, JGS-10.2)."""
    return Action(seat, Verb.REMOVE, at=cell)


@cache
def lot(seat: Seat) -> Action:
    """Return the action that gives a seat the priority marker by lot (JGS-3.3)."""
    return Action(CHANCE, Verb.CHOOSE, value=seat)


@cache
def ready(seat: Seat) -> Action:
    """Return the action that declares the field cleared (JGS-7.2)."""
    return Action(seat, Verb.READY)


# Seats to act and their actions.


def beast_seats(state: State) -> frozenset[Seat]:
    """Return the seats whose beast is not face up (JGS-10.5), or in counts one (JGS-4.2)."""
    a, b = state.beasts
    if state.ordered:
        return _ONE[a is not None]
    if a is not None and a.up:
        return _ONE[1]
    return _ONE[0] if b is not None and b.up else BOTH


def item_seats(state: State) -> frozenset[Seat]:
    """Return the seat whose turn it is in phase 3 (JGS-5.1)."""
    return _ONE[state.turn]


def flip_seats(state: State) -> frozenset[Seat]:
    """Return the owners of face-down cards."""
    return frozenset(SEATS[placed.owner] for placed in state.cards_on_field() if not placed.up)


def discard_seats(state: State) -> frozenset[Seat]:
    """Return the seats that must discard a beast as a penalty (JGS-10.2)."""
    return frozenset(s for s, must in zip(SEATS, state.must_discard, strict=True) if must)


def beast_options(state: State) -> Iterator[Action]:
    """Yield the beasts that can be placed; a seat without a placed beast comes first."""
    open_ = [s for s in (0, 1) if state.beasts[s] is None]
    if state.ordered:
        open_ = open_[:1]
        seats = open_
    else:
        seats = open_ + [s for s in (0, 1) if s not in open_]
    for seat in seats:
        placed = state.beasts[seat]
        if placed is None or not placed.up:
            cards = state.config.cards[seat]
            for slot in bits(state.possible(seat) & BEASTS):
                yield placement(SEATS[seat], cards[slot], CELLS[seat][0])
    yield from _legal_early(state, beast_seats(state))


def item_options(state: State) -> Iterator[Action]:
    """Yield the items that can be placed at the end of each row, and the pass."""
    seat = state.turn
    if state.items_left(seat):
        cards = state.config.cards[seat]
        cells = [
            CELLS[row][place]
            for row in (seat, 1 - seat)
            if (place := state.next_place(row)) <= PLACES
        ]
        for slot in bits(state.possible(seat) & ITEMS):
            for cell in cells:
                yield placement(SEATS[seat], cards[slot], cell)
    yield pass_(SEATS[seat])
    yield from _legal_early(state, item_seats(state))


def _legal_early(state: State, seats: frozenset[Seat]) -> Iterator[Action]:
    """Yield premature reveals, which are possible if players turn cards up by hand (JGS-10.5)."""
    if state.watched:
        for seat in sorted(seats):
            for placed in state.cards_on_field():
                yield from _faces(state, placed, seat)


def flip_options(state: State) -> Iterator[Action]:
    """Yield the cards that can be turned up, with each identity that they can have."""
    for placed in state.cards_on_field():
        yield from _faces(state, placed, SEATS[placed.owner])


def _faces(state: State, placed: Placed, seat: Seat) -> Iterator[Action]:
    """Yield the actions by which a seat turns up a card, one for each identity it can have."""
    if not placed.up:
        cards = state.config.cards[placed.owner]
        mask = state.possible(placed.owner) if placed.slot == HIDDEN else 1 << placed.slot
        for slot in bits(mask):
            yield turning_up(seat, placed.cell, cards[slot])


def clear_options(state: State) -> Iterator[Action]:
    """Yield the ways to clear the field: all at once, or card by card."""
    yield from map(ready, SEATS)
    for placed in state.cards_on_field():
        yield remove(SEATS[placed.owner], placed.cell)


def discard_options(state: State) -> Iterator[Action]:
    """Yield the beasts that can be discarded."""
    for seat in (0, 1):
        if state.must_discard[seat]:
            for slot in bits(state.possible(seat) & BEASTS):
                card = state.config.cards[seat][slot]
                yield placement(SEATS[seat], card, SPENT[seat], Facing.UP)
