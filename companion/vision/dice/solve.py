"""Selects the dice among the measured tops, decides their sizes, and detects rival values.

Theory of operation

A top that can be a die (`_possible`) has a *worth*. It increases with the share of the top that is
explained, with the ratio of the changes across the sides to the variation of the ground, and with
the number of pips. Its weights are rounded from a logistic regression over true and false tops in
the simulated camera's pictures; their second digit is insignificant.

Two dice cannot be in the same place. Tops are accepted in the order of their worth, unless a
better one is nearer than `_ROOM`. That distance is shorter than between two touching dice, and
longer than between a die's top and its side. A rejected top is a *rival*. If it has another value
and nearly the same worth, the value is in doubt. A rival whose pips are all pips of the winner
does not count, because a five contains a one.

Dice of different sizes compete in the same way (`settled`) by their *rank*, because three pips of
a large die's six may look like a small die's three. A small die on a large one's plain face has no
table around it, which lowers its rank (`_ENCLOSED`). A large die's top and sides exclude small
dice (`hides`), because a pip on its side is not a one.
"""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.dice.faces import Tops
from companion.vision.dice.patch import DicePatch
from companion.vision.dice.pips import LATTICE, PATTERNS, SPREAD, turned
from companion.vision.dice.surroundings import surroundings

_UNEXPLAINED, _WEAKEST, _STRAY, _HEIGHT = 0.35, 0.5, 0.75, 6.0
"""Limits for a possible die: the maximum `unexplained`, the minimum `weakest`, the maximum
`stray`, and the minimum pip height in sigmas of noise."""
_NEW, _NEW_TOP, _NEW_PIPS, _OLD_PIP = 0.72, 0.6, 0.65, 0.5
"""Limits for a new top: a minimum changed share, or else a minimum sum of that share (times
`_NEW_TOP`) and the smallest change of a pip, in pip heights. A top is old if the background has
more than half its pip height there and the pips changed by less than half. It is also old if the
background has clearly more than its pip height, because then a die is shading it now."""
_SHADED = 1.15
DENIED, DENIED_COST = 0.65, 3.5
"""Maximum share of a die's sides where the table may be visible, and the loss of worth if the
share is larger."""
_FEW = np.array([0.0, -2.2, -0.8, 0.0, 0.5, 0.5, 0.5])
"""The contribution of each value to the worth."""
_LEAST, _LEAD, _WHOLE_LEAD = -3.0, 2.0, 1.8
"""Minimum worth of a die, its minimum lead over a rival, and the minimum lead of a partial pattern
over the whole pattern."""
_ROOM, _ROOM_OF_SIZES, _CROWDED = 0.95, 0.9, 0.95
"""Distances between middles, in edges. Below the first and second, tops of one size and of two
sizes are the same die. Below the third, the lower-ranking of two dice may be an artefact."""
_SAME_PIP = 0.1
FEW_PIPS = 3
_USUAL, _NEARLY, _EXACTLY, _FAINT = 3.0, math.log(1.16), 0.01, 1.0
"""A usual size's bonus in rank; the relative differences between sizes that may be confused, with
many and with few pips; and the minimum rank of a die of an unusual size."""
_SMALLER, _FAR = 0.79, 2.5
"""Ratio of edges above which two dice count as equally large, and distance, in edges of the larger
die, beyond which it cannot hide the smaller one."""
_HALF = 0.52
_FOOT = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
SMALLEST_PX, _TOO_SMALL = 9.5, 4.0
"""Minimum edge in px, below which pips merge, and the loss of rank if the edge is smaller."""
_ENCLOSED, _OPEN = 6.0, 0.5
"""If the share of table around a top is below `_OPEN`, its rank is reduced by the missing share
times `_ENCLOSED`."""


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """A row of `tops` that may be a die.

    `table` is the share of table around it. `rank` is its worth for the comparison of different
    sizes. `usual` is True for a usual size, and `doubted` is True if there is a rival.
    """

    sight: DicePatch
    tops: Tops
    row: int
    worth: float
    table: float
    rank: float
    usual: bool = False
    doubted: bool = False

    @property
    def value(self) -> int:
        """The value that the pips show."""
        return int(self.tops.values[self.row])

    @property
    def edge_mm(self) -> float:
        """The length of the die's edge."""
        return self.sight.edge_mm

    @property
    def place(self) -> tuple[float, float]:
        """The place of the die's middle on the mat, mm."""
        x, y, _ = self.tops.poses[self.row].tolist()
        return x, y

    def hides(self, spot: tuple[float, float], half: float) -> bool:
        """Return True if a die of half width `half`, in edges, covers `spot` in the picture."""
        x, y, turn = self.tops.poses[self.row].tolist()
        feet = half * self.edge_mm * _FOOT @ turned(turn) + (x, y)
        corners = [(*foot, z) for foot in feet.tolist() for z in (0.0, self.edge_mm)]
        hull = cv2.convexHull(self.sight.camera.seen(corners).astype(np.float32))
        return cv2.pointPolygonTest(hull, spot, measureDist=False) >= 0


def candidates(sight: DicePatch, tops: Tops) -> list[Candidate]:
    """Return the possible dice of one size, in descending order of worth."""
    worth = np.where(_possible(sight, tops), _worth(tops), -np.inf)
    rows = [n for n in np.argsort(-worth, kind="stable").tolist() if worth[n] >= _LEAST]
    kept: list[int] = []
    for row in rows:
        near = _near(sight, tops, row, kept)
        whole = [other for other in near if _part_of(tops, other, row, sight.edge_mm)]
        if not near:
            kept.append(row)
        elif whole == near and worth[row] > worth[near].max() - _WHOLE_LEAD:
            kept = [*(other for other in kept if other not in near), row]
    doubted = set()
    for row in rows:
        near = _near(sight, tops, row, kept)
        # A top between two dice makes neither of them doubtful.
        if row not in kept and len(near) == 1 and _rivals(sight, tops, worth, row, near[0]):
            doubted.add(near[0])
    table = surroundings(sight, tops.poses[kept]).table.mean(axis=1)
    scale = [sight.camera.px_per_mm(x, y, sight.edge_mm) for x, y, _ in tops.poses[kept].tolist()]
    small = sight.edge_mm * np.array(scale) < SMALLEST_PX
    rank = worth[kept] - _ENCLOSED * np.maximum(_OPEN - table, 0) - _TOO_SMALL * small
    measured = zip(kept, worth[kept].tolist(), table.tolist(), rank.tolist(), strict=True)
    return [
        Candidate(sight, tops, row, value, free, order, doubted=row in doubted)
        for row, value, free, order in measured
    ]


def room_mm(edge_mm: float, other_mm: float) -> float:
    """Return the distance below which tops of these two sizes are the same die."""
    return _ROOM_OF_SIZES * (edge_mm + other_mm) / 2


def settled(found: Sequence[Candidate], usual_mm: Collection[float]) -> list[list[Candidate]]:
    """Return the likeliest size of each die, doubted if another value is nearly as likely.

    Usual sizes have an advantage, because a set of dice has few sizes. Each die is followed by the
    candidates of other sizes with the same value. Dice of unusual sizes with a low rank are
    omitted, because they are shadows.
    """
    ranked = [_ranked(c, usual_mm) for c in found]
    kept: list[Candidate] = []
    losers: list[Candidate] = []
    for one in sorted(ranked, key=lambda f: -f.rank):
        near = [k for k in kept if _in_one_place(one, k)]
        whole = all(one.worth > k.worth - _WHOLE_LEAD and _is_part(k, one) for k in near)
        losers += near if whole else [one]
        if whole:
            kept = [*(k for k in kept if k not in near), one]
    # A top between two dice makes neither of them doubtful.
    lone = [o for o in losers if sum(_in_one_place(o, k) for k in kept) == 1]
    groups = []
    for one in (k for k in kept if k.edge_mm in usual_mm or k.rank >= _FAINT):
        others = [o for o in lone if _in_one_place(o, one)]
        doubted = any(
            o.value != one.value and o.rank > one.rank - _LEAD and not _is_part(o, one)
            for o in others
        )
        doubted |= any(k.rank > one.rank and _crowded(one, k) for k in kept)
        same = [one, *(o for o in others if o.value == one.value)]
        groups.append([replace(o, doubted=o.doubted or doubted) for o in same])
    return groups


def _ranked(one: Candidate, usual_mm: Collection[float]) -> Candidate:
    """Return the candidate with a bonus in rank if its size is usual.

    A size near a usual one counts as `usual` too. With few pips it must be exact, because two pips
    on two faces of a leaning die are as far apart as those of a smaller die.
    """
    rank = one.rank + _USUAL * (one.edge_mm in usual_mm)
    nearly = _NEARLY if one.value > FEW_PIPS else _EXACTLY
    usual = any(abs(math.log(one.edge_mm / size)) < nearly for size in usual_mm)
    return replace(one, rank=rank, usual=usual)


def _crowded(one: Candidate, other: Candidate) -> bool:
    """Return True if two dice are nearer to each other than real dice can be."""
    away = float(np.hypot(*np.subtract(one.place, other.place)))
    return away < _CROWDED * (one.edge_mm + other.edge_mm) / 2


def _in_one_place(one: Candidate, other: Candidate) -> bool:
    away = float(np.hypot(*np.subtract(one.place, other.place)))
    if away < room_mm(one.edge_mm, other.edge_mm):
        return True
    small, large = sorted((one, other), key=lambda c: c.edge_mm)
    if small.edge_mm > _SMALLER * large.edge_mm or away > _FAR * large.edge_mm:
        return False
    u, v = small.sight.camera.seen([(*small.place, small.edge_mm)])[0].tolist()
    return large.hides((u, v), _HALF)


def _is_part(one: Candidate, other: Candidate) -> bool:
    """Return True if `other` has more pips than `one` and contains all of them."""
    mine, others = (
        c.sight.camera.seen(np.insert(_pips_mm(c.tops, c.row, c.edge_mm), 2, c.edge_mm, axis=1))
        for c in (one, other)
    )
    apart = np.hypot(*(mine[:, None] - others).transpose(2, 0, 1)).min(axis=1)
    edge_px = other.edge_mm * other.sight.camera.px_per_mm(*other.place, other.edge_mm)
    return len(mine) < len(others) and bool(apart.max() < _SAME_PIP * edge_px)


def _near(sight: DicePatch, tops: Tops, row: int, others: list[int]) -> list[int]:
    """Return the rows among `others` that are in the same place."""
    away = np.hypot(*(tops.poses[others, :2] - tops.poses[row, :2]).T)
    return [others[n] for n in np.flatnonzero(away < _ROOM * sight.edge_mm)]


def _rivals(
    sight: DicePatch, tops: Tops, worth: npt.NDArray[np.float64], row: int, other: int
) -> bool:
    """Return True if two tops have different values and `row` has nearly the worth of `other`."""
    return (
        bool(tops.values[row] != tops.values[other])
        and bool(worth[row] > worth[other] - _LEAD)
        and not _part_of(tops, row, other, sight.edge_mm)
    )


def _possible(sight: DicePatch, tops: Tops) -> npt.NDArray[np.bool_]:
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
    denied = -DENIED_COST * (tops.denied > DENIED)
    return np.asarray(fit + plain + rough + denied + _FEW[tops.values] - 8.5)


def _part_of(tops: Tops, row: int, other: int, edge_mm: float) -> bool:
    """Return True if `other` has more pips than `row` and contains all of them."""
    mine, others = (_pips_mm(tops, n, edge_mm) for n in (row, other))
    apart = np.hypot(*(mine[:, None] - others).transpose(2, 0, 1)).min(axis=1)
    return len(mine) < len(others) and bool(apart.max() < _SAME_PIP * edge_mm)


def _pips_mm(tops: Tops, row: int, edge_mm: float) -> npt.NDArray[np.float64]:
    """Return the places of a top's pips, (n, 2) mat mm."""
    spread = edge_mm * SPREAD * (1 + float(tops.spread[row]))
    places = LATTICE[list(PATTERNS[tops.patterns[row]][1])]
    return np.asarray(tops.poses[row, :2] + spread * places @ turned(float(tops.poses[row, 2])))
