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

Side = tuple[int, int, int, int, int]
"""One player's cards as bit sets: occupied cells; cells with a branch up, right, down, left."""

EMPTY_SIDE: Side = (0, 0, 0, 0, 0)

Around = tuple[tuple[int, int, int, int], tuple[int, int, int, int]]
"""By direction: cells next to one of the player's cards, and those at which that card points."""


@dataclass(frozen=True, slots=True)
class Grid:
    """Geometry of a field of `columns` × `rows` cells (YGG-3.1).

    `inside[arms]` holds the cells where no branch of a pattern points off the field (YGG-6.3).
    `near[i]` holds the neighbours' numbers by direction, −1 off the field.
    """

    columns: int
    rows: int
    names: tuple[str, ...] = field(compare=False, repr=False)
    index: dict[str, int] = field(compare=False, repr=False)
    near: tuple[tuple[int, int, int, int], ...] = field(compare=False, repr=False)
    inside: tuple[int, ...] = field(compare=False, repr=False)
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
    inside = tuple(
        sum(1 << i for i, around_ in enumerate(near) if _stays(arms, around_)) for arms in range(16)
    )
    first = sum(1 << row * columns for row in range(rows))
    full = (1 << columns * rows) - 1
    return Grid(
        columns,
        rows,
        names,
        {name: i for i, name in enumerate(names)},
        near,
        inside,
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


def _stays(arms: int, near: tuple[int, ...]) -> bool:
    return all(near[direction] >= 0 for direction in range(4) if arms >> direction & 1)


def around(field_: Grid, side: Side) -> Around:
    """Return the sets of cells by their neighbours; see the module's theory of operation."""
    own, up, right, down, left = side
    columns, full = field_.columns, field_.full
    return (
        (
            own >> columns,
            own >> 1 & field_.not_last,
            own << columns & full,
            own << 1 & field_.not_first,
        ),
        (
            down >> columns,
            left >> 1 & field_.not_last,
            up << columns & full,
            right << 1 & field_.not_first,
        ),
    )


def bits(cells: int) -> Iterator[int]:
    """Yield the cell numbers in a bit set, in ascending order."""
    while cells:
        low = cells & -cells
        yield low.bit_length() - 1
        cells ^= low
