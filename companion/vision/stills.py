"""Still pictures: from a file to placed readings."""

from __future__ import annotations

import zlib
from pathlib import Path

import cv2
import numpy as np

from companion.errors import SourceError
from companion.readings import Reading
from companion.vision.codebook import Codebook
from companion.vision.mat import locate_bent
from companion.vision.place import place
from companion.vision.pyramid import Image
from companion.vision.reader import Reader

__all__ = ["load_picture", "read_still"]

_PNG = b"\x89PNG\r\n\x1a\n"


def load_picture(path: Path) -> Image:
    """A picture file as BGR, turned as its EXIF data asks; raises `SourceError`."""
    try:
        data = np.frombuffer(path.read_bytes(), np.uint8)
    except OSError as error:
        reason = error.strerror or "it cannot be read"
        raise SourceError(f"{path}: {reason}: give the path of a picture file") from error
    _check_png(path, data.tobytes())
    picture = None
    if data.size:
        try:
            # Decoded from memory: imread cannot open paths beyond ASCII on every system.
            picture = cv2.imdecode(data, cv2.IMREAD_COLOR)
        except cv2.error:
            picture = None
    if picture is None:
        raise SourceError(f"{path}: is not a picture: give a JPEG, PNG, WebP, BMP or TIFF file")
    return np.asarray(picture, np.uint8)


def _check_png(path: Path, data: bytes) -> None:
    """Raise `SourceError` if a PNG is cut off or damaged (PNG, W3C 2025, section 5.3).

    OpenCV refuses such a picture as well, but libpng tells stderr first, in words of its own that
    cannot be turned off.
    """
    if not data.startswith(_PNG):
        return
    at = len(_PNG)
    while at + 12 <= len(data):
        end = at + 12 + int.from_bytes(data[at : at + 4])
        if zlib.crc32(data[at + 4 : end - 4]).to_bytes(4) != data[end - 4 : end]:
            break
        if data[at + 4 : at + 8] == b"IEND":
            return
        at = end
    raise SourceError(f"{path}: is cut off or damaged: copy or save it again")


def read_still(image: Image, book: Codebook) -> tuple[Reading, ...]:
    """Every tag in a single picture, placed on the mat if three of its marks are seen."""
    readings = Reader(book).read(image)
    pose = locate_bent(readings, book, image.shape)
    return place(readings, book, pose) if pose else readings
