"""Still pictures: from a file to placed readings."""

from __future__ import annotations

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


def load_picture(path: Path) -> Image:
    """A picture file as BGR, turned as its EXIF data asks; raises `SourceError`."""
    try:
        data = np.frombuffer(path.read_bytes(), np.uint8)
    except OSError as error:
        reason = error.strerror or "it cannot be read"
        raise SourceError(f"{path}: {reason}: give the path of a picture file") from error
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


def read_still(image: Image, book: Codebook) -> tuple[Reading, ...]:
    """Every tag in a single picture, placed on the mat if three of its marks are seen."""
    readings = Reader(book).read(image)
    pose = locate_bent(readings, book, image.shape)
    return place(readings, book, pose) if pose else readings
