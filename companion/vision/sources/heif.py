"""Reads photos in the iPhone's format (HEIC) with the optional library in the extra `heic`.

The library is imported when the first such picture is read. It turns pictures upright, and reports
their size before decoding.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from companion.errors import SourceError
from rules.process.installing import install_command

if TYPE_CHECKING:
    from companion.vision.reader.image_pyramid import Image

MOST_PIXELS: Final = 120_000_000


def read_heif(name: str, data: bytes) -> Image:
    """Decode the bytes of a HEIC picture to BGR, turned upright. `name` is used in messages.

    Raise `SourceError` if the picture is damaged or too large, or if the library is not installed.
    """
    try:
        import pillow_heif  # noqa: PLC0415 - in an optional extra
    except ImportError as error:
        command = install_command("heic")
        raise SourceError("fault.picture.heic", file=name, command=command) from error
    try:
        file = pillow_heif.open_heif(data, convert_hdr_to_8bit=True, bgr_mode=True)
        width, height = file.size
        if width * height > MOST_PIXELS:
            size, most = f"{width} × {height}", MOST_PIXELS // 10**6
            raise SourceError("fault.picture.pixels", file=name, size=size, most=most)
        image = np.asarray(file)
    except (ValueError, EOFError, SyntaxError, RuntimeError, OSError) as error:
        raise SourceError("fault.picture.cut_off", file=name) from error
    if image.ndim == 2:
        image = np.repeat(image[:, :, None], 3, axis=2)
    return np.ascontiguousarray(image[:, :, :3], np.uint8)
