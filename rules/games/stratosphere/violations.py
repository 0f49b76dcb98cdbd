"""Every clause that a well-formed action violates, by priority.

The priority is: the end of the game, the seat to decide, and the options of its decision; `moves`
judges the moves of a turn. The facts are card, cell, target, count, limit and seat. STR-9.4 forbids
everything that no other clause covers.
"""

from collections import Counter
from collections.abc import Callable

from rules.core.action import Action, Verb
from rules.core.values import CHANCE, UNKNOWN, Facing
from rules.core.verdict import Violation, breach, each_clause_once
from rules.games.stratosphere.control import free_forces
from rules.games.stratosphere.hidden import has, left_of
from rules.games.stratosphere.legal import DISCARD, NO_ATTACK, PILE, prevent, show
from rules.games.stratosphere.moves import Found, move, refused, takes
from rules.games.stratosphere.state import Phase, State

# Enum members are looked up only once, because each look-up takes a tenth of a microsecond.
_PLACE, _PASS, _DECLARE = Verb.PLACE, Verb.PASS, Verb.DECLARE
_DEAL, _RECYCLE, _WINDOW = Phase.DEAL, Phase.RECYCLE, Phase.WINDOW


def acting(state: State) -> str:
    """Return the seat that decides now, which may be chance; "" after the game has ended."""
    if state.ending:
        return ""
    if state.phase is _DEAL or state.phase is _RECYCLE:
        return CHANCE
    return state.config.seats[state.asked if state.phase is _WINDOW else state.seat]


def violations(state: State, action: Action) -> Found:
    """Return every violated clause, each once; () if the action is legal."""
    return each_clause_once(_all_violations(state, action))


def _all_violations(state: State, action: Action) -> Found:
    if state.ending:
        return (breach(state.ending, seat=action.seat),)
    if action.verb is _DECLARE and action.value == "concede":
        return _concede(state, action)
    seat = acting(state)
    if action.verb is _PASS and action.value == NO_ATTACK and state.phase is not _WINDOW:
        return (breach("STR-5.4", case=NO_ATTACK),)
    if action.seat != seat:
        return _not_asked(state, action, seat)
    return _PHASES[state.phase](state, action)


def _not_asked(state: State, action: Action, seat: str) -> Found:
    """Return the violation if another seat must decide first."""
    if state.phase is _DEAL:
        return (breach("STR-2.4", seat=action.seat),)
    if state.phase is _RECYCLE:
        return (breach("STR-3.10", seat=action.seat),)
    if state.phase is not _WINDOW:
        return (breach("STR-3.1", seat=seat),)
    answers = action.verb is _PASS or (action.verb is _PLACE and action.to == DISCARD)
    found = [breach("STR-6.4" if answers else "STR-5.4", seat=seat)]
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


def _deal(state: State, action: Action) -> Found:
    config, size = state.config, len(state.config.pack)
    if action != Action(CHANCE, Verb.DRAW, to=PILE, also=action.also):
        return (breach("STR-2.4", seat=action.seat),)
    found: list[Violation] = []
    if len(action.also) != size:
        found.append(breach("STR-1.2", count=len(action.also), limit=size))
    for card, count in sorted(Counter(action.also).items()):
        limit = config.copies if card in config.value else 0
        if card != UNKNOWN and count > limit:
            found.append(breach("STR-8.4", card=card, count=count, limit=limit))
    return tuple(found)


def _recycle(state: State, action: Action) -> Found:
    if action != Action(CHANCE, Verb.DRAW, to=PILE, also=action.also):
        return (breach("STR-3.10", seat=action.seat),)
    known, size = Counter(state.discard), len(state.discard)
    counts = Counter(card for card in action.also if card != UNKNOWN)
    wrong = any(count > known[card] for card, count in counts.items())
    if wrong or len(action.also) != size:
        return (breach("STR-3.10", count=len(action.also), limit=size),)
    return ()


# Decisions of a seat other than moves.


def _name(state: State, action: Action) -> Found:
    """Judge the choice of a force (STR-4.8)."""
    forces = [state.config.forces[f] for f in free_forces(state)]
    if action == Action(action.seat, Verb.CHOOSE, value=action.value) and action.value in forces:
        return ()
    if action.verb is _DECLARE and action.value in forces:
        return (takes(f"{Verb.CHOOSE} {action.value}"),)
    return (breach("STR-4.8", seat=action.seat),)


def _window(state: State, action: Action) -> Found:
    """Judge the answer to an attack: prevent with one card, show another, or allow (STR-6)."""
    seat = action.seat
    if action.value == "hand":
        return _show(state, action)
    if action.verb is _PASS:
        return () if action == Action(seat, _PASS) else (refused(action),)
    hidden = action.facing is Facing.DOWN
    if action.verb is _PLACE and not hidden and action.to in ("", state.config.names[state.target]):
        return (takes(f"to={DISCARD}" if action.card else f"card= to={DISCARD}"),)
    if action.verb is _PLACE and action.to == DISCARD and not action.card:
        return (takes("card="),)
    if hidden and action.to == state.config.names[state.target]:
        return (breach("STR-6.1", card=action.card, **_attack_facts(state)),)
    if action.verb is not _PLACE or action.to != DISCARD:
        return (breach("STR-5.4", seat=seat),)
    config, attacker = state.config, state.nodes[state.source].up
    found: list[Violation] = []
    card = action.card
    if card in config.value:
        if not has(state, state.asked, card):
            found.append(_lacking(state, card))
        fits = config.force[card] == config.force[attacker]
        if not fits or config.value[card] < config.value[attacker]:
            found.append(breach("STR-6.1", card=card, **_attack_facts(state)))
    elif card == UNKNOWN or hidden:
        found.append(breach("STR-6.1", card=card, **_attack_facts(state)))
    else:
        found.append(breach("STR-8.4", card=card, count=1, limit=0))
    if not found and action != prevent(seat, card):
        found.append(refused(action))
    return tuple(found)


def _show(state: State, action: Action) -> Found:
    """Judge the showing of a card in hand that is not known yet (STR-6.6)."""
    card, *_ = *action.also, ""
    known = card not in state.config.value or (state.asked, card) in state.shown
    if known or action != show(action.seat, card) or not has(state, state.asked, card):
        return (refused(action),)
    return ()


def disclosure(state: State, action: Action) -> Action | None:
    """Return the showing of the card with which an illegal action was to prevent an attack."""
    shown = show(action.seat, action.card)
    return (
        shown
        if action == prevent(action.seat, action.card) and not violations(state, shown)
        else None
    )


def _lacking(state: State, card: str) -> Violation:
    """Return the violation for a card that cannot be in the hand of the seat that is asked."""
    if UNKNOWN in state.hands[state.asked] and not left_of(state, card):
        return breach(
            "STR-8.4", card=card, count=state.config.copies + 1, limit=state.config.copies
        )
    return breach("STR-6.6", card=card, seat=state.config.seats[state.asked])


def _concede(state: State, action: Action) -> Found:
    """Judge a concession (STR-7.7); `with` names the winner on whom all opponents agree."""
    seats = state.config.seats
    if state.phase in (_DEAL, _RECYCLE):
        return _not_asked(state, action, CHANCE)
    if action.seat not in seats:
        return (breach("STR-3.1", seat=acting(state)),)
    rest = {s for n, s in enumerate(seats) if not state.out >> n & 1} - {action.seat}
    fine = state.out >> seats.index(action.seat) & 1 == 0 and (
        not action.also or (len(action.also) == 1 and rest.issuperset(action.also))
    )
    if action != Action(action.seat, _DECLARE, value="concede", also=action.also) or not fine:
        return (breach("STR-7.7", seat=action.seat),)
    return ()


_PHASES: dict[Phase, Callable[[State, Action], Found]] = {
    _DEAL: _deal,
    _RECYCLE: _recycle,
    Phase.NAME: _name,
    _WINDOW: _window,
    Phase.MOVE: move,
}
