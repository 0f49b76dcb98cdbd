"""Symbols found by their three finder patterns alone, whatever became of their frame.

A card that lies over another's frame lets the white inside run out, and then no white square is
there to be found, though the symbol is seen whole.  The light ring of a finder pattern, between
its dark ring and its dark middle (ISO/IEC 18004, 6.3.3), is a component of its own as long as the
pattern is whole.  Three rings of one size at the ends of two equal legs with a right angle are a
symbol: which corner is which, and about where all four lie, follows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.candidates import ALL_MODULES, Box, distinct, each_level, quads_in
from companion.vision.pyramid import Grey, Pyramid

__all__ = ["MOST_SYMBOLS", "find_cornered"]

Floats = npt.NDArray[np.float64]

_MODULES = (1.1, 2.6)
"""Module sizes looked for in each level of a pyramid, px of that level."""
_WINDOW, _OFFSET = 7, 5
_SIDE, _AREA, _TURNED = 5.0, 16.0, 1.5
"""A light ring, in modules, and by how much its box is larger when it is turned."""
_APART = 14.0
"""From the middle of a finder pattern to the next, in modules."""
_NEAR, _FAR = 0.6 * _APART, 1.6 * _APART
_LEGS, _SQUARE = 0.35, 0.85
"""By how much (logarithm) a tilted picture's legs may differ, and the least sine of their angle."""
_MOST_RINGS = 300
_MOST_LEGS, MOST_SYMBOLS = 2, 40
"""So many symbols are looked at at a ring, and in a part of a picture: those most like one."""


def find_cornered(
    pyramid: Pyramid,
    span: float,
    boxes: Sequence[Box] | None = None,
    modules: tuple[float, float] = ALL_MODULES,
) -> Floats:
    """Quadrangles (n, 4, 2) of `span` modules around symbols, full-size px.

    The first corner is the symbol's own top left; `boxes` and `modules` as for `find_quads`.
    """
    levels = each_level(pyramid, modules, *_MODULES)
    found = quads_in(pyramid, partial(_symbols, span=span), 1.0, boxes, levels)
    return distinct(np.array(found).reshape(-1, 4, 2))


def _symbols(grey: Grey, low: float, high: float, span: float) -> Iterator[Floats]:
    """Quadrangles of `span` modules around symbols with modules from `low` to `high` px."""
    middles, sizes = _rings(grey, low, high)
    found: list[tuple[float, int, int, int]] = []
    for corner, (middle, size) in enumerate(zip(middles, sizes.tolist(), strict=True)):
        away = middles - middle
        length = np.hypot(away[:, 0], away[:, 1])
        near = np.flatnonzero((length > _NEAR * size) & (length < _FAR * size))
        legs, long = away[near], length[near, None]
        # The second leg of a symbol lies clockwise of the first.
        sine = (legs[:, None, 0] * legs[:, 1] - legs[:, None, 1] * legs[:, 0]) / (long * long.T)
        unequal = np.abs(np.log(long / long.T))
        odd = unequal + (1 - sine) + np.abs(np.log(long * long.T / (_APART * size) ** 2)) / 2
        odd[(sine < _SQUARE) | (unequal > _LEGS)] = np.inf
        for best in odd.argsort(axis=None)[:_MOST_LEGS].tolist():
            first, second = divmod(best, len(near))
            if odd[first, second] < np.inf:
                found.append((odd[first, second], corner, near[first], near[second]))
    for _, corner, first, second in sorted(found)[:MOST_SYMBOLS]:
        along, down = middles[first] - middles[corner], middles[second] - middles[corner]
        yield _quad(middles[corner], along, down, span)


def _quad(middle: Floats, along: Floats, down: Floats, span: float) -> Floats:
    """The quadrangle around a symbol by a finder pattern's middle and the ways to the other two."""
    centre = middle + (along + down) / 2
    along, down = (leg * span / 2 / _APART for leg in (along, down))
    return np.array(
        [
            centre - along - down,
            centre + along - down,
            centre + along + down,
            centre - along + down,
        ]
    )


def _rings(grey: Grey, low: float, high: float) -> tuple[Floats, Floats]:
    """Middles (n, 2) and module sizes (n,) of light rings with modules from `low` to `high` px."""
    white = cv2.adaptiveThreshold(
        grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, _WINDOW, -_OFFSET
    )
    # Four neighbours: the dark ring around is one module wide, and thinner at its corners.
    _, _, stats, middles = cv2.connectedComponentsWithStats(white, connectivity=4)
    w, h, area = (
        stats[:, column].astype(np.float64)
        for column in (cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT, cv2.CC_STAT_AREA)
    )
    large, small = np.maximum(w, h), np.minimum(w, h)
    size = np.sqrt(area / _AREA)
    fits = (large < _TURNED * _SIDE * high) & (small > 0.6 * _SIDE * low) & (small > 0.5 * large)
    fits &= (area > 0.2 * w * h) & (area < 0.8 * w * h)
    x, y = np.round(middles).astype(np.intp).T
    fits &= white[np.clip(y, 0, len(white) - 1), np.clip(x, 0, white.shape[1] - 1)] == 0
    rings = np.flatnonzero(fits)[:_MOST_RINGS]
    return np.asarray(middles[rings], np.float64), np.asarray(size[rings], np.float64)
