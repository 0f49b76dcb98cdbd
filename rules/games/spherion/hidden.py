"""Hidden information and views (SPH-15)."""

from __future__ import annotations

from rules.core.values import UNKNOWN
from rules.games.spherion.orders.order import read_intent
from rules.games.spherion.state import HIDDEN_ORDER, Order, Phase, Player, State, Unit


def view(state: State, seat: int | None) -> State:
    """Return the state as a seat knows it: its own hand, cards and queue, but no deck.

    None is the public.
    """
    a, b = (_hide(state, s, own=s == seat) for s in (0, 1))
    return state._replace(
        players=(a, b),
        pile=(UNKNOWN,) * len(state.pile),
        powerups=tuple((cell, UNKNOWN) for cell, _ in state.powerups),
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
    """Return a card as its back shows it."""
    return unit if unit.up else unit._replace(card=UNKNOWN)


def _queue(state: State, queue: tuple[Order, ...]) -> tuple[Order, ...]:
    """Hide a queue until both are READY; a rail's slots are revealed one by one.

    Face-down cards stay hidden. A slot that is turned over is public even while the other seat's is
    not.
    """
    if state.phase is Phase.PLAN:
        return ()
    opened = state.step + (state.phase is Phase.ORDER)
    shown = len(queue) if not state.config.hidden_orders else opened
    return tuple(
        Order(_masked(order.text), order.ply) if at < shown else Order(HIDDEN_ORDER, order.ply)
        for at, order in enumerate(queue)
    )


def _masked(text: str) -> str:
    intent = read_intent(text)
    if intent is None or intent.up or intent.kind not in ("summon", "set"):
        return text
    return text.replace(f":{intent.card}:", ":?:", 1)
