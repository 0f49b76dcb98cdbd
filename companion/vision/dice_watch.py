"""Watches a place where dice are thrown, from frame to frame: what they show once they lie still.

Theory of operation

    frame ──► something moves ──► forget what was read, wait
              lies still        ──► as before the throw, but for papers: nothing to read
                                    else: read; what two frames agree about is told

A picture from before the throw is kept and grows with the table: whatever rests there and is no die
becomes part of it, so that cards may come and go around the dice.  The places of dice stay as they
were before.  A pushed mat or camera makes it worthless; then dice are read without it until a still
picture without dice is seen.

What sizes the dice of a match have is learned from those that were read plainly.

A die two frames read otherwise, or that is not sure in most, is told as not sure.
"""

from __future__ import annotations

import dataclasses
import math
from collections import deque
from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from companion.readings import DieReading
from companion.vision.dice import DICE, USUAL_MM, DieKind, read_dice
from companion.vision.dice_papers import Paper, only_papers
from companion.vision.dice_sight import Area
from companion.vision.dice_sure import usual_sizes
from companion.vision.mat import MatPose
from companion.vision.pyramid import Grey, Image, as_grey, as_image
from companion.vision.searching import differing, shrunk

__all__ = ["DiceWatch"]

_RESTS_S = 0.3
_AGREE, _READS = 2, 5
"""So many frames must read a die alike; after so many it is not sure."""
_SAME_PLACE_MM = 5.0
_SIZES = 60
"""Of so many dice read last the sizes are kept in mind."""
_PUSHED_MM = 1.5
_AROUND = 1.6
"""How far around a die's middle the old picture is kept, in edges."""


class DiceWatch:
    """The dice of these kinds in `area` (left, top, right, bottom in mat mm; None: the whole mat).

    `throw` counts what was told: it rises whenever dice lie otherwise than they did.
    """

    def __init__(self, kinds: Sequence[DieKind] = DICE, area: Area | None = None) -> None:
        self.kinds, self.area = tuple(kinds), area
        self.throw = 0
        self._before: Image | None = None
        self._papers: Sequence[Paper] = ()
        self._pose: MatPose | None = None
        self._last: Grey | None = None
        self._still_s = math.inf
        self._votes: list[list[DieReading]] = []
        self._reads = 0
        self._sizes: deque[float] = deque(maxlen=_SIZES)
        self._told: tuple[DieReading, ...] = ()
        self._thrown: tuple[DieReading, ...] = ()

    def see(
        self,
        time_s: float,
        image: npt.NDArray[np.generic],
        pose: MatPose | None,
        *,
        hand: bool,
        papers: Sequence[Paper] = (),
    ) -> tuple[DieReading, ...]:
        """The dice at rest that frames agree about; () while there are none or something moves.

        `hand` says whether a hand is over the mat: nothing new is read then.  `papers` are the
        cards and pieces that were read in the place.  Frames in the order of their times; one that
        is no picture, or shows no mat, changes nothing and tells nothing.
        """
        if pose is None:
            return ()
        try:
            picture = as_image(image)
        except ValueError:
            return ()
        if self._moves(picture, pose, time_s):
            self._votes, self._reads, self._told = [], 0, ()
            return ()
        still = time_s - self._still_s >= _RESTS_S
        if still and not hand and self._reads < _READS and not self._told:
            self._read(picture, pose, papers)
        return self._told

    def _moves(self, picture: Image, pose: MatPose, time_s: float) -> bool:
        """Whether the place is not as it was in the frame before."""
        if self._pose is not None and pose.distance_mm(self._pose) > _PUSHED_MM:
            self._before = self._last = None
        if self._before is not None and self._before.shape != picture.shape:
            self._before = self._last = None
        self._pose = pose
        small = shrunk(as_grey(picture[self._part(picture, pose)]))
        last, self._last = self._last, small
        if last is None or last.shape != small.shape or bool(differing(small, last).any()):
            self._still_s = time_s
            return True
        return False

    def _part(self, picture: Image, pose: MatPose) -> tuple[slice, slice]:
        """Which rows and columns of a picture show the place."""
        if self.area is None:
            return slice(0, picture.shape[0]), slice(0, picture.shape[1])
        left, top, right, bottom = self.area
        seen = pose.to_image([(left, top), (right, top), (right, bottom), (left, bottom)])
        size = picture.shape[1::-1]
        low = np.clip(np.floor(seen.min(axis=0)), 0, np.array(size) - 1).astype(int)
        high = np.clip(np.ceil(seen.max(axis=0)), low + 1, size).astype(int)
        return slice(low[1], high[1]), slice(low[0], high[0])

    def _read(self, picture: Image, pose: MatPose, papers: Sequence[Paper]) -> None:
        """Read one frame more, and tell what frames agree about."""
        if self._before is not None and only_papers(
            picture, self._before, self._part(picture, pose), pose, (papers, self._papers)
        ):
            self._reads, self._thrown = _READS, ()
            self._learn(picture, pose, papers)
            return
        usual = usual_sizes(self._sizes) or USUAL_MM
        seen = read_dice(picture, pose, self.kinds, self.area, self._before, usual_mm=usual)
        self._sizes.extend(seen.sizes_mm)
        self._reads += 1
        for die in seen.dice:
            same = (v for v in self._votes if _apart(v[0], die) < _SAME_PLACE_MM)
            votes = next(same, None)
            if votes is None:
                self._votes.append([die])
            else:
                votes.append(die)
        last = self._reads == _READS
        enough = self._reads >= _AGREE and all(
            len(votes) == self._reads and _agreed(votes) for votes in self._votes
        )
        if not (enough or last):
            return
        often = [votes for votes in self._votes if 2 * len(votes) > self._reads]
        told = [v[-1] if _agreed(v) else _doubted(v[-1]) for v in often]
        self._told = tuple(sorted(told, key=lambda die: (die.centre[1], die.centre[0])))
        self._reads = _READS
        if self._told and not _as_they_lay(self._told, self._thrown):
            self.throw += 1
        self._thrown = self._told
        self._learn(picture, pose, papers)

    def _learn(self, picture: Image, pose: MatPose, papers: Sequence[Paper]) -> None:
        """What rests now is what was there before the next throw, but for the dice."""
        self._papers = papers
        if self._before is None:
            if not self._told:
                self._before = picture.copy()
            return
        keep = np.zeros(picture.shape[:2], np.uint8)
        for die in self._told:
            edge = max(kind.edge_mm for kind in self.kinds if kind.name == die.kind)
            radius = math.ceil(_AROUND * edge * pose.px_per_mm)
            centre = round(die.centre[0]), round(die.centre[1])
            cv2.circle(keep, centre, radius, 1, -1)
        self._before = np.where(_like(keep, picture), self._before, picture)


def _like(mask: npt.NDArray[np.uint8], picture: Image) -> npt.NDArray[np.bool_]:
    """A mask as wide as a picture has channels."""
    whole = mask.astype(np.bool_)
    return whole if picture.ndim == 2 else whole[:, :, None]


def _apart(one: DieReading, other: DieReading) -> float:
    return math.dist((one.x_mm or 0, one.y_mm or 0), (other.x_mm or 0, other.y_mm or 0))


def _agreed(votes: Sequence[DieReading]) -> bool:
    """Whether enough frames say the same, and none says something else."""
    sure = [die.value for die in votes if die.value]
    return len(sure) >= _AGREE and len(set(sure)) == 1 and bool(votes[-1].value)


def _doubted(die: DieReading) -> DieReading:
    return dataclasses.replace(die, value="", confidence=min(die.confidence, 0.49))


def _as_they_lay(dice: Sequence[DieReading], old: Sequence[DieReading]) -> bool:
    """Whether these are the same dice in the same places."""
    return len(dice) == len(old) and all(
        any(d.value == o.value and _apart(d, o) < _SAME_PLACE_MM for o in old) for d in dice
    )
