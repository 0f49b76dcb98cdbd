"""What an action breaks (JGS-3 to JGS-7, JGS-10), and the worlds of a card laid unknown.

A judge answers with every clause an action breaks: first whose turn it is, then the card, then
where and how it is laid.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from rules.core.action import Verb
from rules.core.values import CHANCE, UNKNOWN, Facing
from rules.core.verdict import Violation, each_clause_once
from rules.games.jiguan.cards import bits, pool
from rules.games.jiguan.config import SEATS
from rules.games.jiguan.legal import (
    SPENT,
    laying,
    lot,
    pass_,
    ready,
    remove,
    to_act,
    turning_up,
)
from rules.games.jiguan.state import CELLS, HIDDEN, PLACES, Phase

if TYPE_CHECKING:
    from collections.abc import Callable

    from rules.core.action import Action
    from rules.games.jiguan.state import Laid, State


def worlds(state: State, action: Action) -> list[tuple[State, Action]] | None:
    """A card laid unknown may be any its owner can still have in hand; None: all is known."""
    if action.card != UNKNOWN or action.verb is not Verb.PLACE or action.seat not in SEATS:
        return None
    seat = SEATS.index(action.seat)
    cards = state.config.cards[seat]
    slots = tuple(bits(state.possible(seat))) or range(len(cards))
    return [(state, replace(action, card=cards[slot])) for slot in slots]


_Found = list[Violation]
_MOVING = (Verb.MOVE, Verb.SWAP, Verb.REMOVE, Verb.TURN)


def violations(state: State, action: Action) -> tuple[Violation, ...]:
    """Every clause a known action breaks, in the order of reasons."""
    if action.seat not in SEATS and action.seat != CHANCE:
        return (Violation("JGS-1.1", (("seat", action.seat),)),)
    return each_clause_once(_JUDGES[state.phase](state, action))


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
    return _stray(action, lot(action.value))


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
    if action.card in ("", UNKNOWN):  # which card it is has not been said
        return [Violation("JGS-10.1")]
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
        return [*found, _disturbed(action)]
    return [*found, Violation("JGS-10.1")]


def _disturbed(action: Action) -> Violation:
    """JGS-5.7, JGS-7.2: a card that lies is moved or taken in phase 3."""
    if action.at in (CELLS[0][0], CELLS[1][0]):
        return Violation("JGS-7.2", (("cell", action.at),), "beast")
    return Violation("JGS-5.7", (("seat", action.seat),))


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
    beast = state.at(action.at) if action.at in (CELLS[0][0], CELLS[1][0]) else None
    if beast is not None and beast.up:
        card = state.config.cards[beast.owner][beast.slot]
        return [Violation("JGS-4.5", (("card", card), ("cell", action.at)), "up")]
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
        return _stray(action, ready(action.seat))
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
    meant = laying(action.seat, action.card, SPENT[seat], Facing.UP)
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
