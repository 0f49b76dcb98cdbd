"""Opens cameras and streams with workarounds for each system, and requests a usable format.

Known problems (from the issue trackers of OpenCV and camera makers), and their remedies here:

  every system  raw HD gives five pictures per second      MJPEG is requested *before* the size
                some drivers forget MJPEG with the size    the other order is tried
                `set` returns True and does nothing        the result is read back
  Windows       Media Foundation takes 4 to 20 s to open   its hardware transforms are disabled
                                                           (`companion.cli`); DirectShow is tried
                                                           second
  macOS         only the main thread can ask for           the first opening is in that thread;
                permission; other threads fail             reopening skips the request
  Linux         a camera appears as several devices        those without a picture are not listed
  streams       an unresponsive address blocks for 30 s    opening and reading time out after 5 s
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
"""The backends to try on each system, in order."""


class Capture(Protocol):
    """A protocol for the part of `cv2.VideoCapture` that this project uses."""

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        """Return True if the device is open."""

    def read(self) -> tuple[bool, Image | None]:
        """Return True and the next picture, or False if there is none."""

    def set(self, key: int, value: float) -> bool:
        """Set a property. The return value is unreliable."""

    def get(self, key: int) -> float:
        """Return a property's value. It is 0 or -1 if the property does not exist."""

    def release(self) -> None:
        """Release the device."""


@dataclass(frozen=True, slots=True)
class Granted:
    """A camera's reported format: size in px, pictures per second, FourCC ("" if unknown)."""

    width: int
    height: int
    fps: float
    format: str


def property_of(capture: Capture, key: int) -> float:
    """Return a property's value, or 0 if it is missing or not a number or the driver fails."""
    value = 0.0
    with contextlib.suppress(Exception):
        value = float(capture.get(key))
    return value if math.isfinite(value) else 0.0


def granted(capture: Capture) -> Granted:
    """Return the format that the camera has accepted."""
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
    """Open a video file. The caller must check `isOpened`."""
    return _capture(path, cv2.CAP_ANY)


def open_stream(url: str) -> Capture:
    """Open a network stream with a timeout of five seconds."""
    patience = (
        cv2.CAP_PROP_OPEN_TIMEOUT_MSEC,
        _PATIENCE_MS,
        cv2.CAP_PROP_READ_TIMEOUT_MSEC,
        _PATIENCE_MS,
    )
    return _capture(url, cv2.CAP_FFMPEG, patience)


def open_camera(index: int) -> Capture:
    """Open a camera at 1920 × 1080 in MJPEG if possible. The caller must check `isOpened`."""
    capture = None
    for backend in _TRIES.get(sys.platform, (cv2.CAP_ANY,)):
        if capture is not None:
            capture.release()
        capture = _capture(index, backend)
        if capture.isOpened():
            # A driver that fails when a format is requested may still deliver pictures.
            with contextlib.suppress(Exception):
                _ask_for_hd(capture)
            if sys.platform == "darwin":
                # Permission has been granted. Threads that reopen the camera must not ask for it.
                os.environ.setdefault("OPENCV_AVFOUNDATION_SKIP_AUTH", "1")
            break
    return cast("Capture", capture)


def _capture(source: int | str, backend: int, options: tuple[int, ...] = ()) -> Capture:
    # The type stubs do not accept a union of path and index, and have wrong picture types.
    opener = cast("Callable[[int | str, int, Sequence[int]], Capture]", cv2.VideoCapture)
    return opener(source, backend, options)


def _ask_for_hd(capture: Capture) -> None:
    """Request MJPEG at 1920 × 1080, or the nearest format that the camera accepts."""
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
