"""Every clause that a well-formed action violates, by priority.

The priority is: the end of the game, the seat to decide, the phase's requirement, and the order
itself (its form, the queue's length, its references, its cost). SPH-7.1 (for chance, SPH-16.1)
forbids everything that no other clause covers.
"""

from collections import Counter
from collections.abc import Callable

from rules.core.action import Action, Verb
from rules.core.chance import SEED_FORM
from rules.core.values import CHANCE, UNKNOWN, Facing
from rules.games.spherion.config import MAIN_KINDS, MAIN_SIZES, SEATS
from rules.games.spherion.legal import (
    HAND,
    SIGNS,
    acting,
    claim_cards,
    eligible,
    faces,
    may_draw,
    plain_action,
)
from rules.games.spherion.orders.draft import draft
from rules.games.spherion.orders.order import named_twice, read_intent
from rules.games.spherion.orders.order_rules import Violations, breaks, ordered, too_long
from rules.games.spherion.orders.rail_slot import OVERFULL, UNFINISHED
from rules.games.spherion.state import (
    DICE,
    HIDDEN_ORDER,
    NEUTRAL,
    Ask,
    Phase,
    State,
    active,
    holds_set,
)

# Enum members are looked up only once, because each look-up takes a tenth of a microsecond.
_DOWN, _PLAN, _ORDER = Facing.DOWN, Phase.PLAN, Phase.ORDER

_BY_HAND = frozenset(
    (Verb.PLACE, Verb.MOVE, Verb.SWAP, Verb.FLIP, Verb.TURN, Verb.REMOVE, Verb.CHOOSE)
)
_SLOTS = {UNFINISHED: "unfinished", OVERFULL: "overfull"}
"""Case of SPH-7.1 for a rail's slot whose cards form no order."""
_LATE = {
    Phase.JKP: "SPH-17.6",
    Phase.DRAW: "SPH-5.2",
    Phase.USE: "SPH-5.4",
    Phase.PLAN: "SPH-5.7",
}
"""Clause for a seat that has already made a phase's decision."""


def violations(state: State, action: Action) -> Violations:
    """Return every clause that the action violates; () if it is legal."""
    if state.phase is Phase.END:
        return breaks("SPH-8.9", seat=action.seat)
    if action.value == "concede" and action.seat in SEATS:
        if action != Action(action.seat, Verb.DECLARE, value="concede"):
            return _refused(action)
        return breaks("SPH-8.9", seat=action.seat) if state.ending else ()
    if early := _early(state, action):
        return breaks("SPH-7.1", case=early)
    seats = acting(state)
    if action.seat not in seats:
        seat_due = min(seats)
        if action.seat in SEATS and state.players[SEATS.index(action.seat)].done:
            if state.turn and SEATS.index(action.seat) not in active(state):
                return breaks("SPH-5.1", seat=seat_due)
            if state.phase is _PLAN and state.config.hidden_orders and _is_order(action):
                return breaks("SPH-17.3", seat=action.seat)
            return breaks(_LATE.get(state.phase, "SPH-5.1"), case="done", seat=action.seat)
        return breaks("SPH-5.1", case="dice" if seat_due == CHANCE else "", seat=seat_due)
    if action.seat == CHANCE:
        return _chance(state, action)
    seat = SEATS.index(action.seat)
    if state.ask is not None and state.ask.kind != "jkp":
        return _answer(state, state.ask, action)
    return _PHASES[state.phase](state, seat, action)


def _early(state: State, action: Action) -> str:
    """Return the case of SPH-7.1 for an act that comes too early or that no question asks for."""
    if state.ask is not None or state.phase not in (_PLAN, _ORDER) or action.seat not in SEATS:
        return ""
    if action.verb in _BY_HAND:
        return "early"
    sign = action.verb is Verb.DECLARE and action.value in SIGNS
    other = action.verb in (Verb.READY, Verb.PASS) or action.value == "claim"
    return "sign" if _only_value(action) and (sign or (other and state.phase is _ORDER)) else ""


def _only_value(action: Action) -> bool:
    """Return True if an action has no fields except seat, verb and value."""
    other = action.card or action.at or action.to or action.turn or action.also
    return not other and action.facing is not _DOWN


def _is_order(action: Action) -> bool:
    return action.verb is Verb.DECLARE and (
        action.value == OVERFULL or read_intent(action.value) is not None
    )


def _refused(action: Action) -> Violations:
    return breaks("SPH-7.1", target=action.value or action.card or action.verb.value)


# Chance.


def _chance(state: State, action: Action) -> Violations:
    seat = SEATS[state.seat]
    match state.phase:
        case Phase.DEAL:
            return _order(state, action, f"{seat}.deck", "SPH-4.8")
        case Phase.MIX:
            return _order(state, action, f"{seat}.deck", "SPH-6.7")
        case Phase.PILE | Phase.RESTOCK:
            return _order(state, action, "pile", "SPH-12.1")
        case Phase.MAZE:
            good = action == Action(CHANCE, Verb.CHOOSE, value=action.value)
            good = good and SEED_FORM.fullmatch(action.value) is not None
            return () if good else breaks("SPH-16.2", target=action.value)
        case Phase.SPAWN:
            names = state.config.globe.names
            good = action == Action(CHANCE, Verb.CHOOSE, value=action.value)
            good = good and action.value in {names[cell] for cell in eligible(state)}
            return () if good else breaks("SPH-12.2", cell=action.value)
        case Phase.ROLL:
            good = action == Action(CHANCE, Verb.ROLL, value=action.value, to=seat)
            if not good or set(action.value) - set(DICE):
                return breaks("SPH-6.1", target=action.value)
            if len(action.value) != state.config.dice:
                return breaks("SPH-6.2", count=len(action.value), limit=state.config.dice)
            return ()
        case _:
            return _answer(state, state.ask, action) if state.ask else breaks("SPH-16.1")


def _order(state: State, action: Action, to: str, clause: str) -> Violations:
    """Check that a shuffled order has exactly the shuffled cards, all known or all face down."""
    order = action.also
    plain = action in (
        Action(CHANCE, Verb.DRAW, to=to, also=order),
        Action(CHANCE, Verb.DRAW, card=UNKNOWN, to=to, also=order),
    )
    if not plain:
        return breaks("SPH-16.1", target=to)
    if state.phase is Phase.DEAL and state.config.decks[state.seat] is None:
        return _unknown_deck(state, order)
    piles = {Phase.PILE: state.config.pile, Phase.RESTOCK: state.used}
    cards = piles.get(state.phase, state.players[state.seat].deck)
    unlike = set(order) != {UNKNOWN} and Counter(order) != Counter(cards)
    if unlike or len(order) != len(cards):
        return breaks(clause, count=len(order), limit=len(cards))
    return ()


def _unknown_deck(state: State, order: tuple[str, ...]) -> Violations:
    """Check the order of a deck unknown to the referee against SPH-4.1 and SPH-4.3."""
    least, most = MAIN_SIZES
    if not least <= len(order) <= most:
        return breaks("SPH-4.1", count=len(order), limit=least if len(order) < least else most)
    cards = state.config.cards
    for card, count in sorted(Counter(order).items()):
        if card == UNKNOWN:
            continue
        if card not in cards or cards[card].kind not in MAIN_KINDS:
            return breaks("SPH-4.1", case="card", card=card, count=count)
        limit = 1 if card in state.config.pieces else 3
        if count > limit:
            return breaks("SPH-4.3", card=card, count=count, limit=limit)
    return ()


# Questions in the middle of a step.


def _answer(state: State, ask: Ask, action: Action) -> Violations:
    if ask.kind == "target":
        good = action == Action(action.seat, Verb.CHOOSE, value=action.value)
        return () if good and action.value in ask.options else breaks("SPH-11.9", cell=action.value)
    good = action == Action(action.seat, Verb.FLIP, at=ask.cell, card=action.card)
    if good and action.card in faces(state, ask):
        return ()
    clause = "SPH-12.4" if ask.seat == NEUTRAL else "SPH-9.2"
    return breaks(clause, cell=ask.cell, card=action.card)


# Requirements of the phases.


def _sign(_state: State, seat: int, action: Action) -> Violations:
    good = action == Action(SEATS[seat], Verb.DECLARE, value=action.value)
    return () if good and action.value in SIGNS else breaks("SPH-17.6", target=action.value)


def _name(_state: State, seat: int, action: Action) -> Violations:
    good = action == Action(SEATS[seat], Verb.CHOOSE, value=action.value)
    return () if good and action.value in SEATS else breaks("SPH-4.10", target=action.value)


def _draw(state: State, seat: int, action: Action) -> Violations:
    draws = action == Action(SEATS[seat], Verb.DRAW) and may_draw(state.players[seat])
    if draws or action == Action(SEATS[seat], Verb.PASS):
        return ()
    return breaks("SPH-5.2", count=len(state.players[seat].hand), limit=HAND)


def _use(state: State, seat: int, action: Action) -> Violations:
    name, player = SEATS[seat], state.players[seat]
    if action == Action(name, Verb.PASS):
        return ()
    if action == Action(name, Verb.DRAW):
        good = player.faces[0] > 0 and bool(player.deck)
        return () if good else breaks("SPH-6.6", count=player.faces[0])
    if action == Action(name, Verb.PLACE, card=action.card, to=f"{name}.deck"):
        if not player.faces[1]:
            return breaks("SPH-6.7", count=0)
        return () if action.card in player.hand else breaks("SPH-6.7", card=action.card)
    return breaks("SPH-5.4", seat=name)


def _claim(state: State, seat: int, action: Action) -> Violations:
    name = SEATS[seat]
    shown = action == Action(name, Verb.DECLARE, value="claim") and holds_set(state, seat)
    return () if shown or action == Action(name, Verb.PASS) else _unclaimed(state, seat)


def _unclaimed(state: State, seat: int) -> Violations:
    """Return the violation for a claim that the settings, the time or the hand do not allow."""
    if not state.config.alt_win:
        case = "off"
    elif holds_set(state, seat):
        case = "later"
    else:
        case = "show" if claim_cards(state, seat) else ""
    return breaks("SPH-14.3", case=case, seat=SEATS[seat])


def _plan(state: State, seat: int, action: Action) -> Violations:
    name, player, config = SEATS[seat], state.players[seat], state.config
    if action.verb is not Verb.DECLARE:
        if action == plain_action(name, Verb.READY):
            return ()
        if action != plain_action(name, Verb.PASS):
            return _refused(action)
        late = config.timed and state.players[1 - seat].done and not config.alternating
        return () if late else breaks("SPH-5.8", seat=name)
    if action.value == "claim" or action.also:
        pieces = claim_cards(state, seat)
        good = pieces and action == Action(name, Verb.DECLARE, value="claim", also=pieces)
        return () if good else _unclaimed(state, seat)
    if not _only_value(action):
        return _refused(action)
    if action.value == "undo":
        return () if player.queue else _refused(action)
    violated = too_long(state, seat)
    if config.hidden_orders:
        return violated if action.value == HIDDEN_ORDER else (*violated, *breaks("SPH-17.3"))
    return violated + _intent(state, seat, action)


def _turned_over(state: State, seat: int, action: Action) -> Violations:
    if action.verb is not Verb.DECLARE or not _only_value(action):
        return _refused(action)
    return _intent(state, seat, action)


def _intent(state: State, seat: int, action: Action) -> Violations:
    intent = read_intent(action.value)
    if intent is None:
        if action.value in _SLOTS:
            return breaks("SPH-7.1", case=_SLOTS[action.value], target=action.value)
        twice = named_twice(action.value)
        return breaks("SPH-7.5b", case="twice", target=twice) if twice else _refused(action)
    return ordered(state, seat, intent, draft(state, seat))


def is_read(state: State, action: Action) -> bool:
    """Return True if an order is due from the action's seat and the action has only a value."""
    timely = state.phase is _ORDER or (state.phase is _PLAN and not state.config.hidden_orders)
    return timely and state.ask is None and action.seat in acting(state) and _only_value(action)


_PHASES: dict[Phase, Callable[[State, int, Action], Violations]] = {
    Phase.JKP: _sign,
    Phase.STEP: _sign,
    Phase.NAME: _name,
    Phase.DRAW: _draw,
    Phase.USE: _use,
    Phase.CLAIM: _claim,
    Phase.PLAN: _plan,
    Phase.ORDER: _turned_over,
}
