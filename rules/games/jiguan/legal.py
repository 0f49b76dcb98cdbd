"""Seats that may act, and their options in each phase (JGS-3 to JGS-7, JGS-10)."""

from collections.abc import Iterator
from functools import cache
from typing import Final

from rules.core.action import CHOOSE, FLIP, PASS, PLACE, READY, REMOVE, Action
from rules.core.values import CHANCE, DOWN, UP, Facing, Seat
from rules.games.jiguan.cards import ALL, BEASTS, ITEMS, bits
from rules.games.jiguan.config import SEATS
from rules.games.jiguan.state import CELLS, HIDDEN, PLACES, Placed, State

BOTH: Final = frozenset(SEATS)
_ONE = (frozenset(("A",)), frozenset(("B",)))
SPENT = tuple(f"{seat}.spent" for seat in SEATS)


# Actions by their meaning in the game, cached.


@cache
def placement(seat: Seat, card: str, cell: str, facing: Facing = DOWN) -> Action:
    """Return the action that places a card, face down except for a penalty (JGS-10.2)."""
    return Action(seat, PLACE, card=card, to=cell, facing=facing)


@cache
def pass_(seat: Seat) -> Action:
    """Return the action by which a seat declines (JGS-5.1)."""
    return Action(seat, PASS)


# Seats to act and their actions.


def beast_seats(state: State) -> frozenset[Seat]:
    """Return the seats that may place or exchange a beast (JGS-4.2, JGS-10.5); in counts, one.

    A seat cannot exchange a face-up beast or its last one. At a table, the last one may prove to be
    an item, which a beast may replace.
    """
    a, b = state.beasts
    if state.ordered:
        return _ONE[a is not None]
    if _is_final(state, a):
        return _ONE[1]
    return _ONE[0] if _is_final(state, b) else BOTH


def _is_final(state: State, beast: Placed | None) -> bool:
    """Return True if a placed beast stays; the number of beasts in play is public (JGS-9.2)."""
    if beast is None or beast.up:
        return beast is not None
    return not state.watched and (state.held[beast.owner] & BEASTS).bit_count() == 1


def item_seats(state: State) -> frozenset[Seat]:
    """Return the seat whose turn it is in phase 3 (JGS-5.1)."""
    return _ONE[state.turn]


def flip_seats(state: State) -> frozenset[Seat]:
    """Return the owners of face-down cards."""
    return frozenset(SEATS[placed.owner] for placed in state.cards_on_field() if not placed.up)


def discard_seats(state: State) -> frozenset[Seat]:
    """Return the seats that must discard a beast as a penalty (JGS-10.2)."""
    return frozenset(s for s, must in zip(SEATS, state.must_discard, strict=True) if must)


# The cards and cells of a placement. The judgement and the options derive from the same bans.

Bans = tuple[tuple[str, int], ...]
"""Clauses by priority, each with the slots of the cards that it forbids to a seat."""


def beast_bans(state: State, seat: int) -> Bans:
    """Return the clauses that forbid cards on the beast place in phase 1."""
    held, placed = state.held[seat], state.beasts[seat]
    return (
        ("JGS-4.4", ITEMS),
        ("JGS-7.2", BEASTS & ~held),
        ("JGS-5.8", ITEMS & ~held),
        ("JGS-10.5", ALL if placed is not None and placed.up else 0),
        ("JGS-4.3", 0 if placed is None or placed.slot == HIDDEN else 1 << placed.slot),
    )


def item_bans(state: State, seat: int) -> Bans:
    """Return the clauses that forbid cards in an item row in phase 3."""
    return (
        ("JGS-7.2", BEASTS & ~state.held[seat]),
        ("JGS-5.8", ITEMS & ~state.possible(seat)),
        ("JGS-5.6", 0 if state.items_left(seat) > 0 else ALL),
        ("JGS-5.1", BEASTS),
    )


def row_ends(state: State, seat: int) -> list[str]:
    """Return the right ends of the item rows (JGS-5.1), the seat's own first."""
    ends = [1, 1]
    for placed in state.items:
        ends[placed.row] = max(ends[placed.row], placed.place + 1)
    return [CELLS[row][ends[row]] for row in (seat, 1 - seat) if ends[row] <= PLACES]


def discardable(state: State, seat: int) -> int:
    """Return the slots of the beasts that a seat can discard (JGS-10.2)."""
    return state.possible(seat) & BEASTS


def _allowed(bans: Bans) -> Iterator[int]:
    """Return the slots of the cards that no clause forbids."""
    forbidden = 0
    for _, slots in bans:
        forbidden |= slots
    return bits(ALL & ~forbidden)


def lot_options(_state: State) -> Iterator[Action]:
    """Yield the ways in which a lot gives the marker to a seat (JGS-3.3)."""
    return (Action(CHANCE, CHOOSE, value=seat) for seat in SEATS)


def beast_options(state: State) -> Iterator[Action]:
    """Yield the beasts that can be placed; a seat without a placed beast comes first."""
    acting = beast_seats(state)
    for seat in (0, 1) if state.beasts[0] is None else (1, 0):
        if SEATS[seat] in acting:
            cards = state.config.cards[seat]
            for slot in _allowed(beast_bans(state, seat)):
                yield placement(SEATS[seat], cards[slot], CELLS[seat][0])
    if state.watched:
        yield from _early_flips(state, acting)


def item_options(state: State) -> Iterator[Action]:
    """Yield the items that can be placed at the end of each row, and the pass."""
    seat = state.turn
    cards, ends = state.config.cards[seat], row_ends(state, seat)
    for slot in _allowed(item_bans(state, seat)):
        for cell in ends:
            yield placement(SEATS[seat], cards[slot], cell)
    yield pass_(SEATS[seat])
    if state.watched:
        yield from _early_flips(state, item_seats(state))


def _early_flips(state: State, seats: frozenset[Seat]) -> Iterator[Action]:
    """Yield premature reveals, which are possible if players turn cards up by hand (JGS-10.5)."""
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
        for slot in bits(state.faces(placed)):
            yield Action(seat, FLIP, card=cards[slot], at=placed.cell)


def clear_options(state: State) -> Iterator[Action]:
    """Yield the ways to clear the field: all at once, or card by card."""
    yield from (Action(seat, READY) for seat in SEATS)
    for placed in state.cards_on_field():
        yield Action(SEATS[placed.owner], REMOVE, at=placed.cell)


def discard_options(state: State) -> Iterator[Action]:
    """Yield the beasts that can be discarded."""
    for seat in (0, 1):
        if state.must_discard[seat]:
            for slot in bits(discardable(state, seat)):
                card = state.config.cards[seat][slot]
                yield placement(SEATS[seat], card, SPENT[seat], UP)
