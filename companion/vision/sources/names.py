"""Classifies the spec of a source: a camera, a stream, a phone or a picture.

This module must not import cv2 or numpy, because commands that process no pictures use it too.
"""

import re
from collections.abc import Iterator
from pathlib import Path

PICTURE_SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"})
_PHONE = re.compile(r"((?:\d{1,3}\.){3}\d{1,3}|[A-Za-z0-9-]+\.local)(?::(\d{1,5}))?")
_PHONE_PORTS = (8080, 4747, 8081)
"""The ports of common camera apps for phones."""


def is_live(spec: str) -> bool:
    """Return True if a spec names a camera, a stream or a phone."""
    if re.fullmatch(r"\d{1,3}", spec) or "://" in spec:
        return True
    return bool(phone_streams(spec)) and not Path(spec).exists()


def phone_streams(spec: str) -> tuple[str, ...]:
    """Return the possible stream addresses of a phone ("192.168.1.20", "phone.local:8080").

    The result is empty if the spec is not such an address.
    """
    match = _PHONE.fullmatch(spec)
    if match is None:
        return ()
    ports = (int(match[2]),) if match[2] else _PHONE_PORTS
    return tuple(f"http://{match[1]}:{port}/video" for port in ports)


def pictures_in(folder: Path) -> list[Path]:
    """Return the folder's pictures in natural order (`frame2` before `frame10`)."""
    files = [f for f in folder.iterdir() if f.suffix.lower() in PICTURE_SUFFIXES]
    return sorted(files, key=lambda f: [(len(d), d, t) for t, d in _parts(f.name)])


def _parts(name: str) -> Iterator[tuple[str, str]]:
    for match in re.finditer(r"(\D*)(\d*)", name):
        yield match[1], match[2].lstrip("0")
