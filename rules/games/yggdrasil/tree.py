"""Properties of a tree of cards: open cells, links, soundness and powers (YGG-6.8, 8.4, 9)."""

import functools
import operator
from collections.abc import Iterator

from rules.games.yggdrasil.cards import Field, FieldCard, Op, stone
from rules.games.yggdrasil.fits import colours_agree
from rules.games.yggdrasil.grid import PATTERNS, bits
from rules.games.yggdrasil.state import State

_ROOT_DEFENCE = 6


def around_cell(state: State, i: int, owner: int) -> Iterator[tuple[int, int, FieldCard]]:
    """Yield the direction, cell and card of each of a seat's cards next to cell i."""
    for direction, j in enumerate(state.config.grid.near[i]):
        other = state.field[j] if j >= 0 else None
        if other is not None and other.owner == owner:
            yield direction, j, other


def open_cells(state: State, seat: int) -> int:
    """Return the empty cells at which one of the seat's branches points (YGG-6.8)."""
    side, grid = state.sides[seat], state.config.grid
    cells = state.room(seat)
    if cells and not grid.blank_edges:  # no card fits next to a blank edge
        fitting = (side.fits >> grid.shifts[arms] for arms in PATTERNS)
        cells &= functools.reduce(operator.or_, fitting)
    return cells


def root_cell(field: Field, owner: int) -> int:
    """Return the cell of a seat's root; −1 if it is destroyed or not yet placed."""
    for i, placed in enumerate(field):
        if placed is not None and placed.card.root and placed.owner == owner:
            return i
    return -1


def linked(state: State, owner: int) -> int:
    """Return the bit set of a seat's cards that are linked to its root (YGG-6.2, 9.7, 13.1)."""
    own, ends = state.sides[owner].own, state.config.grid.ends
    aims, found = {}, []
    for i, placed in enumerate(state.field):
        if placed is not None and placed.owner == owner:
            aims[i] = ends[placed.arms][i] & own
            if placed.card.root:
                found.append(i)
    seen = sum(1 << i for i in found)
    for i in found:  # the list grows
        for j in bits(aims[i] & ~seen):
            if aims[j] >> i & 1 and _colours_agree(state, i, j):
                seen |= 1 << j
                found.append(j)
    return seen


def _aim(state: State, i: int) -> int:
    """Return the cells at the ends of the branches of the card on cell i."""
    return state.config.grid.ends[stone(state.field, i).arms][i]


def _colours_agree(state: State, i: int, j: int) -> bool:
    if not state.config.colour_lock:
        return True
    one, two = stone(state.field, i), stone(state.field, j)
    return colours_agree(state.config, one, two, state.config.grid.near[i].index(j))


def sound(state: State, owner: int) -> bool:
    """Return True if all cards are linked and obey the rules of placement (YGG-8.4)."""
    config, (own, _, fits) = state.config, state.sides[owner]
    for i in bits(own):
        if not fits >> config.grid.shifts[stone(state.field, i).arms] + i & 1:
            return False
    if config.colour_lock and not all(
        _colours_agree(state, i, j) for i in bits(own) for j in bits(_aim(state, i) & own)
    ):
        return False
    return own == linked(state, owner)


# Invasion.


def pointed(state: State, i: int) -> int:
    """Return the rival's cards at the ends of the branches of the card on cell i."""
    return state.sides[1 - stone(state.field, i).owner].own & _aim(state, i)


def targets(state: State, i: int) -> tuple[int, ...]:
    """Return the cells that a card on cell i may invade (YGG-9.1, YGG-9.6)."""
    cells = pointed(state, i)
    if not cells:
        return ()
    roots = state.config.get("root_attack") == "allowed"
    return tuple(j for j in bits(cells) if roots or not stone(state.field, j).card.root)


def attack(state: State, i: int, target: int) -> int:
    """Return the attack power: the card on i, and the attacker's cards at the target (YGG-9.3)."""
    placed = stone(state.field, i)
    total = placed.card.amount(Op.INVADE_BONUS)
    for direction, j, other in around_cell(state, target, placed.owner):
        if other.arms >> (direction ^ 2) & 1:
            total += _power(state, j)
    return total


def defence(state: State, target: int) -> int:
    """Return the defence power: the target's own power, or 6 for a root (YGG-9.4, YGG-9.6)."""
    card = stone(state.field, target).card
    power = _power(state, target) + card.amount(Op.DEFEND_BONUS)
    return power - card.power + _ROOT_DEFENCE if card.root else power


def _power(state: State, i: int) -> int:
    """Return a card's printed power plus the auras of its owner's connected cards (YGG-8.7)."""
    placed = stone(state.field, i)
    power = placed.card.power
    for direction, j, other in around_cell(state, i, placed.owner):
        aura = other.card.amount(Op.AURA)
        joined = _aim(state, i) >> j & _aim(state, j) >> i & 1
        if aura and joined and colours_agree(state.config, placed, other, direction):
            power += aura
    return power
