"""Which of the tops that were measured are dice, and whether a die's value is beyond doubt.

Theory of operation

A top that can be a die at all (`_possible`) gets a worth: how little of it is unexplained, how
plain its ground is against what changes across its sides, and how many pips vouch for it.  The
weights are those of a logistic regression of true against false tops of the virtual camera,
rounded; nothing hangs on their second digit.

Two dice cannot stand in the same place.  From the worthiest down each top takes its place, unless
a better one stands nearer than `_ROOM`, which is less than the distance of two dice that touch and
more than where the side of a die could be taken for a top.  What loses its place is a rival, and
if it says something else and is nearly as worthy, the value is in doubt.  A rival whose pips are
all pips of the winner is none: a die that shows five pips shows one, too.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from companion.vision.dice_around import surroundings
from companion.vision.dice_pips import LATTICE, PATTERNS, SPREAD, turned
from companion.vision.dice_sight import Sight
from companion.vision.dice_tops import Tops

__all__ = ["Chosen", "chosen"]

_UNEXPLAINED, _WEAKEST, _STRAY, _HEIGHT = 0.35, 0.5, 0.75, 6.0
"""Of a top that can be a die: the most, the least, the most, and the least in sigmas of noise."""
_SURE_UNEXPLAINED = np.array([0.0, 0.06, 0.1, 0.1, 0.17, 0.145, 0.11])
_SURE = (0.58, 0.66, 9.0)
"""The same of a value beyond doubt; the first for each value, as few pips alone say little."""
_MORE, _MORE_NEW, _MORE_WORTH = 1.25, 0.5, 0.3
"""So much more may be unexplained where each pip has changed by that share of its height, and so
much speaks for the top."""
_STRONG_ONE, _STRONG, _STRONG_WORTH = 50.0, 0.05, -0.5
"""Least may be unexplained where a single pip is so high: so it is with a dot on a small token."""
_PLAIN, _PLAIN_WORTHY = 1.2, 1.6
"""How much the ground may differ from side to side under such a value, in heights."""
_NEW, _NEW_TOP, _NEW_PIPS, _OLD_PIP = 0.72, 0.6, 0.65, 0.5
"""The share of a top that must have changed, or else (share of the first times that, and the pips'
least change in heights) come to this.  What had half its height before and whose pips have changed
by less was there before; so was what had more: now it lies in a die's shadow."""
_SHADED = 1.15
_FAINT, _CLEAR = 40.0, 100.0
_FOURTH, _FOURTH_FEW, _THIRD, _SECOND, _SECOND_FEW = 25.0, 36.0, 16.0, 12.0, 8.0
_MIDDLING, _LITTLE, _MUCH = 1.2, 1.5, 2.2
_STRONG_SIDE, _THIRD_THEN = 70.0, 10.0
"""Changes across the fourth to second side in rising order, in grey steps, without which a top is
but dots; more is asked of few pips whose worth is little.  The third counts where pips are few, or
faint, or the worth is little; the second where many are faint, or few and the worth is little; none
where pips are higher than `_CLEAR` and the worth is much.  Where the fourth is strong (black dice
on black ground, but for the side that is lit), less is asked of the third."""
_FEW_PIPS = 3
_FREE, _COVERS = 0.6, 1.0
"""How much of what is around a die must be table or another die, and what that covers, edges."""
_DENIED, _DENIED_COST, _HIDDEN = 0.65, 3.5, 1.4
"""The share of sides that may show the table unless another die, no farther than so many edges,
hides them; what more costs."""
_FEW = np.array([0.0, -2.2, -0.8, 0.0, 0.5, 0.5, 0.5])
"""By how much pips vouch for a value."""
_LEAST, _WORTHY, _LEAD = -3.0, -1.5, 2.0
_WHOLE_LEAD = 1.8
_ROOM = 0.95
_SAME_PIP = 0.1
_LOWEST, _SMALLEST_PX = math.radians(45.5), 9.5
"""Seen from lower, the side of a die looks like its top; where its edge is shorter, pips run into
one another."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A row of the tops that is a die; `sure` of its value; `worth` of what speaks for it."""

    row: int
    sure: bool
    worth: float


def chosen(sight: Sight, tops: Tops) -> list[Chosen]:
    """The dice among the tops, the worthiest first."""
    worth = np.where(_possible(sight, tops), _worth(tops), -np.inf)
    rows = [n for n in np.argsort(-worth, kind="stable").tolist() if worth[n] >= _LEAST]
    kept: list[int] = []
    for row in rows:
        near = _near(sight, tops, row, kept, _ROOM)
        whole = [other for other in near if _part_of(tops, other, row, sight.edge_mm)]
        if not near:
            kept.append(row)
        elif whole == near and worth[row] > worth[near].max() - _WHOLE_LEAD:
            kept = [*(other for other in kept if other not in near), row]
    doubted = set()
    for row in rows:
        near = _near(sight, tops, row, kept, _ROOM)
        # What lies between two dice doubts neither.
        if row not in kept and len(near) == 1 and _rivals(sight, tops, worth, row, near[0]):
            doubted.add(near[0])
    standing = _standing_free(sight, tops, kept)
    return [
        Chosen(
            row,
            bool(free) and row not in doubted and _sure(sight, tops, row, worth[row], kept),
            float(worth[row]),
        )
        for row, free in zip(kept, standing, strict=True)
    ]


def _standing_free(sight: Sight, tops: Tops, kept: list[int]) -> npt.NDArray[np.bool_]:
    """Which dice have table around them, or dice that have."""
    around = surroundings(sight, tops.poses[kept])
    away = around.places[:, :, None] - tops.poses[kept, :2]
    near = np.hypot(away[..., 0], away[..., 1]) < _COVERS * sight.edge_mm
    near &= ~np.eye(len(kept), dtype=np.bool_)[:, None]
    free = np.zeros(len(kept), np.bool_)
    for _ in kept:
        more = (around.table | (near & free).any(axis=2)).mean(axis=1) > _FREE
        if (more == free).all():
            break
        free = more
    return free


def _near(sight: Sight, tops: Tops, row: int, others: list[int], edges: float) -> list[int]:
    """Those of `others` nearer than so many edges."""
    away = np.hypot(*(tops.poses[others, :2] - tops.poses[row, :2]).T)
    return [others[n] for n in np.flatnonzero(away < edges * sight.edge_mm)]


def _rivals(sight: Sight, tops: Tops, worth: npt.NDArray[np.float64], row: int, other: int) -> bool:
    """Whether a top says something else than a die in its place, and nearly as well."""
    return (
        bool(tops.values[row] != tops.values[other])
        and bool(worth[row] > worth[other] - _LEAD)
        and not _part_of(tops, row, other, sight.edge_mm)
    )


def _possible(sight: Sight, tops: Tops) -> npt.NDArray[np.bool_]:
    height = np.abs(tops.height)
    good = (
        (tops.unexplained < _UNEXPLAINED)
        & (tops.weakest > _WEAKEST)
        & (tops.stray < _STRAY)
        & (height > _HEIGHT * sight.noise)
    )
    pips = tops.pips_changed / (height + 1e-3)
    new = (tops.changed > _NEW) | (_NEW_TOP * tops.changed + pips > _NEW_PIPS)
    before = tops.before * np.sign(tops.height)
    shaded = before > _SHADED * height
    was_there = shaded | ((before > _OLD_PIP * height) & (pips < _OLD_PIP))
    return np.asarray(good & new & ~was_there)


def _worth(tops: Tops) -> npt.NDArray[np.float64]:
    height = np.abs(tops.height).astype(np.float64) + 1e-3
    fit = -2.0 * np.log(0.5 * tops.unexplained + 0.005)
    plain = -1.5 * np.log((tops.plain + 1e-3) / (tops.sides[:, 1] + 4))
    rough = -np.log(tops.rough / height + 0.02)
    denied = -_DENIED_COST * (tops.denied > _DENIED)
    return np.asarray(fit + plain + rough + denied + _FEW[tops.values] - 8.5)


def _sure(sight: Sight, tops: Tops, row: int, worth: float, kept: list[int]) -> bool:
    weakest, stray, least = _SURE
    x, y, _ = tops.poses[row]
    height = abs(float(tops.height[row]))
    hidden = bool(tops.denied[row] > _DENIED)
    before, behind = _neighbours(sight, tops, row, kept)
    if hidden and not before:
        return False
    few, little = tops.values[row] <= _FEW_PIPS, worth < _LITTLE
    if (
        behind
        and few
        and little
        and tops.sides[row, 2] < _FOURTH
        and tops.sides[row, 3] < _STRONG_SIDE
    ):
        return False  # the side of the one behind
    most = _SURE_UNEXPLAINED[tops.values[row]]
    if tops.values[row] == 1 and height > _STRONG_ONE and worth < _STRONG_WORTH:
        most = _STRONG
    elif tops.pips_changed[row] > _MORE_NEW * height and worth > _MORE_WORTH:
        most *= _MORE
    return bool(
        worth > _WORTHY - _DENIED_COST * hidden
        and tops.unexplained[row] < most
        and tops.weakest[row] > weakest
        and tops.stray[row] < stray
        and height > least * sight.noise
        and _ends(tops, row, worth)
        and tops.plain[row] < (_PLAIN if worth < _MIDDLING else _PLAIN_WORTHY) * height
        and sight.camera.slant(x, y) < _LOWEST
        and sight.edge_mm * sight.camera.px_per_mm(x, y, sight.edge_mm) > _SMALLEST_PX
    )


def _ends(tops: Tops, row: int, worth: float) -> bool:
    """Whether a top ends like a die's, rather than being a few dots."""
    height = abs(float(tops.height[row]))
    second, third, fourth = tops.sides[row, 1:].tolist()
    few, faint, little = tops.values[row] <= _FEW_PIPS, height < _FAINT, worth < _LITTLE
    ends = third > (_THIRD if fourth < _STRONG_SIDE else _THIRD_THEN)
    if few:
        good = ends and (not little or second > _SECOND_FEW or fourth > _STRONG_SIDE)
    else:
        good = (ends or not (faint or little)) and (not faint or second > _SECOND)
    least = _FOURTH_FEW if few and little else _FOURTH
    return (height > _CLEAR and worth > _MUCH) or (fourth > least and good)


def _neighbours(sight: Sight, tops: Tops, row: int, kept: list[int]) -> tuple[bool, bool]:
    """Whether another die is near that is nearer to the camera, and one that is farther."""
    away = np.hypot(*(tops.poses[:, :2] - sight.camera.eye[:2]).T)
    near = [other for other in _near(sight, tops, row, kept, _HIDDEN) if other != row]
    return any(away[n] < away[row] for n in near), any(away[n] > away[row] for n in near)


def _part_of(tops: Tops, row: int, other: int, edge_mm: float) -> bool:
    """Whether all pips of a top are pips of another that has more."""
    mine, others = (_pips_mm(tops, n, edge_mm) for n in (row, other))
    apart = np.hypot(*(mine[:, None] - others).transpose(2, 0, 1)).min(axis=1)
    return len(mine) < len(others) and bool(apart.max() < _SAME_PIP * edge_mm)


def _pips_mm(tops: Tops, row: int, edge_mm: float) -> npt.NDArray[np.float64]:
    spread = edge_mm * SPREAD * (1 + float(tops.spread[row]))
    places = LATTICE[list(PATTERNS[tops.patterns[row]][1])]
    return np.asarray(tops.poses[row, :2] + spread * places @ turned(float(tops.poses[row, 2])))
