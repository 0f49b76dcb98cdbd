"""Checks whether a picture is good enough for play, and reports the faults with their places.

Theory of operation

Every readable tag serves as a test chart (`companion.vision.doctor.tags`) for the scale, blur and
brightness at its place. The mat's fiducials are larger, so they can still be read when the cards
cannot. They give the px per mm for every cell. "Too far" is therefore measured, not guessed.
Without any tag, the picture's own tones and edges are used.

A complaint names a cause, not a symptom: if a mat is not found in a dark picture, the complaint is
about the darkness. Grave complaints (play is impossible) come before slight ones (play is
possible, with little reserve). The first complaint determines the light and the sentence.

  red      at least one grave complaint        yellow   only slight ones        green   none

The limits are based on the share of tags read at each px per module (benchmarks/reader/curve.py),
and on simulated pictures with known faults (benchmarks/doctor/campaign.py).
"""

import dataclasses
import math
from collections.abc import Iterable, Sequence
from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt

from companion.readings import Face, Point, Reading, Trouble
from companion.vision.doctor.glare import find_glare
from companion.vision.doctor.plan import READS, WELL
from companion.vision.doctor.scale import sheet_scale
from companion.vision.doctor.tags import any_tags, edge_blur, grain, look_at, shows_tag, tone_of
from companion.vision.doctor.values import DARK_TONE, SOFT_PX, Ailment, Checkup, Complaint, Outline
from companion.vision.mat.fiducials import GUIDES, count_marks, mark_square, more_marks
from companion.vision.mat.placement import place
from companion.vision.mat.tracker import MatPose, locate_bent
from companion.vision.overexposure import burnt_out
from companion.vision.reader.codebook import Codebook
from companion.vision.reader.fallback_decoder import foreign_mat
from companion.vision.reader.image_pyramid import Grey, ImagePyramid, as_grey, as_image
from companion.vision.reader.reader import TagReader
from companion.vision.reader.symbol import MODULES
from companion.vision.trouble import exposure_trouble
from rules import Cell

_GRAVE_DARK_TONE = 60.0
_GRAINY, _GRAVE_GRAINY = 9.0, 5.0
"""Ratios of the step from black to white to the noise, below which a picture is grainy, and
gravely grainy."""
_CLIPPED = 0.97
_GRAVE_SOFT_PX, _GRAVE_SOFT_MODULES = 2.3, 1.5
_SOFT_EDGES_PX = 1.3
_AGREEING, _UNEVEN_MM, _UNEVEN_RMS_MM = 3, 2.0, 0.8
"""Number of fiducials that determine the mat's pose; maximum error of one fiducial's corner, and
of all corners (root mean square). A homography adapts to misplaced fiducials, so even small errors
count."""
_STRANGERS = 3
"""Minimum number of unknown tags that indicates another game or print, if no tag is known."""
_ENLARGED = 2.0


def examine(image: npt.NDArray[np.generic], book: Codebook | None = None) -> Checkup:
    """Examine one picture. With a codebook, more can be checked."""
    grey = as_grey(as_image(image))
    if exposure_trouble(grey) is Trouble.TINY:
        tiny = Complaint(Ailment.TINY, grave=True, facts={"size": "{1} × {0}".format(*grey.shape)})
        return Checkup((tiny,), (), None, 0.0, 0.0, 0.0, 0.0, None)
    return _Examination(grey, book).checkup()


class _Examination:
    """The examination of one picture: first the measurements, then the complaints."""

    def __init__(self, grey: Grey, book: Codebook | None) -> None:
        self.grey, self.book = grey, book
        self.pyramid = ImagePyramid(grey)
        self.pose: MatPose | None = None
        if book is None:
            self.readings = any_tags(self.pyramid)
        else:
            readings = read_all(self.pyramid, book)
            self.pose = locate_bent(readings, book, grey.shape)
            self.readings = place(readings, book, self.pose) if self.pose else readings
        self.sights = look_at(self.pyramid, self.readings, book)
        self.noise = grain(grey)
        self.scale = sheet_scale(self.readings, book, self.pose) if book else None

    def checkup(self) -> Checkup:
        """Return the checkup: all complaints, the gravest first, and the measurements."""
        light, mat = [*self._exposure(), *self._focus()], self._mat()
        if light and any(c.grave for c in mat):
            # The mat was not found because the picture is soft or dark.
            light, mat = [replace(c, grave=True) for c in light], []
        found = [*light, *self._distance(), *([] if any(c.grave for c in light) else mat)]
        burnt = self._white() >= _CLIPPED or any(c.ailment is Ailment.BRIGHT for c in light)
        glare = [] if burnt else self._glare()
        found = [*(c for c in found if not _under(c, glare)), *glare]
        found += [] if light else [*self._dark_side(), *self._paper()]
        order = list(Ailment)
        found.sort(key=lambda c: (not c.grave, order.index(c.ailment)))
        return Checkup(
            complaints=tuple(found),
            readings=self.readings,
            pose=self.pose,
            px_per_module=self._module()[0],
            blur_px=self._blur(),
            white=self._white_tone(),
            noise=self.noise,
            card_scale=self.scale.cards if self.scale else None,
        )

    def _white(self) -> float:
        """Return the light of white paper (the median of the tags), or 0 without tags."""
        return float(np.median([s.white for s in self.sights])) if self.sights else 0.0

    def _white_tone(self) -> float:
        """Return the tone of white paper or, without tags, of the brightest 1 % of pixels."""
        if self.sights:
            return min(tone_of(self._white()), 255.0)
        return float(np.percentile(self.grey[::4, ::4], 99))

    def _blur(self) -> float:
        return float(np.median([s.blur_px for s in self.sights])) if self.sights else 0.0

    def _exposure(self) -> list[Complaint]:
        white = self._white_tone()
        black = tone_of(float(np.median([s.black for s in self.sights]))) if self.sights else 0.0
        steps = (white - black) / max(self.noise, 0.5)
        facts = {"tone": f"{white:.0f}"}
        if white < DARK_TONE or (self.sights and steps < _GRAINY):
            grave = white < _GRAVE_DARK_TONE or steps < _GRAVE_GRAINY
            return [Complaint(Ailment.DARK, grave, facts=facts)]
        burnt = self._burnt_out()
        if burnt or self._white() >= _CLIPPED:
            return [Complaint(Ailment.BRIGHT, burnt, facts=facts)]
        return []

    def _burnt_out(self) -> bool:
        """Return True if tags are unreadable because of overexposure."""
        pages = self.book.pages if self.book else ()
        spans = {page.panel.span for page in pages if page.panel.framed}
        return burnt_out(self.pyramid, spans, len(self.sights))

    def _dark_side(self) -> list[Complaint]:
        """Return a complaint about dark fiducials in an otherwise bright picture."""
        marks = [s for s in self.sights if self.pose and s.reading.face is Face.MAT]
        dark = tuple(s.reading.corners for s in marks if tone_of(s.white) < DARK_TONE)
        return [Complaint(Ailment.DARK, grave=False, places=dark)] if dark else []

    def _focus(self) -> list[Complaint]:
        if not self.sights:
            blur = edge_blur(self.grey)
            facts = {"blur": f"{blur:.1f}"}
            return [Complaint(Ailment.BLURRED, grave=True, facts=facts)] * (blur > _SOFT_EDGES_PX)
        soft = [s for s in self.sights if s.blur_px > SOFT_PX]
        blur = self._blur()
        if blur <= SOFT_PX:
            return []
        modules = float(np.median([s.blur_px / s.module_px for s in self.sights]))
        grave = blur > _GRAVE_SOFT_PX or modules > _GRAVE_SOFT_MODULES
        places = tuple(s.reading.corners for s in soft)
        return [Complaint(Ailment.BLURRED, grave, places, facts={"blur": f"{blur:.1f}"})]

    def _module(self) -> tuple[float, Cell | None]:
        """Return the px per module of the smallest tag in the worst cell, and that cell."""
        sizes = [s.module_px for s in self.sights if s.reading.face is not Face.MAT]
        if self.pose is None or self.book is None:
            sizes = sizes or [s.module_px for s in self.sights]
            return (min(sizes), None) if sizes else (0.0, None)
        tags = [e.size_mm for e in self.book.entries.values() if e.face is not Face.MAT]
        module_mm = min(tags, default=16.0) / MODULES
        scales = [(_scale_at(self.pose, cell), cell) for cell in self.pose.mat.cells]
        least, cell = min(scales, key=lambda s: s[0])
        return least * module_mm, cell

    def _distance(self) -> list[Complaint]:
        module, cell = self._module()
        if not module or module >= WELL:
            return []
        facts = {"px": f"{module:.2f}", "need": f"{WELL:.1f}", "reads": f"{READS:g}"}
        places: tuple[Outline, ...] = ()
        if self.pose is not None and cell is not None:
            places = (_outline(self.pose.to_image(cell.outline_mm)),)
        cells = (cell.id,) if cell else ()
        return [Complaint(Ailment.FAR, module < READS, places, cells, facts)]

    def _mat(self) -> list[Complaint]:
        """Return complaints about a missing or incomplete mat, or about missing tags."""
        if self.book is None or not self.book.mats:
            return [] if self.readings else [Complaint(Ailment.NO_TAGS, grave=True)]
        marks = [r for r in self.readings if r.face is Face.MAT]
        if self.pose is None:
            if letter := foreign_mat(self.grey, self.readings, self.book.entries):
                return [Complaint(Ailment.FOREIGN_MAT, grave=True, facts={"letter": letter})]
            if other := self._other_tags(self.book):
                return [Complaint(other, grave=True)]
            most = max(len(mat.fiducials) for mat in self.book.mats.values())
            facts = {"seen": str(len(marks)), "all": str(most)}
            places = tuple(r.corners for r in marks)
            kind = Ailment.NO_MAT if len(marks) < _AGREEING else Ailment.UNEVEN
            return [Complaint(kind, grave=True, places=places, facts=facts)]
        return [*self._uneven(self.pose, marks), *self._missing_marks(self.pose, marks)]

    def _uneven(self, pose: MatPose, marks: Sequence[Reading]) -> list[Complaint]:
        """Return a complaint about misplaced fiducials: a folded mat, or sheets joined askew."""
        own = {mark.tag: mark_square(mark) for mark in pose.mat.fiducials}
        away = {
            r.corners: float(np.linalg.norm(pose.to_mat(r.corners) - own[r.tag], axis=1).max())
            for r in marks
            if r.tag in own
        }
        off = tuple(corners for corners, mm in away.items() if mm > _UNEVEN_MM)
        if not off and pose.error_mm > _UNEVEN_RMS_MM:
            off = tuple(away)
        return [Complaint(Ailment.UNEVEN, grave=False, places=off)] if off else []

    def _other_tags(self, book: Codebook) -> Ailment | None:
        """Return MIRRORED for mirrored tags, UNKNOWN for tags of another print, or None."""
        if any(r.tag for r in self.readings):
            return None
        if TagReader(book).mirrored(self.pyramid):
            return Ailment.MIRRORED
        return Ailment.UNKNOWN if len(self.readings) >= _STRANGERS else None

    def _missing_marks(self, pose: MatPose, marks: Sequence[Reading]) -> list[Complaint]:
        """Return complaints about fiducials that are outside the picture or covered."""
        seen = {r.tag for r in marks}
        height, width = self.grey.shape
        cut: list[Outline] = []
        covered: list[Outline] = []
        for mark in pose.mat.fiducials:
            if mark.tag in seen:
                continue
            at = pose.to_image(mark_square(mark))
            if not ((at >= 0).all() and (at < np.array([width, height])).all()):
                cut.append(_outline(at))
            elif not shows_tag(self.pyramid, at):
                covered.append(_outline(at))
        kinds = ((Ailment.CUT, cut), (Ailment.COVERED, covered))
        return [Complaint(kind, grave=False, places=tuple(p)) for kind, p in kinds if p]

    def _glare(self) -> list[Complaint]:
        blobs = find_glare(self.pyramid, self.sights, self.pose, self.book)
        if not blobs:
            return []
        cells = tuple(dict.fromkeys(cell for blob in blobs for cell in blob.cells))
        places = tuple(blob.outline for blob in blobs)
        # A card that is read in spite of the glare needs no other lamp.
        read = {r.cell for r in self.readings if r.tag and r.face is not Face.MAT}
        return [Complaint(Ailment.GLARE, not read.issuperset(cells), places, cells)]

    def _paper(self) -> list[Complaint]:
        if self.scale is None or not self.scale.off:
            return []
        what, percent = self.scale.culprit
        facts = {"what": what, "percent": f"{percent:.0f}"}
        return [Complaint(Ailment.SCALE, grave=False, places=self.scale.places, facts=facts)]


def _under(complaint: Complaint, glare: Sequence[Complaint]) -> bool:
    """Return True if a complaint is about a fiducial that is covered by glare."""
    if complaint.ailment is not Ailment.COVERED:
        return False
    mark = np.array(complaint.places[0])
    middle, size = mark.mean(0), np.ptp(mark, axis=0).max()
    lines = [np.array(p, np.float32) for each in glare for p in each.places]
    x, y = middle.tolist()
    return any(cv2.pointPolygonTest(line, (x, y), measureDist=True) > -size for line in lines)


def _scale_at(pose: MatPose, cell: Cell) -> float:
    """Return the px per mm in the middle of a cell."""
    x, y = cell.x_mm, cell.y_mm
    square = pose.to_image([[x - 4, y - 4], [x + 4, y - 4], [x + 4, y + 4], [x - 4, y + 4]])
    return math.sqrt(cv2.contourArea(square.astype(np.float32))) / 8


def _outline(points: npt.NDArray[np.float64]) -> Outline:
    return tuple((float(x), float(y)) for x, y in points.tolist())


def read_all(pyramid: ImagePyramid, book: Codebook) -> tuple[Reading, ...]:
    """Return the readings of all tags. If fiducials are missing, try an enlarged picture too."""
    reader = TagReader(book)
    readings = reader.search(pyramid, patient=True)
    if book.mats and count_marks(readings) < GUIDES:
        readings = _enlarged(pyramid, reader, readings)
    return more_marks(pyramid, reader, readings)


def _enlarged(
    pyramid: ImagePyramid, reader: TagReader, readings: tuple[Reading, ...]
) -> tuple[Reading, ...]:
    """Return the doubled picture's readings if they contain more fiducials, or else `readings`."""
    grey = pyramid.grey(0)
    size = (int(grey.shape[1] * _ENLARGED), int(grey.shape[0] * _ENLARGED))
    large = cv2.resize(grey, size, interpolation=cv2.INTER_CUBIC)
    found = reader.read(np.asarray(large, np.uint8))
    shrunk = tuple(dataclasses.replace(r, corners=_shrunk(r.corners)) for r in found)
    return shrunk if count_marks(shrunk) > count_marks(readings) else readings


def _shrunk(corners: Iterable[Point]) -> tuple[Point, Point, Point, Point]:
    a, b, c, d = (((x + 0.5) / _ENLARGED - 0.5, (y + 0.5) / _ENLARGED - 0.5) for x, y in corners)
    return a, b, c, d
