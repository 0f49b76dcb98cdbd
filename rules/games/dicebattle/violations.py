"""Every clause that a well-formed action violates, by priority.

The priority is: the turn, the phase's requirement, the card's placement, its availability, and the
set as a whole. The facts are card, cell, neighbour, count, limit and seat. DBM-14.1 forbids
everything that no other clause covers.
"""

from collections import Counter

from rules.core.action import Action, Verb
from rules.core.values import CHANCE, UNKNOWN
from rules.core.verdict import Violation, breach, each_clause_once
from rules.games.dicebattle.cards import FACES
from rules.games.dicebattle.config import DECK_SIZE, MAX_COPIES, SEATS
from rules.games.dicebattle.hidden.views import candidates, limit_of
from rules.games.dicebattle.legal import options, shuffled
from rules.games.dicebattle.resolve.effects import card_at, too_early
from rules.games.dicebattle.sets.refusals import (
    VERBS,
    Violations,
    action_card,
    after_set,
    has_only,
    refuse,
)
from rules.games.dicebattle.state import (
    CHANCE_PHASES,
    Phase,
    State,
    seats_to_act,
    to_turn,
)

_SET = Phase.SET
_DECIDED_BY = {
    Phase.LEAD: "DBM-3.4",
    Phase.FLIP: "DBM-8.1",
    Phase.ORDER: "DBM-8.5",
    Phase.EFFECT: "DBM-8.6",
    Phase.WINDOW: "DBM-7.8",
    Phase.HIDDEN: "DBM-7.6",
    Phase.DISCARD: "DBM-8.10",
    Phase.RECOVER: "DBM-8.10",
    Phase.PURGE: "DBM-8.10",
    Phase.REVIVAL: "DBM-10.1",
    Phase.REVIVE: "DBM-10.2",
    Phase.PENALTY: "DBM-12.2",
}
"""Clause that requires a seat's decision in each phase."""


def violations(state: State, action: Action) -> Violations:
    """Return every clause that the action violates, each once; () if it is legal."""
    return each_clause_once(_all_violations(state, action))


def _all_violations(state: State, action: Action) -> Violations:
    phase = state.phase
    if phase is Phase.END:
        return (breach(state.ending, seat=action.seat),)
    if too_early(state, action):
        return _identity(state, action)
    if committed := after_set(state, action):
        return committed
    if action.seat == CHANCE or phase in CHANCE_PHASES:
        return _chance(state, action)
    seats = seats_to_act(state)
    if action.seat not in seats:
        return _out_of_turn(state, action, _wait(state))
    if phase is _SET:
        return VERBS.get(action.verb, refuse)(state, action)
    if phase is Phase.FLIP:
        return _turning_up(state, action)
    if action in options(state):
        return ()
    violated = action_card(state, action)
    if phase is Phase.HIDDEN and action.verb is Verb.FLIP and not violated:
        return _unseen(state, action)
    if not violated:
        violated = _phase_reason(state)
    return violated


def _out_of_turn(state: State, action: Action, wait: Violation) -> Violations:
    """Return the violations, `wait` first, or last for a winner's futile Revival (DBM-10.4)."""
    violated = action_card(state, action)
    never = any(violation.clause == "DBM-10.4" for violation in violated)
    return (*violated, wait) if never else (wait, *violated)


def _wait(state: State) -> Violation:
    """Return the violation that names the awaited seat, in the dice phase (DBM-5.1) or later."""
    if state.phase in CHANCE_PHASES:
        return breach("DBM-5.1", case="dice", seat=SEATS[state.seat])
    seat = min(seats_to_act(state))
    if state.phase is _SET:
        return breach("DBM-5.1", seat=seat)
    return breach(_decided_by(state), case="wait", seat=seat)


def _decided_by(state: State) -> str:
    over_limit = state.phase is Phase.DISCARD and state.spot == "limit"
    return "DBM-11.3" if over_limit else _DECIDED_BY[state.phase]


def _phase_reason(state: State) -> Violations:
    clause = _decided_by(state)
    if clause == "DBM-11.3":
        return (breach(clause, count=state.due, limit=state.config.hand_limit),)
    return (breach(clause, seat=SEATS[state.seat]),)


# Unknown cards being turned up.


def _turning_up(state: State, action: Action) -> Violations:
    violated = action_card(state, action)
    if violated:
        return violated
    placed = card_at(state, action.at)
    if action.verb is not Verb.FLIP or placed is None or action.at[:1] != action.seat:
        return (breach("DBM-8.1", seat=action.seat),)
    if not to_turn(state, placed):
        return (breach("DBM-8.1", cell=action.at),)
    return _identity(state, action)


def _unseen(state: State, action: Action) -> Violations:
    """Check a grant that is turned up late (`on_trigger`)."""
    placed = card_at(state, action.at)
    if placed is None or placed.card != UNKNOWN or action.at[:1] != action.seat:
        return (breach("DBM-7.6", seat=action.seat),)
    return _identity(state, action)


def _identity(state: State, action: Action) -> Violations:
    if not has_only(action, "at", "card"):
        return refuse(state, action)
    seat, placed = SEATS.index(action.seat), card_at(state, action.at)
    known = "" if placed is None or placed.card == UNKNOWN else placed.card
    card = state.config.cards.get(action.card)
    if action.card in ((known,) if known else candidates(state, seat)):
        return ()
    if card is not None and not card.deckable:
        return (breach("DBM-2.3", card=action.card),)
    if known or card is None:
        return (breach("DBM-8.1", cell=action.at),)
    limit = limit_of(state, seat, action.card)
    return (breach("DBM-2.2", card=action.card, count=limit + 1, limit=limit),)


# Chance.


def _chance(state: State, action: Action) -> Violations:
    stray = _stray_throw(state, action)
    if stray is not None:
        return (stray,)
    if state.phase not in CHANCE_PHASES or action.seat != CHANCE:
        return _out_of_turn(state, action, _wait(state))
    seat = SEATS[state.seat]
    if state.phase is Phase.LOT:
        chosen = action.verb is Verb.CHOOSE and action.value in SEATS and has_only(action, "value")
        return () if chosen else (breach("DBM-3.4"),)
    if state.phase in (Phase.ROLL, Phase.ROLL_OFF):
        thrown = action.verb is Verb.ROLL and action.to == seat and has_only(action, "to", "value")
        if thrown and action.value in FACES:
            return ()
        if thrown:
            return (breach("DBM-1.2", limit=6),)
        case = "whose" if action.verb is Verb.ROLL and action.to != seat else ""
        return (breach("DBM-5.2", case=case, seat=seat),)
    clause = {Phase.DEAL: "DBM-3.3", Phase.REDRAW: "DBM-5.5"}.get(state.phase, "DBM-12.1")
    plain = action.verb is Verb.DRAW and has_only(action, "to", "also")
    if not plain or action.to != f"{seat}.deck":
        return (breach(clause, seat=seat, count=0, limit=len(shuffled(state))),)
    return _shuffle(state, action, clause)


def _stray_throw(state: State, action: Action) -> Violation | None:
    """Return the violation for a roll out of turn or an extra roll."""
    if action.seat != CHANCE or action.verb is not Verb.ROLL or action.to not in SEATS:
        return None
    phase, seat, thrower = state.phase, SEATS[state.seat], SEATS.index(action.to)
    awaited = phase in (Phase.ROLL, Phase.ROLL_OFF)
    if awaited and action.to == seat:
        return None
    if phase is Phase.ROLL_OFF:
        return breach("DBM-3.4", case="roll", seat=seat)
    dice = awaited or phase in (Phase.SET, Phase.REDRAW)
    if state.round and not (dice and action.to != seat):
        return breach("DBM-5.2", case="again", count=state.players[thrower].roll)
    return breach("DBM-5.1", case="roll", seat=seat) if dice else None


def _shuffle(state: State, action: Action, clause: str) -> Violations:
    """Check that a shuffle's order contains exactly the shuffled cards; `?` may be any of them."""
    pile = shuffled(state)
    faults: list[Violation] = []
    if len(action.also) != len(pile):
        deal = state.phase is Phase.DEAL
        faults.append(
            breach("DBM-2.1" if deal else clause, count=len(action.also),
               limit=DECK_SIZE if deal else len(pile))
        )  # fmt: skip
    known = Counter(pile)
    named = Counter(action.also)
    missing = sum(max(0, n - named[card]) for card, n in known.items() if card != UNKNOWN)
    if missing > named[UNKNOWN] and not faults:
        faults.append(breach(clause, count=missing, limit=0))
    left = candidates(state, state.seat) if UNKNOWN in known else {}
    for name, count in sorted(named.items()):
        if name == UNKNOWN or count <= known[name] + left.get(name, 0):
            continue
        card = state.config.cards.get(name)
        limit = known[name] + left.get(name, 0)
        if card is None or not card.deckable:
            faults.append(breach("DBM-2.3", card=name, count=count, limit=0))
        elif count > MAX_COPIES:
            faults.append(breach("DBM-2.2", card=name, count=count, limit=MAX_COPIES))
        else:
            faults.append(breach(clause, card=name, count=count, limit=limit))
    return tuple(faults)
