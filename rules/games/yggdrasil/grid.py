"""The field as bit sets: cells, neighbours, and where a pattern stays on the field.

Theory of operation. Cell number i = (row − 1) · columns + column, so bit i of a set is cell i and
A's bottom left corner is bit 0. Up is +columns, right is +1. "The cells whose right-hand neighbour
is in X" is X shifted right by one bit, without the last column, where the shift would wrap.
`around` builds four such sets for a player's cards, and four for the branches that point back. Each
check of YGG-6 is then a few operations on whole sets.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple


class Sets(NamedTuple):
    """One player's cards as bit sets: occupied cells, and cells with a branch in a direction."""

    own: int = 0
    up: int = 0
    right: int = 0
    down: int = 0
    left: int = 0


Around = tuple[tuple[int, int, int, int], tuple[int, int, int, int]]
"""By direction: cells next to one of the player's cards, and those at which that card points."""


@dataclass(frozen=True, slots=True)
class Grid:
    """Geometry of a field of `columns` × `rows` cells (YGG-3.1).

    `inside[arms]` holds the cells where no branch of a pattern points off the field (YGG-6.3).
    `near[i]` holds the neighbours' numbers by direction, −1 off the field. `ends[arms][i]` is the
    set of cells at the ends of a pattern's branches.
    """

    columns: int
    rows: int
    names: tuple[str, ...] = field(compare=False, repr=False)
    index: dict[str, int] = field(compare=False, repr=False)
    near: tuple[tuple[int, int, int, int], ...] = field(compare=False, repr=False)
    inside: tuple[int, ...] = field(compare=False, repr=False)
    ends: tuple[tuple[int, ...], ...] = field(compare=False, repr=False)
    full: int = field(compare=False, repr=False)
    not_first: int = field(compare=False, repr=False)
    not_last: int = field(compare=False, repr=False)

    def middle(self) -> tuple[int, ...]:
        """Return the centre column, or the two centre columns from A's left (YGG-3.2, YGG-3.3)."""
        half = self.columns // 2
        return (half,) if self.columns % 2 else (half - 1, half)

    def front(self, seat: int, column: int) -> int:
        """Return the cell of a column in the row nearest to a seat (0: A, 1: B)."""
        return column if seat == 0 else (self.rows - 1) * self.columns + column


@cache
def grid(columns: int, rows: int) -> Grid:
    """Return the grid of the given size, cached."""
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    names = tuple(f"{'abcdefg'[column]}{row + 1}" for row, column in cells)
    near = tuple(_near(columns, rows, row, column) for row, column in cells)
    pointed = [[_pointed(arms, around_) for around_ in near] for arms in range(16)]
    inside = tuple(
        sum(1 << i for i, cells in enumerate(each) if min(cells, default=0) >= 0)
        for each in pointed
    )
    ends = tuple(tuple(sum(1 << j for j in js if j >= 0) for js in each) for each in pointed)
    first = sum(1 << row * columns for row in range(rows))
    full = (1 << columns * rows) - 1
    return Grid(
        columns,
        rows,
        names,
        {name: i for i, name in enumerate(names)},
        near,
        inside,
        ends,
        full,
        full & ~first,
        full & ~(first << columns - 1),
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


def around(grid_: Grid, side: Sets) -> Around:
    """Return the sets of cells by their neighbours; see the module's theory of operation."""
    own, up, right, down, left = side
    columns, full = grid_.columns, grid_.full
    return (
        (
            own >> columns,
            own >> 1 & grid_.not_last,
            own << columns & full,
            own << 1 & grid_.not_first,
        ),
        (
            down >> columns,
            left >> 1 & grid_.not_last,
            up << columns & full,
            right << 1 & grid_.not_first,
        ),
    )


def bits(cells: int) -> Iterator[int]:
    """Yield the cell numbers in a bit set, in ascending order."""
    while cells:
        low = cells & -cells
        yield low.bit_length() - 1
        cells ^= low
