"""Hidden information and views (SPH-15)."""

from collections import Counter
from collections.abc import Callable

from rules.core.action import DECLARE, Action
from rules.core.hidden_cards import (
    OwnCards,
    drawn_from,
    filled,
    known_card,
    known_hand,
    possible_cards,
)
from rules.core.values import UNKNOWN, Seat
from rules.core.verdict import Violation
from rules.games.spherion.cards import NO_MONSTER
from rules.games.spherion.config import SEATS, Config
from rules.games.spherion.globe import NOWHERE
from rules.games.spherion.orders.draft import candidates, draft, hidden_cards
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


# Worlds for players that are programs.


def world(state: State, seat: Seat, below: Callable[[int], int]) -> State | None:
    """Draw the identities of all hidden cards; a rival's secret orders and sign are open again.

    Return None in the middle of a step, and for orders that the referee does not know (rails).
    """
    if state.base is not None or state.config.hidden_orders:
        return None
    a, b = (_drawn(state, s, name == seat, below) for s, name in enumerate(SEATS))
    shown = [card for _, card in state.powerups]
    seen = Counter((*state.used, *state.pile, *shown))
    stock = drawn_from(possible_cards(Counter(state.config.pile), seen), below)
    powerups = zip((cell for cell, _ in state.powerups), filled(tuple(shown), stock), strict=True)
    return state._replace(players=(a, b), pile=filled(state.pile, stock), powerups=tuple(powerups))


def _drawn(state: State, seat: int, own: bool, below: Callable[[int], int]) -> Player:  # noqa: FBT001 - one of two seats
    config, player = state.config, state.players[seat]
    stock = drawn_from(candidates(state, seat), below)
    units = tuple(
        unit
        if unit is None or unit.card != UNKNOWN
        else unit._replace(card=_taken(config, stock, NO_MONSTER if unit.spell else unit.tributes))
        for unit in player.units
    )
    known = player._replace(
        units=units,
        hand=tuple(sorted(filled(player.hand, stock))),
        deck=filled(player.deck, stock),
        extra=tuple(sorted(filled(player.extra, _fusions(state, seat, below)))),
    )
    if own:
        return known
    if player.done and state.phase in (Phase.PLAN, Phase.JKP):
        return known._replace(done=False, queue=(), sign="")
    hand = list(known.hand)
    queue = tuple(
        order._replace(text=order.text.replace(":?:", f":{_played(config, hand, order.text)}:", 1))
        if ":?:" in order.text
        else order
        for order in player.queue
    )
    return known._replace(queue=queue)


def recognise(state: State, seat: Seat, own: OwnCards) -> State:
    """Return the state with a seat's own hand, and its face-down cards on the globe."""
    number, names = SEATS.index(seat), state.config.globe.names
    player = state.players[number]
    units = tuple(
        unit
        if unit is None or unit.up or unit.place == NOWHERE
        else unit._replace(card=known_card(unit.card, names[unit.place], own))
        for unit in player.units
    )
    known = player._replace(hand=known_hand(player.hand, own), units=units)
    players = (known, state.players[1]) if number == 0 else (state.players[0], known)
    return state._replace(players=players)


def face_down(state: State, seat: Seat) -> dict[str, str]:
    """Return the known face-down cards of a seat by cell."""
    names, player = state.config.globe.names, state.players[SEATS.index(seat)]
    down = (u for u in player.units if u is not None and not u.up and u.place != NOWHERE)
    return {names[unit.place]: unit.card for unit in down if unit.card != UNKNOWN}


def _taken(config: Config, stock: list[str], sort: int) -> str:
    """Take a card of a sort from the stock, or any card if there is none."""
    fit = (card for card in reversed(stock) if config.cards[card].sort == sort)
    card = next(fit, stock[-1] if stock else UNKNOWN)
    if card != UNKNOWN:
        stock.remove(card)
    return card


def _played(config: Config, hand: list[str], text: str) -> str:
    """Take a card that an order with an unknown card may play from the hand."""
    intent = read_intent(text)
    paid = NO_MONSTER if intent is None or intent.kind == "set" else len(intent.tributes)
    return _taken(config, hand, paid)


def _fusions(state: State, seat: int, below: Callable[[int], int]) -> list[str]:
    """Return the fusion cards that a seat's extra deck may still contain, in random order."""
    listed, player = state.config.decks[seat], state.players[seat]
    if listed is None:
        return []
    seen = Counter(unit.card for unit in player.units if unit is not None)
    seen.update(player.extra)
    seen.update(player.core)
    return drawn_from(possible_cards(Counter(listed.extra), seen), below)


# Violations for an order with a face-down card of several possible identities (SPH-15.5).
#
# Worlds differ only in the card, and only its sort matters: no monster, or a monster with a certain
# number of tributes. Therefore the order is judged once, and its card once per sort. The card may
# be reported only if no other card of its sort remains.


def violations_by_world(state: State, action: Action) -> list[tuple[Violation, ...]] | None:
    """Return the violations for each sort of card, or None if no hidden card is relevant.

    If the card was shown, `action.card` names it, and there is only one world.
    """
    if action.verb is not DECLARE or action.seat not in SEATS or ":?:" not in action.value:
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
