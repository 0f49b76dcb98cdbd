"""Violations for an action (JGS-3 to JGS-7, JGS-10), and the worlds of a card placed unseen.

The priority is: the turn, the card, its place, and its orientation.
"""

from collections.abc import Callable, Mapping

from rules.core.action import CHOOSE, FLIP, MOVE, PASS, PLACE, READY, REMOVE, SWAP, TURN, Action
from rules.core.values import CHANCE, DOWN, UNKNOWN, UP, Seat
from rules.core.verdict import Violation, breach, each_clause_once
from rules.games.jiguan.cards import ALL, pool
from rules.games.jiguan.config import SEATS
from rules.games.jiguan.legal import (
    SPENT,
    Bans,
    beast_bans,
    beast_seats,
    discard_seats,
    discardable,
    item_bans,
    item_seats,
    pass_,
    placement,
    row_ends,
)
from rules.games.jiguan.state import CELLS, Phase, Placed, State

_Violations = list[Violation]
Judge = Callable[[State, Action], _Violations]
_MOVING = (MOVE, SWAP, REMOVE, TURN)


def each_clause(judge: Judge) -> Callable[[State, Action], tuple[Violation, ...]]:
    """Return a phase's judgement: every violated clause once, and the seat first (JGS-1.1)."""

    def violations(state: State, action: Action) -> tuple[Violation, ...]:
        if action.seat not in SEATS and action.seat != CHANCE:
            return (breach("JGS-1.1", seat=action.seat),)
        return each_clause_once(judge(state, action))

    return violations


def _stray(action: Action, meant: Action) -> _Violations:
    """Return the violation of JGS-10.1 if an action has fields that `meant` does not have."""
    return [] if action == meant else [breach("JGS-10.1")]


def judge_lot(_state: State, action: Action) -> _Violations:
    """Judge the lot (JGS-3.3)."""
    if action.seat != CHANCE or action.verb is not CHOOSE or action.value not in SEATS:
        return [breach("JGS-3.3")]
    return _stray(action, Action(CHANCE, CHOOSE, value=action.value))


def judge_beasts(state: State, action: Action) -> _Violations:
    """Judge an action in phase 1 (JGS-4)."""
    if action.verb is FLIP:
        return _judge_flip(state, action, "JGS-4.5", beast_seats(state))
    if action.seat == CHANCE:
        return [breach("JGS-10.1")]
    seat = SEATS.index(action.seat)
    violated = []
    if state.ordered and action.seat not in beast_seats(state):
        violated.append(breach("JGS-4.2", seat=action.seat))
    if action.verb is PLACE:
        return violated + _judge_beast(state, action, seat)
    if action.verb in _MOVING or action.verb is PASS:
        return [*violated, breach("JGS-4.4", seat=action.seat)]
    return [*violated, breach("JGS-10.1")]


def _judge_beast(state: State, action: Action, seat: int) -> _Violations:
    facts = {"card": action.card, "cell": CELLS[seat][0]}
    slot = state.config.slots[seat].get(action.card)
    violated = _unknown_card(action, slot)
    if slot is not None and slot > 4 and pool()[action.card].kind == "beast":
        violated.append(breach("JGS-1.7", **facts))
    violated += _banned(beast_bans(state, seat), slot, facts)
    if action.to != CELLS[seat][0] or action.facing is not DOWN:
        violated.append(breach("JGS-4.1", **facts))
    return violated + _form(action)


def _banned(bans: Bans, slot: int | None, facts: Mapping[str, str], case: str = "") -> _Violations:
    """Return the violations of the clauses that forbid a card; `case` is that of JGS-5.1."""
    card = ALL if slot is None else 1 << slot
    return [
        breach(clause, case if clause == "JGS-5.1" else "", **facts)
        for clause, slots in bans
        if slots & card == card
    ]


def _unknown_card(action: Action, slot: int | None) -> _Violations:
    if slot is not None:
        return []
    if action.card in ("", UNKNOWN):  # the card is not named
        return [breach("JGS-10.1")]
    card = pool().get(action.card)
    clause = "JGS-1.4" if card is not None and card.kind == "reference" else "JGS-1.9"
    return [breach(clause, card=action.card)]


def _form(action: Action) -> _Violations:
    """Return the violations for a sideways card (JGS-3.2) and for unused fields (JGS-10.1)."""
    violated = []
    if action.turn:
        violated.append(breach("JGS-3.2", card=action.card))
    if action.at or action.value or action.also:
        violated.append(breach("JGS-10.1"))
    return violated


def judge_items(state: State, action: Action) -> _Violations:
    """Judge an action in phase 3 (JGS-5)."""
    if action.verb is FLIP:
        return _judge_flip(state, action, "JGS-6.1", item_seats(state))
    if action.seat == CHANCE:
        return [breach("JGS-10.1")]
    seat = SEATS.index(action.seat)
    violated = [] if seat == state.turn else [_out_of_turn(state, seat)]
    if action.verb is PASS:
        return violated + _stray(action, pass_(action.seat))
    if action.verb is PLACE:
        return violated + _judge_item(state, action, seat)
    if action.verb in _MOVING:
        return [*violated, _disturbed(action)]
    return [*violated, breach("JGS-10.1")]


def _disturbed(action: Action) -> Violation:
    """Return the violation for moving or taking a placed card in phase 3 (JGS-5.7, JGS-7.2)."""
    if action.at in (CELLS[0][0], CELLS[1][0]):
        return breach("JGS-7.2", "beast", cell=action.at)
    return breach("JGS-5.7", seat=action.seat)


def _out_of_turn(state: State, seat: int) -> Violation:
    if state.config.decline_rule == "final" and state.declined[seat]:
        return breach("JGS-5.5", seat=SEATS[seat])
    first = "JGS-5.3" if state.opening() == 0 else "JGS-5.2"
    return breach("JGS-5.1" if state.turns else first, seat=SEATS[state.turn])


def _judge_item(state: State, action: Action, seat: int) -> _Violations:
    facts = {"card": action.card, "seat": action.seat}
    slot = state.config.slots[seat].get(action.card)
    on_beast = action.to in (CELLS[0][0], CELLS[1][0])
    wrong = "face" if action.facing is not DOWN else "place" if on_beast else ""
    violated = _unknown_card(action, slot)
    if on_beast and slot is not None and slot < 5:
        violated.append(breach("JGS-4.3", **facts))
    violated += _banned(item_bans(state, seat), slot, facts, wrong or "beast")
    if wrong:
        violated.append(breach("JGS-5.1", wrong, **facts))
    if not on_beast and action.to not in row_ends(state, seat):
        violated.append(breach("JGS-3.2", **facts))
    return violated + _form(action)


def _judge_flip(state: State, action: Action, clause: str, seats: frozenset[Seat]) -> _Violations:
    """Judge a card that is turned up, which is allowed only in front of a camera (JGS-10.5)."""
    placed = state.at(action.at)
    if placed is not None and placed.up and placed.place == 0:
        return [breach("JGS-4.5", "up", card=state.card(placed), cell=action.at)]
    if placed is None or not state.watched or action.seat not in seats:
        return [breach(clause, cell=action.at)]
    return _judge_face(state, action, placed, clause)


def judge_turning(clause: str, state: State, action: Action) -> _Violations:
    """Judge a card that is turned up; `clause` is the phase's own."""
    placed = state.at(action.at)
    if action.verb is not FLIP or placed is None or SEATS[placed.owner] != action.seat:
        return [breach(clause, cell=action.at)]
    return _judge_face(state, action, placed, clause)


def _judge_face(state: State, action: Action, placed: Placed, clause: str) -> _Violations:
    """Judge the identity that an action gives to a face-down card."""
    if placed.up:
        return [breach(clause, cell=action.at)]
    slot = state.config.slots[placed.owner].get(action.card)
    violated = _unknown_card(action, slot)
    if slot is not None and not state.held[placed.owner] >> slot & 1:
        violated.append(breach("JGS-7.2", card=action.card))
    elif slot is not None and not state.faces(placed) >> slot & 1:
        violated.append(breach("JGS-9.1", card=action.card))
    meant = Action(action.seat, FLIP, card=action.card, at=action.at)
    return violated + _stray(action, meant)


def judge_clear(state: State, action: Action) -> _Violations:
    """Judge the removal of cards (JGS-7.2, JGS-10.2)."""
    clause = "JGS-10.2" if state.phase is Phase.RELAY else "JGS-7.2"
    if action.seat != CHANCE and action.verb is READY:
        return _stray(action, Action(action.seat, READY))
    if action.verb is REMOVE:
        placed = state.at(action.at)
        if placed is not None and SEATS[placed.owner] == action.seat:
            return _stray(action, Action(action.seat, REMOVE, at=action.at))
    return [breach(clause, card=action.card, seat=action.seat)]


def judge_discard(state: State, action: Action) -> _Violations:
    """Judge a beast discarded as a penalty (JGS-10.2)."""
    violated = []
    if action.seat not in discard_seats(state):
        return [breach("JGS-10.2", seat=action.seat)]
    seat = SEATS.index(action.seat)
    slot = state.config.slots[seat].get(action.card)
    meant = placement(action.seat, action.card, SPENT[seat], UP)
    if action.verb is not PLACE or slot is None or slot > 4 or action.to != meant.to:
        violated.append(breach("JGS-10.2", card=action.card, seat=action.seat))
    elif not discardable(state, seat) >> slot & 1:
        violated.append(breach("JGS-7.2", card=action.card))
    return violated or _stray(action, meant)


def judge_end(state: State, _action: Action) -> _Violations:
    """Judge an action after the last round (JGS-3.4)."""
    return [breach("JGS-3.4", count=len(state.results))]
