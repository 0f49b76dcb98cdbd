"""Who may act, what is legal, and what an action breaks (JGS-3 to JGS-7, JGS-10).

`legal` generates and `broken` judges, independently of each other; that they agree is tested.
A judge answers with every clause an action breaks: first whose turn it is, then the card, then
where and how it is laid.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Final

from rules._action import Action, Verb
from rules._values import CHANCE, UNKNOWN, Facing
from rules._verdict import Violation
from rules.games.jiguan._cards import BEASTS, ITEMS, bits, pool
from rules.games.jiguan._config import SEATS
from rules.games.jiguan._state import CELLS, HIDDEN, PLACES, Phase, State

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rules._values import Seat
    from rules.games.jiguan._state import Laid

__all__ = ["broken", "laying", "legal", "pass_", "remove", "to_act", "turning_up", "worlds"]

_BOTH = frozenset(SEATS)
_NONE: frozenset[Seat] = frozenset()
_ONE = (frozenset(("A",)), frozenset(("B",)))
_CHANCE = frozenset((CHANCE,))
_SPENT = tuple(f"{seat}.spent" for seat in SEATS)


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
def _lot(seat: Seat) -> Action:
    return Action(CHANCE, Verb.CHOOSE, value=seat)


@cache
def _ready(seat: Seat) -> Action:
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
    return map(_lot, SEATS)


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
    yield from map(_ready, SEATS)
    for laid in state.lying():
        yield remove(SEATS[laid.owner], laid.cell)


def _legal_discard(state: State) -> Iterator[Action]:
    for seat in (0, 1):
        if state.owing[seat]:
            for slot in bits(state.possible(seat) & BEASTS):
                card = state.config.cards[seat][slot]
                yield laying(SEATS[seat], card, _SPENT[seat], Facing.UP)


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


def worlds(state: State, action: Action) -> list[tuple[State, Action]] | None:
    """A card laid unknown may be any its owner can still have in hand; None: all is known."""
    if action.card != UNKNOWN or action.verb is not Verb.PLACE or action.seat not in SEATS:
        return None
    seat = SEATS.index(action.seat)
    cards = state.config.cards[seat]
    slots = tuple(bits(state.possible(seat))) or range(len(cards))
    return [(state, replace(action, card=cards[slot])) for slot in slots]


# What an action breaks.

_Found = list[Violation]
_MOVING = (Verb.MOVE, Verb.SWAP, Verb.REMOVE, Verb.TURN)


def broken(state: State, action: Action) -> tuple[Violation, ...]:
    """Every clause a known action breaks, in the order of reasons."""
    if action.seat not in SEATS and action.seat != CHANCE:
        return (Violation("JGS-1.1", (("seat", action.seat),)),)
    found = _JUDGES[state.phase](state, action)
    first: dict[str, Violation] = {}
    for violation in found:
        first.setdefault(violation.clause, violation)
    return tuple(first.values())


def _stray(action: Action, meant: Action) -> _Found:
    """JGS-10.1 where an action says more than the one that is meant."""
    return [] if action == meant else [Violation("JGS-10.1")]


def _judge_end(state: State, action: Action) -> _Found:
    del action
    return [Violation("JGS-3.4", (("count", str(len(state.results))),))]


def _judge_lot(state: State, action: Action) -> _Found:
    del state
    if action.seat != CHANCE or action.verb is not Verb.CHOOSE or action.value not in SEATS:
        return [Violation("JGS-3.3")]
    return _stray(action, _lot(action.value))


def _judge_lay(state: State, action: Action) -> _Found:
    if action.verb is Verb.FLIP:
        return _judge_flip(state, action, "JGS-4.5")
    if action.seat == CHANCE:
        return [Violation("JGS-10.1")]
    seat = SEATS.index(action.seat)
    found = []
    if action.seat not in to_act(state):
        found.append(Violation("JGS-4.2", (("seat", action.seat),)))
    if action.verb is Verb.PLACE:
        return found + _judge_beast(state, action, seat)
    if action.verb in _MOVING or action.verb is Verb.PASS:
        return [*found, Violation("JGS-4.4", (("seat", action.seat),))]
    return [*found, Violation("JGS-10.1")]


def _judge_beast(state: State, action: Action, seat: int) -> _Found:
    card = (("card", action.card),)
    slot = state.config.slots[seat].get(action.card)
    laid = state.beasts[seat]
    found = _unknown_card(action, slot)
    if slot is not None:
        if slot > 4:
            if pool()[action.card].kind == "beast":
                found.append(Violation("JGS-1.7", card))
            found.append(Violation("JGS-4.4", card))
        if not state.held[seat] >> slot & 1:
            found.append(Violation("JGS-7.2" if slot < 5 else "JGS-5.8", card))
    if action.to != CELLS[seat][0] or action.facing is not Facing.DOWN:
        found.append(Violation("JGS-4.1", (*card, ("cell", CELLS[seat][0]))))
    if laid is not None:
        if laid.up:
            found.append(Violation("JGS-10.5", card))
        elif slot is not None and laid.slot == slot:
            found.append(Violation("JGS-4.3", card))
    return found + _form(action)


def _unknown_card(action: Action, slot: int | None) -> _Found:
    if slot is not None:
        return []
    card = pool().get(action.card)
    clause = "JGS-1.4" if card is not None and card.kind == "reference" else "JGS-1.9"
    return [Violation(clause, (("card", action.card),))]


def _form(action: Action) -> _Found:
    """JGS-3.2 for a card that lies across, JGS-10.1 for words that mean nothing here."""
    found = []
    if action.turn:
        found.append(Violation("JGS-3.2", (("card", action.card),)))
    if action.at or action.value or action.also:
        found.append(Violation("JGS-10.1"))
    return found


def _judge_items(state: State, action: Action) -> _Found:
    if action.verb is Verb.FLIP:
        return _judge_flip(state, action, "JGS-6.1")
    if action.seat == CHANCE:
        return [Violation("JGS-10.1")]
    seat = SEATS.index(action.seat)
    found = [] if seat == state.turn else [_out_of_turn(state, seat)]
    if action.verb is Verb.PASS:
        return found + _stray(action, pass_(action.seat))
    if action.verb is Verb.PLACE:
        return found + _judge_item(state, action, seat)
    if action.verb in _MOVING:
        return [*found, Violation("JGS-5.7", (("seat", action.seat),))]
    return [*found, Violation("JGS-10.1")]


def _out_of_turn(state: State, seat: int) -> Violation:
    facts = (("seat", SEATS[state.turn]),)
    if state.config.decline_rule == "final" and state.declined[seat]:
        return Violation("JGS-5.5", (("seat", SEATS[seat]),))
    if state.turns == 0:
        return Violation("JGS-5.3" if state.opening() == 0 else "JGS-5.2", facts)
    return Violation("JGS-5.1", facts)


def _judge_item(state: State, action: Action, seat: int) -> _Found:
    card = (("card", action.card),)
    slot = state.config.slots[seat].get(action.card)
    ends = [CELLS[row][p] for row in (seat, 1 - seat) if (p := state.next_place(row)) <= PLACES]
    found = _unknown_card(action, slot)
    badly = action.facing is not Facing.DOWN
    if slot is not None and slot < 5:
        if not state.held[seat] >> slot & 1:
            found.append(Violation("JGS-7.2", card))
        if action.to in (CELLS[0][0], CELLS[1][0]):
            found.append(Violation("JGS-4.3", card))
        else:
            badly = True
    elif slot is not None and not state.possible(seat) >> slot & 1:
        found.append(Violation("JGS-5.8", card))
    if state.items_left(seat) == 0:
        found.append(Violation("JGS-5.6", (("seat", action.seat),)))
    if badly:
        found.append(Violation("JGS-5.1", (*card, ("seat", SEATS[state.turn]))))
    if action.to not in (*ends, CELLS[0][0], CELLS[1][0]):
        found.append(Violation("JGS-3.2", card))
    elif action.to not in ends and (slot is None or slot > 4):
        found.append(Violation("JGS-4.1", card))
    return found + _form(action)


def _judge_flip(state: State, action: Action, clause: str) -> _Found:
    """A hand turns a card up: seen by a camera it stays up (JGS-10.5), else it is not done."""
    if not state.watched or action.seat not in to_act(state):
        return [Violation(clause, (("cell", action.at),))]
    return _judge_face(state, action, clause)


def _judge_face(state: State, action: Action, clause: str) -> _Found:
    laid = state.at(action.at)
    if laid is None or laid.up:
        return [Violation(clause, (("cell", action.at),))]
    return _wrong_face(state, action, laid) + _stray(
        action, turning_up(action.seat, action.at, action.card)
    )


def _wrong_face(state: State, action: Action, laid: Laid) -> _Found:
    """A face that the card on this cell cannot have."""
    slot = state.config.slots[laid.owner].get(action.card)
    found = _unknown_card(action, slot)
    if slot is None:
        return found
    card = (("card", action.card),)
    if not state.held[laid.owner] >> slot & 1:
        return [Violation("JGS-7.2", card)]
    known = laid.slot not in (HIDDEN, slot)
    if known or (laid.slot == HIDDEN and not state.possible(laid.owner) >> slot & 1):
        return [Violation("JGS-9.1", card)]
    return []


def _judge_reveal(state: State, action: Action) -> _Found:
    return _judge_turning(state, action, "JGS-4.5")


def _judge_turn_up(state: State, action: Action) -> _Found:
    return _judge_turning(state, action, "JGS-6.3")


def _judge_turning(state: State, action: Action, clause: str) -> _Found:
    laid = state.at(action.at)
    own = laid is not None and SEATS[laid.owner] == action.seat
    if not own or action.verb is not Verb.FLIP:
        return [Violation(clause, (("cell", action.at),))]
    return _judge_face(state, action, clause)


def _judge_clear(state: State, action: Action) -> _Found:
    clause = "JGS-10.2" if state.phase is Phase.RELAY else "JGS-7.2"
    if action.seat != CHANCE and action.verb is Verb.READY:
        return _stray(action, _ready(action.seat))
    if action.verb is Verb.REMOVE:
        laid = state.at(action.at)
        if laid is not None and SEATS[laid.owner] == action.seat:
            return _stray(action, remove(action.seat, action.at))
    return [Violation(clause, (("card", action.card), ("seat", action.seat)))]


def _judge_discard(state: State, action: Action) -> _Found:
    found = []
    if action.seat not in to_act(state):
        return [Violation("JGS-10.2", (("seat", action.seat),))]
    seat = SEATS.index(action.seat)
    slot = state.config.slots[seat].get(action.card)
    meant = laying(action.seat, action.card, _SPENT[seat], Facing.UP)
    if action.verb is not Verb.PLACE or slot is None or slot > 4 or action.to != meant.to:
        found.append(Violation("JGS-10.2", (("card", action.card), ("seat", action.seat))))
    elif not state.possible(seat) >> slot & 1:
        found.append(Violation("JGS-7.2", (("card", action.card),)))
    return found or _stray(action, meant)


_JUDGES: Final[dict[Phase, Callable[[State, Action], _Found]]] = {
    Phase.LOT: _judge_lot,
    Phase.LAY: _judge_lay,
    Phase.REVEAL: _judge_reveal,
    Phase.ITEMS: _judge_items,
    Phase.TURN_UP: _judge_turn_up,
    Phase.CLEAR: _judge_clear,
    Phase.RELAY: _judge_clear,
    Phase.DISCARD: _judge_discard,
    Phase.END: _judge_end,
}
