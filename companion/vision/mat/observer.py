"""Observes one mat: joins top view, background, hands and memory."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from companion.readings import Face, Reading
from companion.vision.mat.background import Background, FrameComparison
from companion.vision.mat.hands import Hands
from companion.vision.mat.light import MatLight
from companion.vision.mat.memory import CardMemory
from companion.vision.mat.placement import card_outline
from companion.vision.mat.static_objects import StaticObjects
from companion.vision.mat.top_view import Mask, TopView, View
from companion.vision.mat.tracker import MatPose
from companion.vision.mat.unknown_codes import UnknownCodes
from companion.vision.reader.candidates import Box
from companion.vision.reader.codebook import Codebook
from companion.vision.reader.image_pyramid import Image
from rules import Mat

_CARD_MM2 = 54.0 * 90.0
_AROUND_CARD_MM = 3.0
_STRANGER_S = 0.3
_MOVING_PX = 3
_LEARN_AFTER_S = 0.3


class MatObserver:
    """The state of one mat and its cards."""

    def __init__(self, book: Codebook, mat: Mat, printed: View | None = None) -> None:
        """Take the mat and its small picture (`mat.printed`), or None if unknown."""
        self.book = book
        self.mat = mat
        self.top = TopView(mat)
        self.background = Background(self.top, _smallest_piece_mm2(book), printed)
        self.light = MatLight(self.top)
        self.hands = Hands(self.top)
        self.resting = StaticObjects(self.top)
        self.memory = CardMemory(book, self.top)
        self.codes = UnknownCodes(book)
        self.empty: frozenset[str] = frozenset()
        self.covered: frozenset[str] = frozenset(c.id for c in mat.cells)
        self._strangers: dict[tuple[int, int], float] = {}

    def unread(self, pose: MatPose) -> list[Box]:
        """Return the boxes (px) of cells that are neither read nor seen empty."""
        boxes = []
        for cell in self.mat.cells:
            if cell.id in self.covered:
                at = pose.to_image(cell.outline_mm)
                (left, top), (right, bottom) = at.min(0).tolist(), at.max(0).tolist()
                boxes.append((int(left), int(top), int(right) + 1, int(bottom) + 1))
        return boxes

    def update(
        self, image: Image, pose: MatPose, placed: Iterable[Reading], time_s: float
    ) -> tuple[Reading, ...]:
        """Judge a frame; return its readings, including the held ones."""
        placed = tuple(placed)
        fresh = [r for r in placed if r.tag and r.face is not Face.MAT]
        marks = [r for r in placed if r.face is Face.MAT]
        view, shown = self.top.look(image, pose)
        usable = shown & ~self._under(fresh)
        even = self.background.even(view, usable)
        self.background.recall(even, usable)
        glance = self.background.glance(even, usable)
        tags = [r.tag for r in marks]
        if self.light.is_another(self.background, view, glance, tags, time_s):
            self.background.begin_again()
            self.resting = StaticObjects(self.top)
            even, glance = view, self.background.glance(view, usable)
        foreign = glance.foreign
        strange = self.resting.strange(even, foreign, usable)
        self.hands.update(view, foreign, strange, shown, time_s)
        self.resting.settle(even, foreign, self.hands.stirred, time_s)
        strangers = self._lasting([r for r in placed if not r.tag], time_s)
        held = self.memory.update(fresh, even, self.hands.moving, time_s)
        cards = (*fresh, *held, *strangers)
        glance = self.background.glance(even, shown & ~self._under([*fresh, *held]))
        self._judge_cells(glance, {r.cell for r in cards if r.cell})
        self._learn(glance, time_s)
        at_work = self.hands.present or self.hands.still_for(time_s) < _STRANGER_S
        codes = self.codes.update(image, pose, () if at_work else self.covered, time_s)
        self.covered -= {r.cell for r in codes if r.cell}
        return (*cards, *codes, *marks)

    def _under(self, readings: Iterable[Reading]) -> Mask:
        """Return the pixels under the cards of these readings, with a margin."""
        outlines = [card_outline(r, self.book, _AROUND_CARD_MM) for r in readings]
        return self.top.mask([o for o in outlines if o is not None])

    def _lasting(self, strangers: Iterable[Reading], time_s: float) -> list[Reading]:
        """Return the unknown tags that persist, and are not known cards seen badly."""
        now: dict[tuple[int, int], float] = {}
        lasting = []
        for reading in strangers:
            if reading.x_mm is None or reading.y_mm is None:
                continue
            if self.memory.is_place_of_known(reading):
                continue
            key = (round(reading.x_mm / 20), round(reading.y_mm / 20))
            now[key] = self._strangers.get(key, time_s)
            if time_s - now[key] >= _STRANGER_S:
                lasting.append(reading)
        self._strangers = now
        return lasting

    def _judge_cells(self, glance: FrameComparison, occupied: set[str]) -> None:
        moving = self.hands.moving
        empty = set()
        for name, region in self.top.cells.items():
            if name in occupied:
                continue
            if np.count_nonzero(moving[region.box] & region.mask) > _MOVING_PX:
                continue
            if glance.is_bare(name):
                empty.add(name)
        self.empty = frozenset(empty)
        self.covered = frozenset(self.top.cells) - self.empty - occupied

    def _learn(self, glance: FrameComparison, time_s: float) -> None:
        foreign = glance.foreign
        if self.hands.settled:
            # Objects at rest outside the cells belong to the table now.
            self.background.forget(foreign & ~self.top.in_cells)
            foreign = foreign & self.top.in_cells
        elif self.hands.present:
            return
        bare = ~self.top.in_cells
        if self.hands.still_for(time_s) < _LEARN_AFTER_S:
            bare[:] = False
        for name in self.empty:
            whole = self.top.wholes[name]
            bare[whole.box] |= whole.mask
        self.background.learn(
            bare & glance.usable & ~foreign & ~glance.odd & ~self.hands.moving, glance.view
        )


def _smallest_piece_mm2(book: Codebook) -> float:
    sizes = [e.width_mm * e.height_mm for e in book.entries.values() if e.width_mm]
    return min(sizes, default=_CARD_MM2)
