"""The dice trays of a mat, each with a `DiceTracker` of its own."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Mapping, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from companion.readings import DieReading, Reading
from companion.vision.dice.papers import papers_in
from companion.vision.dice.reader import DICE, PYRAMID, DieKind
from companion.vision.dice.tracker import DiceTracker
from companion.vision.mat.tracker import MatPose
from companion.vision.reader.codebook import Codebook
from rules import Mat

_KINDS: Final = (*DICE, PYRAMID)


class Trays:
    """The trays by cell and their kinds of dice; unreadable kinds are omitted."""

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
        """Return the dice at rest in all trays, with their cell and the number of their throw.

        `readings`: the cards and pieces on the mat, which are not dice.
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
