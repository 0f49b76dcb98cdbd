"""Decodes the texts of foreign tags and codes, which are displayed but never trusted."""

from collections import Counter
from collections.abc import Container, Iterable
from contextlib import suppress

import cv2
import numpy as np

from companion.readings import Reading
from companion.vision.reader.image_pyramid import Image
from companion.vision.reader.sightings import px_per_module
from rules import TagKind, parse_tag
from rules.errors import MalformedTag

_AROUND_MODULES = 3.0
_MODULE_PX = 6.0
_LONGEST = 40
_MOST_TAGS = 12
"""Number of tags, the largest first, among which fiducials are sought."""
_LEAST_MARKS = 2
"""Number of fiducials that make a mat."""


def foreign_text(image: Image, reading: Reading) -> str:
    """Decode a tag that is not in the codebook with a standard decoder. Return its text or "".

    Only the tag's own part of the picture is decoded. Because the author is unknown, the text is
    cut to 40 characters, and unprintable ones are replaced.
    """
    import zxingcpp  # noqa: PLC0415 - only for foreign tags

    module = px_per_module(reading.corners)
    corners = np.array(reading.corners)
    low = np.maximum(corners.min(0) - _AROUND_MODULES * module, 0).astype(int)
    high = (corners.max(0) + _AROUND_MODULES * module).astype(int) + 1
    crop = image[low[1] : high[1], low[0] : high[0]]
    if not crop.size:
        return ""
    zoom = max(1.0, _MODULE_PX / max(module, 0.1))
    crop = np.asarray(cv2.resize(crop, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_CUBIC))
    found = zxingcpp.read_barcodes(crop)
    return _shown(found[0].text) if found else ""


def foreign_mat(image: Image, readings: Iterable[Reading], known: Container[str]) -> str:
    """Return the letter of the game to which a mat without `known` tags belongs, or ""."""
    unknown = sorted((r for r in readings if not r.tag), key=lambda r: -px_per_module(r.corners))
    letters = Counter[str]()
    for text in (foreign_text(image, reading) for reading in unknown[:_MOST_TAGS]):
        with suppress(MalformedTag):
            tag = parse_tag(text)
            letters[tag.game] += tag.kind is TagKind.FIDUCIAL and text not in known
    return next((letter for letter, marks in letters.most_common(1) if marks >= _LEAST_MARKS), "")


def codes_of(image: Image) -> tuple[str, ...]:
    """Return the text of each QR code in a picture once, shortened as in `foreign_text`.

    The tag reader needs the black frame around a tag, so it misses codes without one. A standard
    decoder finds codes anywhere; a picture of 12 megapixels takes 50 ms.
    """
    import zxingcpp  # noqa: PLC0415 - only for pictures that are searched for other codes

    formats = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
    found = zxingcpp.read_barcodes(np.ascontiguousarray(image), formats=formats)
    return tuple(dict.fromkeys(_shown(code.text) for code in found))


def _shown(text: str) -> str:
    return "".join(c if c.isprintable() else "·" for c in text[:_LONGEST])
