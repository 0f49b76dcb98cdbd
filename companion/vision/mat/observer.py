"""Observes one mat: its background, its light, the hands over it, and its cards.

`background` corrects small changes of the light. A very different light, strongly coloured or from
one side only, changes the whole mat, just as a cloth over it does. The mat's fiducials distinguish
the two cases: if they can be read, nothing covers them.

Hands are detected by their motion, not by their colour. A hand moves, or it is foreign and reaches
in over the rim. If something foreign at the rim has not moved for `RESTS_S` seconds, it was put
down. It counts as an object while it looks the same (`companion.vision.mat.static_objects`). An
arm that appears over it is detected as a hand.
"""

from collections.abc import Iterable

import cv2
import numpy as np

from companion.readings import Face, Reading
from companion.vision.mat.background import Background, FrameComparison, evened
from companion.vision.mat.fiducials import mark_square
from companion.vision.mat.memory import CardMemory
from companion.vision.mat.placement import card_outline
from companion.vision.mat.static_objects import RESTS_S, StaticObjects
from companion.vision.mat.top_view import Mask, TopView, View, joined, of_size, outside, tolerance
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
_MOST = 0.5
"""Share of the mat, and of its fiducials, that must look different for the light to count as
changed.
"""
_LASTS_S = 1.0
_MOVES_MM2 = 120.0
_REACHES_MM2 = 500.0
_MOTION_SLACK, _MOTION_SHARE = 7.0, 0.08


class MatObserver:
    """The state of one mat and its cards."""

    def __init__(self, book: Codebook, mat: Mat, printed: View | None = None) -> None:
        """Start without a memory. `printed` is the mat's picture (`mat.printed`), if known."""
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

    def unread(self, pose: MatPose) -> dict[str, Box]:
        """Return the boxes (px) of the cells that are neither read nor visibly empty."""
        boxes = {}
        for cell in self.mat.cells:
            if cell.id in self.covered:
                at = pose.to_image(cell.outline_mm)
                (left, top), (right, bottom) = at.min(0).tolist(), at.max(0).tolist()
                if right > 0 and bottom > 0:
                    boxes[cell.id] = int(left), int(top), int(right) + 1, int(bottom) + 1
        return boxes

    def update(
        self, image: Image, pose: MatPose, placed: Iterable[Reading], time_s: float
    ) -> tuple[Reading, ...]:
        """Process a frame, and return its readings, including those of held cards."""
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
        """Return a mask of the pixels under these readings' cards, with a margin."""
        outlines = [card_outline(r, self.book, _AROUND_CARD_MM) for r in readings]
        return self.top.mask([o for o in outlines if o is not None])

    def _lasting(self, strangers: Iterable[Reading], time_s: float) -> list[Reading]:
        """Return the unknown tags that persist, except known cards that were read badly."""
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
            # From now on, objects at rest outside the cells count as part of the table.
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


class MatLight:
    """The light over one mat, judged by its fiducials."""

    def __init__(self, top: TopView) -> None:
        self._marks = {m.tag: top.mask([mark_square(m)]) for m in top.mat.fiducials}
        self._since: float | None = None

    def is_another(
        self,
        background: Background,
        view: View,
        glance: FrameComparison,
        marks: Iterable[str],
        time_s: float,
    ) -> bool:
        """Return True if the light has differed from the model's for `_LASTS_S` seconds.

        `view` is not normalised, `glance` is. `marks` are the fiducials that were read.
        """
        at = [self._marks[tag] for tag in marks if tag in self._marks]
        if not at or not _strange(background, view, glance, np.logical_or.reduce(at)):
            self._since = None
            return False
        if self._since is None:
            self._since = time_s
        return time_s - self._since >= _LASTS_S


def _strange(background: Background, view: View, glance: FrameComparison, marks: Mask) -> bool:
    """Return True if most of the mat looks different, its fiducials included."""
    known = background.known & glance.usable
    at = known & marks
    if not _mostly(glance.foreign[known]) or not _mostly(glance.foreign[at]):
        return False
    # If a cloth makes the normalisation fail, the fiducials look the same when normalised alone.
    even = evened(view, background.model[at], view[at])
    return _mostly(outside(even, *background.range())[at])


def _mostly(mask: Mask) -> bool:
    return bool(mask.size and mask.mean() > _MOST)


class Hands:
    """The hands over one mat. `moving` masks motion in the last frame; `present` reports a hand.

    `stirred` masks motion larger than a speck and all foreign pixels connected to it.
    """

    def __init__(self, top: TopView) -> None:
        self.top = top
        self.moving: Mask = np.ones((top.height, top.width), np.bool_)
        self.stirred = self.moving
        self.present = False
        self.settled = False
        self._last: View | None = None
        self._still_s: float | None = None

    def update(self, view: View, foreign: Mask, strange: Mask, shown: Mask, time_s: float) -> None:
        """Process a frame. `view` is not normalised. `foreign` is neither bare mat nor known cards.

        `strange` is the part of `foreign` that is not an object at rest.
        """
        last, self._last = self._last, view
        if last is None:
            return
        self.moving = _changed(last, view) & shown
        stirring = of_size(self.moving, _MOVES_MM2)
        moves = bool(stirring.any())
        if moves or self._still_s is None:
            self._still_s = time_s
        thick = _thick(foreign)
        self.stirred = joined(thick | stirring, stirring)
        # If an arm crosses an object at the rim, only its part beyond the object may be strange.
        reaching = joined(thick, self.top.edge)
        reaches = bool(of_size(_thick(strange) & reaching, _REACHES_MM2).any())
        self.settled = time_s - self._still_s >= RESTS_S
        self.present = moves or (reaches and not self.settled)

    def still_for(self, time_s: float) -> float:
        """Return the number of seconds since the last motion, or 0 before the second frame."""
        return 0.0 if self._still_s is None else time_s - self._still_s


def _thick(foreign: Mask) -> Mask:
    """Return the foreign areas without thin lines.

    After the mat is pushed, a line of table may be visible along its rim, one pixel wide.
    """
    closed = cv2.morphologyEx(foreign.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    return cv2.morphologyEx(closed, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)).astype(np.bool_)


def _changed(last: View, view: View) -> Mask:
    """Return a mask of the pixels that changed by more than noise, flicker and slight shifts."""
    ratio = np.median((last[::2, ::2] + 8) / (view[::2, ::2] + 8), axis=(0, 1))
    even = (view + 8) * np.clip(ratio, 0.5, 2.0).astype(np.float32) - 8
    low, high = tolerance(last, _MOTION_SLACK, _MOTION_SHARE)
    return outside(even, low, high)
