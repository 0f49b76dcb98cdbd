"""The rune stone that carries a card's tag, and the vines from which it hangs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import Final

import numpy as np

from artwork.geometry import Array
from artwork.outlines import chance, through
from artwork.pen import Pen
from artwork.yggdrasil.foliage import Leaf, breadth, draw_leaves
from artwork.yggdrasil.palette import Palette
from artwork.yggdrasil.wood import Branch
from printkit.pdf.drawing import Form, Path, Point, placed, polygon, rectangle, transformed

PANEL: Final = 23.048
"""Side length of the tag's black frame, mm."""
TAG: Final[Point] = (3.5, 57.0)
"""Top left corner of the tag panel on a front."""
STONES: Final = 3
"""Number of different slabs; each card's seed selects one."""

_RUNES: Final[dict[str, tuple[tuple[Point, ...], ...]]] = {
    "y": (((0, 0), (0, 1)), ((0, 0.35), (0.5, 0)), ((0, 0.7), (0.5, 0.35))),
    "g": (((0, 0), (0.6, 1)), ((0.6, 0), (0, 1))),
    "d": (((0, 0), (0, 1), (0.6, 0), (0.6, 1), (0, 0)),),
    "r": (((0, 1), (0, 0), (0.5, 0.25), (0.05, 0.5), (0.55, 1)),),
    "a": (((0, 1), (0, 0), (0.5, 0.28)), ((0, 0.38), (0.5, 0.66))),
    "s": (((0.45, 0), (0.1, 0.35), (0.45, 0.62), (0.1, 1)),),
    "i": (((0.2, 0), (0.2, 1)),),
    "l": (((0, 1), (0, 0), (0.5, 0.38)),),
    "t": (((0.3, 1), (0.3, 0)), ((0, 0.35), (0.3, 0), (0.6, 0.35))),
    "o": (((0, 1), (0.55, 0.45), (0.28, 0), (0, 0.45), (0.55, 1)),),
}
_RUNE_HEIGHT: Final = 1.05
_BORDER: Final = 2.3
"""Width of the slab around the tag's frame, mm."""


def _inscription(word: str, x: float, y: float, turn: float) -> Path:
    """Return a word in runes along a line from (x, y)."""
    to = placed(x, y, turn=turn, scale=_RUNE_HEIGHT)
    along, cuts = 0.0, Path(())
    for letter in word:
        rune = _RUNES[letter]
        for cut in rune:
            cuts += polygon([(along + a * 0.9, b) for a, b in cut], closed=False)
        along += max(a for cut in rune for a, _ in cut) * 0.9 + 0.62
    return transformed(cuts, to)


def _slab(seed: str) -> list[Point]:
    """Return the slab's rough outline; the tag panel's top left corner is the origin."""
    source = chance(seed)
    low, high, cut = -_BORDER, PANEL + _BORDER, 2.0
    sides: tuple[tuple[Point, Point, int], ...] = (
        ((low + cut, low), (high - cut, low), 5),
        ((high - cut / 2, low + 0.2), (high, low + cut), 2),
        ((high, low + cut), (high, high - cut), 5),
        ((high, high - cut), (high - cut, high), 2),
        ((high - cut, high), (low + cut, high), 5),
        ((low + cut, high), (low, high - cut), 2),
        ((low, high - cut), (low, low + cut), 5),
        ((low, low + cut), (low + cut, low), 2),
    )
    points = []
    for (x0, y0), (x1, y1), steps in sides:
        for k in range(steps):
            t = k / steps
            x, y = x0 + (x1 - x0) * t, y0 + (y1 - y0) * t
            points.append((x + source.uniform(-0.22, 0.22), y + source.uniform(-0.22, 0.22)))
    return points


@cache
def stone_form(palette: Palette, number: int) -> Form:
    """Return the rune stone around the tag; the panel's top left corner is the origin.

    printkit adds the panel itself; this form has only a square in the keyline's colour.
    """
    pen, high = Pen(), PANEL + _BORDER
    points = _slab(f"stone{number}")
    slab = polygon(points)
    pen.backed(slab, palette.stone, palette.stone_ink, 0.45)
    with pen.clipped(slab):
        lower = points[9:24]
        pen.fill(polygon([*lower, (PANEL / 2, PANEL / 2)]), palette.stone_shade)
        rim, low = high - 0.9, -_BORDER
        pen.fill(
            polygon(
                [
                    (rim, low),
                    (high + 1, low),
                    (high + 1, high + 1),
                    (low, high + 1),
                    (low, rim),
                    (rim, rim),
                ]
            ),
            palette.stone_shade if palette.line_only else palette.stone_ink,
        )
        chips = chance("chips", number)
        for _ in range(9):
            along, edge = chips.uniform(1, PANEL - 1), chips.randrange(4)
            across = chips.uniform(-1.6, -0.9)
            x, y = ((along, across), (PANEL - across, along), (along, PANEL - across),
                    (across, along))[edge]  # fmt: skip
            crack = [(x, y), (x + chips.uniform(0.2, 0.5), y + chips.uniform(-0.4, 0.4))]
            pen.stroke(polygon(crack, closed=False), palette.stone_ink, 0.14)
    dark, lit = palette.stone_ink, palette.rune_lit
    pen.stroke(_inscription("yggdrasil", 1.2, -1.75, 0), dark, 0.2, cap=0)
    pen.stroke(_inscription("dirtosal", PANEL + 1.72, 2.2, 90), lit, 0.2, cap=0)
    pen.stroke(_inscription("lisardggy", PANEL - 1.2, PANEL + 1.72, 180), lit, 0.2, cap=0)
    pen.stroke(_inscription("tosaligr", -1.75, PANEL - 1.6, 270), dark, 0.2, cap=0)
    key = 0.45
    pen.fill(rectangle(-key, -key, PANEL + 2 * key, PANEL + 2 * key), palette.keyline)
    if palette.line_only:
        outer = rectangle(-key, -key, PANEL + 2 * key, PANEL + 2 * key)
        pen.stroke(outer, palette.stone_ink, 0.18)
    _creepers(pen, palette)
    return pen.form(f"stone-{number}", (-4.5, -4.5, PANEL + 6, PANEL + 6))


def _creepers(pen: Pen, palette: Palette) -> None:
    """Draw leaves over two opposite corners of the slab, but not over the tag's frame."""
    long = 2.7 if palette.sun else 3.3
    leaves = []
    for x, y, turn in ((PANEL + 1.7, PANEL + 1.8, 120.0), (-1.4, -1.7, -30.0)):
        for k in range(5):
            foot = (x + 0.5 * math.cos(k), y + 0.5 * math.sin(2 * k))
            leaf = Leaf(*foot, turn + k * 34 - 50, long)
            clear = all(
                not (-0.3 < px < PANEL + 0.3 and -0.3 < py < PANEL + 0.3) and px > -2.9
                for px, py in leaf.probe(breadth(palette))
            )
            if clear:
                leaves.append(leaf)
    draw_leaves(pen, leaves, palette)


def hang_stone(pen: Pen, palette: Palette, branches: Sequence[Branch]) -> None:
    """Draw the two twisted vines on which the stone hangs from the nearest wood above it."""
    for x in (TAG[0] + 3.2, TAG[0] + PANEL - 3.2):
        heights = [
            float(y)
            for branch in branches
            for px, y in branch.line
            if abs(px - x) < 0.5 and 30 < y < TAG[1] - 3
        ]
        if not heights:
            continue
        for colour, width in ((palette.ink, 0.55), (palette.leaf, 0.25)):
            for side in (1, -1):
                pen.stroke(through(_vine(x, max(heights), side)), colour, width)


def _vine(x: float, top: float, side: int) -> list[Point]:
    heights: Array = np.linspace(top, TAG[1] - 0.6, 14)
    return [(x + side * 0.28 * math.sin(k * 1.9), float(y)) for k, y in enumerate(heights)]
