"""Every clause that a well-formed action breaks, in the order of reasons.

First whether the game goes on and whose decision it is, then what the phase asks for, then the
order itself: its form, the length of the queue, what it names, what it costs.  What no other
clause speaks of is refused by SPH-7.1 (by SPH-16.1 for chance).
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from rules._action import Action, Verb
from rules._values import CHANCE, UNKNOWN, Facing
from rules._verdict import Violation
from rules.games.spherion._cards import Kind
from rules.games.spherion._config import MAIN_KINDS, MAIN_SIZES, SEATS
from rules.games.spherion._intent import cost, read_intent
from rules.games.spherion._legal import (
    HAND,
    SIGNS,
    acting,
    bare,
    claim_cards,
    eligible,
    faces,
    fusions,
    may_draw,
)
from rules.games.spherion._orders import draft, may_be
from rules.games.spherion._state import (
    DICE,
    HIDDEN_ORDER,
    NEUTRAL,
    Phase,
    holds_set,
)
from rules.games.spherion._stream import SEED_FORM

if TYPE_CHECKING:
    from collections.abc import Callable

    from rules.games.spherion._intent import Intent
    from rules.games.spherion._state import Ask, State

__all__ = ["broken"]

Found = tuple[Violation, ...]

_DOWN = Facing.DOWN

_LATE = {
    Phase.JKP: "SPH-17.6",
    Phase.DRAW: "SPH-5.2",
    Phase.USE: "SPH-5.4",
    Phase.PLAN: "SPH-5.7",
}
"""The clause for a seat that has already done what a phase asks both seats for."""


def _no(clause: str, **about: str | int) -> Found:
    return (Violation(clause, tuple((name, str(value)) for name, value in about.items())),)


def broken(state: State, action: Action) -> Found:
    """Every clause the action breaks; () if it is legal."""
    if state.phase is Phase.END:
        return _no("SPH-8.9", seat=action.seat)
    if action.value == "concede" and action.seat in SEATS:
        if action != Action(action.seat, Verb.DECLARE, value="concede"):
            return _refused(action)
        return _no("SPH-8.9", seat=action.seat) if state.ending else ()
    seats = acting(state)
    if action.seat not in seats:
        if action.seat in SEATS and state.players[SEATS.index(action.seat)].done:
            return _no(_LATE.get(state.phase, "SPH-5.1"), seat=action.seat)
        return _no("SPH-5.1", seat=min(seats))
    if action.seat == CHANCE:
        return _chance(state, action)
    seat = SEATS.index(action.seat)
    if state.ask is not None and state.ask.kind != "jkp":
        return _answer(state, state.ask, action)
    return _PHASES[state.phase](state, seat, action)


def _only_value(action: Action) -> bool:
    """Whether an action says nothing beside its seat, verb and value."""
    said = action.card or action.at or action.to or action.turn or action.also
    return not said and action.facing is not _DOWN


def _refused(action: Action) -> Found:
    return _no("SPH-7.1", target=action.value or action.card or action.verb.value)


# Chance.


def _chance(state: State, action: Action) -> Found:
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
            return () if good else _no("SPH-16.2", target=action.value)
        case Phase.SPAWN:
            names = state.config.globe.names
            good = action == Action(CHANCE, Verb.CHOOSE, value=action.value)
            good = good and action.value in {names[cell] for cell in eligible(state)}
            return () if good else _no("SPH-12.2", cell=action.value)
        case Phase.ROLL:
            good = action == Action(CHANCE, Verb.ROLL, value=action.value, to=seat)
            if not good or set(action.value) - set(DICE):
                return _no("SPH-6.1", target=action.value)
            if len(action.value) != state.config.dice:
                return _no("SPH-6.2", count=len(action.value), limit=state.config.dice)
            return ()
        case _:
            return _answer(state, state.ask, action) if state.ask else _no("SPH-16.1")


def _order(state: State, action: Action, to: str, clause: str) -> Found:
    """A shuffle must bring back the cards that went into it, known or all face down."""
    order = action.also
    plain = action in (
        Action(CHANCE, Verb.DRAW, to=to, also=order),
        Action(CHANCE, Verb.DRAW, card=UNKNOWN, to=to, also=order),
    )
    if not plain:
        return _no("SPH-16.1", target=to)
    if state.phase is Phase.DEAL and state.config.decks[state.seat] is None:
        return _untold(state, order)
    cards = {
        Phase.PILE: state.config.pile,
        Phase.RESTOCK: state.used,
    }.get(state.phase, state.players[state.seat].deck)
    if len(order) != len(cards):
        return _no(clause, count=len(order), limit=len(cards))
    if set(order) != {UNKNOWN} and Counter(order) != Counter(cards):
        return _no(clause, count=len(order), limit=len(cards))
    return ()


def _untold(state: State, order: tuple[str, ...]) -> Found:
    """A deck the referee was not told: any that SPH-4.1 and SPH-4.3 allow."""
    least, most = MAIN_SIZES
    if not least <= len(order) <= most:
        return _no("SPH-4.1", count=len(order), limit=least if len(order) < least else most)
    cards = state.config.cards
    for card, count in sorted(Counter(order).items()):
        if card == UNKNOWN:
            continue
        if card not in cards or cards[card].kind not in MAIN_KINDS:
            return _no("SPH-4.1", card=card, count=count, limit=0)
        limit = 1 if card in state.config.pieces else 3
        if count > limit:
            return _no("SPH-4.3", card=card, count=count, limit=limit)
    return ()


# Questions in mid-step.


def _answer(state: State, ask: Ask, action: Action) -> Found:
    if ask.kind == "target":
        good = action == Action(action.seat, Verb.CHOOSE, value=action.value)
        return () if good and action.value in ask.options else _no("SPH-11.9", cell=action.value)
    good = action == Action(action.seat, Verb.FLIP, at=ask.cell, card=action.card)
    if good and action.card in faces(state, ask):
        return ()
    clause = "SPH-12.4" if ask.seat == NEUTRAL else "SPH-9.2"
    return _no(clause, cell=ask.cell, card=action.card)


# What a phase asks for.


def _sign(_state: State, seat: int, action: Action) -> Found:
    good = action == Action(SEATS[seat], Verb.DECLARE, value=action.value)
    return () if good and action.value in SIGNS else _no("SPH-17.6", target=action.value)


def _name(_state: State, seat: int, action: Action) -> Found:
    good = action == Action(SEATS[seat], Verb.CHOOSE, value=action.value)
    return () if good and action.value in SEATS else _no("SPH-4.10", target=action.value)


def _draw(state: State, seat: int, action: Action) -> Found:
    draws = action == Action(SEATS[seat], Verb.DRAW) and may_draw(state.players[seat])
    if draws or action == Action(SEATS[seat], Verb.PASS):
        return ()
    return _no("SPH-5.2", count=len(state.players[seat].hand), limit=HAND)


def _use(state: State, seat: int, action: Action) -> Found:
    name, player = SEATS[seat], state.players[seat]
    if action == Action(name, Verb.PASS):
        return ()
    if action == Action(name, Verb.DRAW):
        good = player.faces[0] > 0 and bool(player.deck)
        return () if good else _no("SPH-6.6", count=player.faces[0])
    if action == Action(name, Verb.PLACE, card=action.card, to=f"{name}.deck"):
        if not player.faces[1]:
            return _no("SPH-6.7", count=0)
        return () if action.card in player.hand else _no("SPH-6.7", card=action.card)
    return _no("SPH-5.4", seat=name)


def _claim(state: State, seat: int, action: Action) -> Found:
    name = SEATS[seat]
    shown = action == Action(name, Verb.DECLARE, value="claim") and holds_set(state, seat)
    return () if shown or action == Action(name, Verb.PASS) else _no("SPH-14.3", seat=name)


def _plan(state: State, seat: int, action: Action) -> Found:
    name, player, config = SEATS[seat], state.players[seat], state.config
    if action.verb is not Verb.DECLARE:
        if action == bare(name, Verb.READY):
            return ()
        if action != bare(name, Verb.PASS):
            return _refused(action)
        late = config.timed and state.players[1 - seat].done and not config.alternating
        return () if late else _no("SPH-5.8", seat=name)
    if action.value == "claim":
        pieces = claim_cards(state, seat)
        good = pieces and action == Action(name, Verb.DECLARE, value="claim", also=pieces)
        return () if good else _no("SPH-14.3", seat=name)
    if not _only_value(action):
        return _refused(action)
    if action.value == "undo":
        return () if player.queue else _refused(action)
    found: Found = ()
    if len(player.queue) >= config.queue_cap:
        found = _no("SPH-5.5", count=len(player.queue) + 1, limit=config.queue_cap)
    if config.hidden_orders:
        return found if action.value == HIDDEN_ORDER else (*found, *_no("SPH-17.3"))
    return (*found, *_intent(state, seat, action))


def _turned_over(state: State, seat: int, action: Action) -> Found:
    if action.verb is not Verb.DECLARE or not _only_value(action):
        return _refused(action)
    return _intent(state, seat, action)


def _intent(state: State, seat: int, action: Action) -> Found:
    intent = read_intent(action.value)
    if intent is None:
        return _refused(action)
    units, sp, mp, hand = draft(state, seat)
    found = _named(state, seat, intent, units)
    if intent.kind in ("summon", "set"):
        found += _from_hand(state, seat, intent, hand)
    elif intent.kind == "fuse" and intent.card not in fusions(state, seat):
        found += _no("SPH-7.8", card=intent.card)
    need_sp, need_mp = cost(state.config, intent)
    if need_sp > max(0, sp):
        found += _no("SPH-5.6", count=need_sp, limit=max(0, sp), direction="SP")
    if need_mp > max(0, mp):
        found += _no("SPH-5.6", count=need_mp, limit=max(0, mp), direction="MP")
    return found


def _named(state: State, seat: int, intent: Intent, units: tuple[int, ...]) -> Found:
    """The units an order names must be there, and more than the deck master where it acts."""
    kind, named = intent.kind, intent.named
    if not named:
        return ()
    found: Found = ()
    if kind != "move" and 0 in named:
        found += _no("SPH-7.11", seat=SEATS[seat])
    if kind == "fuse" and intent.unit == intent.other:
        found += _no("SPH-7.8", card=intent.card)
    missing = next((slot for slot in named if slot and slot not in units), 0)
    if missing:
        found += _no("SPH-17.1", target=str(missing), limit=state.config.field_limit)
    return found


def _from_hand(state: State, seat: int, intent: Intent, left: dict[str, int]) -> Found:
    card, clause = intent.card, "SPH-7.5" if intent.kind == "summon" else "SPH-7.6"
    facts = state.config.cards.get(card)
    if card == UNKNOWN:
        if left.get(UNKNOWN, 0) <= 0:
            return _no(clause, card=card)
        return _no("SPH-15.5", card=card) if intent.up else _tributes(intent, (0, 1, 2))
    found: Found = ()
    if facts is not None and facts.kind is Kind.FUSION:
        return _no("SPH-7.5e", card=card)
    here = left.get(card, 0) > 0 or (left.get(UNKNOWN, 0) > 0 and may_be(state, seat, card, left))
    monster = facts is not None and facts.kind is Kind.MONSTER
    if not here or facts is None or monster != (intent.kind == "summon"):
        found += _no(clause, card=card)
    elif monster:
        found += _tributes(intent, (facts.tributes,))
    return found


def _tributes(intent: Intent, needs: tuple[int, ...]) -> Found:
    """SPH-7.5b; a set card has none to pay."""
    if intent.kind == "set" or len(intent.tributes) in needs:
        return ()
    return _no("SPH-7.5b", card=intent.card, count=len(intent.tributes), limit=needs[-1])


_PHASES: dict[Phase, Callable[[State, int, Action], Found]] = {
    Phase.JKP: _sign,
    Phase.STEP: _sign,
    Phase.NAME: _name,
    Phase.DRAW: _draw,
    Phase.USE: _use,
    Phase.CLAIM: _claim,
    Phase.PLAN: _plan,
    Phase.ORDER: _turned_over,
}
