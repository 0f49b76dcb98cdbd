"""The top of one die: which pips are on it, and whether it is a die at all.

Theory of operation

1. Around a hint the picture is sampled in the die's own coordinates (unit: the edge), in colour.
2. The hint's pattern is fitted: bumps of equal height on a plain, slightly sloping ground,
   by Gauss-Newton on place, turn and spread of the lattice.  The spread keeps to what dice have
   (`SPREAD`), as it is held by a weak prior.  The fit's likeness is the correlation with the
   picture once the ground is taken away: what is not explained, art and letters, lowers it.
3. Every place of the lattice is then measured by itself.  All pips of the value must be there and
   no other: a pip less than `_FAINT` as high as the others, or an empty place more than `_STRAY`
   high, and the value is in doubt.
4. A die is a plain square of the asked size that ends on every side: just inside its sides it must
   look alike, and across them something must change (`_sides`).  One, two and three pips alone say
   little, so they need all or nearly all of the sides; four and more need half of them.

A top that is clear in 2 to 4 has its value; one that shows pips on something like a die, but fails
in 3 or 4, is a die to be re-seated; everything else is nothing.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.dice_search import FACE, LATTICE, PIP, SPREAD, Hint, Pattern, ground, turned
from companion.vision.dice_view import TableCamera
from companion.vision.pyramid import Image

__all__ = ["Top", "read_top"]

Floats = npt.NDArray[np.float64]

_REACH = 0.85
_SPREAD_SD = 0.03
_BLUR_PX = 0.95
"""Width (sigma) of the camera's blur."""
_LARGE_PIP = 0.085
_HOPELESS = 0.8
_ENDS = (4.0, 6.0, 1.3)
"""Least change across the second and third of a hint's sides in rising order, grey steps; and how
much the ground may vary, as a share of the fourth."""
_ROUNDS = 4
_FINEST = 22.0
_FAINT, _STRAY = 0.55, 0.4


@dataclass(frozen=True, slots=True)
class Top:
    """A fitted top: mat mm at the height of the top, turn in radians; what speaks for it.

    `likeness` is the fit's correlation, `contrast` a pip's height in grey steps (negative: dark),
    `weakest` the least pip and `stray` the highest or deepest empty place, as shares of the mean
    pip; `sides` are the changes across the four sides in grey steps, `plain` how much the ground
    just inside differs from side to side, `noise` how much it varies within one.
    """

    value: str
    x_mm: float
    y_mm: float
    turn: float
    likeness: float
    contrast: float
    weakest: float
    stray: float
    sides: tuple[float, ...]
    plain: float
    noise: float


@dataclass(frozen=True, slots=True, eq=False)
class _Patch:
    """Samples around a hint: places (n, 2) in edges, grey (n,), colours (n, 3), blur in edges."""

    spots: Floats
    grey: Floats
    colour: Floats
    blur: float


def read_top(
    levels: Sequence[Image], camera: TableCamera, edge_mm: float, hint: Hint
) -> Top | None:
    """What a hint comes to when it is fitted to the picture; None if it is no top."""
    patch = _patch(levels, camera, edge_mm, hint)
    if hint.pattern.value != "1" and not _ends(patch):
        return None
    width = math.hypot(PIP, patch.blur)
    first = _fit(patch, hint.pattern, width)
    if first is None or (first.likeness < _HOPELESS and hint.pattern.value != "1"):
        return None
    sizes = [0.85 * width, 1.2 * width]
    if hint.pattern.value == "1":
        sizes.append(math.hypot(_LARGE_PIP, patch.blur))
    fits = [first, *(_fit(patch, hint.pattern, size) for size in sizes)]
    best = max((fit for fit in fits if fit is not None), key=lambda f: f.likeness)
    return _judged(patch, best, edge_mm, hint)


def _ends(patch: _Patch) -> bool:
    """Whether something in the hint's own place is plain and ends, more or less, like a die."""
    sides, plain, _ = _sides(patch, 0.0, 0.0, 0.0)
    _, second, third, fourth = sorted(sides.tolist())
    return bool(second >= _ENDS[0] and third >= _ENDS[1] and plain <= _ENDS[2] * fourth)


def _patch(levels: Sequence[Image], camera: TableCamera, edge_mm: float, hint: Hint) -> _Patch:
    px = camera.px_per_mm(hint.x_mm, hint.y_mm, edge_mm) * edge_mm
    level = min(max(0, math.ceil(math.log2(max(px / (2 * _FINEST), 1e-6)))), len(levels) - 1)
    px /= 2.0**level
    side = round(2 * _REACH * min(max(px, 16.0), _FINEST))
    axis = np.linspace(-_REACH, _REACH, side)
    u, v = np.meshgrid(axis, axis)
    spots = np.column_stack([u.ravel(), v.ravel()])
    flat = edge_mm * spots @ turned(hint.turn) + np.array([hint.x_mm, hint.y_mm])
    seen = camera.seen(np.column_stack([flat, np.full(len(flat), edge_mm)]))
    seen = ((seen + 0.5) / 2.0**level - 0.5).astype(np.float32)
    colour = cv2.remap(
        levels[level],
        seen[None, :, 0],
        seen[None, :, 1],
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )[0].astype(np.float64)
    return _Patch(spots, colour @ np.array([0.114, 0.587, 0.299]), colour, _BLUR_PX / px)


@dataclass(frozen=True, slots=True, eq=False)
class _Fit:
    """Place (edges), turn and spread of a lattice; likeness, height; the samples used."""

    x: float
    y: float
    turn: float
    spread: float
    likeness: float
    height: float
    width: float


def _fit(patch: _Patch, pattern: Pattern, width: float) -> _Fit | None:
    """Bumps of this pattern where they explain the picture best; None if they run away."""
    x = y = turn = 0.0
    spread, height, likeness = SPREAD, 0.0, 0.0
    free = 2 if pattern.value == "1" else 4
    places = LATTICE[list(pattern.places)]
    for number in range(_ROUNDS):
        local = (patch.spots - (x, y)) @ turned(-turn)
        here = np.abs(local).max(axis=1) < FACE
        spots = patch.spots[here]
        away = spots[:, None] - (x, y) - spread * places @ turned(turn)
        bumps = np.exp(-(away**2).sum(axis=2) / (2 * width**2))
        slope = away / width**2 * bumps[:, :, None]
        total = bumps.sum(axis=1)
        plains = ground(local[here], patch.blur)
        greys = patch.grey[here]
        plain, explained = _freed(plains, greys), _freed(plains, total)
        power = math.sqrt(float(plain @ plain) * float(explained @ explained)) + 1e-9
        likeness = abs(float(plain @ explained)) / power
        height = float(plain @ explained) / (float(explained @ explained) + 1e-9)
        if number == _ROUNDS - 1 or abs(height) < 1e-6:
            break
        lever = spread * places @ turned(turn)
        around = np.column_stack([-lever[:, 1], lever[:, 0]])
        moves = [slope.sum(axis=1)[:, 0], slope.sum(axis=1)[:, 1]]
        if free == 4:
            moves.append((slope * around).sum(axis=(1, 2)))
            moves.append((slope * lever / spread).sum(axis=(1, 2)))
        J = height * np.stack(moves, axis=1)
        J = _freed(plains, J)
        rest = plain - height * explained
        A, b = J.T @ J, J.T @ rest
        hold = np.array([0.06, 0.06, 0.12, _SPREAD_SD][:free])
        error = float(rest @ rest) / len(rest)
        A += np.diag(4 * error / hold**2)
        if free == 4:
            b[3] -= 4 * error / hold[3] ** 2 * (spread - SPREAD)
        step = np.clip(np.linalg.solve(A, b), -hold, hold)
        x, y = x + step[0], y + step[1]
        if free == 4:
            turn, spread = turn + step[2], float(np.clip(spread + step[3], 0.2, 0.31))
        if max(abs(x), abs(y)) > 0.2:
            return None
    return _Fit(x, y, turn, spread, likeness, height, width)


def _freed(plains: Floats, values: Floats) -> Floats:
    """What of `values` a top without pips does not explain."""
    return np.asarray(values - plains @ np.linalg.lstsq(plains, values, rcond=None)[0])


def _judged(patch: _Patch, fit: _Fit, edge_mm: float, hint: Hint) -> Top:
    turn, pattern = fit.turn, hint.pattern
    if pattern.value == "1":
        turn = max(
            (math.radians(a) for a in range(0, 90, 5)),
            key=lambda t: float(np.sort(_sides(patch, fit.x, fit.y, t)[0])[:3].sum()),
        )
    pips = _heights(patch, fit, turn)
    on = np.zeros(9, bool)
    on[list(pattern.places)] = True
    mean = float(pips[on].mean()) or 1e-9
    sides, plain, noise = _sides(patch, fit.x, fit.y, turn)
    c, s = math.cos(hint.turn), math.sin(hint.turn)
    return Top(
        pattern.value,
        hint.x_mm + edge_mm * (c * fit.x - s * fit.y),
        hint.y_mm + edge_mm * (s * fit.x + c * fit.y),
        (hint.turn + turn) % (math.pi / 2),
        fit.likeness,
        fit.height,
        float((pips[on] / mean).min()),
        float(np.abs(pips[~on] / mean).max()),
        tuple(sides.tolist()),
        plain,
        noise,
    )


def _heights(patch: _Patch, fit: _Fit, turn: float) -> Floats:
    """The height of the bump at each place of the lattice by itself, (9,) grey steps."""
    local = (patch.spots - (fit.x, fit.y)) @ turned(-turn)
    here = np.abs(local).max(axis=1) < FACE
    away = local[here, None] - fit.spread * LATTICE
    bumps = np.exp(-(away**2).sum(axis=2) / (2 * fit.width**2))
    columns = np.column_stack([bumps, ground(local[here], patch.blur)])
    return np.asarray(np.linalg.lstsq(columns, patch.grey[here], rcond=None)[0][:9])


_INSIDE, _ACROSS = (0.35, 0.45), ((0.46, 0.54), (0.55, 0.65), (0.62, 0.74))
_ALONG = 0.34


def _sides(patch: _Patch, x: float, y: float, turn: float) -> tuple[Floats, float, float]:
    """Changes across the four sides, (4,); how the ground inside varies; the noise of both."""
    local = (patch.spots - (x, y)) @ turned(-turn)
    inside, across = [], np.zeros(4)
    noise = 0.0
    for n, (axis, sign) in enumerate(((0, 1), (1, 1), (0, -1), (1, -1))):
        out, along = sign * local[:, axis], np.abs(local[:, 1 - axis])
        near = along < _ALONG
        here = near & (out > _INSIDE[0]) & (out < _INSIDE[1])
        ground = patch.colour[here].mean(axis=0)
        noise += float(patch.colour[here].std(axis=0).mean()) / 4
        inside.append(ground)
        for low, high in _ACROSS:
            strip = patch.colour[near & (out > low) & (out < high)].mean(axis=0)
            across[n] = max(across[n], float(np.abs(strip - ground).max()))
    grounds = np.array(inside)
    return across, float(np.abs(grounds - np.median(grounds, axis=0)).max()), noise
