"""Reads a picture file's header: its format and its size.

A file of a few kilobytes may decode to gigabytes. The header is therefore read first, and a
picture that is too large is either rejected or decoded at a fraction of its size. The formats are
PNG (W3C 2025, 11.2.1), JPEG (ITU T.81, B.2.2), WebP (RFC 9649), BMP, GIF89a, TIFF 6.0, and the
ISO/IEC 14496-12 formats that phones use (HEIC, AVIF), which OpenCV cannot read everywhere.
"""

import re
import struct
from dataclasses import dataclass

_JPEG_SIZES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""Markers of a frame: SOF0 to SOF15, without DHT, JPG and DAC in that range."""
_JPEG_ALONE = frozenset((0x01, *range(0xD0, 0xD8)))
"""Markers without a length field."""
_JPEG_PASSED = frozenset((0xC4, 0xCC, 0xDB, 0xDC, 0xDD, *range(0xE0, 0xF0), 0xFE))
"""Markers of segments that may precede the frame header. At any other marker, libjpeg gives up."""
_JPEG_MARKER = re.compile(rb"\xff([^\x00\xff])", re.DOTALL)
"""A marker, found as in libjpeg: fill bytes, stuffed zeros and other bytes are skipped."""
_JPEG_MOST = 4096
"""Maximum number of segments. A camera writes a few dozen."""
_TIFF_KINDS = (3, 4)
"""SHORT and LONG, the only types allowed for width and height."""
_HEIC = (b"heic", b"heix", b"hevc", b"hevx", b"heim", b"heis", b"mif1", b"msf1")
_PHONE = {**dict.fromkeys(_HEIC, "HEIC"), b"avif": "AVIF", b"avis": "AVIF"}


@dataclass(frozen=True, slots=True)
class Header:
    """A picture's format ("PNG", "JPEG", …; "" if unknown), and its size in px (0 if unknown)."""

    format: str
    width: int = 0
    height: int = 0


def read_header(data: bytes) -> Header:
    """Return the header in a picture file's bytes."""
    if data[:8] == b"\x89PNG\r\n\x1a\n" and len(data) >= 24:
        return Header("PNG", *struct.unpack(">II", data[16:24]))
    if data[:3] == b"\xff\xd8\xff":
        return Header("JPEG", *_jpeg_size(data))
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return Header("WebP", *_webp_size(data))
    if data[:6] in (b"GIF87a", b"GIF89a") and len(data) >= 10:
        return Header("GIF", *struct.unpack("<HH", data[6:10]))
    if data[:2] == b"BM" and len(data) >= 26:
        width, height = struct.unpack("<ii", data[18:26])
        return Header("BMP", abs(width), abs(height))
    if data[:4] in (b"II*\0", b"MM\0*") and len(data) >= 8:
        return Header("TIFF", *_tiff_size(data))
    return Header(_PHONE.get(data[8:12], "") if data[4:8] == b"ftyp" else "")


def _jpeg_size(data: bytes) -> tuple[int, int]:
    """Return the width and height of the frame that libjpeg will decode, or zeros without one.

    It must be the same frame. If the markers were parsed differently, a crafted file could present
    a smaller frame here, because a comment may contain any bytes.
    """
    at = 2
    for _ in range(_JPEG_MOST):
        found = _JPEG_MARKER.search(data, at)
        if found is None:
            break
        marker, at = found[1][0], found.end()
        if marker in _JPEG_ALONE:
            continue
        if marker in _JPEG_SIZES and at + 7 <= len(data):
            height, width = struct.unpack(">HH", data[at + 3 : at + 7])
            return width, height
        if marker not in _JPEG_PASSED:
            break
        at += max(2, int.from_bytes(data[at : at + 2]))
    return 0, 0


def _webp_size(data: bytes) -> tuple[int, int]:
    kind = data[12:16]
    if kind == b"VP8X" and len(data) >= 30:
        return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
    if kind == b"VP8L" and len(data) >= 25:
        bits = int.from_bytes(data[21:25], "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if kind == b"VP8 " and len(data) >= 30:
        width, height = struct.unpack("<HH", data[26:30])
        return width & 0x3FFF, height & 0x3FFF
    return 0, 0


def _tiff_size(data: bytes) -> tuple[int, int]:
    """Return the largest width and the largest height among the pages."""
    order = "<" if data[:2] == b"II" else ">"
    largest = {256: 0, 257: 0}
    at, pages = int(struct.unpack(f"{order}I", data[4:8])[0]), 0
    while 8 <= at <= len(data) - 2 and pages < 64:
        (count,) = struct.unpack(f"{order}H", data[at : at + 2])
        end = at + 2 + 12 * count
        if end + 4 > len(data):
            break
        for entry in range(at + 2, end, 12):
            tag, kind = struct.unpack(f"{order}HH", data[entry : entry + 4])
            if tag in largest and kind not in _TIFF_KINDS:
                largest[tag] = 2**32  # Some readers expect the position of the value here.
            elif tag in largest:
                form = "H" if kind == 3 else "I"
                size = 2 if kind == 3 else 4
                (value,) = struct.unpack(order + form, data[entry + 8 : entry + 8 + size])
                largest[tag] = max(largest[tag], int(value))
        (at,) = struct.unpack(f"{order}I", data[end : end + 4])
        pages += 1
    return largest[256], largest[257]
