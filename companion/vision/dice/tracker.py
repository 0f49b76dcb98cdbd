"""Tracks the dice in an area from frame to frame, and reports them when they are at rest.

Theory of operation

  frame ──► movement  ──► discard the readings, wait
    └─────► rest      ──► only papers differ from the background: nothing to read
                          otherwise: read; report what two frames agree on

The background is updated with the table (`background`). Objects at rest that are not dice become
part of it, so that cards may be placed and removed around the dice. The places of dice are not
updated. Dice in the first picture are part of the background. Until they are gone, dice are read
without the background.

Dice that stay in place were only touched, or covered by a hand. Dice that moved, or were absent in
between, were thrown.

The sizes of a match's dice are learned from clear readings.

A die is reported as uncertain if two frames disagree about it, or if it is uncertain in most
frames. So is a new object as large as a die, if no frame finds a die there.
"""

import dataclasses
import math
from collections import deque
from collections.abc import Collection, Mapping, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from companion.readings import DieReading, Reading
from companion.vision.dice.background import DiceBackground, Part, Spot, bare
from companion.vision.dice.confidence import usual_sizes
from companion.vision.dice.papers import Paper, only_papers, papers_in
from companion.vision.dice.patch import Area
from companion.vision.dice.reader import DICE, PYRAMID, USUAL_MM, DieKind, read_dice
from companion.vision.mat.tracker import MatPose
from companion.vision.reader.codebook import Codebook
from companion.vision.reader.image_pyramid import Grey, Image, as_grey, as_image
from companion.vision.searching import differing, shrunk
from rules import Mat

_RESTS_S = 0.3
_AGREE, _READS = 2, 5
"""Number of frames that must agree about a die, and number of frames before it counts as
uncertain."""
_SAME_PLACE_MM = 5.0
_BRUSHED_MM, _BRUSHED_DEG = 2.5, 10.0
"""Maximum distance and angle by which a die moves if it is only touched."""
_CUBE_DEG, _PYRAMID_DEG = 90.0, 120.0
_SIZES = 60
"""Number of recent dice whose sizes are stored."""
_PUSHED_MM = 1.5
_AROUND = 1.6
"""Radius around a die's middle within which the background is not updated, in edges."""
_KINDS: Final = (*DICE, PYRAMID)


class DiceTracker:
    """Tracks the dice in `area` (left, top, right, bottom in mat mm; None for the whole mat).

    `throw` is the number of throws reported so far.
    """

    def __init__(self, kinds: Sequence[DieKind] = DICE, area: Area | None = None) -> None:
        self.kinds, self.area = tuple(kinds), area
        self.throw = 0
        self._cubes = [kind for kind in self.kinds if kind != PYRAMID]
        self._before = DiceBackground(area)
        self._pose: MatPose | None = None
        self._last: Grey | None = None
        self._still_s = math.inf
        self._votes: list[list[DieReading]] = []
        self._reads = 0
        self._sizes: deque[float] = deque(maxlen=_SIZES)
        self._reported: tuple[DieReading, ...] = ()
        self._thrown: tuple[DieReading, ...] = ()
        self._die_crops: list[Image] = []
        self._away = False

    def see(
        self,
        time_s: float,
        image: npt.NDArray[np.generic],
        pose: MatPose | None,
        *,
        hand: bool,
        papers: Sequence[Paper] = (),
    ) -> tuple[DieReading, ...]:
        """Return the dice at rest that the frames agree on, or () while something moves.

        With `hand`, a hand is over the mat and nothing is read. `papers` are the cards and pieces
        read in the area. Frames must be passed in the order of their times. A frame without a
        picture or a mat changes nothing, and the result is ().
        """
        if pose is None:
            return ()
        try:
            picture = as_image(image)
        except ValueError:
            return ()
        moves = self._moves(picture, pose, time_s)
        if (moves or hand) and not self._away:
            self._away = self._gone(picture, pose)
        if moves:
            self._votes, self._reads, self._reported = [], 0, ()
            return ()
        still = time_s - self._still_s >= _RESTS_S
        if still and not hand and self._reads < _READS and not self._reported:
            self._read(picture, pose, papers)
        return self._reported

    def _moves(self, picture: Image, pose: MatPose, time_s: float) -> bool:
        """Return True if the area has changed since the last frame."""
        if self._pose is not None and pose.distance_mm(self._pose) > _PUSHED_MM:
            self._last = None
        self._pose = pose
        small = shrunk(as_grey(picture[self._part(picture, pose)]))
        last, self._last = self._last, small
        if last is None or last.shape != small.shape or bool(differing(small, last).any()):
            self._still_s = time_s
            return True
        return False

    def _part(self, picture: Image, pose: MatPose) -> Part:
        """Return the area's rows and columns in a picture."""
        if self.area is None:
            return slice(0, picture.shape[0]), slice(0, picture.shape[1])
        left, top, right, bottom = self.area
        seen = pose.to_image([(left, top), (right, top), (right, bottom), (left, bottom)])
        size = picture.shape[1::-1]
        low = np.clip(np.floor(seen.min(axis=0)), 0, np.array(size) - 1).astype(int)
        high = np.clip(np.ceil(seen.max(axis=0)), low + 1, size).astype(int)
        return slice(low[1], high[1]), slice(low[0], high[0])

    def _read(self, picture: Image, pose: MatPose, papers: Sequence[Paper]) -> None:
        """Read one more frame, and report the dice if enough frames agree or have been read."""
        part = self._part(picture, pose)
        self._before.recall(picture, pose, part)
        before = self._before.at(pose, picture.shape)
        if before is not None and only_papers(
            picture, before, part, pose, (papers, self._before.papers)
        ):
            self._reads, self._thrown, self._die_crops = _READS, (), []
            self._before.learn(picture, pose, papers, part=part)
            return
        usual = usual_sizes(self._sizes) or USUAL_MM
        seen = read_dice(picture, pose, self.kinds, self.area, before, usual_mm=usual)
        soiled = self._before.at(pose, picture.shape, soiled=True) if before is None else None
        if soiled is not None and not seen.dice:
            seen = read_dice(picture, pose, self.kinds, self.area, soiled, usual_mm=usual)
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
        odd = [] if self._votes else self._odd(picture, pose, part, papers)
        enough = self._reads >= _AGREE and all(
            len(votes) == self._reads and _agreed(votes) for votes in self._votes
        )
        if not last and (odd or not enough):
            return
        often = [votes for votes in self._votes if 2 * len(votes) > self._reads]
        reported = [v[-1] if _agreed(v) else _doubted(v[-1]) for v in often]
        reported += [self._unread(spot, pose) for spot in odd]
        self._report(reported, picture, pose)
        keep = [self._around(die, pose) for die in self._reported]
        self._before.learn(picture, pose, papers, [*keep, *odd], part)

    def _report(self, reported: Sequence[DieReading], picture: Image, pose: MatPose) -> None:
        """Set the reported dice, and count a throw if they have moved or were absent."""
        self._reported = tuple(sorted(reported, key=lambda die: (die.centre[1], die.centre[0])))
        self._reads = _READS
        if self._reported and (self._away or not _unmoved(self._reported, self._thrown)):
            self.throw += 1
        self._thrown, self._away = self._reported, False
        self._die_crops = [self._cut(picture, pose, die).copy() for die in self._reported]

    def _odd(
        self, picture: Image, pose: MatPose, part: Part, papers: Sequence[Paper]
    ) -> list[Spot]:
        """Return the changed spots that may be dice."""
        if not self._cubes:
            return []
        edges = [kind.edge_mm for kind in self._cubes]
        return self._before.odd(picture, pose, part, papers, (min(edges), max(edges)))

    def _unread(self, spot: Spot, pose: MatPose) -> DieReading:
        x, y, _ = spot
        (at_x, at_y), *_ = pose.to_mat([(x, y)]).tolist()
        return DieReading(self._cubes[0].name, "", (x, y), 0.0, at_x, at_y)

    def _around(self, die: DieReading, pose: MatPose) -> Spot:
        """Return the spot around a die where the background is not updated."""
        edge = max(kind.edge_mm for kind in self.kinds if kind.name == die.kind)
        return *die.centre, _AROUND * edge * pose.px_per_mm

    def _gone(self, picture: Image, pose: MatPose) -> bool:
        """Return True if the picture shows that a reported die is gone."""
        before = self._before.at(pose, picture.shape) if self._thrown else None
        if before is None:
            return False
        return any(
            bare(self._cut(picture, pose, die), self._cut(before, pose, die), occupied)
            for die, occupied in zip(self._thrown, self._die_crops, strict=True)
        )

    def _cut(self, picture: Image, pose: MatPose, die: DieReading) -> Image:
        """Return the crop around a die, as wide as the edge of the first kind in `kinds`."""
        (x, y), *_ = pose.to_image([(die.x_mm or 0.0, die.y_mm or 0.0)]).tolist()
        half = max(round(self.kinds[0].edge_mm * pose.px_per_mm / 2), 1)
        left, top = max(round(x) - half, 0), max(round(y) - half, 0)
        return picture[top : top + 2 * half, left : left + 2 * half]


def _apart(one: DieReading, other: DieReading) -> float:
    return math.dist((one.x_mm or 0, one.y_mm or 0), (other.x_mm or 0, other.y_mm or 0))


def _agreed(votes: Sequence[DieReading]) -> bool:
    """Return True if most frames, and at least `_AGREE`, show one value and none shows another."""
    sure = [die.value for die in votes if die.value]
    enough = len(sure) >= _AGREE and 2 * len(sure) > len(votes)
    return enough and len(set(sure)) == 1 and bool(votes[-1].value)


def _doubted(die: DieReading) -> DieReading:
    return dataclasses.replace(die, value="", confidence=min(die.confidence, 0.49))


def _unmoved(dice: Sequence[DieReading], old: Sequence[DieReading]) -> bool:
    """Return True if both lists contain the same dice in the same places."""
    return len(dice) == len(old) and all(any(_is_unmoved(d, o) for o in old) for d in dice)


def _is_unmoved(die: DieReading, old: DieReading) -> bool:
    if die.value != old.value or _apart(die, old) >= _BRUSHED_MM:
        return False
    if die.rotation_deg is None or old.rotation_deg is None:
        return True
    period = _PYRAMID_DEG if die.kind == PYRAMID.name else _CUBE_DEG
    turned = abs(die.rotation_deg - old.rotation_deg) % period
    return min(turned, period - turned) < _BRUSHED_DEG


class Trays:
    """The dice trays of a mat: the readable kinds of dice for each cell."""

    def __init__(self, dice: Mapping[str, Sequence[str]], book: Codebook) -> None:
        self._book = book
        self._sorts: dict[str, tuple[DieKind, ...]] = {}
        for cell, names in dice.items():
            if known := tuple(kind for kind in _KINDS if kind.name in names):
                self._sorts[cell] = known
        self._mat: Mat | None = None
        self._watches: dict[str, DiceTracker] = {}

    def see(
        self,
        time_s: float,
        image: npt.NDArray[np.generic],
        pose: MatPose,
        readings: Collection[Reading] = (),
        *,
        hand: bool,
    ) -> tuple[DieReading, ...]:
        """Return the dice at rest in all trays, each with its cell and the number of its throw.

        `readings` are the cards and pieces on the mat, which are not dice.
        """
        if pose.mat != self._mat:
            self._mat, self._watches = pose.mat, self._laid_out(pose.mat)
        found: list[DieReading] = []
        for cell, watch in self._watches.items():
            papers = papers_in(watch.area, readings, self._book) if watch.area else ()
            dice = watch.see(time_s, image, pose, hand=hand, papers=papers)
            found += (dataclasses.replace(die, cell=cell, throw=watch.throw) for die in dice)
        return tuple(found)

    def _laid_out(self, mat: Mat) -> dict[str, DiceTracker]:
        found = {}
        for cell in mat.cells:
            if cell.id in self._sorts:
                xs, ys = zip(*cell.outline_mm, strict=True)
                area = (min(xs), min(ys), max(xs), max(ys))
                found[cell.id] = DiceTracker(self._sorts[cell.id], area)
        return found
