"""Watches a table: turns frames into `TableView`s, with a memory of the cards.

Theory of operation

The whole picture is searched at the start, after the camera or the mat has moved, and every two
seconds. Otherwise, only the changed parts and the cells that are neither read nor bare are
searched. These cells are also searched for tags with a covered frame. Small tags in them are read
from the mean of many frames (`exposures`). Known tags are re-checked at their last places in every
frame, at a fraction of a search's cost. While nothing changes, most frames are not read, and the
last view is repeated. While no mat is found, the watcher looks for missing fiducials at the places
that two others predict, and for tags in the picture's mirror image.

Then every cell gets exactly one verdict:

  a reading      a card's tag was read in this frame;
  held           a known card was not read, but its place still looks the same (confidence 0.4);
  empty          the cell looks like bare mat (`background`); a missing tag is no proof;
  unknown        there is a foreign tag or code (`unknown_codes`);
  covered        everything else: nothing is known, and the referee waits.

A hand is detected without using its colour: something moves over the mat, or something foreign,
neither bare mat nor a known card, reaches in over the mat's rim. A foreign part that has not moved
for eight seconds counts as an object, not a hand, while it looks the same (`static_objects`). The
cells under it stay covered.

Bare mat is learned where nothing moves, no card is known, and the cell could be bare. Outside the
cells, all objects at rest are learned, because changes there only serve to detect hands.

  time ──► first pose ──► bare cells learned ──► cards come and go
           full search;    │                      read → held → covered → read
           hands by motion hands by background    read → (hand) → empty, if seen bare

Troubles: in a frame that is too dark, bright, tiny or blurred, all cells are covered. A frame with
overexposed tags also counts as too bright. For a frozen picture, the last view is repeated with
the trouble "frozen". All times are the frames' own.
"""

import dataclasses
import math
from collections.abc import Iterable, Mapping, Sequence

import cv2
import numpy as np

from companion.frames import Frame
from companion.readings import Face, Reading, TableView, Trouble
from companion.vision.dice.tracker import Trays
from companion.vision.exposures import Exposures, widened
from companion.vision.mat.by_print import locate_by_print
from companion.vision.mat.fiducials import count_marks, more_marks
from companion.vision.mat.observer import MatObserver
from companion.vision.mat.placement import is_held, place
from companion.vision.mat.printed import Printed
from companion.vision.mat.tracker import MatPose, MatTracker
from companion.vision.overexposure import burnt_out
from companion.vision.reader.codebook import Codebook
from companion.vision.reader.fallback_decoder import foreign_mat
from companion.vision.reader.image_pyramid import Grey, Image, ImagePyramid, as_grey, as_image
from companion.vision.reader.reader import TagReader
from companion.vision.reader.sightings import merged, px_per_module
from companion.vision.reader.symbol import MODULES
from companion.vision.searching import SHRINK, Rest, SearchPlan, finer, glimpsed
from companion.vision.trouble import Frozen, exposure_trouble, looks_blurred
from rules import Manifest

_UNREAD_EVERY = 5
"""Interval, in frames, between searches of the cells that are neither read nor bare."""
_LEAST_MODULE = 0.7
"""Minimum px per module. At 0.65, single frames accept about one in 80,000 other tags of a deck as
a card's, and even the mean of many frames misses some (`docs/lab/reader.md`)."""
_ALL_GONE = 4
_PROBE_EVERY_S = 1.0
"""Interval between searches for missing fiducials or a mirror image while no mat is found, and
between searches for overexposed tags while some tags are unread.
"""


class Watcher:
    """Turns the frames of one source into table views, in order. Bad frames raise no exception.

    `bend` is the known distortion of the camera's lens, `printed` the mats' pictures, and `dice`
    the kinds of dice for each cell. One of several cameras may see only a `part` of the mat.
    """

    def __init__(
        self,
        book: Codebook | Iterable[Manifest],
        bend: float = 0.0,
        printed: Printed | None = None,
        dice: Mapping[str, Sequence[str]] | None = None,
        *,
        part: bool = False,
    ) -> None:
        self.book = book if isinstance(book, Codebook) else Codebook(book)
        self.reader = TagReader(self.book)
        self._printed = printed or {}
        self._part = part
        self._outside: tuple[MatPose | None, frozenset[str]] = (None, frozenset())
        self._trays = Trays(dice or {}, self.book)
        self._mat = MatTracker(self.book, bend)
        self._plan = SearchPlan()
        self._exposures = Exposures(self.reader)
        self._rest = Rest()
        self._frozen = Frozen()
        self._table: MatObserver | None = None
        self._loose: tuple[Reading, ...] = ()
        self._last = TableView(0.0, 0)
        self._turn = 0
        self._probed_s = -math.inf
        self._mirrored = False
        self._foreign_mat = ""
        self._lit_s = -math.inf
        self._burnt = False

    @property
    def bend(self) -> float | None:
        """The distortion of the camera's lens (`companion.vision.lens`), or None if unknown."""
        return self._mat.bend

    def see(self, frame: Frame) -> TableView:
        """Return the view of the table in this frame. Frames must come in chronological order."""
        self._last = self._see(frame)
        return self._last

    def lost(self, time_s: float, frame: int) -> TableView:
        """Return the view to report while the source is lost."""
        self._plan.restart()
        return self._blind(time_s, frame, Trouble.LOST)

    def _see(self, frame: Frame) -> TableView:
        try:
            image = as_image(frame.image)
        except ValueError:
            return self._blind(frame.time_s, frame.index, Trouble.TINY)
        fine = finer(image)
        again = dataclasses.replace(
            self._last, time_s=frame.time_s, frame=frame.index, moved_mm=0.0
        )
        if self._frozen.check(image[::fine, ::fine], frame.time_s):
            return dataclasses.replace(again, trouble=again.trouble or Trouble.FROZEN)
        # Most frames show nothing new, and need only a downscaled check.
        small = glimpsed(image, fine * SHRINK)
        trouble = exposure_trouble(small, fine * SHRINK)
        # A white table looks overexposed but may be playable.
        if trouble is not None and trouble is not Trouble.BRIGHT:
            return self._blind(frame.time_s, frame.index, trouble)
        at_rest = self._rest.goes_on(small, frame.time_s)
        ready = at_rest and again.mat and not again.hand and again.trouble is None
        if ready and not self._exposures.developing:
            return again
        small = small if fine == 1 else glimpsed(image)
        pyramid = ImagePyramid(as_grey(image))
        readings = self._read(pyramid, small, frame.time_s)
        if self._mat.pose is None:
            readings = self._probed(pyramid, readings, frame.time_s)
        still_s = self._table.hands.still_for(frame.time_s) if self._table else 0.0
        pose = self._mat.update(readings, frame.time_s, image.shape, still_s)
        if self._mat.moved_mm:
            # The mat or the camera has moved, so search the whole picture again.
            self._plan.restart()
            self._exposures.restart()
            readings = self._read(pyramid, small, frame.time_s)
            moved = self._mat.moved_mm
            pose = self._mat.update(readings, frame.time_s, image.shape, still_s)
            self._mat.moved_mm = max(moved, self._mat.moved_mm)
        if pose is None and self._part and self._probed_s == frame.time_s:
            pose = locate_by_print(image, readings, self.book, self._printed)
            if pose is not None:
                self._mat.adopt(pose, frame.time_s)
        if pose is None:
            return self._without_mat(frame, readings, pyramid)
        return self._with_mat(frame, image, pyramid, readings, pose)

    def _blind(self, time_s: float, frame: int, trouble: Trouble) -> TableView:
        """Return a view in which nothing is known."""
        if self._table is None:
            return TableView(time_s, frame, trouble=trouble)
        mat = self._table.mat
        cells = frozenset(cell.id for cell in mat.cells)
        return TableView(time_s, frame, covered=cells, trouble=trouble, mat=mat.name)

    def _read(self, pyramid: ImagePyramid, small: Grey, time_s: float) -> tuple[Reading, ...]:
        """Return all tags found, by the searches that are due in this frame."""
        self._turn += 1
        pose, table = self._mat.pose, self._table
        modules = _module_range(self.book, pose) if pose else None
        reach = 30 * modules[1] if modules else 0.1 * min(pyramid.shape)
        cells = table.unread(pose) if table and pose else {}
        unread = list(cells.values()) if self._turn % _UNREAD_EVERY == 0 else []
        boxes = self._plan.boxes(small, time_s, reach, unread)
        known = (*self._loose, *(table.memory.known() if table else ()))
        found = list(self.reader.recheck(pyramid, known))
        if modules:
            around = widened(cells, reach / 3)
            found += self._exposures.update(pyramid.grey(0), around, modules)
        if len(known) >= _ALL_GONE and not found:
            # No hand can cover so many cards at the same time, so the mat or the camera was pushed.
            boxes = None
        if boxes is None or boxes:
            found += self.reader.search(pyramid, boxes, modules, patient=bool(unread))
        return merged(found)

    def _probed(
        self, pyramid: ImagePyramid, readings: tuple[Reading, ...], time_s: float
    ) -> tuple[Reading, ...]:
        """Search for missing fiducials, a foreign mat or a mirrored picture; return all readings.

        This takes long and is therefore only done now and then.
        """
        known = any(r.tag for r in readings)
        self._mirrored &= not known
        if time_s - self._probed_s < _PROBE_EVERY_S:
            return readings
        self._probed_s = time_s
        self._foreign_mat = foreign_mat(pyramid.grey(0), readings, self.book.entries)
        if known:
            return more_marks(pyramid, self.reader, readings)
        self._mirrored = self.reader.mirrored(pyramid)
        return readings

    def _too_bright(self, pyramid: ImagePyramid, time_s: float, read: int) -> bool:
        """Return True if tags are overexposed, although `read` tags could be read."""
        if not read and exposure_trouble(pyramid.grey(0)) is Trouble.BRIGHT:
            return True
        if time_s - self._lit_s >= _PROBE_EVERY_S:
            self._lit_s = time_s
            spans = {page.panel.span for page in self.book.pages if page.panel.framed}
            self._burnt = burnt_out(pyramid, spans, read)
        return self._burnt

    def _without_mat(
        self, frame: Frame, readings: tuple[Reading, ...], pyramid: ImagePyramid
    ) -> TableView:
        self._loose = readings
        self._plan.restart()
        read = sum(1 for r in readings if r.tag)
        if self._too_bright(pyramid, frame.time_s, read):
            return self._blind(frame.time_s, frame.index, Trouble.BRIGHT)
        if not read and looks_blurred(pyramid.grey(0)):
            return self._blind(frame.time_s, frame.index, Trouble.BLURRED)
        if self._mirrored:
            return self._blind(frame.time_s, frame.index, Trouble.MIRRORED)
        trouble = Trouble.FOREIGN_MAT if self._foreign_mat else Trouble.NO_MAT
        blind = self._blind(frame.time_s, frame.index, trouble)
        return dataclasses.replace(
            blind,
            readings=readings,
            trouble=trouble if self.book.mats else None,
            foreign_mat=self._foreign_mat,
            moved_mm=self._mat.moved_mm,
            px_per_module=_median_module(readings),
        )

    def _with_mat(
        self,
        frame: Frame,
        image: Image,
        pyramid: ImagePyramid,
        readings: tuple[Reading, ...],
        pose: MatPose,
    ) -> TableView:
        if self._table is None or self._table.mat != pose.mat:
            looks = self._printed.get(pose.mat.name)
            as_view = None if looks is None else looks.astype(np.float32)
            self._table = MatObserver(self.book, pose.mat, as_view)
        table = self._table
        resting = (each for each in readings if not is_held(each, self.book, pose))
        placed = place(resting, self.book, pose)
        # Fiducials and unknown tags are re-checked like cards, but are not in the memory of cards.
        self._loose = tuple(r for r in placed if r.face is Face.MAT or not r.tag)
        expected = len(table.memory.known())
        read = sum(1 for r in placed if r.tag and r.face is not Face.MAT)
        marks = count_marks(placed)
        lacking = read < expected or marks < len(pose.mat.fiducials)
        if lacking and self._too_bright(pyramid, frame.time_s, read + marks):
            return self._blind(frame.time_s, frame.index, Trouble.BRIGHT)
        if read < 0.5 * expected and looks_blurred(pyramid.grey(0)):
            return self._blind(frame.time_s, frame.index, Trouble.BLURRED)
        all_readings = table.update(image, pose, placed, frame.time_s)
        outside = self._cells_outside(image, pose)
        hand = table.hands.present
        dice = self._trays.see(frame.time_s, image, pose, all_readings, hand=hand)
        module = _median_module(all_readings)
        trouble = Trouble.TINY if 0 < module < _LEAST_MODULE else None
        if self.reader.cluttered:
            trouble = Trouble.CLUTTERED
        return TableView(
            time_s=frame.time_s,
            frame=frame.index,
            readings=all_readings,
            empty=table.empty - outside,
            covered=table.covered | (table.empty & outside),
            hand=hand,
            trouble=trouble,
            mat=pose.mat.name,
            moved_mm=self._mat.moved_mm,
            px_per_module=module,
            dice=dice,
            outside=outside,
            pending=table.covered & self._exposures.developing,
        )

    def _cells_outside(self, image: Image, pose: MatPose) -> frozenset[str]:
        """Return the cells that are not wholly in the picture of one of several cameras."""
        if self._part and self._outside[0] is not pose:
            height, width = image.shape[:2]
            outlines = ((cell.id, pose.to_image(cell.outline_mm)) for cell in pose.mat.cells)
            self._outside = (
                pose,
                frozenset(
                    name
                    for name, at in outlines
                    if not ((at >= 0).all() and (at < (width, height)).all())
                ),
            )
        return self._outside[1]


def _module_range(book: Codebook, pose: MatPose) -> tuple[float, float]:
    """Return the minimum and maximum px per module of the tags on this mat, with a margin."""
    sizes = [entry.size_mm / MODULES for entry in book.entries.values()]
    scales = []
    for x, y in pose.outline_mm.tolist():
        square = pose.to_image([[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]])
        scales.append(float(cv2.contourArea(square.astype(np.float32))) ** 0.5)
    return 0.85 * min(sizes) * min(scales), 1.2 * max(sizes) * max(scales)


def _median_module(readings: Iterable[Reading]) -> float:
    sizes = [px_per_module(r.corners) for r in readings if r.tag and r.face is not Face.MAT]
    return float(np.median(sizes)) if sizes else 0.0
