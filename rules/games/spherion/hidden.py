"""Hidden information and views (SPH-15)."""

from rules.core.action import Action, Verb
from rules.core.values import UNKNOWN
from rules.core.verdict import Violation
from rules.games.spherion.config import SEATS
from rules.games.spherion.orders.draft import draft, hidden_cards
from rules.games.spherion.orders.order import read_intent
from rules.games.spherion.orders.order_rules import judged_as, too_long
from rules.games.spherion.phases import PHASES
from rules.games.spherion.state import HIDDEN_ORDER, Order, Phase, Player, State, Unit
from rules.games.spherion.violations import is_read


def view(state: State, seat: int | None) -> State:
    """Return the state as seen by a seat, which knows its hand, cards and queue, but no deck.

    The public (None) knows only what is face up.
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
    """Return a card with only what its back shows."""
    return unit if unit.up else unit._replace(card=UNKNOWN)


def _queue(state: State, queue: tuple[Order, ...]) -> tuple[Order, ...]:
    """Hide a queue until both seats are READY; a rail's slots are revealed one by one.

    Face-down cards stay hidden. A slot that is turned over is public even if the other seat's slot
    is not.
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


# Violations for an order with a face-down card of several possible identities (SPH-15.5).
#
# Worlds differ only in the card, and only its sort matters: no monster, or a monster with a certain
# number of tributes. Therefore the order is judged once, and its card once per sort. The card may
# be reported only if no other card of its sort remains.


def violations_by_world(state: State, action: Action) -> list[tuple[Violation, ...]] | None:
    """Return the violations for each sort of card, or None if no hidden card is relevant.

    If the card was shown, `action.card` names it, and there is only one world.
    """
    if action.verb is not Verb.DECLARE or action.seat not in SEATS or ":?:" not in action.value:
        return None
    intent = read_intent(action.value)
    if intent is None or intent.card != UNKNOWN:
        return None
    seat, violations = SEATS.index(action.seat), PHASES[state.phase].violations
    if action.card:
        return [violations(state, _with_card(action, action.card))]
    if intent.up or UNKNOWN not in state.players[seat].hand:
        return None
    sorts = hidden_cards(state, seat)
    if not is_read(state, action):  # illegal with any card
        cards = [card for two in sorts.values() for card in two]
        return [violations(state, _with_card(action, card)) for card in cards[:2]] or None
    resources, before = draft(state, seat), too_long(state, seat)
    worlds = [
        (sort, intent._replace(card="" if len(cards) > 1 else cards[0]))
        for sort, cards in sorts.items()
    ]
    return [
        before + judged_as(state.config, seat, known, resources, sort) for sort, known in worlds
    ] or None


def _with_card(action: Action, card: str) -> Action:
    a, value = action, action.value.replace(":?:", f":{card}:", 1)
    return Action(a.seat, a.verb, "", a.at, a.to, a.facing, a.turn, value, a.also)
