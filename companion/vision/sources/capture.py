"""Opens cameras and streams with each system's workarounds, and requests a usable format.

Known problems and their remedies here (trackers of OpenCV and camera makers):

  every system  raw HD runs at five pictures a second      MJPEG is requested *before* the size,
                a few drivers forget it with the size      the other order is tried, and the
                `set` returns True and does nothing        result is read back
  Windows       Media Foundation opens for 4 to 20 s       its hardware transforms are off
                                                           (`companion.cli`), DirectShow is the
                                                           second try
  macOS         permission is requested in the main thread the first opening is there, later ones
                only; other threads fail                   (a lost camera) skip the question
  Linux         a camera shows as two or more devices      those without a picture are not listed
  streams       a silent address blocks for half a minute  five seconds for opening and reading
"""

import contextlib
import math
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, cast

import cv2

from companion.vision.reader.image_pyramid import Image

WANTED = (1920, 1080)
_FPS = 30
_MJPG = float(cv2.VideoWriter.fourcc(*"MJPG"))
_PATIENCE_MS = 5000
_TRIES = {
    "linux": (cv2.CAP_V4L2, cv2.CAP_ANY),
    "win32": (cv2.CAP_MSMF, cv2.CAP_DSHOW),
    "darwin": (cv2.CAP_AVFOUNDATION, cv2.CAP_ANY),
}
"""The backends to try, in order."""


class Capture(Protocol):
    """The part of `cv2.VideoCapture` that is used."""

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        """Return True if it can be read."""

    def read(self) -> tuple[bool, Image | None]:
        """Return the next picture, if there is one."""

    def set(self, key: int, value: float) -> bool:
        """Set a property; the result is unreliable."""

    def get(self, key: int) -> float:
        """Return a property; 0 or -1 if it does not exist."""

    def release(self) -> None:
        """Release the device."""


@dataclass(frozen=True, slots=True)
class Granted:
    """A camera's reported format: size in px, pictures per second, format ("MJPG", "" unknown)."""

    width: int
    height: int
    fps: float
    format: str


def property_of(capture: Capture, key: int) -> float:
    """Return a property; 0 if it does not exist, is not a number, or the driver fails."""
    value = 0.0
    with contextlib.suppress(Exception):
        value = float(capture.get(key))
    return value if math.isfinite(value) else 0.0


def granted(capture: Capture) -> Granted:
    """Return the format the camera agreed to."""
    code = max(int(property_of(capture, cv2.CAP_PROP_FOURCC)), 0)
    letters = bytes(code >> shift & 0xFF for shift in (0, 8, 16, 24))
    name = letters.decode("ascii", "replace") if all(32 < b < 127 for b in letters) else ""
    return Granted(
        int(property_of(capture, cv2.CAP_PROP_FRAME_WIDTH)),
        int(property_of(capture, cv2.CAP_PROP_FRAME_HEIGHT)),
        round(property_of(capture, cv2.CAP_PROP_FPS), 1),
        name,
    )


def open_file(path: str) -> Capture:
    """Return the capture of a video file; check `isOpened`."""
    return _capture(path, cv2.CAP_ANY)


def open_stream(url: str) -> Capture:
    """Return the capture of a network stream, with a timeout of five seconds."""
    patience = (
        cv2.CAP_PROP_OPEN_TIMEOUT_MSEC,
        _PATIENCE_MS,
        cv2.CAP_PROP_READ_TIMEOUT_MSEC,
        _PATIENCE_MS,
    )
    return _capture(url, cv2.CAP_FFMPEG, patience)


def open_camera(index: int) -> Capture:
    """Return the capture of a camera by number, set to MJPEG at 1920 × 1080; check `isOpened`."""
    capture = None
    for backend in _TRIES.get(sys.platform, (cv2.CAP_ANY,)):
        if capture is not None:
            capture.release()
        capture = _capture(index, backend)
        if capture.isOpened():
            # A driver that fails on a request still gives its pictures.
            with contextlib.suppress(Exception):
                _ask_for_hd(capture)
            if sys.platform == "darwin":
                # Permission is granted now; threads that reopen the camera must not ask for it.
                os.environ.setdefault("OPENCV_AVFOUNDATION_SKIP_AUTH", "1")
            break
    return cast("Capture", capture)


def _capture(source: int | str, backend: int, options: tuple[int, ...] = ()) -> Capture:
    # The stubs accept either a path or an index, and have wrong picture types.
    opener = cast("Callable[[int | str, int, Sequence[int]], Capture]", cv2.VideoCapture)
    return opener(source, backend, options)


def _ask_for_hd(capture: Capture) -> None:
    """Request MJPEG and 1920 × 1080, or the nearest the camera grants."""
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    for order in _orders():
        for key, value in order:
            capture.set(key, value)
        if property_of(capture, cv2.CAP_PROP_FRAME_WIDTH) >= WANTED[0]:
            break


def _orders() -> Iterator[tuple[tuple[int, float], ...]]:
    form = ((cv2.CAP_PROP_FOURCC, _MJPG),)
    size = ((cv2.CAP_PROP_FRAME_WIDTH, WANTED[0]), (cv2.CAP_PROP_FRAME_HEIGHT, WANTED[1]))
    pace = ((cv2.CAP_PROP_FPS, _FPS),)
    yield (*form, *size, *pace)
    yield (*size, *pace, *form)
