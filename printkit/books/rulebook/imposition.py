"""Imposition of a saddle-stitched booklet: the pages on each side of each sheet; no PDF code.

Sheets are folded together down the middle and stapled in the fold, so the outermost sheet has the
first two and the last two pages. For n pages (a multiple of four), sheet s (0 is the outermost) has
pages n - 2s | 1 + 2s outside, and 2 + 2s | n - 1 - 2s inside. The two pages of a side add up to n +
1. The left one is even, since page 1 is on the right.
"""

from __future__ import annotations

from dataclasses import dataclass

_PAGES_A_SHEET = 4


@dataclass(frozen=True, slots=True)
class SheetSide:
    """One side of a sheet: the pages (from 1) on its left and on its right."""

    left: int
    right: int
    outside: bool


def padding(pages: int) -> int:
    """Return the number of empty pages that fill the last sheet."""
    return -pages % _PAGES_A_SHEET


def saddle(pages: int) -> list[SheetSide]:
    """Return the sides in printing order: outside, inside, outside …, outermost sheet first."""
    if pages % _PAGES_A_SHEET or pages <= 0:
        msg = f"{pages} pages do not make whole sheets of four"
        raise ValueError(msg)
    sides = []
    for sheet in range(pages // _PAGES_A_SHEET):
        sides.append(SheetSide(pages - 2 * sheet, 1 + 2 * sheet, outside=True))
        sides.append(SheetSide(2 + 2 * sheet, pages - 1 - 2 * sheet, outside=False))
    return sides
