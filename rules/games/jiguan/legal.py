"""Who may act, and every action that is legal (JGS-3 to JGS-7, JGS-10).

`violations` judges independently of what is generated here; that they agree is tested.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from rules.core.action import Action, Verb
from rules.core.values import CHANCE, Facing
from rules.games.jiguan.cards import BEASTS, ITEMS, bits
from rules.games.jiguan.config import SEATS
from rules.games.jiguan.state import CELLS, HIDDEN, PLACES, Phase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rules.core.values import Seat
    from rules.games.jiguan.state import Laid, State

_BOTH = frozenset(SEATS)
_NONE: frozenset[Seat] = frozenset()
_ONE = (frozenset(("A",)), frozenset(("B",)))
_CHANCE = frozenset((CHANCE,))
SPENT = tuple(f"{seat}.spent" for seat in SEATS)


# The actions of the game; the same value each time.


@cache
def laying(seat: Seat, card: str, cell: str, facing: Facing = Facing.DOWN) -> Action:
    """A card laid on a cell, face down unless it is a penalty (JGS-10.2)."""
    return Action(seat, Verb.PLACE, card=card, to=cell, facing=facing)


@cache
def pass_(seat: Seat) -> Action:
    """A seat declines (JGS-5.1)."""
    return Action(seat, Verb.PASS)


@cache
def turning_up(seat: Seat, cell: str, card: str) -> Action:
    """A card on a cell shows its face."""
    return Action(seat, Verb.FLIP, card=card, at=cell)


@cache
def remove(seat: Seat, cell: str) -> Action:
    """A seat takes its card off the field (JGS-7.2, JGS-10.2)."""
    return Action(seat, Verb.REMOVE, at=cell)


@cache
def lot(seat: Seat) -> Action:
    """The priority marker is given by lot (JGS-3.3)."""
    return Action(CHANCE, Verb.CHOOSE, value=seat)


@cache
def ready(seat: Seat) -> Action:
    """The field is cleared (JGS-7.2)."""
    return Action(seat, Verb.READY)


# Who may act, and what.


def to_act(state: State) -> frozenset[Seat]:
    """The seats that may act; in phase 1 both, until both have laid (JGS-4.2)."""
    phase = state.phase
    if phase is Phase.ITEMS:
        return _ONE[state.turn]
    if phase is Phase.LAY:
        if state.ordered:
            return _ONE[state.beasts[0] is not None]
        return _BOTH
    if phase in (Phase.CLEAR, Phase.RELAY):
        return _BOTH
    if phase is Phase.DISCARD:
        return frozenset(s for s, owes in zip(SEATS, state.owing, strict=True) if owes)
    if phase in (Phase.REVEAL, Phase.TURN_UP):
        return frozenset(SEATS[laid.owner] for laid in state.lying() if not laid.up)
    return _NONE if phase is Phase.END else _CHANCE


def legal(state: State) -> Iterator[Action]:
    """Every legal action; a seat that has not laid its beast comes before one that has."""
    return _GENERATORS[state.phase](state)


def _legal_lot(state: State) -> Iterator[Action]:
    del state
    return map(lot, SEATS)


def _legal_lay(state: State) -> Iterator[Action]:
    open_ = [s for s in (0, 1) if state.beasts[s] is None]
    if state.ordered:
        open_ = open_[:1]
        seats = open_
    else:
        seats = open_ + [s for s in (0, 1) if s not in open_]
    for seat in seats:
        laid = state.beasts[seat]
        if laid is None or not laid.up:
            cards = state.config.cards[seat]
            for slot in bits(state.possible(seat) & BEASTS):
                yield laying(SEATS[seat], cards[slot], CELLS[seat][0])
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
                yield laying(SEATS[seat], cards[slot], cell)
    yield pass_(SEATS[seat])
    yield from _legal_early(state)


def _legal_early(state: State) -> Iterator[Action]:
    """JGS-10.5: where a hand turns cards up it may do so too early."""
    if state.watched:
        for seat in sorted(to_act(state)):
            for laid in state.lying():
                yield from _faces(state, laid, seat)


def _legal_flips(state: State) -> Iterator[Action]:
    for laid in state.lying():
        yield from _faces(state, laid, SEATS[laid.owner])


def _faces(state: State, laid: Laid, seat: Seat) -> Iterator[Action]:
    """A card turned up by a seat, with every face it can have."""
    if not laid.up:
        cards = state.config.cards[laid.owner]
        mask = state.possible(laid.owner) if laid.slot == HIDDEN else 1 << laid.slot
        for slot in bits(mask):
            yield turning_up(seat, laid.cell, cards[slot])


def _legal_clear(state: State) -> Iterator[Action]:
    yield from map(ready, SEATS)
    for laid in state.lying():
        yield remove(SEATS[laid.owner], laid.cell)


def _legal_discard(state: State) -> Iterator[Action]:
    for seat in (0, 1):
        if state.owing[seat]:
            for slot in bits(state.possible(seat) & BEASTS):
                card = state.config.cards[seat][slot]
                yield laying(SEATS[seat], card, SPENT[seat], Facing.UP)


def _legal_end(state: State) -> Iterator[Action]:
    del state
    return iter(())


_GENERATORS: Final[dict[Phase, Callable[[State], Iterator[Action]]]] = {
    Phase.LOT: _legal_lot,
    Phase.LAY: _legal_lay,
    Phase.REVEAL: _legal_flips,
    Phase.ITEMS: _legal_items,
    Phase.TURN_UP: _legal_flips,
    Phase.CLEAR: _legal_clear,
    Phase.RELAY: _legal_clear,
    Phase.DISCARD: _legal_discard,
    Phase.END: _legal_end,
}
