"""Every clause that a well-formed action violates, by priority.

The priority is: the end of the game, the seat to decide, and the options of its decision; `moves`
judges the moves of a turn. The facts are card, cell, target, count, limit and seat. STR-9.4 forbids
everything that no other clause covers.
"""

from collections import Counter
from collections.abc import Callable

from rules.core.action import CHOOSE, DECLARE, DRAW, PASS, PLACE, Action
from rules.core.values import CHANCE, DOWN, UNKNOWN
from rules.core.verdict import Violation, breach, each_clause_once
from rules.games.stratosphere import actions
from rules.games.stratosphere.actions import DISCARD, NO_ATTACK, PILE
from rules.games.stratosphere.control import free_forces
from rules.games.stratosphere.hidden import has
from rules.games.stratosphere.moves import Found, card_faults, misread, refused, takes
from rules.games.stratosphere.state import Phase, State

# Enum members are looked up only once, because each look-up takes a tenth of a microsecond.
_WINDOW = Phase.WINDOW


Judge = Callable[[State, Action], Found]


def by_seat(judge: Judge, others: Judge) -> Judge:
    """Return a phase's judgement; `others` judges a seat that must not act, concessions apart."""

    def violations(state: State, action: Action) -> Found:
        if actions.is_concession(action):
            return _concede(state, action)
        if action.verb is PASS and action.value == NO_ATTACK and state.phase is not _WINDOW:
            return (breach("STR-5.4", case=NO_ATTACK),)
        return each_clause_once(others(state, action) or judge(state, action))

    return violations


def turn_seat(state: State) -> str:
    """Return the seat whose turn it is."""
    return state.config.seats[state.seat]


def asked_seat(state: State) -> str:
    """Return the seat that answers an attack (STR-6.4)."""
    return state.config.seats[state.asked]


def judge_turn(state: State, action: Action) -> Found:
    """Judge whose turn it is (STR-3.1)."""
    seat = turn_seat(state)
    return () if action.seat == seat else (breach("STR-3.1", seat=seat),)


def judge_asked(state: State, action: Action) -> Found:
    """Judge whether another seat answers the attack (STR-5.4, STR-6.1, STR-6.4)."""
    if action.seat == asked_seat(state):
        return ()
    answers = action.verb is PASS or (action.verb is PLACE and action.to == DISCARD)
    found = [breach("STR-6.4" if answers else "STR-5.4", seat=asked_seat(state))]
    attacker = state.config.seats[state.seat]
    if action.card and answers and action.seat == attacker:
        found.append(breach("STR-6.1", card=action.card, **_attack_facts(state)))
    return tuple(found)


def _attack_facts(state: State) -> dict[str, str]:
    return {
        "neighbour": state.nodes[state.source].up,
        "cell": state.config.names[state.source],
        "target": state.config.names[state.target],
    }


# Chance.


def judge_deal(state: State, action: Action) -> Found:
    """Judge the shuffle of the pack (STR-2.4)."""
    config, size = state.config, len(state.config.pack)
    if action != Action(CHANCE, DRAW, to=PILE, also=action.also):
        return (breach("STR-2.4", seat=action.seat),)
    found: list[Violation] = []
    if len(action.also) != size:
        found.append(breach("STR-1.2", count=len(action.also), limit=size))
    for card, count in sorted(Counter(action.also).items()):
        limit = config.copies if card in config.value else 0
        if card != UNKNOWN and count > limit:
            found.append(breach("STR-8.4", card=card, count=count, limit=limit))
    return each_clause_once(found)


def judge_recycling(state: State, action: Action) -> Found:
    """Judge the shuffle of the discard pile (STR-3.10)."""
    if action != Action(CHANCE, DRAW, to=PILE, also=action.also):
        return (breach("STR-3.10", seat=action.seat),)
    known, size = Counter(state.discard), len(state.discard)
    counts = Counter(card for card in action.also if card != UNKNOWN)
    wrong = any(count > known[card] for card, count in counts.items())
    if wrong or len(action.also) != size:
        return (breach("STR-3.10", count=len(action.also), limit=size),)
    return ()


# Decisions of a seat other than moves.


def judge_force(state: State, action: Action) -> Found:
    """Judge the choice of a force (STR-4.8)."""
    forces = [state.config.forces[f] for f in free_forces(state)]
    if action == Action(action.seat, CHOOSE, value=action.value) and action.value in forces:
        return ()
    if action.verb is DECLARE and action.value in forces:
        return (takes(f"{CHOOSE} {action.value}"),)
    return (breach("STR-4.8", seat=action.seat),)


def can_prevent(state: State, card: str) -> bool:
    """Return True if a card prevents the attack: by its force and its value (STR-6.1)."""
    force, value, attacker = state.config.force, state.config.value, state.nodes[state.source].up
    return force[card] == force[attacker] and value[card] >= value[attacker]


def judge_answer(state: State, action: Action) -> Found:
    """Judge the answer to an attack: prevent with one card, show another, or allow (STR-6)."""
    seat, card, target = action.seat, action.card, state.config.names[state.target]
    if action.value == "hand":
        return _show(state, action)
    if action.verb is PASS:
        return () if action == actions.plain(seat, PASS) else (refused(action),)
    hidden = action.facing is DOWN
    if action.verb is PLACE and not hidden and action.to in ("", target):
        return (takes(f"to={DISCARD}" if card else f"card= to={DISCARD}"),)
    if action.verb is PLACE and action.to == DISCARD and not card:
        return (takes("card="),)
    if hidden and action.to == target:
        return (breach("STR-6.1", card=card, **_attack_facts(state)),)
    if action.verb is not PLACE or action.to != DISCARD:
        return (breach("STR-5.4", seat=seat),)
    known = card in state.config.value
    lacking = breach("STR-6.6", card=card, seat=seat)
    found = card_faults(state, state.asked, card, lacking) if known else []
    if not (known or hidden or card == UNKNOWN):
        found.append(misread(state, card))
    elif not known or not can_prevent(state, card):
        found.append(breach("STR-6.1", card=card, **_attack_facts(state)))
    if not found and action != actions.prevent(seat, card):
        found.append(refused(action))
    return tuple(found)


def _show(state: State, action: Action) -> Found:
    """Judge the showing of a card in hand that is not known yet (STR-6.6)."""
    card, *_ = *action.also, ""
    known = card not in state.config.value or (state.asked, card) in state.shown
    if known or action != actions.show(action.seat, card) or not has(state, state.asked, card):
        return (refused(action),)
    return ()


def disclosure(state: State, action: Action) -> Action | None:
    """Return the showing of the card with which an illegal action was to prevent an attack."""
    shown = actions.show(action.seat, action.card)
    if state.phase is not _WINDOW or action != actions.prevent(action.seat, action.card):
        return None
    return None if judge_asked(state, shown) or judge_answer(state, shown) else shown


def _concede(state: State, action: Action) -> Found:
    """Judge a concession (STR-7.7); `with` names the winner on whom all opponents agree."""
    seats = state.config.seats
    if action.seat not in seats:
        seat = asked_seat(state) if state.phase is _WINDOW else turn_seat(state)
        return (breach("STR-3.1", seat=seat),)
    rest = {s for n, s in enumerate(seats) if not state.out >> n & 1} - {action.seat}
    fine = state.out >> seats.index(action.seat) & 1 == 0 and (
        not action.also or (len(action.also) == 1 and rest.issuperset(action.also))
    )
    if action != Action(action.seat, DECLARE, value="concede", also=action.also) or not fine:
        return (breach("STR-7.7", seat=action.seat),)
    return ()


def judge_end(state: State, action: Action) -> Found:
    """Judge an action after the end (STR-7)."""
    return (breach(state.ending, seat=action.seat),)
