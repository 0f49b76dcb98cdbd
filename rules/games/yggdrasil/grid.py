"""The field as bit sets: cells, neighbours, and where patterns fit next to a player's cards.

Theory of operation. Cell number i = (row − 1) · columns + column, so bit i of a set is cell i and
A's bottom left corner is bit 0. `Side.fits` holds a set of cells for each of the 16 patterns, one
after the other: bit arms · cells + i is 1 if a card with that pattern on cell i points off the
field nowhere (YGG-6.3) and is not half-connected (YGG-6.4). Each card on the field clears some of
these bits at its neighbours (`Grid.kept`), so another card changes a side by three operations.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

PATTERNS = range(16)
"""Bit sets of directions; see `rules.games.yggdrasil.cards`."""


class Side(NamedTuple):
    """One player's cards, and what follows from them for the player's next card.

    `own` is the set of the cards' cells, and `aimed` of the cells at which their branches point.
    `fits` holds the cells, empty or not, where each pattern keeps YGG-6.3 and YGG-6.4.
    """

    own: int
    aimed: int
    fits: int


@dataclass(frozen=True, slots=True)
class Grid:
    """Geometry of a field of `columns` × `rows` cells (YGG-3.1).

    `blank_edges` is True if two edges without a branch may touch (YGG-13). `inside[arms]` holds the
    cells where no branch of a pattern points off the field (YGG-6.3). `near[i]` holds the
    neighbours' numbers by direction, −1 off the field. `ends[arms][i]` is the set of cells at the
    ends of a pattern's branches. `shifts[arms]` is a pattern's first bit in `Side.fits`. `bare` is
    a side without cards; `kept[arms][i]` are the bits of `Side.fits` that remain with a card of
    this pattern on cell i.
    """

    columns: int
    rows: int
    blank_edges: bool
    names: tuple[str, ...] = field(compare=False, repr=False)
    index: dict[str, int] = field(compare=False, repr=False)
    near: tuple[tuple[int, int, int, int], ...] = field(compare=False, repr=False)
    inside: tuple[int, ...] = field(compare=False, repr=False)
    ends: tuple[tuple[int, ...], ...] = field(compare=False, repr=False)
    shifts: tuple[int, ...] = field(compare=False, repr=False)
    bare: Side = field(compare=False, repr=False)
    kept: tuple[tuple[int, ...], ...] = field(compare=False, repr=False)

    def middle(self) -> tuple[int, ...]:
        """Return the centre column, or the two centre columns from A's left (YGG-3.2, YGG-3.3)."""
        half = self.columns // 2
        return (half,) if self.columns % 2 else (half - 1, half)

    def front(self, seat: int, column: int) -> int:
        """Return the cell of a column in the row nearest to a seat (0: A, 1: B)."""
        return column if seat == 0 else (self.rows - 1) * self.columns + column

    def plus(self, side: Side, i: int, arms: int) -> Side:
        """Return a side with another card, whose pattern is `arms`, on cell i."""
        own, aimed, fits = side
        return Side(own | 1 << i, aimed | self.ends[arms][i], fits & self.kept[arms][i])


@cache
def grid(columns: int, rows: int, *, blank_edges: bool = True) -> Grid:
    """Return the grid of the given size, cached."""
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    names = tuple(f"{'abcdefg'[column]}{row + 1}" for row, column in cells)
    near = tuple(_near(columns, rows, row, column) for row, column in cells)
    pointed = [[_pointed(arms, around) for around in near] for arms in PATTERNS]
    inside = tuple(
        sum(1 << i for i, cells in enumerate(each) if min(cells, default=0) >= 0)
        for each in pointed
    )
    shifts = tuple(arms * len(cells) for arms in PATTERNS)
    full = sum(cells << shift for cells, shift in zip(inside, shifts, strict=True))
    unmatched = [
        [_unmatched(arms, d, shifts, blank_edges=blank_edges) for d in range(4)]
        for arms in PATTERNS
    ]
    return Grid(
        columns,
        rows,
        blank_edges,
        names,
        {name: i for i, name in enumerate(names)},
        near,
        inside,
        ends=tuple(tuple(sum(1 << j for j in js if j >= 0) for js in each) for each in pointed),
        shifts=shifts,
        bare=Side(0, 0, full),
        kept=tuple(
            tuple(
                full & ~sum(bad << j for bad, j in zip(each, around, strict=True) if j >= 0)
                for around in near
            )
            for each in unmatched
        ),
    )


def _near(columns: int, rows: int, row: int, column: int) -> tuple[int, int, int, int]:
    here = row * columns + column
    return (
        here + columns if row + 1 < rows else -1,
        here + 1 if column + 1 < columns else -1,
        here - columns if row else -1,
        here - 1 if column else -1,
    )


def _pointed(arms: int, near: tuple[int, ...]) -> list[int]:
    return [near[direction] for direction in range(4) if arms >> direction & 1]


def edges_match(arms: int, direction: int, other: int, *, blank_edges: bool) -> bool:
    """Return True if two neighbours' edges match (YGG-6.4); `direction` leads to the other one.

    Both have a branch there, or neither has one.
    """
    here, there = arms >> direction & 1, other >> (direction ^ 2) & 1
    return bool(here and there) or (blank_edges and not (here or there))


def _unmatched(arms: int, direction: int, shifts: tuple[int, ...], *, blank_edges: bool) -> int:
    """Return the bits of `Side.fits` on cell 0 of patterns that mismatch a card next to them."""
    return sum(
        1 << shifts[other]
        for other in PATTERNS
        if not edges_match(arms, direction, other, blank_edges=blank_edges)
    )


def bits(cells: int) -> Iterator[int]:
    """Yield the cell numbers in a bit set, in ascending order."""
    while cells:
        low = cells & -cells
        yield low.bit_length() - 1
        cells ^= low
