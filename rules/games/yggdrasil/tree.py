"""Properties of a tree of cards: fitting cells, links, soundness and powers.

The module implements sections 6 and 9 of the rules. It does not depend on hands, phases or turns.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from rules.core.values import UNKNOWN
from rules.core.verdict import Violation
from rules.games.yggdrasil.cards import DIRECTIONS, WILD, FieldCard, Op
from rules.games.yggdrasil.config import Config
from rules.games.yggdrasil.grid import around, bits
from rules.games.yggdrasil.state import Field, State, stone

_ROOT_DEFENCE = 6


Fit = tuple[str, int]
"""A card, and a cell where it fits."""

ANY: Final[Fit] = ("", -1)
"""An unknown card that fits in an unknown cell."""


class Fits:
    """Cells where a seat's cards fit in one state, under YGG-6.1 to 6.4.

    `faults_at` returns the violations for a placement; the two always agree. Exchanges and passes
    depend on this class, too, and so does the end of the game with some settings.

    A cell is open if one of the seat's branches points at it. A pattern fits in an open cell if it
    stays on the field and matches each neighbour. It must have a branch towards one of the seat's
    cards if and only if that card points back. `_asks[d][0]` is the set of cells for cards without
    a branch in direction d, and `_asks[d][1]` the set for cards with one.
    """

    __slots__ = ("_arms", "_asks", "_found", "_inside", "_open", "_seat", "_state", "turns")

    def __init__(self, state: State, seat: int) -> None:
        config = state.config
        near, meets = around(config.grid, state.sides[seat])
        (n0, n1, n2, n3), (m0, m1, m2, m3) = near, meets
        p0, p1, p2, p3 = near if config.no_blank_edges else meets
        self._asks = ((~p0, ~n0 | m0), (~p1, ~n1 | m1), (~p2, ~n2 | m2), (~p3, ~n3 | m3))
        self._open = (m0 | m1 | m2 | m3) & ~state.taken
        self._inside = config.grid.inside
        self._arms = config.arms[seat]
        self._state, self._seat = state, seat
        self.turns = range(4) if config.free_rotation else range(1)
        self._found: dict[tuple[int, ...], int] = {}

    def cells(self, card: str, turn: int = 0) -> int:
        """Return the cells where a card fits in one orientation."""
        arms, (up, right, down, left) = self._arms[card][turn], self._asks
        cells = (
            self._inside[arms]
            & self._open
            & up[arms & 1]
            & right[arms >> 1 & 1]
            & down[arms >> 2 & 1]
            & left[arms >> 3]
        )
        if cells and self._state.config.colour_lock:
            placed = self._state.config.field_card(card, self._seat, turn)
            kept = (i for i in bits(cells) if not any(_clashes(self._state, placed, i)))
            return sum(1 << i for i in kept)
        return cells

    def anywhere(self, card: str) -> int:
        """Return the cells where a card fits in any orientation; computed once per pattern."""
        alike = self._arms[card]
        if alike in self._found:
            return self._found[alike]
        found = 0
        for turn in self.turns:
            found |= self.cells(card, turn)
        if not self._state.config.colour_lock:
            self._found[alike] = found
        return found

    def first(self, cards: Iterable[str]) -> Fit | None:
        """Return the first known card that fits, with one of its cells, or None."""
        for card in cards:
            if card != UNKNOWN and (cells := self.anywhere(card)):
                return card, lowest(cells)
        return None


def lowest(cells: int) -> int:
    """Return the first cell in a non-empty bit set."""
    return (cells & -cells).bit_length() - 1


def around_cell(
    config: Config, field: Field, i: int, owner: int
) -> Iterator[tuple[int, int, FieldCard]]:
    """Yield the direction, cell and card of each of a seat's cards next to cell i."""
    for direction, j in enumerate(config.grid.near[i]):
        other = field[j] if j >= 0 else None
        if other is not None and other.owner == owner:
            yield direction, j, other


def _clashes(state: State, placed: FieldCard, i: int) -> Iterator[bool]:
    """Yield, for each own neighbour at a branch, True if the colours would clash (YGG-13.1)."""
    for direction, _, other in around_cell(state.config, state.field, i, placed.owner):
        if placed.arms >> direction & 1:
            yield not meet(state.config, placed, other, direction)


def meet(config: Config, placed: FieldCard, other: FieldCard, direction: int) -> bool:
    """Return True if a card connects with `other` in `direction` (YGG-6.2, YGG-13.1)."""
    if not (placed.arms >> direction & 1 and other.arms >> (direction ^ 2) & 1):
        return False
    if not config.colour_lock:
        return True
    mine, theirs = placed.colour(direction), other.colour(direction ^ 2)
    return mine == theirs or WILD in (mine, theirs)


def faults_at(config: Config, field: Field, placed: FieldCard, i: int) -> list[Violation]:
    """Return the violations for a card on an empty cell, in the order of YGG-6.7, each once.

    The cell is on the field. `Fits` returns the cells without a violation; the two always agree.
    `sound` also judges cards that are on the field already, so nothing here depends on the turn.
    """
    off = half = colour = None
    connected = False
    card, cell = ("card", placed.card.id), ("cell", config.grid.names[i])
    for direction, j in enumerate(config.grid.near[i]):
        points = bool(placed.arms >> direction & 1)
        name = ("direction", DIRECTIONS[direction])
        if j < 0:
            if points:
                off = off or Violation("YGG-6.3", (card, cell, name))
            continue
        other = field[j]
        if other is None or other.owner != placed.owner:
            continue
        if meet(config, placed, other, direction):
            connected = True
            continue
        facts = (card, cell, name, ("neighbour", other.card.id), ("target", config.grid.names[j]))
        back = bool(other.arms >> (direction ^ 2) & 1)
        if points and back:
            colour = colour or Violation("YGG-13.1", facts)
        if points or back or config.no_blank_edges:
            half = half or Violation("YGG-6.4", facts)
    case = "colour" if colour else ""
    none = None if connected else Violation("YGG-6.2", (card, cell), case)
    return [found for found in (off, colour, half, none) if found is not None]


def open_cells(state: State, seat: int) -> int:
    """Return the empty cells at which one of the seat's branches points (YGG-6.8)."""
    config = state.config
    near, meets = around(config.grid, state.sides[seat])
    cells = meets[0] | meets[1] | meets[2] | meets[3]
    if config.no_blank_edges:
        for direction in range(4):
            cells &= ~(near[direction] & ~meets[direction])
    return cells & ~state.taken


def root_cell(field: Field, owner: int) -> int:
    """Return the cell of a seat's root; −1 if it is destroyed or not yet placed."""
    for i, placed in enumerate(field):
        if placed is not None and placed.owner == owner and placed.card.root:
            return i
    return -1


def linked(config: Config, field: Field, owner: int) -> int:
    """Return the bit set of a seat's cards that are linked to its root (YGG-9.7)."""
    start = root_cell(field, owner)
    if start < 0:
        return 0
    seen, todo = 1 << start, [start]
    while todo:
        i = todo.pop()
        placed = stone(field, i)
        for direction, j, other in around_cell(config, field, i, owner):
            if not seen >> j & 1 and meet(config, placed, other, direction):
                seen |= 1 << j
                todo.append(j)
    return seen


def sound(config: Config, field: Field, owner: int) -> bool:
    """Return True if all cards are linked and obey the rules of placement (YGG-8.4)."""
    own = 0
    for i, placed in enumerate(field):
        if placed is not None and placed.owner == owner:
            own |= 1 << i
            faults = faults_at(config, field, placed, i)
            if any(fault.clause != "YGG-6.2" for fault in faults):
                return False
    return own == linked(config, field, owner)


# Invasion.


def _rivals_near(state: State, owner: int, i: int) -> int:
    """Return the pattern of directions in which a rival's card is next to cell i."""
    rivals = state.sides[1 - owner][0]
    up, right, down, left = state.config.grid.near[i]
    # A neighbour off the field is −1; after the shift it addresses bit 0, which is empty.
    rivals <<= 1
    return (
        (rivals >> up + 1 & 1)
        | (rivals >> right + 1 & 1) << 1
        | (rivals >> down + 1 & 1) << 2
        | (rivals >> left + 1 & 1) << 3
    )


def targets(state: State, i: int) -> tuple[int, ...]:
    """Return the cells that a card on cell i may invade (YGG-9.1, YGG-9.6)."""
    placed = stone(state.field, i)
    if not placed.arms & _rivals_near(state, placed.owner, i):
        return ()
    roots = state.config.get("root_attack") == "allowed"
    found = [
        j
        for direction, j, other in around_cell(state.config, state.field, i, 1 - placed.owner)
        if placed.arms >> direction & 1 and (roots or not other.card.root)
    ]
    return tuple(sorted(found))


def attack(state: State, i: int, target: int) -> int:
    """Return the attack power: the card on i, and the attacker's cards at the target (YGG-9.3)."""
    placed = stone(state.field, i)
    total = placed.card.amount(Op.INVADE_BONUS)
    for direction, j, other in around_cell(state.config, state.field, target, placed.owner):
        if other.arms >> (direction ^ 2) & 1:
            total += _power(state, other, j)
    return total


def defence(state: State, target: int) -> int:
    """Return the defence power: the target's own power, or 6 for a root (YGG-9.4, YGG-9.6)."""
    placed = stone(state.field, target)
    power = _power(state, placed, target) + placed.card.amount(Op.DEFEND_BONUS)
    return power - placed.card.power + _ROOT_DEFENCE if placed.card.root else power


def _power(state: State, placed: FieldCard, i: int) -> int:
    """Return a card's printed power plus the auras of its owner's connected cards (YGG-8.7)."""
    power = placed.card.power
    for direction, _, other in around_cell(state.config, state.field, i, placed.owner):
        aura = other.card.amount(Op.AURA)
        if aura and meet(state.config, placed, other, direction):
            power += aura
    return power
