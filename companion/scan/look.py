"""Finds the tags in photographs and live frames, and crops the cards' pictures.

Theory of operation

A photograph is searched completely. A live frame is searched wherever it differs from the last
search, even where something moves, because a card that is dealt or riffled is visible for a tenth
of a second, and its tag is sharp for less. Trying is harmless, because a tag that is not sharp is
not read. Once per second the whole frame is searched. Thus resting cards do not count as gone
(`tally`), and the same tag at two places is seen in one picture. To find such duplicates, the
whole frame is also searched immediately when a tag appears that was just seen elsewhere.

A framed tag that is not recognised is passed to the standard decoder, whose results are protected
by a checksum. It may be a known tag in bad light. In live frames, such a tag is decoded only after
it has been still for half a second, because a moving card is unreadable too. The project's reader
ignores codes without a frame, so every complete search also uses the standard decoder.
"""

import dataclasses
import math
from collections.abc import Iterable

import cv2
import numpy as np

from companion.frames import Frame
from companion.readings import Face, Reading, Trouble
from companion.scan.stock import PrintedStock
from companion.scan.strangers import is_control, is_ours, stranger
from companion.scan.tally import StrangerKind, StrangerTag, TagsInView
from companion.vision.reader.candidates import Box
from companion.vision.reader.codebook import Codebook
from companion.vision.reader.fallback_decoder import codes_of, foreign_text
from companion.vision.reader.image_pyramid import Grey, Image, ImagePyramid, as_grey
from companion.vision.reader.reader import TagReader
from companion.vision.reader.sightings import px_per_module
from companion.vision.reader.symbol import MODULES
from companion.vision.searching import shrunk
from companion.vision.trouble import exposure_trouble, focus, looks_blurred

_PX_PER_MM = 2.4
_SHRINK = 4
_CHANGE = 8
_WHOLE_EVERY_S = 1.0
_WHOLE_SHARE = 0.45
_REACH_MODULES = 34.0
_JUST_NOW_S = 1.2
_SAME_PLACE = 4.0
"""Tolerance in modules. A tag that is read farther away has moved or is another copy."""
_LASTING_S, _SILENT_S = 0.5, 5.0
"""Times in seconds after which a tag at rest is decoded, and is reported if it is unreadable. The
latter is longer, because a thumb on a tag makes it unreadable too."""
_MIRRORED = "mirrored"
_HALVINGS, _SOFT = 2, 0.38
_ROOM = 0.6, 1.7
"""Tolerance of a tag's size: factors on the smallest and the largest size seen."""


def look_at_photo(image: Image, book: Codebook, stock: PrintedStock, source: str) -> TagsInView:
    """Find the tags in a photograph."""
    readings = list(TagReader(book).read(image))
    trouble = ""
    if not any(r.tag for r in readings):
        mirrored = TagReader(book).read(_mirror(image))
        if any(r.tag for r in mirrored):
            readings, trouble = [_mirrored(r, image) for r in mirrored], _MIRRORED
    strangers = _codes(image, stock)
    unread = controls = 0
    for i, reading in enumerate(readings):
        if not reading.tag:
            text = foreign_text(image, reading)
            if text in book.entries:
                # Only the standard decoder could read it.
                readings[i] = book.entries[text].read_at(reading.corners, reading.confidence)
            elif not text:
                unread += 1
            elif (found := stranger(text, stock.game)) is not None:
                strangers.append(found)
            else:
                controls += is_control(text)
    explained = strangers or controls or any(r.tag for r in readings)
    if not trouble and (unread or not explained):  # if a tag was read, the picture is good enough
        trouble = _weakness(image)
    controls += sum(r.face is Face.CONTROL for r in readings)
    seen = TagsInView(source, tuple(readings), strangers=tuple(strangers), unread=unread)
    return dataclasses.replace(seen, controls=controls, trouble=trouble)


def _codes(image: Image, stock: PrintedStock) -> list[StrangerTag]:
    """Return the foreign codes in a picture, without the project's own."""
    codes = (stranger(text, stock.game) for text in codes_of(image) if not is_ours(text))
    return [each for each in codes if each is not None]


def _mirror(image: Image) -> Image:
    return np.ascontiguousarray(image[:, ::-1])


def _mirrored(reading: Reading, image: Image) -> Reading:
    """Convert a reading's corners from the mirror image to the picture."""
    width = image.shape[1] - 1
    a, b, c, d = ((width - x, y) for x, y in reading.corners)
    return dataclasses.replace(reading, corners=(a, b, c, d))


def _weakness(image: Image) -> str:
    """Return the reason why a picture is hard to read (a `Trouble`'s value), or ""."""
    grey = as_grey(image)
    trouble = exposure_trouble(grey)
    if trouble is not None:
        return trouble.value
    blurred = looks_blurred(grey)
    for _ in range(_HALVINGS):  # at full size, sensor noise hides a large blur
        half = (max(grey.shape[1] // 2, 1), max(grey.shape[0] // 2, 1))
        grey = np.asarray(cv2.resize(grey, half, interpolation=cv2.INTER_AREA), np.uint8)
        blurred |= focus(grey) < _SOFT
    return Trouble.BLURRED.value if blurred else ""


class LiveLook:
    """Searches one source's frames, one after another. `source` is its name in reports."""

    def __init__(self, book: Codebook, stock: PrintedStock, source: str) -> None:
        self._book, self._stock, self._source = book, stock, source
        self._reader = TagReader(book)
        self._searched: Grey | None = None
        self._whole_s = -math.inf
        self._modules: tuple[float, float] | None = None
        self._places: dict[str, tuple[float, float, float]] = {}
        self._odd: list[_Odd] = []
        self._mirror = False

    def see(self, frame: Frame) -> TagsInView:
        """Return the tags in a frame's changed parts, or once per second in the whole frame.

        A mirrored picture is read too, and reported as such.
        """
        image = _mirror(frame.image) if self._mirror else frame.image
        grey = as_grey(image)
        trouble = exposure_trouble(grey)
        if trouble is not None:
            return TagsInView(self._source, (), frame.time_s, live=True, trouble=trouble.value)
        boxes = self._boxes(shrunk(grey), frame.time_s)
        readings: tuple[Reading, ...] = ()
        strangers: tuple[StrangerTag, ...] = ()
        if boxes is None or boxes:
            pyramid = ImagePyramid(grey)
            readings = self._reader.search(pyramid, boxes, self._modules)
            if boxes is not None and self._elsewhere(readings, frame.time_s):
                boxes, self._whole_s = None, frame.time_s
                readings = self._reader.search(pyramid, None, self._modules)
            if boxes is None:
                strangers = self._strangers(image, readings, frame.time_s)
                strangers += tuple(_codes(image, self._stock))
            self._remember(readings, frame.time_s)
        known = tuple(r for r in readings if r.tag)
        view = TagsInView(self._source, known, frame.time_s, live=True, strangers=strangers)
        if not self._mirror:
            return view
        known = tuple(_mirrored(r, image) for r in known)
        return dataclasses.replace(view, readings=known, trouble=_MIRRORED)

    def _boxes(self, small: Grey, time_s: float) -> list[Box] | None:
        """Return the parts to search, in px, or None for the whole frame."""
        last = self._searched
        due = not 0 <= time_s - self._whole_s < _WHOLE_EVERY_S
        if last is None or last.shape != small.shape or due:
            self._searched, self._whole_s = small, time_s
            return None
        differing = cv2.blur(cv2.absdiff(small, last), (3, 3)) > _CHANGE
        changed = differing.astype(np.uint8)
        if not changed.any():
            return []
        module = self._modules[1] / _ROOM[1] if self._modules else 4.0
        side = 2 * int(_REACH_MODULES * module / 2 / _SHRINK) + 1
        spread = cv2.dilate(changed, np.ones((side, side), np.uint8))
        self._searched = small
        if spread.mean() > _WHOLE_SHARE:
            self._whole_s = time_s
            return None
        _, _, stats, _ = cv2.connectedComponentsWithStats(spread, connectivity=8, ltype=cv2.CV_32S)
        return [
            (x * _SHRINK, y * _SHRINK, (x + w + 1) * _SHRINK, (y + h + 1) * _SHRINK)
            for x, y, w, h, _ in stats[1:].tolist()
        ]

    def _elsewhere(self, readings: Iterable[Reading], time_s: float) -> bool:
        """Return True if a card was just seen elsewhere: it was moved, or there are two copies."""
        for reading in readings:
            x, y, seen_s = self._places.get(reading.tag, (0.0, 0.0, -math.inf))
            if time_s - seen_s <= _JUST_NOW_S and reading.face is Face.FRONT:
                here = np.mean(reading.corners, axis=0)
                away = math.hypot(here[0] - x, here[1] - y)
                if away > _SAME_PLACE * px_per_module(reading.corners):
                    return True
        return False

    def _remember(self, readings: Iterable[Reading], time_s: float) -> None:
        known = [r for r in readings if r.tag]
        for reading in known:
            x, y = np.mean(reading.corners, axis=0).tolist()
            self._places[reading.tag] = x, y, time_s
        cards = [px_per_module(r.corners) for r in known if r.face in (Face.FRONT, Face.BACK)]
        if cards:
            least, most = min(cards), max(cards)
            if self._modules is not None:
                least = min(least, self._modules[0] / _ROOM[0])
                most = max(most, self._modules[1] / _ROOM[1])
            self._modules = least * _ROOM[0], most * _ROOM[1]

    def _strangers(
        self, image: Image, readings: Iterable[Reading], time_s: float
    ) -> tuple[StrangerTag, ...]:
        """Return the resting tags that are not in the codebook."""
        still: list[_Odd] = []
        found = []
        for reading in readings:
            if reading.tag:
                continue
            x, y = np.mean(reading.corners, axis=0).tolist()
            near = _SAME_PLACE * px_per_module(reading.corners)
            odd = next((o for o in self._odd if math.hypot(o.x - x, o.y - y) < near), None)
            odd = odd or _Odd(x, y, time_s)
            still.append(odd)
            if time_s - odd.since_s >= _LASTING_S:
                text = foreign_text(image, reading)
                if text in self._book.entries:
                    self._turn_about(image)
                elif text:
                    found.append(stranger(text, self._stock.game))
                elif time_s - odd.since_s >= _SILENT_S:
                    found.append(StrangerTag(StrangerKind.UNREADABLE))
        self._odd = still
        return tuple(each for each in found if each is not None)

    def _turn_about(self, image: Image) -> None:
        """Switch to the mirror image if it shows known tags and no known tag was seen before.

        This is called when the standard decoder, which also reads mirrored symbols, finds a known
        tag.
        """
        if not self._places and any(r.tag for r in self._reader.read(_mirror(image))):
            self._mirror, self._searched = not self._mirror, None


@dataclasses.dataclass(frozen=True, slots=True)
class _Odd:
    """The position of an unrecognised tag (px), and the time at which it was first seen."""

    x: float
    y: float
    since_s: float


def card_picture(image: Image, reading: Reading, book: Codebook) -> bytes:
    """Return a reading's card as a small upright JPEG, white where it is outside the picture."""
    entry = book.entries[reading.tag]
    size = round(entry.width_mm * _PX_PER_MM), round(entry.height_mm * _PX_PER_MM)
    left = entry.width_mm / 2 - entry.dx_mm - entry.size_mm / 2
    top = entry.height_mm / 2 - entry.dy_mm - entry.size_mm / 2
    right, bottom = left + entry.size_mm, top + entry.size_mm
    square = np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)
    corners = np.array(reading.corners, np.float32)
    to_image = cv2.getPerspectiveTransform(square * np.float32(_PX_PER_MM), corners)
    flags = cv2.WARP_INVERSE_MAP | cv2.INTER_AREA
    if px_per_module(reading.corners) * MODULES < entry.size_mm * _PX_PER_MM:
        flags = cv2.WARP_INVERSE_MAP | cv2.INTER_CUBIC
    cut = cv2.warpPerspective(image, to_image, size, flags=flags, borderValue=(255, 255, 255))
    _, jpeg = cv2.imencode(".jpg", cut, [cv2.IMWRITE_JPEG_QUALITY, 82])
    return jpeg.tobytes()
