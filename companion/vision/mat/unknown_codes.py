"""Detects foreign QR codes, for example on a flyer, another game's card or a phone.

The tag reader needs the black frame that printkit draws around a tag. It misses codes without such
a frame, and their cells would remain covered without an explanation. Therefore, while nothing
moves, a cell that is neither read nor bare is passed to a standard decoder. Its result is certain
because a QR code has a checksum, so there are no false alarms. Tags in the codebook that are half
hidden or blurred are recognised by their text and ignored. A link in a code is never followed.
"""

from collections.abc import Iterable

import cv2
import numpy as np

from companion.readings import Point, Reading
from companion.vision.mat.placement import place
from companion.vision.mat.tracker import MatPose
from companion.vision.reader.codebook import Codebook
from companion.vision.reader.image_pyramid import Image, as_grey

_EVERY_S = 0.4
"""Minimum interval between two checks of a cell, each of which takes a millisecond."""
_AROUND = 0.15
"""Margin of the crop around a cell, as a share of the cell's size."""

_PX_PER_MM, _MOST_ZOOM = 8.0, 4.0
"""Scale of the crop and maximum zoom. The decoder needs about 6 px per module, and codes on cards
have modules of 0.5 to 1 mm."""


class UnknownCodes:
    """Tracks the foreign codes on one mat's cells from frame to frame."""

    def __init__(self, book: Codebook) -> None:
        self.book = book
        self._looked: dict[str, tuple[float, tuple[Reading, ...]]] = {}

    def update(
        self, image: Image, pose: MatPose, unread: Iterable[str], time_s: float
    ) -> tuple[Reading, ...]:
        """Return a placed reading, without a tag, for each foreign code on the `unread` cells."""
        unread = frozenset(unread)
        self._looked = {cell: seen for cell, seen in self._looked.items() if cell in unread}
        for cell in pose.mat.cells:
            if cell.id in unread and time_s - self._looked.get(cell.id, (-1e9,))[0] >= _EVERY_S:
                found = place(self._codes(image, pose, cell.outline_mm), self.book, pose)
                here = tuple(r for r in found if r.cell == cell.id)
                self._looked[cell.id] = time_s, here
        return tuple(r for _, here in self._looked.values() for r in here)

    def _codes(self, image: Image, pose: MatPose, outline_mm: tuple[Point, ...]) -> list[Reading]:
        import zxingcpp  # noqa: PLC0415 - only for unknown codes

        at = pose.to_image(outline_mm)
        room = _AROUND * (at.max(0) - at.min(0))
        left, top = np.maximum(at.min(0) - room, 0).astype(int).tolist()
        right, bottom = (at.max(0) + room).astype(int).tolist()
        crop = image[top:bottom, left:right]
        if min(crop.shape[:2]) < 1:
            return []
        formats = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
        zoom = min(max(_PX_PER_MM / pose.px_per_mm, 1.0), _MOST_ZOOM)
        large = cv2.resize(as_grey(crop), None, fx=zoom, fy=zoom, interpolation=cv2.INTER_CUBIC)
        codes = zxingcpp.read_barcodes(np.asarray(large), formats=formats)
        readings = []
        for code in codes:
            if code.text not in self.book.entries:
                p = code.position
                spots = (p.top_left, p.top_right, p.bottom_right, p.bottom_left)
                a, b, c, d = ((s.x / zoom + left, s.y / zoom + top) for s in spots)
                readings.append(Reading("", (a, b, c, d), 1.0))
        return readings
