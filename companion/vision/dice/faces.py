"""Fits all candidates for the tops of dice to the picture together, and measures them.

Theory of operation

1. Around each candidate, the picture is sampled in the die's own coordinates (unit: the edge).
Small changes of place, turn, spread and pip size have a linear effect, so one product with a
matrix estimates them all. The pose is updated, the picture is sampled again, and so on
(Gauss-Newton in the inverse compositional form of Baker & Matthews 2004).
2. The remainder that the pattern does not explain, beyond the noise, is measured relative to the
pips' height. It reveals art, letters and the gap between two dice, which are not bumps on a plain
ground.
3. In the plane of the tops, a pattern is square. A stretched or sheared pattern is on a leaning
face. With fewer than four pips this cannot be detected.
4. Every place of the lattice is measured separately, because exactly the value's pips must be
present.
5. A top is a plain square with edges: its ground is uniform inside its four sides and changes
across them.
6. With a background, three more values are measured: the change of the top and of its pips, the
height of the same bumps in the background, and the share of the die's sides that show the table
(`surroundings`).
"""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from companion.vision.dice.candidates import CHANGED, FaceGuesses
from companion.vision.dice.patch import DicePatch, Floats, Poses
from companion.vision.dice.pips import (
    FINE,
    LARGE_ONE,
    LATTICE,
    PATTERNS,
    SPREAD,
    VALUES,
    fine_bank,
    heights_of,
    skew_bank,
    turned,
)
from companion.vision.dice.surroundings import denied

_FIRST, _THEN = 2, 2
_HOPEFUL = 0.6
_STEP = np.array([0.06, 0.06, 0.12])
_WIDER = (-0.025, 0.03)
_SPREADS = 0.09
_THREE = 0.09
"""Mean power per sample of three pips with a height of 1, the unit of `unexplained`."""
_SAME, _SAME_TURN = 0.03, 0.05
_OLD_LIKENESS = 0.75
_ON = np.array([[n in places for n in range(9)] for _, places in PATTERNS])
_ALONG = np.linspace(-0.36, 0.36, 7)
_OUT = (0.40, 0.50, 0.58, 0.68)
"""Distances of the strips along each side from the top's middle, in edges: one inside, three
beyond the rounded edge."""
_RING = np.concatenate(
    [
        np.column_stack([_ALONG, np.full(len(_ALONG), out)]) @ turned(quarter * np.pi / 2)
        for quarter in range(4)
        for out in _OUT
    ]
)


@dataclass(frozen=True, slots=True, eq=False)
class Tops:
    """Fitted tops, one per row.

    `poses` are (n, 3), `patterns` and `values` (n,). `height` is the pips' height in grey steps,
    negative if they are dark. `spread` is the relative excess over the normal spread, and `skew`
    the pattern's deviation from a square. `unexplained` is the remainder as a share of three pips'
    power. `weakest` is the lowest pip and `stray` the highest or deepest empty place, both in pip
    heights. `sides` (n, 4) are the changes across the sides in ascending order. `plain` is the
    variation of the ground between the sides, and `rough` its variation along the sides; all three
    are in grey steps. `changed` is the changed share of the top, `pips_changed` the smallest
    change of a pip, `before` the height of the same bumps in the background, and `denied` the
    share of the sides where the table is visible. Without a background, everything counts as
    changed.
    """

    poses: Poses
    patterns: npt.NDArray[np.intp]
    values: npt.NDArray[np.intp]
    height: Floats
    spread: Floats
    skew: Floats
    unexplained: Floats
    weakest: Floats
    stray: Floats
    sides: Floats
    plain: Floats
    rough: Floats
    changed: Floats
    pips_changed: Floats
    before: Floats
    denied: Floats


def measured(sight: DicePatch, guesses: FaceGuesses) -> Tops:
    """Fit the candidates to the picture, and return them without poor fits and duplicates."""
    poses, patterns = guesses.poses.copy(), guesses.patterns
    for _ in range(_FIRST):
        greys = sight.taken(sight.grey, sight.at(poses, FINE))
        _moved(sight, poses, patterns, greys)
    greys = sight.taken(sight.grey, sight.at(poses, FINE))
    keep = np.flatnonzero(_likeness(patterns, greys, sight.blur) > _HOPEFUL)
    poses, patterns, greys = poses[keep], patterns[keep], greys[keep]
    for _ in range(_THEN):
        _moved(sight, poses, patterns, greys)
        greys = sight.taken(sight.grey, sight.at(poses, FINE))
    keep = _distinct(poses, patterns, sight.edge_mm)
    return _measures(sight, poses[keep], patterns[keep], greys[keep])


def _solved(patterns: npt.NDArray[np.intp], greys: Floats, blur: float) -> Floats:
    """Return each fit's pip height and its changes of x, y, turn, spread and pip width, (n, 6)."""
    found = np.zeros((len(patterns), 6), np.float32)
    for number in np.unique(patterns):
        here = np.flatnonzero(patterns == number)
        bank = fine_bank(int(number), blur)
        solved = (greys[here] @ bank.solve.T)[:, 7:]
        height = np.where(np.abs(solved[:, :1]) < 1e-3, 1e-3, solved[:, :1])
        columns = [0, 1, 2, 3, 4, 5] if bank.turns else [0, 1, 2, 5]
        found[here[:, None], columns] = np.column_stack([height, solved[:, 1:] / height])
    return found


def _moved(sight: DicePatch, poses: Poses, patterns: npt.NDArray[np.intp], greys: Floats) -> None:
    """Improve the poses, in place, by one step of the fit."""
    step = np.clip(_solved(patterns, greys, sight.blur)[:, 1:4], -_STEP, _STEP)
    c, s = np.cos(poses[:, 2]), np.sin(poses[:, 2])
    poses[:, 0] += sight.edge_mm * (c * step[:, 0] - s * step[:, 1])
    poses[:, 1] += sight.edge_mm * (s * step[:, 0] + c * step[:, 1])
    poses[:, 2] += step[:, 2]


def _likeness(patterns: npt.NDArray[np.intp], greys: Floats, blur: float) -> Floats:
    """Return each candidate's correlation with its pattern."""
    like = np.zeros(len(patterns), np.float32)
    for number in np.unique(patterns):
        here = np.flatnonzero(patterns == number)
        bank = fine_bank(int(number), blur)
        bare = greys[here] - (greys[here] @ bank.grounds) @ bank.grounds.T
        power = np.linalg.norm(bare, axis=1) * np.linalg.norm(bank.bare)
        like[here] = np.abs(bare @ bank.bare) / np.maximum(power, 1e-3)
    return like


def _distinct(poses: Poses, patterns: npt.NDArray[np.intp], edge_mm: float) -> npt.NDArray[np.intp]:
    """Return the rows of distinct fits: one row for each group of equal fits."""
    places, turns = np.round(poses[:, :2] / (_SAME * edge_mm)), np.round(poses[:, 2] / _SAME_TURN)
    keys = np.column_stack([places, turns, patterns])
    return np.sort(np.unique(keys, axis=0, return_index=True)[1])


def _measures(
    sight: DicePatch, poses: Poses, patterns: npt.NDArray[np.intp], greys: Floats
) -> Tops:
    """Measure fitted tops."""
    found = _solved(patterns, greys, sight.blur)
    spread = np.clip(found[:, 4], -_SPREADS, _SPREADS)
    wider = np.clip(found[:, 5], *_WIDER)
    weakest, stray = _heights(sight.blur, patterns, greys, spread, wider)
    fit = np.column_stack([found[:, 0], spread, wider])
    sides, plain, rough = _rim(sight, poses)
    tops = Tops(
        poses,
        patterns,
        VALUES[patterns],
        found[:, 0],
        spread,
        _skew(sight.blur, patterns, greys),
        _unexplained(sight, patterns, greys, fit),
        weakest,
        stray,
        sides,
        plain,
        rough,
        changed=np.ones(len(poses), np.float32),
        pips_changed=np.full(len(poses), np.inf, np.float32),
        before=np.zeros(len(poses), np.float32),
        denied=np.zeros(len(poses), np.float32),
    )
    return _compared(sight, tops)


def _unexplained(
    sight: DicePatch, patterns: npt.NDArray[np.intp], greys: Floats, fit: Floats
) -> Floats:
    rest = np.zeros(len(patterns), np.float32)
    for number in np.unique(patterns):
        here = np.flatnonzero(patterns == number)
        bank = fine_bank(int(number), sight.blur)
        changes = bank.changes[:, [0, 4, 5]] if bank.turns else bank.changes[:, [0, 3]]
        shares = fit[here][:, [1, 2]] if bank.turns else fit[here][:, [2]]
        model = fit[here, :1] * (changes[:, 0] + shares @ changes[:, 1:].T)
        bare = greys[here] - model
        bare -= (bare @ bank.grounds) @ bank.grounds.T
        power = np.maximum((bare * bare).mean(axis=1) - sight.noise**2, 0)
        rest[here] = power / (_THREE * fit[here, 0] ** 2 + 1)
    return rest


def _skew(blur: float, patterns: npt.NDArray[np.intp], greys: Floats) -> Floats:
    skew = np.zeros(len(patterns), np.float32)
    for number in np.unique(patterns):
        here = np.flatnonzero(patterns == number)
        height, *shares = skew_bank(int(number), blur) @ greys[here].T
        skew[here] = np.abs(shares).max(axis=0) / np.maximum(np.abs(height), 1e-3)
    return skew


def _heights(
    blur: float, patterns: npt.NDArray[np.intp], greys: Floats, spread: Floats, wider: Floats
) -> tuple[Floats, Floats]:
    """Return each top's weakest pip and its highest or deepest empty place, in mean pip heights."""
    heights = np.zeros((len(patterns), 9), np.float32)
    more = 3 * np.rint(spread / 0.03).astype(int)
    broad = np.rint(wider / 0.01).astype(int)
    large = patterns == LARGE_ONE
    kinds, which = np.unique(np.column_stack([more, broad, large]), axis=0, return_inverse=True)
    for number, (m, w, big) in enumerate(kinds.tolist()):
        here = np.flatnonzero(which.ravel() == number)
        heights[here] = greys[here] @ heights_of(blur, m, w, large=bool(big)).T
    on = _ON[patterns]
    mean = (heights * on).sum(axis=1) / on.sum(axis=1)
    share = heights / np.where(np.abs(mean) < 1e-3, 1e-3, mean)[:, None]
    return np.where(on, share, 9).min(axis=1), np.where(on, 0, np.abs(share)).max(axis=1)


def _rim(sight: DicePatch, poses: Poses) -> tuple[Floats, Floats, Floats]:
    """Return the changes across the sides (n, 4), and the variations between and along them."""
    strips = sight.taken(sight.colour, sight.at(poses, _RING))
    strips = strips.reshape(len(poses), 4, len(_OUT), len(_ALONG), 3)
    inside = strips[:, :, 0].mean(axis=2)
    usual = np.median(inside, axis=1, keepdims=True)
    across = np.abs(strips[:, :, 1:].mean(axis=3) - inside[:, :, None]).max(axis=3).max(axis=2)
    rough = strips[:, :, 0].std(axis=2).mean(axis=(1, 2))
    return np.sort(across, axis=1), np.abs(inside - usual).max(axis=(1, 2)), rough


def _body(sight: DicePatch, poses: Poses) -> Floats:
    """Return the colour of each top, (n, 3)."""
    strips = sight.taken(sight.colour, sight.at(poses, _RING))
    strips = strips.reshape(len(poses), 4, len(_OUT), len(_ALONG), 3)
    return np.asarray(np.median(strips[:, :, 0], axis=(1, 2)))


def _compared(sight: DicePatch, tops: Tops) -> Tops:
    """Return the tops with their comparison values if there is a background."""
    if sight.change is None or sight.old is None or not len(tops.poses):
        return tops
    at = sight.at(tops.poses, FINE)
    changed = (sight.taken(sight.change, at) > CHANGED).mean(axis=1)
    pips = sight.taken(sight.change, sight.at(tops.poses, SPREAD * LATTICE))
    old = sight.taken(sight.old, at)
    before = np.zeros(len(old), np.float32)
    for number in np.unique(tops.patterns):
        here = np.flatnonzero(tops.patterns == number)
        bank = fine_bank(int(number), sight.blur)
        bare = old[here] - (old[here] @ bank.grounds) @ bank.grounds.T
        before[here] = bare @ bank.bare / (bank.bare @ bank.bare)
    alike = _likeness(tops.patterns, old, sight.blur) > _OLD_LIKENESS
    return replace(
        tops,
        denied=denied(sight, tops.poses, _body(sight, tops.poses)),
        changed=changed.astype(np.float32),
        pips_changed=np.where(_ON[tops.patterns], pips, np.inf).min(axis=1).astype(np.float32),
        before=np.where(alike, before, 0).astype(np.float32),
    )
