"""Pictures that claim to be smaller than they are: the header read is the decoder's."""

from __future__ import annotations

import os
import struct
import subprocess
import sys

import cv2
import numpy as np
import pytest

from companion import cli
from companion.errors import SourceError
from companion.vision.sources import stills
from companion.vision.sources.picture_header import read_header
from companion.vision.sources.stills import decode_picture
from companion.web.phone import Inbox, jpeg_size
from tests.support.waiting import PATIENCE_S

WHOLE = cv2.imencode(".jpg", np.full((48, 64, 3), 128, np.uint8))[1].tobytes()
FAKE = b"\xff\xc0\x00\x11\x08\x00\x02\x00\x02\x03\x01\x22\x00\x02\x11\x01\x03\x11\x01"
"""A frame header of 2 × 2, as a comment may contain it."""


def segment(marker: int, body: bytes) -> bytes:
    return struct.pack(">BBH", 0xFF, marker, len(body) + 2) + body


COMMENT = segment(0xFE, b"x" * 8 + FAKE + b"zz")
INSERTED = {
    "a comment": COMMENT,
    "a stuffed zero with a length onto the fake frame": b"\xff\x00\x00\x0e" + COMMENT,
    "fill": b"\xff" * 30 + COMMENT,
    "fill and zero": b"\xff\xff\xff\x00\x00\x0e" + COMMENT,
    "no marker": b"junk\x00\x00" + COMMENT,
    "restart": b"\xff\xd0\x00\x0e" + COMMENT,
    "TEM": b"\xff\x01\x00\x0e" + COMMENT,
    "length zero": b"\xff\xe1\x00\x00" + COMMENT,
    "length one": b"\xff\xe1\x00\x01" + COMMENT,
    "a reserved marker": b"\xff\x02\x00\x0e" + COMMENT,
    "JPG": b"\xff\xc8\x00\x0e" + COMMENT,
    "JPGn": b"\xff\xf3\x00\x0e" + COMMENT,
    "a second start": b"\xff\xd8\x00\x0e" + COMMENT,
    "DNL": segment(0xDC, b"\x00\x02") + COMMENT,
    "an end": b"\xff\xd9" + FAKE,
    "a scan": segment(0xDA, b"\x01\x01\x00\x00\x3f\x00") + FAKE,
}


def webp(kind: bytes, body: bytes) -> bytes:
    """Return the beginning of a WebP file whose first chunk has this kind and body."""
    return b"RIFF\0\0\0\0WEBP" + kind + struct.pack("<I", len(body)) + body + bytes(16)


@pytest.mark.parametrize(
    "data",
    [
        webp(b"VP8X", bytes(4) + (319).to_bytes(3, "little") + (239).to_bytes(3, "little")),
        webp(b"VP8L", b"\x2f" + struct.pack("<I", 319 | 239 << 14)),
        webp(b"VP8 ", b"\0\0\0\x9d\x01\x2a" + struct.pack("<HH", 320, 1 << 14 | 240)),
    ],
    ids=["extended", "lossless", "lossy"],
)
def test_every_kind_of_webp_states_its_size(data: bytes) -> None:
    header = read_header(data)
    assert (header.format, header.width, header.height) == ("WebP", 320, 240)


@pytest.mark.parametrize("inserted", INSERTED.values(), ids=INSERTED)
def test_what_a_jpeg_says_is_what_is_unpacked(inserted: bytes) -> None:
    data = WHOLE[:2] + inserted + WHOLE[2:]
    header = read_header(data)
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)

    assert header.format in ("JPEG", "")
    if image is None:
        assert (header.width, header.height) in ((0, 0), (64, 48))
    else:
        assert (header.height, header.width) == image.shape[:2] == (48, 64)
    assert jpeg_size(data) in (None, (64, 48))


def test_a_frame_that_another_marker_hides_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    data = bytearray(WHOLE)
    at = data.index(b"\xff\xc0")
    data[at + 5 : at + 9] = struct.pack(">HH", 32000, 32000)
    bomb = bytes(data[:2]) + INSERTED["a stuffed zero with a length onto the fake frame"] + data[2:]

    def never(*args: object) -> None:
        raise AssertionError

    monkeypatch.setattr(cv2, "imdecode", never)
    assert jpeg_size(bomb) == (32000, 32000)
    assert Inbox(lambda: None).put(bomb) is None
    with pytest.raises(SourceError, match="32000"):
        decode_picture("a.jpg", bomb)


def test_a_walk_through_countless_segments_ends() -> None:
    assert jpeg_size(WHOLE[:2] + segment(0xE1, b"") * 100_000 + WHOLE[2:]) is None
    assert jpeg_size(WHOLE[:2] + b"\xff\x00" * 1_000_000 + WHOLE[2:]) == (64, 48)


@pytest.mark.parametrize(
    "data",
    [
        b"P5 60000 60000 255\n" + bytes(99),
        b"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 60000 +X 60000\n" + bytes(99),
        b"\x59\xa6\x6a\x95" + struct.pack(">7I", 60000, 60000, 24, 0, 1, 0, 0) + bytes(99),
        b"\x00\x00\x00\x0cjP  \r\n\x87\n" + bytes(99),
    ],
    ids=["PNM", "HDR", "Sun raster", "JPEG 2000"],
)
def test_a_format_whose_size_nobody_asked_is_not_unpacked(
    data: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*args: object) -> None:
        raise AssertionError

    monkeypatch.setattr(cv2, "imdecode", never)
    with pytest.raises(SourceError, match="is not a picture"):
        decode_picture("a", data)


def test_a_tiff_whose_width_stands_elsewhere_is_not_unpacked() -> None:
    entries = [(256, 16, 1, 200), (257, 4, 1, 9)]
    head = struct.pack("<2sHIH", b"II", 42, 8, len(entries))
    data = head + b"".join(struct.pack("<HHII", *each) for each in entries) + bytes(400)

    with pytest.raises(SourceError, match="pixels"):
        decode_picture("a.tif", data)


def test_opencv_itself_unpacks_no_more_than_we_let_through() -> None:
    name, value = cli._MOST_PIXELS
    assert int(value) == max(stills._MOST_PIXELS.values())
    code = """
import cv2, numpy
data = bytearray(cv2.imencode(".jpg", numpy.zeros((48, 64, 3), numpy.uint8))[1].tobytes())
at = data.index(b"\\xff\\xc0")
data[at + 5 : at + 9] = (16000).to_bytes(2) * 2
try:
    cv2.imdecode(numpy.frombuffer(bytes(data), numpy.uint8), cv2.IMREAD_COLOR)
except cv2.error:
    print("refused")
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, name: value, "OPENCV_LOG_LEVEL": "ERROR"},
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=True,
    )
    assert done.stdout.strip() == "refused"
