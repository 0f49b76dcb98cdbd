"""Loads still pictures from files, and reads their tags."""

import zlib
from pathlib import Path

import cv2
import numpy as np

from companion.errors import SourceError
from companion.readings import Reading
from companion.vision.mat.placement import place
from companion.vision.mat.tracker import locate_bent
from companion.vision.reader.codebook import Codebook
from companion.vision.reader.image_pyramid import Image
from companion.vision.reader.reader import TagReader
from companion.vision.sources.heif import read_heif
from companion.vision.sources.mute_libjpeg import mute_libjpeg
from companion.vision.sources.picture_header import Header, read_header
from rules.messages.system import reason

_PNG = b"\x89PNG\r\n\x1a\n"
_MOST_BYTES = 200 * 2**20
_MOST_PIXELS = {False: 120_000_000, True: 250_000_000}
"""Maximum number of pixels for other formats (False) and JPEG (True). Phones take JPEGs with 200
megapixels.
"""
_HALVED = 50_000_000


def load_picture(path: Path) -> Image:
    """Load a picture file as BGR, turned by its EXIF data. Raises `SourceError`.

    A photo with more than `_HALVED` pixels is returned at a fraction of its size. A file that
    announces more than `_MOST_PIXELS` is not decoded.
    """
    return decode_picture(str(path), _bytes_of(path))


def decode_picture(name: str, data: bytes) -> Image:
    """Decode a picture's bytes as `load_picture` does. `name` is used in messages."""
    if not data:
        raise SourceError("fault.picture.empty", file=name)
    header = read_header(data)
    if header.format == "HEIC":
        return read_heif(name, data)
    if header.format == "AVIF":
        raise SourceError("fault.picture.avif", file=name)
    # This comes first, because a picture that is cut off in its header has no known format.
    _check_png(name, data)
    if not header.format:
        # OpenCV can decode more formats, but their size has not been checked.
        raise SourceError("fault.picture.none", file=name)
    if not header.width or not header.height:
        raise SourceError("fault.picture.cut_off", file=name)
    mode = _mode(name, header)
    try:
        # Decode from memory, because imread cannot open non-ASCII paths on every system.
        with mute_libjpeg():
            picture = cv2.imdecode(np.frombuffer(data, np.uint8), mode)
    except MemoryError as error:
        raise SourceError("fault.picture.unbearable", file=name) from error
    except cv2.error:
        picture = None
    if picture is None:  # the header is valid, but the rest is missing
        raise SourceError("fault.picture.cut_off", file=name)
    return np.asarray(picture, np.uint8)


def _bytes_of(path: Path) -> bytes:
    try:
        if not path.is_dir() and path.exists() and not path.is_file():
            raise SourceError("fault.picture.device", file=path)
        with path.open("rb") as file:
            data = file.read(_MOST_BYTES + 1)
    except OSError as error:
        raise SourceError("fault.picture.unreadable", file=path, why=reason(error)) from error
    if len(data) > _MOST_BYTES:
        raise SourceError("fault.picture.large", file=path, most=_MOST_BYTES // 2**20)
    return data


def _mode(name: str, header: Header) -> int:
    """Return the decoding mode for a picture. Raise `SourceError` if the picture is too large."""
    pixels = header.width * header.height
    most = _MOST_PIXELS[header.format == "JPEG"]
    if pixels > most:
        size = f"{header.width} × {header.height}"
        raise SourceError("fault.picture.pixels", file=name, size=size, most=most // 10**6)
    # Only JPEG is decoded at a fraction of its size. Other formats are decoded in full and then
    # reduced.
    if header.format == "JPEG" and pixels > 4 * _HALVED:
        return cv2.IMREAD_REDUCED_COLOR_4
    return cv2.IMREAD_REDUCED_COLOR_2 if pixels > _HALVED else cv2.IMREAD_COLOR


def _check_png(name: str, data: bytes) -> None:
    """Raise `SourceError` if a PNG is truncated or damaged (PNG, W3C 2025, section 5.3).

    OpenCV rejects such a picture too, but libpng writes to stderr first, which cannot be disabled.
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
    raise SourceError("fault.picture.cut_off", file=name)


def read_still(image: Image, book: Codebook) -> tuple[Reading, ...]:
    """Return all tags in a picture, placed on the mat if three of its fiducials are visible."""
    readings = TagReader(book).read(image)
    pose = locate_bent(readings, book, image.shape)
    return place(readings, book, pose) if pose else readings
