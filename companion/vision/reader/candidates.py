"""Finds candidates for tags' panels: quadrangles around white squares in darker surroundings.

The black frame makes the quiet zone a separate white component on any card art. The search applies
an adaptive threshold, filters connected components by size, and takes the convex hulls of the few
that remain. Each pyramid level covers slightly more than one octave of panel sizes, so one
threshold window is enough for a level. Levels finer than the smallest tag needs are skipped. A tag
without a frame is a dark patch with white around it. Its dark modules merge when gaps of two
modules are closed, while the quiet zone of four modules stays open.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.reader.image_pyramid import Grey, ImagePyramid
from companion.vision.reader.squares import squares

Floats = npt.NDArray[np.float64]
Box = tuple[int, int, int, int]
"""A rectangle of the picture in px: left, top, right, bottom (exclusive)."""

_MOST_PIXELS = 24_000_000
"""Maximum number of pixels in a picture searched at full size. Larger pictures are halved."""
Find = Callable[[Grey, float, float], Iterator[Floats]]
"""A function that yields the quadrangles in a picture, given the minimum and the maximum side in
px."""
SMALLEST_MODULE = 0.5
"""Smallest module that is searched for, px."""
COARSE_MODULE = 0.8
"""Smallest module that a search at any pyramid level finds, px of that level."""
ALL_MODULES = (SMALLEST_MODULE, math.inf)
_LEVEL_MODULES = (1.1, 3.2)
"""Minimum and maximum module size that is searched for at a pyramid level, px of that level."""
_BASE_MOST = 2.4
"""Maximum module size at the finest level searched. Larger modules are cheaper one level up."""
WINDOW, NARROW_WINDOW = 9, 7
"""Widths of threshold windows, px. The normal window is small because it must exclude the
surroundings of small tags. With the narrow window, even a frame of two pixels keeps the white from
spreading.
"""
NARROW_MODULE = 1.6
"""Maximum module size for the narrow window, px."""
_OFFSET = 2
MOST_QUADS = 600
"""Maximum number of quadrangles for one picture. The largest are kept."""
_OFF_CENTRE = 0.06
"""Maximum distance from a white square's centroid to its box's centre, as a share of the box's
side. Of 1,038 tags in the labelled pictures, three partly covered ones had more than 0.05."""
_BARE_MODULES = (0.9, 2.4)
"""Minimum and maximum module size of frameless tags at a pyramid level, px of that level."""
_BARE_WINDOW, _BARE_OFFSET = 31, 4
_BARE_FILL = 0.3
"""Minimum filled share of a symbol's bounding box: half for a turn of 45°, less the gaps."""
_GAPS = (3, 5)
"""Widths of the gaps that are closed, px: two to three modules of the minimum and the maximum
size."""


def find_quads(
    pyramid: ImagePyramid,
    span: float,
    boxes: Sequence[Box] | None = None,
    modules: tuple[float, float] = ALL_MODULES,
    *,
    window: int = WINDOW,
) -> Floats:
    """Return the quadrangles that may be white squares of panels, (n, 4, 2) px, clockwise.

    `span` is the square's side in modules. `boxes` limits the search to parts of the picture, and
    `modules` to a range of module sizes (px), if the scale is known. `window` is the threshold
    window, px.
    """
    find = partial(_white_squares, window=window)
    return _squares_in(pyramid, find, span, boxes, _levels(pyramid, modules))


def find_bare(
    pyramid: ImagePyramid,
    span: float,
    boxes: Sequence[Box] | None = None,
    modules: tuple[float, float] = ALL_MODULES,
) -> Floats:
    """Return the dark, spotted squares that may be symbols without a frame, like `find_quads`."""
    levels = each_level(pyramid, modules, *_BARE_MODULES)
    return _squares_in(pyramid, _dark_squares, span, boxes, levels)


def each_level(
    pyramid: ImagePyramid, modules: tuple[float, float], low: float, high: float
) -> Iterator[tuple[int, float, float]]:
    """Yield each level with the range of `modules` that is between `low` and `high` px there."""
    least, most = modules
    for level in range(_finest(pyramid), pyramid.levels):
        yield level, max(low, least / 2**level), min(high, most / 2**level)


def _coarsest(pyramid: ImagePyramid, module: float) -> int:
    """Return the coarsest level of a pyramid that still shows modules of `module` px."""
    level = math.floor(math.log2(max(module / COARSE_MODULE, 1)))
    return min(max(level, _finest(pyramid)), pyramid.levels - 1)


def _finest(pyramid: ImagePyramid) -> int:
    """Return the finest level of a pyramid to search."""
    height, width = pyramid.shape
    return math.ceil(math.log2(max(height * width / _MOST_PIXELS, 1)) / 2)


def _levels(
    pyramid: ImagePyramid, modules: tuple[float, float]
) -> Iterator[tuple[int, float, float]]:
    """Yield each level to search, with its minimum and maximum module size, px of the level.

    It starts at the coarsest level that still shows the smallest module.
    """
    least, most = modules
    base = _coarsest(pyramid, least)
    for level in range(base, pyramid.levels):
        low = _LEVEL_MODULES[0] if level > base else SMALLEST_MODULE
        high = _LEVEL_MODULES[1] if level > base else _BASE_MOST
        yield level, max(low, least / 2**level), min(high, most / 2**level)


def quads_in(
    pyramid: ImagePyramid,
    find: Find,
    span: float,
    boxes: Sequence[Box] | None,
    levels: Iterable[tuple[int, float, float]],
) -> list[Floats]:
    """Return the quadrangles (4, 2), full-size px, that `find` yields at these levels."""
    height, width = pyramid.shape
    found: list[Floats] = []
    for level, low, high in levels:
        if low >= high:
            continue
        scale = 2.0**level
        for left, top, right, bottom in boxes or ((0, 0, width, height),):
            x, y = int(left / scale), int(top / scale)
            part = pyramid.grey(level)[y : int(bottom / scale) + 1, x : int(right / scale) + 1]
            inside = find(part, low * span, high * span)
            found += [(quad + np.array([x + 0.5, y + 0.5])) * scale - 0.5 for quad in inside]
    return found


def _squares_in(
    pyramid: ImagePyramid,
    find: Find,
    span: float,
    boxes: Sequence[Box] | None,
    levels: Iterable[tuple[int, float, float]],
) -> Floats:
    found = quads_in(pyramid, find, span, boxes, levels)
    return _largest(distinct(_largest(found, 2 * MOST_QUADS)), MOST_QUADS)


def _largest(found: Sequence[Floats] | Floats, most: int) -> Floats:
    """Return the largest quadrangles, at most `most`, in the order in which they were found."""
    quads = np.array(found).reshape(-1, 4, 2)
    if len(quads) > most:
        span = np.ptp(quads, axis=1).sum(1)
        quads = quads[np.sort(np.argsort(-span, kind="stable")[:most])]
    return quads


def completed(quads: Floats) -> Floats:
    """Return four versions of each quadrangle, each with another corner predicted from the rest."""
    wanted = np.roll(quads, 1, axis=1) + np.roll(quads, -1, axis=1) - np.roll(quads, 2, axis=1)
    tries = np.repeat(quads, 4, axis=0).reshape(-1, 4, 4, 2)
    for corner in range(4):
        tries[:, corner, corner] = wanted[:, corner]
    return tries.reshape(-1, 4, 2)


def _dark_squares(grey: Grey, low: float, high: float) -> Iterator[Floats]:
    """Yield dark, spotted quadrangles with sides from `low` to `high` px."""
    if min(grey.shape) < low:
        return
    dark = cv2.adaptiveThreshold(
        grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, _BARE_WINDOW, _BARE_OFFSET
    )
    for gap in _GAPS:
        closed = cv2.morphologyEx(dark, cv2.MORPH_CLOSE, np.ones((gap, gap), np.uint8))
        mask = np.asarray(closed, np.uint8)
        yield from squares(mask, low, high, _BARE_FILL, 3 * MOST_QUADS)


def _white_squares(grey: Grey, low: float, high: float, window: int) -> Iterator[Floats]:
    """Yield white quadrangles with sides from `low` to `high` px."""
    if min(grey.shape) < low:
        return
    white = cv2.adaptiveThreshold(
        grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, window, -_OFFSET
    )
    mask = np.asarray(white, np.uint8)
    yield from squares(mask, low, high, 0.15, 3 * MOST_QUADS, off_centre=_OFF_CENTRE)


def distinct(quads: Floats) -> Floats:
    """Return the quadrangles without duplicates, which result from different levels."""
    centres = quads.mean(1)
    across, along = quads[:, 2] - quads[:, 0], quads[:, 3] - quads[:, 1]
    # The root of the area (half the cross product of the diagonals), because a tilted square's
    # sides differ.
    sides = np.sqrt(np.abs(across[:, 0] * along[:, 1] - across[:, 1] * along[:, 0]) / 2)
    sides = np.maximum(sides, 1e-9)
    x, y = (centres[:, i, None] - centres[:, i] for i in (0, 1))
    same = x * x + y * y < (0.08 * sides[:, None]) ** 2
    same &= np.abs(sides / sides[:, None] - 1) < 0.12
    kept: list[int] = []
    for i in range(len(quads)):
        if not same[i, kept].any():
            kept.append(i)
    return quads[kept]
