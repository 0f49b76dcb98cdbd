"""What is hidden from whom (SPH-15), and the worlds a judgement under hidden cards ranges over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules._action import Action, Verb
from rules._values import UNKNOWN
from rules.games.spherion._config import NO_MONSTER, SEATS
from rules.games.spherion._intent import read_intent
from rules.games.spherion._orders import draft, may_be
from rules.games.spherion._state import HIDDEN_ORDER, Order, Phase

if TYPE_CHECKING:
    from rules.games.spherion._state import Player, State, Unit

__all__ = ["view", "worlds"]


_WRONG = -2


def worlds(state: State, action: Action) -> list[tuple[State, Action]] | None:
    """A hidden card laid face down may be any card its player can still have (SPH-15.5).

    Once it was shown, `action.card` says which, and that is the only world.
    """
    if action.verb is not Verb.DECLARE or action.seat not in SEATS or ":?:" not in action.value:
        return None
    intent = read_intent(action.value)
    if intent is None or intent.card != UNKNOWN:
        return None
    seat = SEATS.index(action.seat)
    if action.card:
        return [(state, _told(action, action.card))]
    if intent.up or UNKNOWN not in state.players[seat].hand:
        return None
    left = draft(state, seat).hand
    paid = len(intent.tributes) if intent.kind == "summon" else NO_MONSTER
    found: dict[int, tuple[State, Action]] = {}
    for sort, cards in state.config.sorts[seat].items():
        # No monster, the right tributes, the wrong ones: one world of each covers them all.
        kind = sort if sort in (NO_MONSTER, paid) else _WRONG
        if kind not in found:
            card = next((card for card in cards if may_be(state, seat, card, left)), None)
            if card is not None:
                found[kind] = (state, _told(action, card))
    return list(found.values()) or None


def _told(action: Action, card: str) -> Action:
    a, value = action, action.value.replace(":?:", f":{card}:", 1)
    return Action(a.seat, a.verb, "", a.at, a.to, a.facing, a.turn, value, a.also)


def view(state: State, seat: int | None) -> State:
    """What a seat knows (None: the public): its own hand, cards, queue; nobody's deck."""
    a, b = (_hide(state, s, own=s == seat) for s in (0, 1))
    return state._replace(
        players=(a, b),
        pile=(UNKNOWN,) * len(state.pile),
        lying=tuple((cell, UNKNOWN) for cell, _ in state.lying),
        base=None if state.base is None else view(state.base, seat),
    )


def _hide(state: State, seat: int, *, own: bool) -> Player:
    player = state.players[seat]
    hidden = player._replace(deck=(UNKNOWN,) * len(player.deck))
    if own:
        return hidden
    return hidden._replace(
        hand=(UNKNOWN,) * len(player.hand),
        extra=(UNKNOWN,) * len(player.extra),
        units=tuple(u if u is None else _back(u) for u in player.units),
        queue=_queue(state, player.queue),
        sign=UNKNOWN if player.sign and state.phase is not Phase.CLAIM else player.sign,
    )


def _back(unit: Unit) -> Unit:
    """A card as its back shows it."""
    return unit if unit.up else unit._replace(card=UNKNOWN)


def _queue(state: State, queue: tuple[Order, ...]) -> tuple[Order, ...]:
    """A queue is secret until both are READY, on a rail slot by slot; face-down cards stay so."""
    if state.phase is Phase.PLAN:
        return ()
    shown = len(queue) if not state.config.hidden_orders else state.step
    return tuple(
        Order(_masked(order.text), order.ply) if at < shown else Order(HIDDEN_ORDER, order.ply)
        for at, order in enumerate(queue)
    )


def _masked(text: str) -> str:
    intent = read_intent(text)
    if intent is None or intent.up or intent.kind not in ("summon", "set"):
        return text
    return text.replace(f":{intent.card}:", ":?:", 1)
