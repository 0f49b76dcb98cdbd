"""Cells where a seat's cards fit, and the clauses that forbid the other cells (YGG-6, YGG-13.1).

Theory of operation. `Edges` states for each direction in which cells a card would be
half-connected: with a branch in that direction, and without one. `Fits.cells` subtracts these sets
from the open cells, and `Fits.faults` looks a single cell up in them. A tree is sound if its own
cards are in none of these sets (`tree.sound`).
"""

from collections.abc import Iterable
from typing import Final

from rules.core.values import UNKNOWN
from rules.core.verdict import Violation
from rules.games.yggdrasil.cards import DIRECTIONS, WILD, Field, FieldCard, stone
from rules.games.yggdrasil.config import Config
from rules.games.yggdrasil.grid import Sets, around, bits

Fit = tuple[str, int]
"""A card, and a cell where it fits."""

ANY: Final[Fit] = ("", -1)
"""An unknown card that fits in an unknown cell."""


class Side(Sets):
    """One player's cards, and what follows from them for the next card, computed once."""

    _edges: "Edges | None" = None

    def plus(self, i: int, arms: int) -> "Side":
        """Return the side with another card, whose pattern is `arms`, on cell i."""
        own, up, right, down, left = self
        bit = 1 << i
        return Side(
            own | bit,
            up | bit if arms & 1 else up,
            right | bit if arms & 2 else right,
            down | bit if arms & 4 else down,
            left | bit if arms & 8 else left,
        )

    def minus(self, cells: int) -> "Side":
        """Return the side without the cards on `cells`."""
        return Side._make(kept & ~cells for kept in self)

    def edges(self, config: Config) -> "Edges":
        """Return where patterns fit next to these cards, in a match that has one `config`."""
        if self._edges is None:
            self._edges = Edges(config, self)
        return self._edges


class Edges(dict[int, int]):
    """Borders between the cells and a side's cards.

    The keys are patterns, the values the cells, empty or not, where a pattern keeps YGG-6.2 to 6.4.
    A cell in `meets[d]` is pointed at from direction d. On a cell in `half[d][0]`, a card without a
    branch in direction d would be half-connected; in `half[d][1]`, a card with one.
    """

    __slots__ = ("_down_left", "_inside", "_up_right", "aimed", "half", "meets")

    def __init__(self, config: Config, side: Side) -> None:
        near, meets = around(config.grid, side)
        (n0, n1, n2, n3), (m0, m1, m2, m3) = near, meets
        b0, b1, b2, b3 = near if config.no_blank_edges else meets
        h0, h1, h2, h3 = n0 & ~m0, n1 & ~m1, n2 & ~m2, n3 & ~m3
        self.meets = meets
        self.half = ((b0, h0), (b1, h1), (b2, h2), (b3, h3))
        self.aimed = m0 | m1 | m2 | m3
        self._up_right = (b0 | b1, h0 | b1, b0 | h1, h0 | h1)
        self._down_left = (b2 | b3, h2 | b3, b2 | h3, h2 | h3)
        self._inside = config.grid.inside

    def __missing__(self, arms: int) -> int:
        # Without a half-connection, a card meets each branch at its cell; YGG-6.2 asks for one.
        half = self._up_right[arms & 3] | self._down_left[arms >> 2]
        cells = self[arms] = self._inside[arms] & self.aimed & ~half
        return cells


def colours_agree(config: Config, one: FieldCard, two: FieldCard, direction: int) -> bool:
    """Return True if branches of two neighbours connect; `direction` leads to `two` (YGG-13.1)."""
    if not config.colour_lock:
        return True
    mine, theirs = one.colour(direction), two.colour(direction ^ 2)
    return mine == theirs or WILD in (mine, theirs)


class Fits:
    """Cells where a seat's cards fit in one position (YGG-6.1 to 6.4, YGG-13.1)."""

    __slots__ = ("_arms", "_config", "_edges", "_field", "_free", "_seat")

    def __init__(self, config: Config, field: Field, sides: tuple[Side, Side], seat: int) -> None:
        self._edges = sides[seat].edges(config)
        self._free = ~(sides[0].own | sides[1].own)
        self._config, self._field, self._seat = config, field, seat
        self._arms = config.arms[seat]

    def cells(self, card: str, turn: int = 0) -> int:
        """Return the cells where a card fits in one orientation."""
        cells = self._edges[self._arms[card][turn]] & self._free
        if cells and self._config.colour_lock:
            return sum(1 << i for i in bits(cells) if not self.faults(card, turn, i))
        return cells

    def anywhere(self, card: str) -> int:
        """Return the cells where a card fits in any allowed orientation (YGG-4.3)."""
        if not self._config.free_rotation:
            return self.cells(card)
        return self.cells(card) | self.cells(card, 1) | self.cells(card, 2) | self.cells(card, 3)

    def first(self, cards: Iterable[str]) -> Fit | None:
        """Return the first known card that fits, with one of its cells, or None."""
        for card in cards:
            if card != UNKNOWN and (cells := self.anywhere(card)):
                return card, lowest(cells)
        return None

    def faults(self, card: str, turn: int, i: int) -> list[Violation]:
        """Return the violations for a card on an empty cell, in the order of YGG-6.7, each once."""
        off = half = clash = None
        connected = False
        config = self._config
        meets, halved = self._edges.meets, self._edges.half
        placed = config.field_card(card, self._seat, turn)
        named = (("card", card), ("cell", config.grid.names[i]))
        for direction, j in enumerate(config.grid.near[i]):
            arm = placed.arms >> direction & 1
            where = (*named, ("direction", DIRECTIONS[direction]))
            if j < 0:
                off = off or (Violation("YGG-6.3", where) if arm else None)
                continue
            fails = bool(halved[direction][arm] >> i & 1)
            if not fails and not (arm and meets[direction] >> i & 1):
                continue
            other = stone(self._field, j)
            facts = (*where, ("neighbour", other.card.id), ("target", config.grid.names[j]))
            if not fails and not colours_agree(config, placed, other, direction):
                clash = clash or Violation("YGG-13.1", facts)
                fails = True
            if fails:
                half = half or Violation("YGG-6.4", facts)
            else:
                connected = True
        loose = None if connected else Violation("YGG-6.2", named, "colour" if clash else "")
        return [found for found in (off, clash, half, loose) if found is not None]


def lowest(cells: int) -> int:
    """Return the first cell in a non-empty bit set."""
    return (cells & -cells).bit_length() - 1
