"""Which pages lie on which side of which sheet of a saddle-stitched booklet; no PDF here.

Sheets are folded together down their middle and stapled in the fold, so the outermost sheet
carries the first two and the last two pages. Of `pages` (a multiple of four) sheet s, from 0 for
the outermost, has on its outside the pages n - 2s | 1 + 2s, and on its inside, behind them,
2 + 2s | n - 1 - 2s. Pages of a pair add up to n + 1, and the left one of each is even, since page 1
lies on the right.
"""

from __future__ import annotations

from dataclasses import dataclass

_PAGES_A_SHEET = 4


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a sheet: the pages (from 1) on its left and on its right."""

    left: int
    right: int
    outside: bool


def padding(pages: int) -> int:
    """How many empty pages a booklet of so many needs."""
    return -pages % _PAGES_A_SHEET


def saddle(pages: int) -> list[Side]:
    """The sides in printing order: outside, inside, outside …, the outermost sheet first."""
    if pages % _PAGES_A_SHEET or pages <= 0:
        msg = f"{pages} pages do not make whole sheets of four"
        raise ValueError(msg)
    sides = []
    for sheet in range(pages // _PAGES_A_SHEET):
        sides.append(Side(pages - 2 * sheet, 1 + 2 * sheet, outside=True))
        sides.append(Side(2 + 2 * sheet, pages - 1 - 2 * sheet, outside=False))
    return sides
