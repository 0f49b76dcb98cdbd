"""Void orders: legality at the start of a step (SPH-7.2, SPH-8.1).

A check returns the clause that makes the order void, or "". A cell occupied by an opposing card
does not make an order void; the card's arrival decides (SPH-7.4f).
"""

from rules.core.values import UNKNOWN
from rules.games.spherion.cards import Kind, Op
from rules.games.spherion.globe import NOWHERE
from rules.games.spherion.orders.draft import candidates, free_slot, may_hold, too_dear
from rules.games.spherion.orders.order import Intent
from rules.games.spherion.state import State, Unit, at_cell, cells_of, facts, master_of


def fault(state: State, seat: int, intent: Intent) -> str:
    """Return the clause that makes an order other than `wait` void in this state, or ""."""
    player = state.players[seat]
    clause = _FAULTS[intent.kind](state, seat, intent)
    if not clause and too_dear(state.config, intent.kind, player.sp, player.mp):
        return "SPH-5.6"
    return clause


def allowance(state: State, slot: int, unit: Unit) -> int:
    """Return the number of spaces that a card may move in one turn (SPH-7.4b)."""
    if slot == 0:
        return int(state.config.values["deck_master_speed"])
    if not unit.up:
        return 1
    if unit.spell:
        return 0
    card = facts(state, unit.card)
    return 3 if card.has(Op.SWIFT) else 1 if card.has(Op.HEAVY) else 2


def _move(state: State, seat: int, intent: Intent) -> str:
    slot = intent.unit
    unit = state.players[seat].units[slot]
    if unit is None:
        return "SPH-17.1"
    if unit.stopped or (unit.attacked and state.config.on("attacks_per_turn", "1")):
        return "SPH-7.4g"
    if unit.spell and not unit.up and state.config.on("setcards_move", "never"):
        return "SPH-7.4c"
    if unit.moved >= allowance(state, slot, unit):
        return "SPH-7.4b"
    board = state.config.globe
    dest = board.steps[unit.cell][intent.direction]
    if dest == NOWHERE:
        return "SPH-2.7"
    edge = board.edges[unit.cell][intent.direction]
    if state.walls >> edge & 1 and not _phases(state, seat, slot, unit):
        return "SPH-7.4a"
    return "SPH-7.4d" if dest in cells_of(state, seat) else ""


def _phases(state: State, seat: int, slot: int, unit: Unit) -> bool:
    """Return True if a card ignores walls (SPH-3.3), or may do so (SPH-15.5).

    A deck master needs a rune.
    """
    if slot == 0 or unit.spell or unit.phase:
        return unit.phase
    cards = candidates(state, seat) if unit.card == UNKNOWN else (unit.card,)
    return any(state.config.cards[card].has(Op.PHASE) for card in cards)


def crosses(state: State, seat: int, intent: Intent) -> bool:
    """Return True if a move would take a face-down card without a rune through a wall."""
    unit = state.players[seat].units[intent.unit]
    if intent.kind != "move" or unit is None or unit.up or unit.phase:
        return False
    return bool(state.walls >> state.config.globe.edges[unit.cell][intent.direction] & 1)


def destination(state: State, seat: int, direction: int) -> int:
    """Return the cell next to the deck master in a direction, or `NOWHERE` (SPH-7.5)."""
    cell = master_of(state, seat).cell
    board = state.config.globe
    edge = board.edges[cell][direction]
    if edge == NOWHERE or state.walls >> edge & 1:
        return NOWHERE
    return board.steps[cell][direction]


def _place(state: State, seat: int, intent: Intent) -> str:
    """Check that SUMMON or SET has a free cell next to the deck master, and room on the globe."""
    clause = "SPH-7.5" if intent.kind == "summon" else "SPH-7.6"
    player = state.players[seat]
    if not may_hold(state, seat, intent.card):
        return clause
    leaving = set()
    for slot in intent.tributes:
        unit = player.units[slot]
        if unit is None or unit.spell:
            return "SPH-7.5b"
        leaving.add(unit.cell)
    dest = destination(state, seat, intent.direction)
    if dest == NOWHERE:
        return "SPH-3.2"
    if dest not in leaving and at_cell(state, dest) is not None:
        return clause
    room = free_slot(state, seat) or intent.tributes
    return "" if room else "SPH-7.10"


def _flip(state: State, seat: int, intent: Intent) -> str:
    unit = state.players[seat].units[intent.unit]
    if unit is None:
        return "SPH-17.1"
    exposed = unit.spell and facts(state, unit.card).kind is Kind.SPELL
    return "SPH-7.7" if unit.arrived or (unit.up and not exposed) else ""


def _turn(state: State, seat: int, intent: Intent) -> str:
    unit = state.players[seat].units[intent.unit]
    if unit is None:
        return "SPH-17.1"
    return "SPH-7.7" if unit.spell or unit.arrived or unit.turned else ""


def _fuse(state: State, seat: int, intent: Intent) -> str:
    player = state.players[seat]
    a, b = player.units[intent.unit], player.units[intent.other]
    if a is None or b is None:
        return "SPH-17.1"
    board = state.config.globe
    if a.spell or b.spell or not a.up or not b.up or b.cell not in board.around[a.cell]:
        return "SPH-7.8"
    if state.walls >> board.edge(a.cell, b.cell) & 1:
        return "SPH-3.2"
    if player.extra and intent.card not in player.extra and UNKNOWN not in player.extra:
        return "SPH-7.8"
    recipe = facts(state, intent.card).recipe
    one, two = facts(state, a.card), facts(state, b.card)
    pair = sorted((one.element, two.element))
    if recipe is None or pair != sorted(recipe.elements) or one.level + two.level < recipe.levels:
        return "SPH-7.8"
    return ""


_FAULTS = {
    "move": _move,
    "summon": _place,
    "set": _place,
    "flip": _flip,
    "turn": _turn,
    "fuse": _fuse,
}
