"""Judgement of actions: every clause that a well-formed action violates, by priority.

`phases` names each phase's functions. The priority is: the end of the game, the seat to decide, the
phase's requirement, and the order itself (its form, the queue's length, its references, its cost).
SPH-7.1 (for chance, SPH-16.1) forbids everything that no other clause covers.
"""

from collections import Counter
from collections.abc import Callable, Iterator

from rules.core.action import (
    CHOOSE,
    DECLARE,
    DRAW,
    FLIP,
    MOVE,
    PASS,
    PLACE,
    READY,
    REMOVE,
    ROLL,
    SWAP,
    TURN,
    Action,
)
from rules.core.chance import SEED_FORM
from rules.core.values import CHANCE, DOWN, UNKNOWN
from rules.games.spherion.config import MAIN_KINDS, MAIN_SIZES, SEATS
from rules.games.spherion.legal import (
    HAND,
    SIGNS,
    besides_orders,
    claim_cards,
    of_both,
    plain_action,
)
from rules.games.spherion.orders.draft import draft
from rules.games.spherion.orders.order import named_twice, read_intent
from rules.games.spherion.orders.order_rules import Violations, breaks, ordered, too_long
from rules.games.spherion.orders.rail_slot import OVERFULL, UNFINISHED
from rules.games.spherion.state import (
    BOTH,
    DICE,
    HIDDEN_ORDER,
    NEUTRAL,
    Phase,
    State,
    active,
    holds_set,
    pending,
)

# Enum members are looked up only once, because each look-up takes a tenth of a microsecond.
_PLAN, _ORDER = Phase.PLAN, Phase.ORDER

_BY_HAND = frozenset((PLACE, MOVE, SWAP, FLIP, TURN, REMOVE, CHOOSE))
_SLOTS = {UNFINISHED: "unfinished", OVERFULL: "overfull"}
"""Case of SPH-7.1 for a rail's slot whose cards form no order."""

Judge = Callable[[State, Action], Violations]
Who = Callable[[State], frozenset[str]]


def judged(who: Who, judge: Judge, late: Judge | None = None) -> Judge:
    """Return a phase's judgement: conceding, the seat, and then what the phase requires.

    `late` judges the action of a seat that has already decided; by default, it names SPH-5.1.
    """
    tardy = late or done_by("SPH-5.1")

    def violations(state: State, action: Action) -> Violations:
        name = action.seat
        if action.value == "concede" and name in SEATS:
            return _concession(state, action)
        seats = who(state)
        if name in seats:
            return judge(state, action)
        due = min(seats)
        if name in SEATS and state.players[SEATS.index(name)].done:
            idle = state.turn and SEATS.index(name) not in active(state)
            return breaks("SPH-5.1", seat=due) if idle else tardy(state, action)
        return breaks("SPH-5.1", case="dice" if due == CHANCE else "", seat=due)

    return violations


def unless_listed(options: Callable[[State], Iterator[Action]], why: Judge) -> Judge:
    """Return a judgement by a phase's options; `why` names the clause that forbids the rest."""
    return lambda state, action: () if action in options(state) else why(state, action)


def done_by(clause: str) -> Judge:
    """Return the judgement of a seat that has already decided under `clause`."""
    return lambda _state, action: breaks(clause, case="done", seat=action.seat)


def unless_early(early: Callable[[Action], str], judge: Judge) -> Judge:
    """Return a judgement that first refuses what comes too early by a case of SPH-7.1."""

    def violations(state: State, action: Action) -> Violations:
        case = early(action) if action.seat in SEATS and action.value != "concede" else ""
        return breaks("SPH-7.1", case=case) if case else judge(state, action)

    return violations


def judge_end(_state: State, action: Action) -> Violations:
    """Refuse every action after the end (SPH-8.9)."""
    return breaks("SPH-8.9", seat=action.seat)


def _concession(state: State, action: Action) -> Violations:
    if action != Action(action.seat, DECLARE, value="concede"):
        return _refused(action)
    return breaks("SPH-8.9", seat=action.seat) if state.ending else ()


def early_in_plan(action: Action) -> str:
    """Return the case of SPH-7.1 for a piece moved, or a sign shown, before any question; or ""."""
    if action.verb in _BY_HAND:
        return "early"
    sign = action.verb is DECLARE and action.value in SIGNS
    return "sign" if sign and _only_value(action) else ""


def early_in_order(action: Action) -> str:
    """Return the case of SPH-7.1 for what is not an order that is turned over, or ""."""
    if case := early_in_plan(action):
        return case
    other = action.verb in (READY, PASS) or action.value == "claim"
    return "sign" if other and _only_value(action) else ""


def after_ready(state: State, action: Action) -> Violations:
    """Judge what a seat does in the plan phase after READY (SPH-5.7, SPH-17.3)."""
    if state.config.hidden_orders and _is_order(action):
        return breaks("SPH-17.3", seat=action.seat)
    return breaks("SPH-5.7", case="done", seat=action.seat)


def _only_value(action: Action) -> bool:
    """Return True if an action has no fields except seat, verb and value."""
    other = action.card or action.at or action.to or action.turn or action.also
    return not other and action.facing is not DOWN


def _is_order(action: Action) -> bool:
    return action.verb is DECLARE and (
        action.value == OVERFULL or read_intent(action.value) is not None
    )


def _refused(action: Action) -> Violations:
    return breaks("SPH-7.1", target=action.value or action.card or action.verb.value)


# Chance.


def judge_deal(state: State, action: Action) -> Violations:
    """Judge the order of a shuffled deck (SPH-4.8)."""
    to, order = f"{SEATS[state.seat]}.deck", action.also
    if state.config.decks[state.seat] is None:
        return _shuffle(action, to) or _unknown_deck(state, order)
    return _order(action, to, state.players[state.seat].deck, "SPH-4.8")


def judge_mix(state: State, action: Action) -> Violations:
    """Judge the order of a deck that is shuffled again (SPH-6.7)."""
    to, deck = f"{SEATS[state.seat]}.deck", state.players[state.seat].deck
    return _order(action, to, deck, "SPH-6.7")


def judge_pile(state: State, action: Action) -> Violations:
    """Judge the order of the power-ups (SPH-12.1)."""
    return _order(action, "pile", state.config.pile, "SPH-12.1")


def judge_restock(state: State, action: Action) -> Violations:
    """Judge the order of the used power-ups, which are shuffled again (SPH-12.1)."""
    return _order(action, "pile", state.used, "SPH-12.1")


def judge_maze(_state: State, action: Action) -> Violations:
    """Judge the maze's seed (SPH-16.2)."""
    good = action == Action(CHANCE, CHOOSE, value=action.value)
    good = good and SEED_FORM.fullmatch(action.value) is not None
    return () if good else breaks("SPH-16.2", target=action.value)


def no_spawn(_state: State, action: Action) -> Violations:
    """Refuse the cell of a power-up (SPH-12.2)."""
    return breaks("SPH-12.2", cell=action.value)


def judge_roll(state: State, action: Action) -> Violations:
    """Judge the faces of a seat's dice (SPH-6.1, SPH-6.2)."""
    value, dice = action.value, state.config.dice
    good = action == Action(CHANCE, ROLL, value=value, to=SEATS[state.seat])
    if not good or set(value) - set(DICE):
        return breaks("SPH-6.1", target=value)
    return () if len(value) == dice else breaks("SPH-6.2", count=len(value), limit=dice)


def _shuffle(action: Action, to: str) -> Violations:
    plain = action == Action(CHANCE, DRAW, card=action.card, to=to, also=action.also)
    return () if plain and action.card in ("", UNKNOWN) else breaks("SPH-16.1", target=to)


def _order(action: Action, to: str, cards: tuple[str, ...], clause: str) -> Violations:
    """Check that a shuffled order has exactly the shuffled cards, all known or all face down."""
    order = action.also
    if stray := _shuffle(action, to):
        return stray
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


# Why an action is not among a phase's options.


def no_answer(state: State, action: Action) -> Violations:
    """Refuse an answer to the pending question (SPH-9.2, SPH-11.9, SPH-12.4, SPH-17.6)."""
    ask = pending(state)
    if ask.seat == BOTH:
        return no_sign(state, action)
    if ask.kind == "target":
        return breaks("SPH-11.9", cell=action.value)
    clause = "SPH-12.4" if ask.seat == NEUTRAL else "SPH-9.2"
    return breaks(clause, cell=ask.cell, card=action.card)


def no_sign(_state: State, action: Action) -> Violations:
    """Refuse a sign of rock, paper, scissors (SPH-17.6)."""
    return breaks("SPH-17.6", target=action.value)


def no_name(_state: State, action: Action) -> Violations:
    """Refuse the seat that is to get the initiative (SPH-4.10)."""
    return breaks("SPH-4.10", target=action.value)


def no_draw(state: State, action: Action) -> Violations:
    """Refuse the draw at the start of a turn (SPH-5.2b)."""
    hand = state.players[SEATS.index(action.seat)].hand
    return breaks("SPH-5.2", count=len(hand), limit=HAND)


def no_use(state: State, action: Action) -> Violations:
    """Refuse the use of a Card or Hammer face (SPH-6.6, SPH-6.7)."""
    name, (cards, hammers) = action.seat, state.players[SEATS.index(action.seat)].faces
    if action == plain_action(name, DRAW):
        return breaks("SPH-6.6", count=cards)
    if action == Action(name, PLACE, card=action.card, to=f"{name}.deck"):
        return breaks("SPH-6.7", card=action.card) if hammers else breaks("SPH-6.7", count=0)
    return breaks("SPH-5.4", seat=name)


def no_claim(state: State, action: Action) -> Violations:
    """Refuse a claim that the settings, the time or the hand do not allow (SPH-14.3)."""
    seat = SEATS.index(action.seat)
    if not state.config.alt_win:
        case = "off"
    elif holds_set(state, seat):
        case = "later"
    else:
        case = "show" if claim_cards(state, seat) else ""
    return breaks("SPH-14.3", case=case, seat=action.seat)


def judge_plan(state: State, action: Action) -> Violations:
    """Judge an order that is written, undo, a claim, READY, or the end by the clock (SPH-5.5)."""
    name, seat = action.seat, SEATS.index(action.seat)
    claims, spoken = action.value == "claim" or action.also, action.value in ("claim", "undo")
    if action.verb is not DECLARE or claims or spoken:
        if (spoken or not action.value) and action in besides_orders(state, seat):
            return ()
        if action == plain_action(name, PASS):
            return breaks("SPH-5.8", seat=name)
        asked = claims and action.verb is DECLARE
        return no_claim(state, action) if asked else _refused(action)
    if not _only_value(action):
        return _refused(action)
    violated = too_long(state, seat)
    if state.config.hidden_orders:
        return violated if action.value == HIDDEN_ORDER else (*violated, *breaks("SPH-17.3"))
    return violated + _intent(state, seat, action)


def judge_order(state: State, action: Action) -> Violations:
    """Judge an order that is turned over (SPH-17.3)."""
    if action.verb is not DECLARE or not _only_value(action):
        return _refused(action)
    return _intent(state, SEATS.index(action.seat), action)


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
    return timely and action.seat in of_both(state) and _only_value(action)
