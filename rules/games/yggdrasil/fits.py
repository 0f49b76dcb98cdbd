"""Cells where a seat's cards fit, and the clauses that forbid the other cells (YGG-6, YGG-13.1).

`grid.Side` holds the cells where a pattern is nowhere half-connected. If one of the seat's branches
points at such a cell, the pattern meets it: the cell keeps YGG-6.2, too.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from rules.core.verdict import Violation
from rules.games.yggdrasil.cards import DIRECTIONS, WILD, FieldCard
from rules.games.yggdrasil.config import Config, Way
from rules.games.yggdrasil.grid import bits, edges_match
from rules.games.yggdrasil.state import State

Fit = tuple[str, int]
"""A card, and a cell where it fits."""

ANY: Final[Fit] = ("", -1)
"""An unknown card that fits in an unknown cell."""


def fitting(state: State, seat: int, cards: Iterable[str]) -> Iterator[tuple[str, Way, int]]:
    """Yield each allowed orientation in which one of a seat's known cards fits, with its cells."""
    config, side, room = state.config, state.sides[seat], state.room(seat)
    ways, fits = config.ways[seat], side.fits
    for card in cards:
        for way in ways[card]:
            cells = fits >> way.shift & room
            if cells and config.colour_lock:
                cells = sum(1 << i for i in bits(cells) if not faults(state, seat, way.placed, i))
            if cells:
                yield card, way, cells


def anywhere(state: State, seat: int, cards: Iterable[str]) -> dict[str, int]:
    """Return the cards that fit in an allowed orientation, each with its cells (YGG-4.3)."""
    found: dict[str, int] = {}
    for card, _, cells in fitting(state, seat, cards):
        found[card] = found.get(card, 0) | cells
    return found


def first(state: State, seat: int, cards: Iterable[str]) -> Fit | None:
    """Return the first known card that fits, with one of its cells, or None."""
    for card, _, _ in fitting(state, seat, cards):
        return card, lowest(anywhere(state, seat, (card,))[card])
    return None


def lowest(cells: int) -> int:
    """Return the first cell in a non-empty bit set."""
    return (cells & -cells).bit_length() - 1


def colours_agree(config: Config, one: FieldCard, two: FieldCard, direction: int) -> bool:
    """Return True if branches of two neighbours connect; `direction` leads to `two` (YGG-13.1)."""
    if not config.colour_lock:
        return True
    mine, theirs = one.colour(direction), two.colour(direction ^ 2)
    return mine == theirs or WILD in (mine, theirs)


def faults(state: State, seat: int, placed: FieldCard, i: int) -> list[Violation]:
    """Return the violations for a card on an empty cell, in the order of YGG-6.7, each once."""
    off = half = clash = None
    connected = False
    config, grid = state.config, state.config.grid
    named = (("card", placed.card.id), ("cell", grid.names[i]))
    for direction, j in enumerate(grid.near[i]):
        arm = placed.arms >> direction & 1
        where = (*named, ("direction", DIRECTIONS[direction]))
        if j < 0:
            off = off or (Violation("YGG-6.3", where) if arm else None)
            continue
        other = state.field[j]
        if other is None or other.owner != seat:
            continue
        facts = (*where, ("neighbour", other.card.id), ("target", grid.names[j]))
        fails = not edges_match(placed.arms, direction, other.arms, blank_edges=grid.blank_edges)
        if not fails and arm and not colours_agree(config, placed, other, direction):
            clash = clash or Violation("YGG-13.1", facts)
            fails = True
        if fails:
            half = half or Violation("YGG-6.4", facts)
        elif arm:
            connected = True
    loose = None if connected else Violation("YGG-6.2", named, "colour" if clash else "")
    return [found for found in (off, clash, half, loose) if found is not None]
