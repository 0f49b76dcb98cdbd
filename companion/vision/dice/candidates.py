"""Candidates for the tops of dice, from a search over the flat map of their plane.

The search moves over the map in steps of 1½ pixels and in twelve rotations. At each step, it
samples a square of 7 × 7 points. After removing the ground (its brightness, slope and smeared
sides), it correlates the samples with all pip patterns (`pips`). This takes one matrix product per
rotation. Each pattern's best places are passed to `faces`, which measures them in the picture
itself.

With a background, only changed places are searched. Without one, only places near a pip-like blob
are searched.
"""

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.dice.patch import FLAT_PX, Area, DicePatch, Floats, Poses
from companion.vision.dice.pips import COARSE, PATTERNS, SPREAD, coarse_bank, turned

CHANGED = 12.0
"""Minimum difference that counts as a change rather than noise, in grey steps."""
_STRIDE = 1.5
_TURNS = 12
_TURN = math.pi / 2 / _TURNS
_LIKENESS, _HEIGHT = 0.62, 6.0
"""Minimum correlation of a candidate with its pattern, and minimum pip height in grey steps."""
_LEAST_POWER = 6.0
_SHARE, _WINDOW = 0.3, 9
"""Minimum changed share of the window around a candidate, and the window's width in px of the
map."""
_ROW_APART = 0.07
"""Tolerance in correlation for a second candidate near a six, because a six shifted by one row
resembles a six."""
_SIXES = (7, 8)
_MOST = 1500
_PART = 6000
_BLOB, _BLOB_INNER, _BLOB_OUTER = 5.0, 1.1, 2.6


@dataclass(frozen=True, slots=True, eq=False)
class FaceGuesses:
    """Candidate `poses` (n, 3) and the numbers of their `patterns` (n,), best first."""

    poses: Poses
    patterns: npt.NDArray[np.intp]
    complete: bool


def search(
    sight: DicePatch, area: Area, until_s: float, known: Sequence[tuple[float, float, float]] = ()
) -> FaceGuesses:
    """Return the best candidates in `area`. Stop when the thread's CPU clock reaches `until_s`.

    `known` are circles (x, y, radius, mm) to skip.
    """
    at = sight.flat(area)
    if min(at.shape[:2]) < FLAT_PX:
        return FaceGuesses(np.zeros((0, 3)), np.zeros(0, np.intp), complete=True)
    flat = _mapped(sight.grey, at)
    step = sight.edge_mm / FLAT_PX
    there = _there(sight, at, flat).astype(np.uint8)
    for x, y, radius in known:
        middle = round((x - area[0]) / step), round((y - area[1]) / step)
        cv2.circle(there, middle, round(radius / step), 0, -1)
    rows, columns = (np.arange(0, size, _STRIDE) for size in flat.shape)
    gy, gx = np.meshgrid(rows, columns, indexing="ij")
    there = there[gy.astype(np.intp), gx.astype(np.intp)].astype(np.bool_)
    spots = np.column_stack([gx[there], gy[there]])
    likeness, turns, complete = _likeness(flat, spots, sight.blur, until_s)
    places, patterns = _peaks(likeness, there, spots, turns)
    places[:, :2] = (places[:, :2] + 0.5) * step + area[:2]
    return FaceGuesses(places, patterns, complete)


def _mapped(picture: Floats | npt.NDArray[np.uint8], at: Floats) -> Floats:
    flat = cv2.remap(
        picture, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(flat, np.float32)


def _there(sight: DicePatch, at: Floats, flat: Floats) -> npt.NDArray[np.bool_]:
    """Return a mask of the flat map's pixels that may be the middle of a top."""
    size = sight.grey.shape[1] - 1, sight.grey.shape[0] - 1
    seen = ((at >= 0) & (at <= size)).all(axis=2)
    if sight.change is None:
        return np.asarray(seen & _near_blobs(flat))
    changed = (_mapped(sight.change, at) > CHANGED).astype(np.float32)
    return np.asarray(seen & (cv2.boxFilter(changed, -1, (_WINDOW, _WINDOW)) > _SHARE))


def _near_blobs(flat: Floats) -> npt.NDArray[np.bool_]:
    """Return a mask of the pixels that are within √2 spreads of a pip-sized blob."""
    inner = cv2.GaussianBlur(flat, (0, 0), _BLOB_INNER)
    spotted = np.abs(inner - cv2.GaussianBlur(flat, (0, 0), _BLOB_OUTER)) > _BLOB
    reach = 2 * math.ceil(math.sqrt(2) * SPREAD * FLAT_PX) + 1
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach))
    return cv2.dilate(spotted.astype(np.uint8), disc).astype(np.bool_)


def _likeness(
    flat: Floats, spots: npt.NDArray[np.float64], blur: float, until_s: float
) -> tuple[Floats, Floats, bool]:
    """Return the best correlations and turns for each spot and pattern, and True if complete."""
    bank = coarse_bank(blur)
    best = np.zeros((len(spots), len(PATTERNS)), np.float32)
    turns = np.zeros_like(best)
    edges = np.flatnonzero(np.diff(bank.patterns, prepend=-1))
    least = _HEIGHT * np.minimum.reduceat(bank.sizes, edges)
    around = [FLAT_PX * COARSE @ turned(_TURN * number) for number in range(_TURNS)]
    for part in range(0, len(spots), _PART):
        if time.thread_time() > until_s:
            return best, turns, False
        here = slice(part, part + _PART)
        for number, offsets in enumerate(around):
            at = (spots[here, None] + offsets).astype(np.float32)
            greys = _mapped(flat, at)
            greys -= (greys @ bank.grounds) @ bank.grounds.T
            heights = greys @ bank.templates
            np.abs(heights, out=heights)
            each = np.maximum.reduceat(heights, edges, axis=1)
            faint = each < least
            power = np.sqrt(np.einsum("ij,ij->i", greys, greys))
            each /= np.maximum(power, _LEAST_POWER)[:, None]
            each[faint] = 0
            better = each > best[here]
            best[here][better] = each[better]
            turns[here][better] = _TURN * number
    return best, turns, True


def _peaks(
    likeness: Floats, there: npt.NDArray[np.bool_], spots: npt.NDArray[np.float64], turns: Floats
) -> tuple[Poses, npt.NDArray[np.intp]]:
    """Return the poses (x and y in px, turn) and pattern numbers at local maxima of correlation."""
    places, patterns, values = [], [], []
    whole = np.zeros(there.shape, np.float32)
    for number in range(len(PATTERNS)):
        here = likeness[:, number]
        whole[there] = here
        top = cv2.dilate(whole, np.ones((3, 3), np.uint8))[there]
        least = top - (_ROW_APART if number in _SIXES else 0)
        chosen = np.flatnonzero((here >= least) & (here > _LIKENESS))
        places.append(np.column_stack([spots[chosen], turns[chosen, number]]))
        patterns.append(np.full(len(chosen), number))
        values.append(here[chosen])
    order = np.argsort(-np.concatenate(values), kind="stable")[:_MOST]
    return np.concatenate(places)[order], np.concatenate(patterns)[order]
