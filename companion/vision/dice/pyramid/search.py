"""Candidates for printed pyramids, from a search over places and turns.

Each pose is sampled at points on its sides. Its likeness is the share of the samples' variance
that the plates and the mean of all symbols can explain, whatever their colours. Sides that face
away from the camera do not count. With a background, only changed places are searched.
"""

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.dice.patch import Area
from companion.vision.dice.pyramid.fit import placed
from companion.vision.dice.pyramid.markings import (
    CORNERS,
    EDGE_MM,
    PLATE,
    REACH,
    SIDES,
    SIGNS,
    SIZE,
)
from companion.vision.dice.pyramid.patch import Plain

Floats = npt.NDArray[np.float64]
Plane = npt.NDArray[np.float32]
Poses = npt.NDArray[np.float64]
Outline = tuple[tuple[float, float], ...]
Shape = tuple[list[Floats], list[Floats]]
"""The points on each side, and each side's outward normal."""

_STEP_MM, _TURN = 2.5, math.radians(8)
"""Steps of the search grid: places and turns."""
_FINE_MM, _FINE_TURN = (-1.0, 0.0, 1.0), (math.radians(-3), 0.0, math.radians(3))
_SMEAR_MM, _SMALL_MM = 0.9, 4.0
"""Blur of the searched pictures, and maximum width of the details that they keep."""
_LIKENESS, _MOST = 0.12, 10
"""Minimum likeness and maximum number of the poses that are refined in each plane."""
_PLAIN: Final = 4.0
"""Variance, in squared grey steps, that is added to each side's own variance, so that plain sides
have a low likeness.
"""
_CHANGED, _SHARE = 10.0, 0.45
"""Minimum change that is not noise, in grey steps, and the minimum share of changed points around
a pyramid's middle."""
_RINGS_MM: Final = (4.0, 10.0)
_APART_MM: Final = 4.5
_WIDE_MM, _FREE_MM = 4.0, 20.0
"""Step of the grid for leaning pyramids, and their minimum distance from upright ones."""
_TURNED_AWAY: Final = 0.12
"""Minimum cosine of the angle between a side's normal and the direction to the camera."""
_ROWS: Final = 16000


@dataclass(frozen=True, slots=True)
class Guess:
    """A pose (x mm, y mm, turn), and the share of the variance that plates and symbols explain."""

    pose: tuple[float, float, float]
    likeness: float


def guesses(plain: Plain, area: Area, until_s: float) -> tuple[list[Guess], bool]:
    """Return the best poses in `area`, and True if the search finished in time."""
    pictures = _pictures(plain, _px_per_mm(plain, area))
    xs, ys = (np.arange(area[n], area[n + 2] + _STEP_MM / 2, _STEP_MM) for n in (0, 1))
    places = np.stack(np.meshgrid(xs, ys), axis=2).reshape(-1, 2)
    places = places[_changed(plain, places)]
    poses, likeness = np.zeros((0, 3)), np.zeros((0, pictures.shape[2]))
    for turn in np.arange(0, math.tau / 3, _TURN):
        if time.thread_time() > until_s:
            return [], False
        here = np.column_stack([places, np.full(len(places), turn)])
        poses = np.concatenate([poses, here])
        likeness = np.concatenate([likeness, _likeness(plain, pictures, here)])
    found: list[Guess] = []
    for n in range(pictures.shape[2]):
        best = [
            _finer(plain, pictures[..., n : n + 1], row) for row in _peaks(poses, likeness[:, n])
        ]
        found += best
    return sorted(found, key=lambda guess: -guess.likeness), True


def leaning(
    plain: Plain, area: Area, taken: Sequence[tuple[float, float, float]], until_s: float
) -> list[Guess]:
    """Return poses that look like leaning pyramids and are not near upright ones (`taken`).

    Only changed places are searched, so without a background the result is empty.
    """
    xs, ys = (np.arange(area[n], area[n + 2] + _WIDE_MM / 2, _WIDE_MM) for n in (0, 1))
    places = np.stack(np.meshgrid(xs, ys), axis=2).reshape(-1, 2)
    free = [math.dist(place, pose[:2]) > _FREE_MM for place in places for pose in taken]
    places = places[np.reshape(free, (len(places), -1)).all(axis=1)]
    places = places[_changed(plain, places)]
    if plain.change is None or not len(places):
        return []
    pictures = np.ascontiguousarray(_pictures(plain, _px_per_mm(plain, area))[..., 1:])
    poses, likeness = [np.zeros((0, 3))], [np.zeros(0)]
    for shape in _LEANING:
        for turn in np.arange(0, math.tau, _TURN):
            if time.thread_time() > until_s:
                return []
            here = np.column_stack([places, np.full(len(places), turn)])
            poses.append(here)
            likeness.append(_likeness(plain, pictures, here, shape)[:, 0])
    every, worth = np.concatenate(poses), np.concatenate(likeness)
    return [
        Guess((float(every[row, 0]), float(every[row, 1]), float(every[row, 2])), float(worth[row]))
        for row in np.argsort(-worth, kind="stable")[:_MOST]
    ]


def _pictures(plain: Plain, scale: float) -> Plane:
    """Return two planes: the smoothed picture, and its small dark or light details."""
    size = 2 * round(_SMALL_MM * scale / 2) + 1
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    dark = cv2.morphologyEx(plain.grey, cv2.MORPH_BLACKHAT, disc)
    light = cv2.morphologyEx(plain.grey, cv2.MORPH_TOPHAT, disc)
    planes = np.dstack([plain.grey, np.maximum(dark, light)]).astype(np.float32)
    return np.asarray(cv2.GaussianBlur(planes, (0, 0), _SMEAR_MM * scale), np.float32)


def _peaks(poses: Poses, likeness: Floats) -> list[Floats]:
    """Return the likeliest poses, except those near a likelier one."""
    kept: list[Floats] = []
    for row in np.argsort(-likeness, kind="stable"):
        if likeness[row] < _LIKENESS or len(kept) == _MOST:
            break
        if all(math.dist(poses[row, :2], k[:2]) > _APART_MM for k in kept):
            kept.append(poses[row])
    return kept


def _px_per_mm(plain: Plain, area: Area) -> float:
    x, y = (area[0] + area[2]) / 2, (area[1] + area[3]) / 2
    a, b = plain.seen([[x, y, 0], [x + 1, y, 0]])
    return float(np.hypot(*(b - a)))


def _changed(plain: Plain, places: Floats) -> npt.NDArray[np.bool_]:
    """Return a mask of the places that changed enough to be a pyramid's middle."""
    if plain.change is None:
        return np.ones(len(places), np.bool_)
    ring = [(r * math.cos(a), r * math.sin(a)) for r in _RINGS_MM for a in _SIXTHS]
    spots = np.array([(0.0, 0.0), *ring])
    points = (places[:, None] + spots).reshape(-1, 2)
    seen = plain.seen(np.column_stack([points, np.zeros(len(points))])).astype(np.float32)
    there = cv2.remap(
        plain.change,
        seen[:, 0].reshape(len(places), -1),
        seen[:, 1].reshape(len(places), -1),
        cv2.INTER_LINEAR,
    )
    return np.asarray((there > _CHANGED).mean(axis=1) > _SHARE)


_SIXTHS: Final = [math.radians(60 * n) for n in range(6)]


def _finer(plain: Plain, picture: Plane, pose: Floats) -> Guess:
    """Return the best pose in the neighbourhood of a pose on the grid."""
    best = 0.0
    for scale in (1.0, 0.5):
        steps = np.stack(np.meshgrid(_FINE_MM, _FINE_MM, _FINE_TURN), axis=3).reshape(-1, 3)
        poses = pose + scale * steps
        likeness = _likeness(plain, picture, poses)[:, 0]
        row = int(likeness.argmax())
        pose, best = poses[row], float(likeness[row])
    x, y, turn = pose.tolist()
    return Guess((x, y, turn), best)


def _likeness(plain: Plain, pictures: Plane, poses: Poses, shape: Shape | None = None) -> Floats:
    """Return the share (n, k) of each plane's variance that plates and symbols explain."""
    explained, whole = np.zeros((2, len(poses), pictures.shape[2]))
    away = plain.eye - np.column_stack([poses[:, :2], np.full(len(poses), EDGE_MM / 4)])
    away /= np.linalg.norm(away, axis=1, keepdims=True)
    for turn in np.unique(poses[:, 2]):
        rows = np.flatnonzero(poses[:, 2] == turn)
        c, s = math.cos(turn), math.sin(turn)
        back = np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]])
        for points, outward in zip(*(shape or _UPRIGHT), strict=True):
            facing = away[rows] @ (outward @ back)
            seen = facing > _TURNED_AWAY
            use, weight = rows[seen], facing[seen, None]
            greys = _taken(
                pictures, _projected(plain, poses[use, :2], placed((0, 0, turn), points))
            )
            greys -= greys.mean(axis=1, keepdims=True)
            along = np.einsum("nmk,mb->nkb", greys, _BASIS, optimize=True)
            explained[use] += weight * (along**2).sum(axis=2)
            whole[use] += weight * ((greys**2).sum(axis=1) + _PLAIN * greys.shape[1])
    return np.asarray(explained / np.maximum(whole, 1.0))


def _projected(plain: Plain, places: Floats, points: Floats) -> Plane:
    """Project `points` (m, 3), moved to each of the `places` (n, 2), to px (n, m, 2)."""
    ground = places @ plain.P[:, :2].T + plain.P[:, 3]
    q = (points @ plain.P[:, :3].T)[None] + ground[:, None]
    return np.asarray(q[..., :2] / q[..., 2:], np.float32)


def _taken(pictures: Plane, at: Plane) -> Plane:
    """Return samples (n, m, k) of planes (h, w, k) at points (n, m, 2)."""
    taken = np.zeros((*at.shape[:2], pictures.shape[2]), np.float32)
    for n in range(0, len(at), _ROWS):
        x, y = (np.ascontiguousarray(at[n : n + _ROWS, :, axis]) for axis in (0, 1))
        part = cv2.remap(pictures, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        taken[n : n + _ROWS] = part.reshape(*x.shape, -1)
    return taken


# --- the points of a side, and what is printed there ----------------------------------------------

_SPACING, _INSIDE = 1 / 13, 0.05
"""Distance between a side's points, as a share of its edge, and their minimum distance from its
rim, as a share of its height."""
_SHARP, _SOFT = 40, 5.0
"""Resolution of the drawn symbols, px per unit of the outlines, and their blur in px."""


def _spots() -> Floats:
    """Return a side's points as weights of its three corners, (m, 3)."""
    n = round(1 / _SPACING)
    shares = np.array([(a, b, n - a - b) for a in range(n + 1) for b in range(n + 1 - a)]) / n
    return np.asarray(shares[shares.min(axis=1) > _INSIDE])


def _basis(spots: Floats) -> Plane:
    """Return two orthonormal, zero-mean patterns at a side's points: plates and mean symbol."""
    height = math.sqrt(3) / 2
    layers = []
    for pictures in ([(PLATE,)], [*SIGNS.values()]):
        total = np.zeros(len(spots))
        for corner in range(3):  # A symbol looks the same from each corner.
            own = np.roll(spots, -corner, axis=1) @ [[0, 0], [0.5, height], [-0.5, height]]
            total += _drawn(pictures, (own - [0, REACH]) / SIZE)
        layers.append(total - total.mean())
    return np.asarray(np.linalg.qr(np.column_stack(layers))[0], np.float32)


def _drawn(pictures: Sequence[tuple[Outline, ...]], at: Floats) -> Floats:
    """Sample the blurred mean of symbols at points (m, 2) in the outlines' coordinates."""
    mean = np.zeros((3 * _SHARP, 3 * _SHARP), np.float32)
    for parts in pictures:
        layer = np.zeros_like(mean)
        for outline in parts:
            corners = (np.array(outline) + 1.5) * _SHARP
            cv2.fillPoly(layer, [np.round(corners).astype(np.int32)], (1.0,))
        mean += layer / len(pictures)
    soft = cv2.GaussianBlur(mean, (0, 0), _SOFT)
    x, y = ((at + 1.5) * _SHARP).astype(np.float32).T
    return np.asarray(cv2.remap(soft, x[None], y[None], cv2.INTER_LINEAR)[0], np.float64)


_SPOTS: Final = _spots()
_BASIS: Final = _basis(_SPOTS)
_POINTS: Final = [_SPOTS @ CORNERS[list(side)] for side in SIDES]
_INRADIUS: Final = 1 / math.sqrt(24)
_OUTWARD: Final = [
    (CORNERS[list(side)].mean(axis=0) - CORNERS.mean(axis=0)) / _INRADIUS for side in SIDES
]
_UPRIGHT: Final[Shape] = (_POINTS, _OUTWARD)


def _tipped(degrees: float) -> Shape:
    """Return a pyramid that is tilted about the edge between its base corners 0 and 1."""
    along = CORNERS[2] - CORNERS[1]
    turn, _ = cv2.Rodrigues(math.radians(degrees) * along / np.linalg.norm(along))
    lift = np.array([0, 0, max(0.0, -((CORNERS - CORNERS[1]) @ turn.T)[:, 2].min())])
    points = [(spots - CORNERS[1]) @ turn.T + CORNERS[1] + lift for spots in _POINTS]
    return points, [outward @ turn.T for outward in _OUTWARD]


_LEANING: Final = [_tipped(degrees) for degrees in (-34, -22, 14, 26, 38)]
