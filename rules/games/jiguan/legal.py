"""Seats to act, and every legal action (JGS-3 to JGS-7, JGS-10).

`violations` judges independently of this module; tests compare the two.
"""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Final

from rules.core.action import Action, Verb
from rules.core.values import CHANCE, Facing, Seat
from rules.games.jiguan.cards import BEASTS, ITEMS, bits
from rules.games.jiguan.config import SEATS
from rules.games.jiguan.state import CELLS, HIDDEN, PLACES, Phase, Placed, State

_BOTH = frozenset(SEATS)
_NONE: frozenset[Seat] = frozenset()
_ONE = (frozenset(("A",)), frozenset(("B",)))
_CHANCE = frozenset((CHANCE,))
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


def to_act(state: State) -> frozenset[Seat]:
    """Return the seats that may act; in phase 1, those without a placed beast (JGS-4.2)."""
    phase = state.phase
    if phase is Phase.ITEMS:
        return _ONE[state.turn]
    if phase is Phase.BEASTS:
        return _ONE[state.beasts[0] is not None] if state.ordered else _BOTH
    if phase in (Phase.CLEAR, Phase.RELAY):
        return _BOTH
    if phase is Phase.DISCARD:
        return frozenset(s for s, must in zip(SEATS, state.must_discard, strict=True) if must)
    if phase in (Phase.REVEAL, Phase.TURN_UP):
        return frozenset(SEATS[placed.owner] for placed in state.cards_on_field() if not placed.up)
    return _NONE if phase is Phase.END else _CHANCE


def legal(state: State) -> Iterator[Action]:
    """Yield every legal action; a seat without a placed beast comes before a seat with one."""
    return _GENERATORS[state.phase](state)


def _legal_beasts(state: State) -> Iterator[Action]:
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
    yield from _legal_early(state)


def _legal_items(state: State) -> Iterator[Action]:
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
    yield from _legal_early(state)


def _legal_early(state: State) -> Iterator[Action]:
    """Yield premature reveals, which are possible if players turn cards up by hand (JGS-10.5)."""
    if state.watched:
        for seat in sorted(to_act(state)):
            for placed in state.cards_on_field():
                yield from _faces(state, placed, seat)


def _legal_flips(state: State) -> Iterator[Action]:
    for placed in state.cards_on_field():
        yield from _faces(state, placed, SEATS[placed.owner])


def _faces(state: State, placed: Placed, seat: Seat) -> Iterator[Action]:
    """Yield the actions by which a seat turns up a card, one for each identity it can have."""
    if not placed.up:
        cards = state.config.cards[placed.owner]
        mask = state.possible(placed.owner) if placed.slot == HIDDEN else 1 << placed.slot
        for slot in bits(mask):
            yield turning_up(seat, placed.cell, cards[slot])


def _legal_clear(state: State) -> Iterator[Action]:
    yield from map(ready, SEATS)
    for placed in state.cards_on_field():
        yield remove(SEATS[placed.owner], placed.cell)


def _legal_discard(state: State) -> Iterator[Action]:
    for seat in (0, 1):
        if state.must_discard[seat]:
            for slot in bits(state.possible(seat) & BEASTS):
                card = state.config.cards[seat][slot]
                yield placement(SEATS[seat], card, SPENT[seat], Facing.UP)


_GENERATORS: Final[dict[Phase, Callable[[State], Iterator[Action]]]] = {
    Phase.LOT: lambda _state: map(lot, SEATS),
    Phase.BEASTS: _legal_beasts,
    Phase.REVEAL: _legal_flips,
    Phase.ITEMS: _legal_items,
    Phase.TURN_UP: _legal_flips,
    Phase.CLEAR: _legal_clear,
    Phase.RELAY: _legal_clear,
    Phase.DISCARD: _legal_discard,
    Phase.END: lambda _state: iter(()),
}
