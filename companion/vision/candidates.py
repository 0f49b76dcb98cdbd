"""Where a panel may be: white squares inside something darker, as quadrangles.

The black frame makes the quiet zone a white component of its own, whatever the card's art does;
so the search is an adaptive threshold, connected components filtered by size, and the convex hull
of the few that remain.  Each pyramid level looks for one octave and a bit of panel sizes, so that
one threshold window serves a level.

A tag without a frame is a dark patch with white around it: dark modules grow together when gaps of
two modules are closed, the quiet zone of four stays open.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.pyramid import Grey, Pyramid

__all__ = [
    "FULL_SIZE_MOST",
    "MOST_QUADS",
    "SMALLEST_MODULE",
    "Box",
    "completed",
    "distinct",
    "find_bare",
    "find_quads",
]

Floats = npt.NDArray[np.float64]
Box = tuple[int, int, int, int]
"""A rectangle of the picture in px: left, top, right, bottom (exclusive)."""

SMALLEST_MODULE = 0.5
"""Smallest module that is searched for, px."""
_LEVEL_MODULES = (1.1, 3.2)
"""Module sizes looked for in each level of a pyramid, px of that level."""
FULL_SIZE_MOST = 2.4
"""Largest module looked for at full size, where lesser ones are, too: half the size is cheaper."""
_WINDOW = 9
"""Threshold window, px: the less of the panel's surroundings it holds, the smaller the tags."""
_OFFSET = 2
_FULL = 0.92
"""Share of its box that a white square fills if nothing is printed on it."""
MOST_QUADS = 700
"""More quadrangles in one picture are no table; the largest are looked at, and no more."""
_BARE_MODULES = (0.9, 2.4)
"""Module sizes looked for in each level where tags have no frame, px of that level."""
_BARE_WINDOW, _BARE_OFFSET = 31, 4
_GAPS = (3, 5)
"""Gaps that are closed, px: two to three modules at either end of those sizes."""


def find_quads(
    pyramid: Pyramid,
    span: float,
    boxes: Sequence[Box] | None = None,
    modules: tuple[float, float] | None = None,
) -> Floats:
    """Quadrangles that may be a panel's white square, (n, 4, 2), clockwise, full-size px.

    `span` is the square's side in modules; `boxes` limits the search to parts of the picture;
    `modules` limits it to module sizes (px) when the camera's height is known.
    """
    least, most = modules or (SMALLEST_MODULE, math.inf)
    height, width = pyramid.shape
    found: list[Floats] = []
    for level in range(pyramid.levels):
        scale = 2.0**level
        low = max(_LEVEL_MODULES[0] if level else SMALLEST_MODULE, least / scale)
        high = min(_LEVEL_MODULES[1] if level else FULL_SIZE_MOST, most / scale)
        if low >= high:
            continue
        for left, top, right, bottom in boxes or ((0, 0, width, height),):
            x, y = int(left / scale), int(top / scale)
            part = pyramid.grey(level)[y : int(bottom / scale) + 1, x : int(right / scale) + 1]
            inside = _white_squares(part, low * span, high * span)
            found += [(quad + np.array([x + 0.5, y + 0.5])) * scale - 0.5 for quad in inside]
    return _largest(distinct(_largest(found, 2 * MOST_QUADS)), MOST_QUADS)


def find_bare(
    pyramid: Pyramid,
    span: float,
    boxes: Sequence[Box] | None = None,
    modules: tuple[float, float] | None = None,
) -> Floats:
    """As `find_quads`, for symbols without a frame: quadrangles around dark, spotted squares."""
    least, most = modules or (SMALLEST_MODULE, math.inf)
    height, width = pyramid.shape
    found: list[Floats] = []
    for level in range(pyramid.levels):
        scale = 2.0**level
        low, high = max(_BARE_MODULES[0], least / scale), min(_BARE_MODULES[1], most / scale)
        if low >= high:
            continue
        for left, top, right, bottom in boxes or ((0, 0, width, height),):
            x, y = int(left / scale), int(top / scale)
            part = pyramid.grey(level)[y : int(bottom / scale) + 1, x : int(right / scale) + 1]
            inside = _dark_squares(part, low * span, high * span)
            found += [(quad + np.array([x + 0.5, y + 0.5])) * scale - 0.5 for quad in inside]
    return _largest(distinct(_largest(found, 2 * MOST_QUADS)), MOST_QUADS)


def _largest(found: Sequence[Floats] | Floats, most: int) -> Floats:
    """At most `most` quadrangles, the largest, in the order found."""
    quads = np.array(found).reshape(-1, 4, 2)
    if len(quads) > most:
        span = np.ptp(quads, axis=1).sum(1)
        quads = quads[np.sort(np.argsort(-span, kind="stable")[:most])]
    return quads


def completed(quads: Floats) -> Floats:
    """Each quadrangle four times, one corner each put where the other three want it.

    The corner that has no finder pattern may be white, and then a dark patch ends before it.
    """
    wanted = np.roll(quads, 1, axis=1) + np.roll(quads, -1, axis=1) - np.roll(quads, 2, axis=1)
    tries = np.repeat(quads, 4, axis=0).reshape(-1, 4, 4, 2)
    for corner in range(4):
        tries[:, corner, corner] = wanted[:, corner]
    return tries.reshape(-1, 4, 2)


def _dark_squares(grey: Grey, low: float, high: float) -> Iterator[Floats]:
    """Dark, spotted quadrangles with sides from `low` to `high` px."""
    if min(grey.shape) < low:
        return
    dark = cv2.adaptiveThreshold(
        grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, _BARE_WINDOW, _BARE_OFFSET
    )
    for gap in _GAPS:
        closed = cv2.morphologyEx(dark, cv2.MORPH_CLOSE, np.ones((gap, gap), np.uint8))
        yield from _squares(closed, low, high, least_fill=0.5)


def _white_squares(grey: Grey, low: float, high: float) -> Iterator[Floats]:
    """White quadrangles with sides from `low` to `high` px."""
    if min(grey.shape) < low:
        return
    white = cv2.adaptiveThreshold(
        grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, _WINDOW, -_OFFSET
    )
    yield from _squares(white, low, high, least_fill=0.15)


def _squares(
    mask: cv2.typing.MatLike, low: float, high: float, least_fill: float
) -> Iterator[Floats]:
    """Quadrangles around components of which at least `least_fill` is filled."""
    # Eight neighbours: Grana's blocks of four pixels (2010) take two thirds of the time.
    _, labels, stats, _ = cv2.connectedComponentsWithStatsWithAlgorithm(
        mask, 8, cv2.CV_32S, cv2.CCL_BBDT
    )
    w, h, area = (
        stats[:, cv2.CC_STAT_WIDTH],
        stats[:, cv2.CC_STAT_HEIGHT],
        stats[:, cv2.CC_STAT_AREA],
    )
    large, small = np.maximum(w, h), np.minimum(w, h)
    # A square turned by 45° fills a box 1.41 as wide; a tilted one is narrower one way.
    fits = (large >= low) & (large <= 1.5 * high) & (small >= 0.5 * low) & (small > 0.4 * large)
    # Quiet zone and light modules together are well over a quarter of the square.
    fits &= (area > least_fill * w * h) & (area > 2 * large)
    # Nothing printed on it: no tag.
    fits &= area < _FULL * w * h
    fits[0] = False
    likely = np.flatnonzero(fits)
    if len(likely) > 3 * MOST_QUADS:
        likely = likely[np.argsort(-area[likely], kind="stable")[: 3 * MOST_QUADS]]
    for i in likely:
        x, y = stats[i, cv2.CC_STAT_LEFT], stats[i, cv2.CC_STAT_TOP]
        patch = (labels[y : y + h[i], x : x + w[i]] == i).astype(np.uint8)
        quad = _quad_of(patch, low, high)
        if quad is not None:
            yield quad + np.array([x, y])


def _quad_of(patch: npt.NDArray[np.uint8], low: float, high: float) -> Floats | None:
    """The quadrangle around a component, if it is one."""
    contours, _ = cv2.findContours(patch, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    contour = max(contours, key=len)
    hull = cv2.convexHull(contour)
    area = cv2.contourArea(hull)
    if area < (0.7 * low) ** 2 or cv2.contourArea(contour) < 0.75 * area:
        return None
    around = cv2.arcLength(hull, closed=True)
    quad = None
    for share in (0.03, 0.05, 0.08, 0.12):
        corners = cv2.approxPolyDP(hull, share * around, closed=True)
        if len(corners) == 4:
            quad = corners.reshape(4, 2).astype(np.float64)
            break
    if quad is None:
        quad = cv2.boxPoints(cv2.minAreaRect(hull)).astype(np.float64)
    sides = np.linalg.norm(np.roll(quad, -1, 0) - quad, axis=1)
    if sides.min() < 0.4 * sides.max() or sides.max() > 1.2 * high or sides.mean() < low:
        return None
    if cv2.contourArea(quad.astype(np.float32), oriented=True) < 0:
        quad = quad[::-1]
    # The contour runs through the centres of the outermost white pixels: half a pixel outwards.
    centre = quad.mean(0)
    return np.asarray(centre + (quad - centre) * (1 + 1 / sides.mean()))


def distinct(quads: Floats) -> Floats:
    """Without those that lie on an earlier one (two levels find the same panel)."""
    centres = quads.mean(1)
    across, along = quads[:, 2] - quads[:, 0], quads[:, 3] - quads[:, 1]
    # By area, half the cross product of the diagonals: a tilted square's sides differ.
    sides = np.sqrt(np.abs(across[:, 0] * along[:, 1] - across[:, 1] * along[:, 0]) / 2)
    kept: list[int] = []
    for i in range(len(quads)):
        near = np.linalg.norm(centres[kept] - centres[i], axis=1) < 0.08 * sides[i]
        alike = np.abs(sides[kept] / sides[i] - 1) < 0.12
        if not (near & alike).any():
            kept.append(i)
    return quads[kept]
