"""Every clause that a well-formed action violates, by priority.

The priority is: the turn, the phase's requirement, the card's placement, its availability, and the
set as a whole. The facts are card, cell, neighbour, count, limit and seat. DBM-14.1 forbids
everything that no other clause covers.
"""

from collections import Counter
from collections.abc import Callable

from rules.core.action import CHOOSE, DRAW, FLIP, ROLL, Action
from rules.core.values import CHANCE, UNKNOWN
from rules.core.verdict import Violation, breach, each_clause_once
from rules.games.dicebattle import legal
from rules.games.dicebattle.cards import FACES
from rules.games.dicebattle.config import DECK_SIZE, MAX_COPIES, SEATS
from rules.games.dicebattle.hidden.views import candidates, limit_of
from rules.games.dicebattle.resolve.effects import card_at, too_early
from rules.games.dicebattle.sets.refusals import (
    VERBS,
    Violations,
    action_card,
    after_set,
    has_only,
    refuse,
)
from rules.games.dicebattle.state import Phase, State, to_turn

Judge = Callable[[State, Action], Violations]


def _judged(who: legal.Who, judge: Judge, wait: Callable[[State, str], Violation]) -> Judge:
    """Return a phase's judgement: each violated clause once.

    A complete set, the dice and the turn come before `judge`. `wait` returns the violation that
    names the awaited seat.
    """

    def violations(state: State, action: Action) -> Violations:
        violated = after_set(state, action) or _stray_throw(state, action)
        if violated:
            return violated
        seats = who(state)
        if action.seat in seats:
            return each_clause_once(judge(state, action))
        return each_clause_once(_out_of_turn(state, action, wait(state, min(seats))))

    return violations


def _out_of_turn(state: State, action: Action, wait: Violation) -> Violations:
    """Return the violations, `wait` first, or last for a winner's futile Revival (DBM-10.4)."""
    violated = action_card(state, action)
    never = any(violation.clause == "DBM-10.4" for violation in violated)
    return (*violated, wait) if never else (wait, *violated)


def of_chance(judge: Judge) -> Judge:
    """Return the judgement of a phase of the chance seat."""
    return _judged(
        legal.of_chance,
        judge,
        lambda state, _seat: breach("DBM-5.1", case="dice", seat=SEATS[state.seat]),
    )


def unless_early(judge: Judge) -> Judge:
    """Return a judgement in which a set card may also be turned up too early (DBM-14.3)."""

    def violations(state: State, action: Action) -> Violations:
        return (_identity if too_early(state, action) else judge)(state, action)

    return violations


def decision(options: legal.Options, clause: str, judge: Judge | None = None) -> Judge:
    """Return the judgement of a decision that `clause` requires, from the phase's options.

    `judge` returns further reasons against an action that is not an option.
    """

    def judged(state: State, action: Action) -> Violations:
        if action in options(state):
            return ()
        violated = action_card(state, action) or (judge(state, action) if judge else ())
        return violated or (_required(state, clause),)

    return _judged(
        legal.of_one,
        judged,
        lambda state, seat: breach(_required(state, clause).clause, case="wait", seat=seat),
    )


def _required(state: State, clause: str) -> Violation:
    """Return the violation of the clause that requires the decision, or of the hand limit."""
    if state.spot == "limit":
        return breach("DBM-11.3", count=state.due, limit=state.config.hand_limit)
    return breach(clause, seat=SEATS[state.seat])


def _by_verb(state: State, action: Action) -> Violations:
    return VERBS.get(action.verb, refuse)(state, action)


judge_setting: Judge = unless_early(
    _judged(legal.of_one, _by_verb, lambda _state, seat: breach("DBM-5.1", seat=seat))
)
"""Judgement of the dice phase."""


def judge_end(state: State, action: Action) -> Violations:
    """Refuse every action after the end (DBM-4.3, DBM-9.3)."""
    return (breach(state.ending, seat=action.seat),)


# Unknown cards being turned up.


def _turning_up(state: State, action: Action) -> Violations:
    """Judge a card that is turned up for the battle (DBM-8.1)."""
    violated = action_card(state, action)
    if violated:
        return violated
    placed = card_at(state, action.at)
    if action.verb is not FLIP or placed is None or action.at[:1] != action.seat:
        return (breach("DBM-8.1", seat=action.seat),)
    if not to_turn(state, placed):
        return (breach("DBM-8.1", cell=action.at),)
    return _identity(state, action)


judge_flip: Judge = _judged(
    legal.of_flip, _turning_up, lambda _state, seat: breach("DBM-8.1", case="wait", seat=seat)
)
"""Judgement of the phase in which unknown cards are turned up."""


def judge_late_grant(state: State, action: Action) -> Violations:
    """Return the violations if a grant is turned up late (`on_trigger`); () for other actions."""
    if action.verb is not FLIP:
        return ()
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


def _stray_throw(state: State, action: Action) -> Violations:
    """Return the violation for a roll out of turn or an extra roll."""
    if action.seat != CHANCE or action.verb is not ROLL or action.to not in SEATS:
        return ()
    phase, seat, thrower = state.phase, SEATS[state.seat], SEATS.index(action.to)
    awaited = phase in (Phase.ROLL, Phase.ROLL_OFF)
    if awaited and action.to == seat:
        return ()
    if phase is Phase.ROLL_OFF:
        return (breach("DBM-3.4", case="roll", seat=seat),)
    dice = awaited or phase in (Phase.SET, Phase.REDRAW)
    if state.round and not (dice and action.to != seat):
        return (breach("DBM-5.2", case="again", count=state.players[thrower].roll),)
    return (breach("DBM-5.1", case="roll", seat=seat),) if dice else ()


def judge_lot(_state: State, action: Action) -> Violations:
    """Judge the lot for the first turn (DBM-3.4)."""
    chosen = action.verb is CHOOSE and action.value in SEATS and has_only(action, "value")
    return () if chosen else (breach("DBM-3.4"),)


def judge_roll(state: State, action: Action) -> Violations:
    """Judge a roll of the awaited seat (DBM-1.2, DBM-5.2)."""
    seat, rolled = SEATS[state.seat], action.verb is ROLL
    if not (rolled and action.to == seat and has_only(action, "to", "value")):
        case = "whose" if rolled and action.to != seat else ""
        return (breach("DBM-5.2", case=case, seat=seat),)
    return () if action.value in FACES else (breach("DBM-1.2", limit=6),)


def judge_shuffle(clause: str) -> Judge:
    """Return the judgement of a shuffle that `clause` requires."""

    def judge(state: State, action: Action) -> Violations:
        seat = SEATS[state.seat]
        plain = action.verb is DRAW and has_only(action, "to", "also")
        if not plain or action.to != f"{seat}.deck":
            return (breach(clause, seat=seat, count=0, limit=len(legal.shuffled(state))),)
        return _shuffle(state, action, clause)

    return judge


def _shuffle(state: State, action: Action, clause: str) -> Violations:
    """Check that a shuffle's order contains exactly the shuffled cards; `?` may be any of them."""
    pile = legal.shuffled(state)
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
