"""Decides which dice have certain values.

Theory of operation

A value is certain if four conditions are met. The value's pattern explains almost everything on
the top. Exactly the value's pips are present. The top ends at four edges. The die is flat on the
table, so the table or another die is visible all around it. A leaning die shows a stretched
pattern or hides the table on one side (`_LEAST_ROOM`, `_SKEW`), and the visible face may not be
the uppermost.

Dice of all sizes are judged together, because they may be neighbours. `solve` explains a die's
worth and rank, `pips` the ground, and `faces` the measures of a top.
"""

import math
from collections import Counter
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from companion.vision.dice.faces import Tops
from companion.vision.dice.solve import DENIED, DENIED_COST, FEW_PIPS, SMALLEST_PX, Candidate
from companion.vision.dice.surroundings import SIDE_POINTS, surroundings

_SURE_UNEXPLAINED = np.array([0.0, 0.06, 0.1, 0.1, 0.12, 0.13, 0.11])
_SURE = (0.58, 0.66, 9.0)
"""Limits for a certain value: the maximum `unexplained` for each value (a few pips prove little),
the minimum `weakest`, the maximum `stray`, and the minimum pip height in sigmas of noise."""
_MORE, _MORE_NEW, _MORE_WORTH = 1.25, 0.5, 0.3
"""The maximum `unexplained` is multiplied by `_MORE` if each pip has changed by `_MORE_NEW` of its
height, the worth is above `_MORE_WORTH`, and no table is visible where the die should hide it."""
_FIRM, _FIRM_SIDES, _FIRM_PLAIN, _FIRM_ROOM = 1.7, 25.0, 0.6, 0.8
"""The maximum `unexplained` of an obvious die is multiplied by `_FIRM`. The conditions are the
change across all four sides in grey steps, the variation of the ground in pip heights, and the
share of table next to each side."""
_SKEW = np.array([np.inf, np.inf, np.inf, np.inf, 0.036, 0.036, 0.045])
_SKEW_UPRIGHT = 1.4
"""Maximum skew for each value, above which the die is leaning. The maximum is multiplied by
`_SKEW_UPRIGHT` if the worth is at least `_UPRIGHT`."""
_LEAST_ROOM, _LEAST_ROOM_UPRIGHT, _UPRIGHT, _UPRIGHT_UNUSUAL = 0.5, 0.3, 3.0, 5.0
"""Minimum share of table or dice next to every side, because a leaning die hides them on one side.
The lower minimum applies if the worth is at least `_UPRIGHT` (for usual sizes) or
`_UPRIGHT_UNUSUAL` (for others). Few leaning faces and few parts of larger dice have such a
worth."""
_HARDLY_NEW, _NO_END = 0.6, 6.0
"""A top with few pips may be part of a larger die of the table's brightness if its changed share
is below `_HARDLY_NEW` and the change across its second side is below `_NO_END` grey steps."""
_SIDE_FACE = 0.7
"""If a top has another die behind it and more than this fraction of the maximum `unexplained`, it
may be that die's side. Then it does not count as an obvious die."""
_STRONG_ONE, _STRONG, _STRONG_WORTH = 50.0, 0.05, -0.5
"""A single pip higher than `_STRONG_ONE` with a worth below `_STRONG_WORTH` may be a dot on a
small token. Its maximum `unexplained` is `_STRONG`."""
_PLAIN, _PLAIN_WORTHY = 1.2, 1.6
"""Maximum variation of the ground, in pip heights, for a worth below `_MIDDLING` and for others."""
_FAINT, _CLEAR = 40.0, 100.0
_FOURTH, _FOURTH_FEW, _THIRD, _SECOND, _SECOND_FEW = 25.0, 36.0, 16.0, 12.0, 8.0
_MIDDLING, _LITTLE, _MUCH = 1.2, 1.5, 2.2
_STRONG_SIDE, _THIRD_THEN = 70.0, 10.0
"""Minimum changes across the sides, in grey steps, for the fourth (strongest), third and second
side. A top below them is just a group of dots. The `_FEW` limits apply to few pips with a low
worth. The third side is checked if the pips are few or faint or the worth is low. The second is
checked for many faint pips, and for few pips with a low worth. Nothing is checked if the pips are
higher than `_CLEAR` and the worth is above `_MUCH`. If the fourth side is strong (a black die on a
black table with one lit side), the third needs only `_THIRD_THEN`."""
_FREE, _FREE_WORTHY, _COVERS, _HIDES, _HIDDEN = 0.6, 0.4, 0.6, 2.2, 1.4
"""Limits for a die's surroundings: the minimum share of table or dice there, in general and with a
high worth; half the width, in edges, of the area that a die covers; and the distances, in edges,
below which one die hides the table around another die, or another die's side."""
_WORTHY = np.array([0.0, 0.3, 0.3, 0.6, 0.8, 0.8, 0.8])
_FIRM_WORTHY = -1.0
"""Minimum worth of a certain value, for each value and for an obvious die. Leaning faces and parts
of other dice have a lower worth than tops."""
_PLAIN_WORTH, _PLAIN_TABLE, _PLAIN_SIDES = 2.0, 0.7, 30.0
_UNUSUAL, _UNUSUAL_FEW = 3.0, 5.0
"""Minimum rank of a die of an unusual size, in general and with few pips, because leaning dice
show patterns of unusual sizes."""
_COMMON, _FEWEST = 0.15, 2
"""Minimum share of all dice, and minimum number of dice, for a size that counts as usual."""
_LOWEST = math.radians(45.5)
"""Maximum slant of the view. From a lower camera position, a die's side looks like its top."""


def surely(groups: Sequence[Sequence[Candidate]]) -> list[tuple[Candidate, bool]]:
    """Choose a die from each group, and return it with True if its value is certain.

    A group contains candidates of different sizes for one die, the likeliest first. If the first
    is uncertain and not skewed, it is replaced by a certain one.
    """
    dice = [group[0] for group in groups]
    sure = _all_sure(dice)
    for n, group in enumerate(groups):
        for other in group[1:] if not _skew(dice[n]) else ():
            if not sure[n] and _all_sure([*dice[:n], other, *dice[n + 1 :]])[n]:
                dice[n], sure[n] = other, True
    return list(zip(dice, sure, strict=True))


def usual_sizes(sizes_mm: Sequence[float]) -> frozenset[float]:
    """Return the usual sizes, mm, which occur too often to be misdetections."""
    least = max(_FEWEST, _COMMON * len(sizes_mm))
    return frozenset(size for size, count in Counter(sizes_mm).items() if count >= least)


def sized(die: Candidate) -> bool:
    """Return True if the pips determine a die's size beyond doubt, which a single pip cannot."""
    return plain(die) and die.value > 1


def plain(die: Candidate) -> bool:
    """Return True if a die is so clear that other sizes need not be searched."""
    return (
        die.worth > _PLAIN_WORTH
        and die.table > _PLAIN_TABLE
        and float(die.tops.sides[die.row, 0]) > _PLAIN_SIDES
    )


def _all_sure(dice: Sequence[Candidate]) -> list[bool]:
    free, room = _standing(dice)
    return [
        bool(free[n]) and not die.doubted and _sure(die, float(room[n]), _neighbours(die, dice))
        for n, die in enumerate(dice)
    ]


def _standing(dice: Sequence[Candidate]) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.float64]]:
    """Return a mask of the dice with free surroundings, and the free share of their worst sides."""
    table = np.zeros((len(dice), 4 * SIDE_POINTS), np.bool_)
    near = np.zeros((len(dice), 4 * SIDE_POINTS, len(dice)), np.bool_)
    for n, die in enumerate(dice):
        around = surroundings(die.sight, die.tops.poses[[die.row]])
        table[n] = around.table[0]
        close = [m for m, o in enumerate(dice) if o is not die and _edges_apart(die, o) < _HIDES]
        for spot in np.flatnonzero(~table[n]) if close else ():
            u, v = around.spots[0, spot].tolist()
            near[n, spot, close] = [dice[m].hides((u, v), _COVERS) for m in close]
    least = np.array([_FREE_WORTHY if die.worth > _PLAIN_WORTH else _FREE for die in dice])
    free = np.zeros(len(dice), np.bool_)
    for _ in dice:
        more = (table | (near & free).any(axis=2)).mean(axis=1) > least
        if (more == free).all():
            break
        free = more
    room = (table | near.any(axis=2)).reshape(len(dice), 4, SIDE_POINTS).mean(axis=2)
    return free, room.min(axis=1, initial=1.0)


def _edges_apart(die: Candidate, other: Candidate) -> float:
    return math.dist(other.place, die.place) / ((die.edge_mm + other.edge_mm) / 2)


def _neighbours(die: Candidate, dice: Sequence[Candidate]) -> tuple[bool, bool]:
    """Return True if an adjacent die is nearer to the camera, and True if one is farther away."""
    eye = die.sight.camera.eye[:2].tolist()
    near = [
        math.dist(o.place, eye) for o in dice if o is not die and _edges_apart(die, o) < _HIDDEN
    ]
    away = math.dist(die.place, eye)
    return any(other < away for other in near), any(other > away for other in near)


def _sure(die: Candidate, room: float, neighbours: tuple[bool, bool]) -> bool:
    weakest, stray, least = _SURE
    sight, tops, row, worth = die.sight, die.tops, die.row, die.worth
    height = abs(float(tops.height[row]))
    hidden = bool(tops.denied[row] > DENIED)
    before, behind = neighbours
    if hidden and not before:
        return False
    few, little = die.value <= FEW_PIPS, worth < _LITTLE
    open_sides = tops.sides[row, 2] < _FOURTH and tops.sides[row, 3] < _STRONG_SIDE
    if behind and few and little and open_sides:
        return False  # This may be the side of the die behind it.
    if not die.usual and die.rank < (_UNUSUAL_FEW if few else _UNUSUAL):
        return False
    upright = worth >= (_UPRIGHT if die.usual else _UPRIGHT_UNUSUAL)
    if room < (_LEAST_ROOM_UPRIGHT if upright else _LEAST_ROOM) or _skew(die):
        return False
    side_face = behind and tops.unexplained[row] > _SIDE_FACE * _SURE_UNEXPLAINED[die.value]
    firm = _firm(tops, row, room) and not side_face
    least_worth = _FIRM_WORTHY if firm else _WORTHY[die.value]
    return bool(
        worth > least_worth - DENIED_COST * hidden
        and tops.unexplained[row] < _most_unexplained(tops, row, worth, firm=firm)
        and tops.weakest[row] > weakest
        and tops.stray[row] < stray
        and height > least * sight.noise
        and _ends(tops, row, worth)
        and tops.plain[row] < (_PLAIN if worth < _MIDDLING else _PLAIN_WORTHY) * height
        and sight.camera.slant(*die.place) < _LOWEST
        and die.edge_mm * sight.camera.px_per_mm(*die.place, die.edge_mm) > SMALLEST_PX
    )


def _skew(die: Candidate) -> bool:
    most = _SKEW[die.value] * (_SKEW_UPRIGHT if die.worth >= _UPRIGHT else 1.0)
    return bool(die.tops.skew[die.row] > most)


def _most_unexplained(tops: Tops, row: int, worth: float, *, firm: bool) -> float:
    """Return the maximum `unexplained` of a certain top. `firm` marks an obvious die."""
    height = abs(float(tops.height[row]))
    most = float(_SURE_UNEXPLAINED[tops.values[row]])
    if tops.values[row] == 1 and height > _STRONG_ONE and worth < _STRONG_WORTH:
        return _STRONG
    if tops.denied[row] > 0:
        return most
    if firm and tops.plain[row] < _FIRM_PLAIN * height:
        return _FIRM * most
    more = tops.pips_changed[row] > _MORE_NEW * height and worth > _MORE_WORTH
    return _MORE * most if more else most


def _firm(tops: Tops, row: int, room: float) -> bool:
    """Return True if the top is obviously a die's, whatever the value."""
    return bool(
        math.isfinite(tops.pips_changed[row])
        and tops.denied[row] <= 0
        and tops.sides[row, 0] > _FIRM_SIDES
        and room >= _FIRM_ROOM
    )


def _ends(tops: Tops, row: int, worth: float) -> bool:
    """Return True if a top ends at edges like a die's, unlike a group of dots on a surface."""
    height = abs(float(tops.height[row]))
    second, third, fourth = tops.sides[row, 1:].tolist()
    few, faint, little = tops.values[row] <= FEW_PIPS, height < _FAINT, worth < _LITTLE
    ends = third > (_THIRD if fourth < _STRONG_SIDE else _THIRD_THEN)
    if few and tops.changed[row] < _HARDLY_NEW and second < _NO_END:
        return False
    if few:
        good = ends and (not little or second > _SECOND_FEW or fourth > _STRONG_SIDE)
    else:
        good = (ends or not (faint or little)) and (not faint or second > _SECOND)
    least = _FOURTH_FEW if few and little else _FOURTH
    return (height > _CLEAR and worth > _MUCH) or (fourth > least and good)
