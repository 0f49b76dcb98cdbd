"""Where pips may lie in the squares of dice: a search over the whole table.

The table is laid flat at the height of the dice's tops, 12 px an edge, whatever the picture's own
scale, and turned through 90 degrees in fifteen steps; in each step a die somewhere lies straight.
Where something changes across most sides of the square that a top would fill (`_bounded`), that
square is correlated with the nine ways pips can lie, once a plain or sloping ground and what the
lens smears over its sides are taken away: one matrix product a step.  The best places are compared
once more with templates in small steps of place, and each place of the lattice must have a pip or
none (`_clear`).  What remains is for `dice_faces`, which looks at the picture itself.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.dice_view import TableCamera
from companion.vision.pyramid import Grey

__all__ = [
    "FACE",
    "LATTICE",
    "PATTERNS",
    "PIP",
    "SPREAD",
    "Hint",
    "Pattern",
    "find_pips",
    "ground",
    "turned",
]

Floats = npt.NDArray[np.float64]
Map = npt.NDArray[np.float32]

_PX = 12.0
"""Resolution of the search, px an edge."""
_TURNS = 15
_TURN = math.radians(90 / _TURNS)
_SPREADS = (0.245, 0.275)
_STRIDE = 2
_LIKENESS, _HEIGHT = 0.72, 6.0
"""Least correlation, and least height of a pip in grey steps, of a place that is looked at."""
_STEPS = (3.0, 5.0, 9.0)
"""Least change across the second, third and fourth of the sides in rising order, grey steps."""
_WEAK, _STRAY = 0.3, 1.2
"""How unlike the pips of a hint may be, and how high an empty place, in pips."""
_CHANGE, _CHANGED = 10.0, 0.2
"""A change in grey steps, and the share of a top that must have changed."""
_MOST, _SPOTS = 600, 800
"""Most places of a turn, and of all."""
_NEAR = (-0.12, -0.06, 0.0, 0.06, 0.12)
_SPOT_APART = 0.25
_BANK_BLUR = 0.09
_BANK_LIKENESS, _CLOSE = 0.72, 0.1

FACE = 0.42
"""Half the part of a top that pips and ground are fitted to, edges."""
SPREAD, PIP = 0.26, 0.048
"""The usual distance of the lattice's places, and a pip's width (sigma) on the die, edges."""

LATTICE = np.array([(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1)], np.float64)
"""The nine places where a pip can be, row by row, in spreads."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A value and the places of the lattice where it has pips; 2, 3 and 6 lie in two ways."""

    value: str
    places: tuple[int, ...]


PATTERNS = (
    Pattern("1", (4,)),
    Pattern("2", (0, 8)),
    Pattern("2", (2, 6)),
    Pattern("3", (0, 4, 8)),
    Pattern("3", (2, 4, 6)),
    Pattern("4", (0, 2, 6, 8)),
    Pattern("5", (0, 2, 4, 6, 8)),
    Pattern("6", (0, 3, 6, 2, 5, 8)),
    Pattern("6", (0, 1, 2, 6, 7, 8)),
)


@dataclass(frozen=True, slots=True)
class Hint:
    """A pattern may lie here: the top's middle in mat mm, its turn in radians.

    Hints of the same `spot` are different ways to see the same place.
    """

    spot: int
    pattern: Pattern
    x_mm: float
    y_mm: float
    turn: float
    likeness: float


def find_pips(
    levels: Sequence[Grey],
    camera: TableCamera,
    edge_mm: float,
    area: tuple[float, float, float, float],
    before: Sequence[Grey] = (),
) -> list[Hint]:
    """The most promising places in `area` (left, top, right, bottom in mat mm), best first.

    `levels` is the picture at 1, 1/2, 1/4 … of its size; `before` the same of the table without
    the dice: then only what has changed is looked at.
    """
    flat, known = _flattened(levels, camera, edge_mm, area)
    if min(flat.shape) < _PX:
        return []
    if before:
        known &= _changed(flat, _flattened(before, camera, edge_mm, area)[0])
    places: list[Floats] = []
    for number in range(_TURNS):
        turn = _TURN * number
        there, size = _straightened(flat.shape, turn)
        straight = cv2.warpAffine(flat, there, size, borderMode=cv2.BORDER_REPLICATE)
        new = cv2.warpAffine(known.astype(np.uint8), there, size, flags=cv2.INTER_NEAREST)
        peaks = _peaks(_likeness(np.asarray(straight), np.asarray(new, np.bool_)))
        back = cv2.invertAffineTransform(there)
        at = peaks @ back[:, :2].T + back[:, 2]
        inside = ((at >= 0) & (at <= (flat.shape[1] - 1, flat.shape[0] - 1))).all(axis=1)
        at = at[inside]
        places.append(np.column_stack([at, np.full(len(at), turn)]))
    step = edge_mm / _PX
    return [
        replace(h, x_mm=area[0] + step * (h.x_mm + 0.5), y_mm=area[1] + step * (h.y_mm + 0.5))
        for h in _recognised(flat, np.concatenate(places))
    ]


def _flattened(
    levels: Sequence[Grey],
    camera: TableCamera,
    edge_mm: float,
    area: tuple[float, float, float, float],
) -> tuple[Map, npt.NDArray[np.bool_]]:
    """The table at the height of the dice's tops, `_PX` px an edge, and what of it is seen."""
    left, top, right, bottom = area
    step = edge_mm / _PX
    columns, rows = int((right - left) / step), int((bottom - top) / step)
    if columns < 1 or rows < 1:
        return np.zeros((0, 0), np.float32), np.zeros((0, 0), bool)
    # The map from flat to picture is smooth: every eighth point, the rest by interpolation.
    xs = left + step * np.arange(0, columns + 16, 8)
    ys = top + step * np.arange(0, rows + 16, 8)
    gx, gy = np.meshgrid(xs, ys)
    points = np.column_stack([gx.ravel(), gy.ravel(), np.full(gx.size, edge_mm)])
    seen = camera.seen(points).reshape(*gx.shape, 2)
    scale = camera.px_per_mm((left + right) / 2, (top + bottom) / 2, edge_mm) * edge_mm / _PX
    level = min(max(0, round(math.log2(max(scale, 1e-6)) - 0.2)), len(levels) - 1)
    seen = (seen + 0.5) / 2.0**level - 0.5
    large = (gx.shape[1] * 8, gx.shape[0] * 8)
    # `resize` takes a pixel as an area: pixel 4 of what the first becomes is half a step on.
    fine = cv2.resize(seen.astype(np.float32), large, interpolation=cv2.INTER_LINEAR)
    fine = np.roll(fine, (-4, -4), (0, 1))
    at = np.ascontiguousarray(fine[:rows, :columns])
    picture = levels[level]
    flat = cv2.remap(
        picture, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    inside = (at >= 0).all(axis=2) & (at <= (picture.shape[1] - 1, picture.shape[0] - 1)).all(2)
    return np.asarray(flat, np.float32), np.asarray(inside)


def _straightened(shape: tuple[int, ...], turn: float) -> tuple[Floats, tuple[int, int]]:
    """Turns a picture so that dice turned by `turn` lie straight: the matrix and the new size."""
    rows, columns = shape[:2]
    c, s = math.cos(turn), math.sin(turn)
    size = math.ceil(columns * c + rows * s), math.ceil(columns * s + rows * c)
    there = np.array([[c, s, 0.0], [-s, c, 0.0]])
    there[:, 2] = (np.array(size) - 1) / 2 - there[:, :2] @ ((columns - 1) / 2, (rows - 1) / 2)
    return there, size


def _bounded(flat: Map) -> npt.NDArray[np.bool_]:
    """Whether something changes across the sides of a top, around every `_STRIDE`th spot."""
    sides = []
    for axis, size in ((0, (9, 3)), (1, (3, 9))):
        strips = np.asarray(cv2.boxFilter(flat, -1, size), np.float32)
        for sign in (-1, 1):
            inside, edge, outside = (_moved(strips, axis, sign * by) for by in (4, 6, 8))
            sides.append(np.maximum(np.abs(outside - inside), np.abs(edge - inside)))
    low, high = (f(sides[0], sides[1]) for f in (np.minimum, np.maximum))
    less, more = (f(sides[2], sides[3]) for f in (np.minimum, np.maximum))
    # The second to fourth of four, from two sorted pairs.
    second = np.minimum(np.maximum(low, less), np.minimum(high, more))
    third = np.maximum(np.maximum(low, less), np.minimum(high, more))
    fourth = np.maximum(high, more)
    return np.asarray((second > _STEPS[0]) & (third > _STEPS[1]) & (fourth > _STEPS[2]))


def _moved(strips: Map, axis: int, by: int) -> Map:
    """What lies `by` px further down (axis 0) or right of every `_STRIDE`th spot."""
    room = abs(by)
    around = np.asarray(
        cv2.copyMakeBorder(strips, room, room, room, room, cv2.BORDER_REPLICATE), np.float32
    )
    y, x = (room + by, room) if axis == 0 else (room, room + by)
    rows, columns = strips.shape
    return around[y : y + rows : _STRIDE, x : x + columns : _STRIDE]


def _changed(flat: Map, before: Map) -> npt.NDArray[np.bool_]:
    """Around which spots enough is not as it was before."""
    other = cv2.GaussianBlur(np.abs(flat - before), (0, 0), 0.8) > _CHANGE
    side = int(0.8 * _PX)
    return np.asarray(cv2.boxFilter(other.astype(np.float32), -1, (side, side)) > _CHANGED)


def _likeness(flat: Map, known: npt.NDArray[np.bool_]) -> Map:
    """The best pattern's correlation around every `_STRIDE`th spot, 0 where pips are too faint."""
    templates, heights, basis, half = _templates()
    y, x = np.nonzero(_bounded(flat) & known[::_STRIDE, ::_STRIDE])
    around = cv2.copyMakeBorder(flat, half, half, half, half, cv2.BORDER_REPLICATE)
    side = 2 * half + 1
    windows = np.lib.stride_tricks.sliding_window_view(around, (side, side))
    best = np.zeros((-(-flat.shape[0] // _STRIDE), -(-flat.shape[1] // _STRIDE)), np.float32)
    for part in range(0, len(y), _PART):
        rows, columns = y[part : part + _PART], x[part : part + _PART]
        greys = windows[_STRIDE * rows, _STRIDE * columns].reshape(-1, side * side)
        greys = greys - greys.mean(axis=1, keepdims=True)
        grounds = greys @ basis
        power = (greys * greys).sum(axis=1) - (grounds * grounds).sum(axis=1)
        product = np.abs(greys @ templates)
        like = product / np.sqrt(np.maximum(power, 1.0))[:, None]
        like[product < _HEIGHT * heights] = 0
        best[rows, columns] = like.max(axis=1)
    return best


_PART = 4096


@functools.cache
def _templates() -> tuple[Map, Map, Map, int]:
    """Unit templates (samples, n), each one's size before, plain grounds, and half their side.

    Between two spots of `_STRIDE` each pattern is there at the places that are left out.
    """
    half = int(FACE * _PX)
    axis = np.arange(-half, half + 1) / _PX
    spots = np.stack(np.meshgrid(axis, axis), axis=2).reshape(-1, 2)
    basis = np.linalg.qr(ground(spots, _BANK_BLUR))[0]
    shifts = (np.arange(_STRIDE) - (_STRIDE - 1) / 2) / _PX
    bumps = [
        _bumps(spots, np.array([x, y]) + spread * LATTICE[list(pattern.places)])
        for pattern in PATTERNS
        for spread in _SPREADS
        for x in shifts
        for y in shifts
    ]
    flat = np.array(bumps).T
    flat -= basis @ (basis.T @ flat)
    sizes = np.linalg.norm(flat, axis=0)
    unit = flat / sizes
    return unit.astype(np.float32), sizes.astype(np.float32), basis.astype(np.float32), half


def _bumps(spots: Floats, places: Floats) -> Floats:
    """What pips at `places` (m, 2) come to at `spots` (n, 2), edges."""
    away2 = ((spots[:, None] - places) ** 2).sum(axis=2)
    return np.asarray(np.exp(-away2 / (2 * (PIP**2 + _BANK_BLUR**2))).sum(axis=1))


def _peaks(best: Map) -> Floats:
    """The best places (n, 2) in px, none beside a better one."""
    top = cv2.dilate(best, np.ones((3, 3), np.uint8))
    y, x = np.nonzero((best >= top) & (best > _LIKENESS))
    order = np.argsort(-best[y, x])[:_MOST]
    return _STRIDE * np.column_stack([x[order], y[order]]).astype(np.float64)


def turned(turn: float) -> Floats:
    """Turns rows of points clockwise (y down) when multiplied from the right."""
    c, s = math.cos(turn), math.sin(turn)
    return np.array([[c, s], [-s, c]])


def ground(spots: Floats, blur: float) -> Floats:
    """What a top without pips may look like at places (n, 2) in edges; (n, 7) columns.

    Plain, sloping, and brighter or darker towards each side by what the lens smears over it.
    """
    away = np.column_stack([spots, -spots]) - 0.5
    return np.column_stack([np.ones(len(spots)), spots, np.exp(2 * away / (blur + 0.03))])


@functools.cache
def _bank() -> tuple[Floats, Map, Map, Floats]:
    """Shifts (m, 2), templates (patterns x m, samples), plain grounds, samples (edges)."""
    axis = np.arange(-int(FACE * _PX), int(FACE * _PX) + 1) / _PX
    spots = np.stack(np.meshgrid(axis, axis), axis=2).reshape(-1, 2)
    shifts = np.stack(np.meshgrid(_NEAR, _NEAR), axis=2).reshape(-1, 2)
    basis = np.linalg.qr(ground(spots, _BANK_BLUR))[0]
    templates = np.empty((len(PATTERNS), len(shifts), len(spots)))
    for n, pattern in enumerate(PATTERNS):
        places = SPREAD * LATTICE[list(pattern.places)]
        for m, shift in enumerate(shifts):
            templates[n, m] = _bumps(spots, shift + places)
    flat = templates.reshape(-1, len(spots))
    flat = flat - flat @ basis @ basis.T
    flat /= np.linalg.norm(flat, axis=1, keepdims=True)
    return shifts, flat.astype(np.float32), basis.astype(np.float32), spots


def _recognised(flat: Map, places: Floats) -> list[Hint]:
    """What at places (n, 3: px, turn) of the flat picture looks like a top, in its px."""
    if not len(places):
        return []
    shifts, templates, basis, spots = _bank()
    c, s = np.cos(places[:, 2, None]), np.sin(places[:, 2, None])
    x = places[:, :1] + _PX * (c * spots[:, 0] - s * spots[:, 1])
    y = places[:, 1:2] + _PX * (s * spots[:, 0] + c * spots[:, 1])
    raw = cv2.remap(flat, x.astype(np.float32), y.astype(np.float32), cv2.INTER_LINEAR)
    greys = np.asarray(raw - raw @ basis @ basis.T)
    greys /= np.linalg.norm(greys, axis=1, keepdims=True) + 1e-6
    each = np.abs(greys @ templates.T).reshape(len(places), len(PATTERNS), len(shifts))
    first = each.argmax(axis=2)
    likeness = np.take_along_axis(each, first[..., None], axis=2)[..., 0]
    moved = _PX * shifts[first]
    x = places[:, :1] + c * moved[..., 0] - s * moved[..., 1]
    y = places[:, 1:2] + s * moved[..., 0] + c * moved[..., 1]
    likeness = np.where(_clear(np.asarray(raw, np.float32), first), likeness, 0)
    return _hints(np.asarray(likeness), x, y, np.repeat(places[:, 2:], len(PATTERNS), axis=1))


def _clear(greys: Map, first: npt.NDArray[np.intp]) -> npt.NDArray[np.bool_]:
    """Whether each place of the lattice has a pip or none, for samples (n, m) and best shifts."""
    shifts, _, _, spots = _bank()
    pips = np.zeros((*first.shape, 9))
    for number, shift in enumerate(shifts):
        bumps = np.column_stack([_bumps(spots, shift + SPREAD * p[None]) for p in LATTICE])
        solve = np.linalg.pinv(np.column_stack([bumps, ground(spots, _BANK_BLUR)]))[:9]
        where, pattern = np.nonzero(first == number)
        pips[where, pattern] = greys[where] @ solve.T
    on = np.array([[n in pattern.places for n in range(9)] for pattern in PATTERNS])
    mean = (pips * on).sum(axis=2) / on.sum(axis=1)
    share = pips / np.where(np.abs(mean) < 1e-3, 1e-3, mean)[..., None]
    weak = np.where(on, share, 1).min(axis=2) >= _WEAK
    return np.asarray(weak & (np.abs(np.where(on, 0, share)).max(axis=2) <= _STRAY))


def _hints(likeness: Floats, x: Floats, y: Floats, turns: Floats) -> list[Hint]:
    """The best places, none twice, each with the patterns that are nearly as good as its best."""
    hints: list[Hint] = []
    taken: list[tuple[float, float]] = []
    for i in np.argsort(-likeness.max(axis=1)):
        best = int(likeness[i].argmax())
        if likeness[i, best] < _BANK_LIKENESS or len(taken) == _SPOTS:
            break
        at = float(x[i, best]), float(y[i, best])
        if any(math.dist(at, other) < _SPOT_APART * _PX for other in taken):
            continue
        for n in np.flatnonzero(likeness[i] > likeness[i, best] - _CLOSE):
            where = float(x[i, n]), float(y[i, n]), float(turns[i, n]), float(likeness[i, n])
            hints.append(Hint(len(taken), PATTERNS[n], *where))
        taken.append(at)
    return hints
