"""Evaluation of a position for a seat, used by greedy players only.

Life points count most, then the strength of the cards on the globe and their distance to the
opponent's deck master, then territory. Points and cards in hand count slightly less than what they
buy, so that they are spent only where that helps.

During planning, no order has been executed. Therefore the seat's own queue is executed on a copy,
against an opponent who does nothing. A void order (`fault`) changes nothing. A move into an
opponent's cell is an attack, decided by the visible ATK and DEF. An order that costs more points
than it gains lowers the value, so a greedy seat declares READY when no order raises it.
"""

from typing import Final

from rules.core.values import UNKNOWN
from rules.games.spherion.cards import Kind
from rules.games.spherion.orders.draft import free_slot
from rules.games.spherion.orders.order import Intent, read_intent
from rules.games.spherion.orders.void_orders import destination, fault
from rules.games.spherion.resolve.fold_cards import coloured, with_player
from rules.games.spherion.state import (
    Phase,
    Player,
    State,
    Unit,
    at_cell,
    attack_of,
    defence_of,
    facts,
    master_of,
    others,
    territory,
)

_LIFE: Final = 12.0
_DOWN: Final = 1000.0
"""Penalty for a deck master without life points."""
_CELL: Final = 0.25
_MONSTER: Final = 1.0
_ATK: Final = 1.5 / 1000
_GUESS: Final = 1500
"""Assumed ATK and DEF of an opponent's face-down card."""
_NEAR: Final = 0.35
"""Value of each step closer to the opponent's deck master; in defence, it is multiplied by
`_RESTS`.
"""
_RESTS: Final = 0.3
_SET: Final = 0.5
"""Value of a set card or of an applied spell."""
_CARD: Final = 0.4
_SP: Final = 0.8
_MP: Final = 0.15
_VOID: Final = 0.01
_DRAWING: Final = frozenset((Phase.DRAW, Phase.USE))
"""Phases in which a seat that is not done may still draw."""


def evaluate(state: State, seat: int) -> float:
    """Estimate the seat's assets after its queue is executed, minus the opponent's assets."""
    player = state.players[seat]
    gain = _DOWN if player.sign == "claim" else 0.0
    if state.phase in _DRAWING and not player.done:
        gain += _CARD
    if state.phase is Phase.PLAN:
        for order in player.queue:
            intent = read_intent(order.text)
            if intent is None or intent.kind == "wait" or fault(state, seat, intent):
                gain -= _VOID
                continue
            state, more = _executed(state, seat, intent)
            gain += more
    cells = territory(state)
    gain += _CELL * (cells[seat] - cells[1 - seat])
    return gain + _worth(state, seat, seat) - _worth(state, 1 - seat, seat)


def _worth(state: State, owner: int, seat: int) -> float:
    """Estimate life, points, hand and cards on the globe of `owner`, as `seat` knows them."""
    player = state.players[owner]
    value = _LIFE * player.lp + _CARD * len(player.hand) + _SP * player.sp + _MP * player.mp
    if player.lp <= 0:
        value -= _DOWN
    near = state.config.globe.distance[master_of(state, 1 - owner).cell]
    far = max(near)
    for _, unit in others(state, owner):
        if unit.spell:
            value += _SET
            continue
        known = (unit.up or owner == seat) and unit.card != UNKNOWN
        strength = attack_of(state, unit) if known else _GUESS
        keen = _RESTS if unit.sideways else 1.0
        value += _MONSTER + _ATK * strength + keen * _NEAR * (far - near[unit.cell])
    return value


def _executed(state: State, seat: int, intent: Intent) -> tuple[State, float]:
    """Return the state after an order that is not void, and the order's additional value."""
    sp, mp = state.config.costs[intent.kind]
    player = state.players[seat]
    player = player._replace(sp=player.sp - sp, mp=player.mp - mp)
    match intent.kind:
        case "move":
            return _moved(state, seat, player, intent), 0.0
        case "summon" | "set":
            return _arrived(state, seat, player, intent)
        case "fuse":
            return _fused(state, seat, player, intent), 0.0
    unit = _unit(player, intent.unit)
    if intent.kind == "turn":
        turned = unit._replace(sideways=not unit.sideways, turned=True)
        return with_player(state, seat, player.with_unit(intent.unit, turned)), 0.0
    if facts(state, unit.card).kind is Kind.SPELL:
        return with_player(state, seat, player.with_unit(intent.unit, None)), _SET
    return with_player(state, seat, player.with_unit(intent.unit, unit._replace(up=True))), 0.0


def _moved(state: State, seat: int, player: Player, intent: Intent) -> State:
    unit = _unit(player, intent.unit)
    to = state.config.globe.steps[unit.cell][intent.direction]
    foe = at_cell(state, to)
    if foe is None:
        moved = unit._replace(cell=to, moved=unit.moved + 1)
        colours = coloured(state.colours, seat, to)
        return with_player(state, seat, player.with_unit(intent.unit, moved), colours=colours)
    state = with_player(state, seat, player)
    if unit.spell or unit.sideways or intent.unit == 0:
        return state
    return _attacked(state, seat, intent.unit, foe[1])


def _attacked(state: State, seat: int, slot: int, target: int) -> State:
    """Resolve an attack by visible values (SPH-9.4 to 9.8); a set card is spent without effect."""
    player, rival = state.players[seat], state.players[1 - seat]
    unit, foe = _unit(player, slot)._replace(attacked=True), _unit(rival, target)
    if target == 0:
        state = with_player(state, 1 - seat, rival._replace(lp=rival.lp - 1))
        return with_player(state, seat, player.with_unit(slot, unit))
    attack = attack_of(state, unit)
    defence = _GUESS
    if foe.up:
        defence = -1 if foe.spell else defence_of(state, foe)
    if attack > defence:
        state = with_player(state, 1 - seat, rival.with_unit(target, None))
        colours = coloured(state.colours, seat, foe.cell)
        entered = player.with_unit(slot, unit._replace(cell=foe.cell))
        return with_player(state, seat, entered, colours=colours)
    lost = unit._replace(atk=unit.atk - max(0, defence - attack))
    return with_player(state, seat, player.with_unit(slot, lost))


def _arrived(state: State, seat: int, player: Player, intent: Intent) -> tuple[State, float]:
    """Execute SUMMON or SET next to the deck master."""
    to = destination(state, seat, intent.direction)
    hand = list(player.hand)
    hand.remove(intent.card if intent.card in hand else UNKNOWN)
    player = player._replace(hand=tuple(hand))
    for tribute in intent.tributes:
        player = player.with_unit(tribute, None)
    state = with_player(state, seat, player, colours=coloured(state.colours, seat, to))
    spell = intent.kind == "set"
    if spell and intent.up and facts(state, intent.card).kind is Kind.SPELL:
        return state, _SET
    unit = Unit(intent.card, to, intent.up, intent.sideways, spell, arrived=True)
    return with_player(state, seat, player.with_unit(free_slot(state, seat), unit)), 0.0


def _fused(state: State, seat: int, player: Player, intent: Intent) -> State:
    below = _unit(player, intent.other)
    fusion = Unit(intent.card, below.cell, sideways=below.sideways, moved=below.moved)
    player = player.with_unit(intent.unit, None).with_unit(intent.other, fusion)
    return with_player(state, seat, player)


def _unit(player: Player, slot: int) -> Unit:
    unit = player.units[slot]
    assert unit is not None, "orders that name no card are void"  # noqa: S101 - for the type checker
    return unit
