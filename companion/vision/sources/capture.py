"""Opens cameras and streams the way each system needs it, and asks for a picture worth having.

What is known to go wrong, and what is done about it here (trackers of OpenCV and camera makers):

    every system  raw HD runs at five pictures a second      MJPEG is asked for *before* the size,
                  a few drivers forget it with the size      the other order is tried, and what
                  `set` answers yes and does nothing          was granted is read back
    Windows       Media Foundation opens for 4 to 20 s        its hardware transforms are off
                                                              (`companion.cli`), DirectShow is the
                                                              second try
    macOS         permission is asked for in the main thread  the first opening is ours, later ones
                  only; other threads fail                    (a lost camera) skip the question
    Linux         a camera shows as two or more devices       those that give no picture are
                                                              passed over when listing
    streams       a silent address blocks for half a minute   five seconds for opening and reading
"""

from __future__ import annotations

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
"""The backends that are tried, in order."""


class Capture(Protocol):
    """The part of `cv2.VideoCapture` that is used."""

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        """Whether it can be read."""

    def read(self) -> tuple[bool, Image | None]:
        """The next picture, if there is one."""

    def set(self, key: int, value: float) -> bool:
        """Ask for a property; the answer means little."""

    def get(self, key: int) -> float:
        """A property; 0 or -1 where there is none."""

    def release(self) -> None:
        """Let go of the device."""


@dataclass(frozen=True, slots=True)
class Granted:
    """What a camera says it gives: size in px, pictures a second, format ("MJPG", "" unknown)."""

    width: int
    height: int
    fps: float
    format: str


def told(capture: Capture, key: int) -> float:
    """A property; 0 where there is none, it is no number, or the driver breaks over it."""
    value = 0.0
    with contextlib.suppress(Exception):
        value = float(capture.get(key))
    return value if math.isfinite(value) else 0.0


def granted(capture: Capture) -> Granted:
    """Read back what the camera agreed to."""
    code = max(int(told(capture, cv2.CAP_PROP_FOURCC)), 0)
    letters = bytes(code >> shift & 0xFF for shift in (0, 8, 16, 24))
    name = letters.decode("ascii", "replace") if all(32 < b < 127 for b in letters) else ""
    return Granted(
        int(told(capture, cv2.CAP_PROP_FRAME_WIDTH)),
        int(told(capture, cv2.CAP_PROP_FRAME_HEIGHT)),
        round(told(capture, cv2.CAP_PROP_FPS), 1),
        name,
    )


def open_file(path: str) -> Capture:
    """A video file; look whether it `isOpened`."""
    return _capture(path, cv2.CAP_ANY)


def open_stream(url: str) -> Capture:
    """A stream from the network, given up after five seconds of silence."""
    patience = (
        cv2.CAP_PROP_OPEN_TIMEOUT_MSEC,
        _PATIENCE_MS,
        cv2.CAP_PROP_READ_TIMEOUT_MSEC,
        _PATIENCE_MS,
    )
    return _capture(url, cv2.CAP_FFMPEG, patience)


def open_camera(index: int) -> Capture:
    """A camera by its number, asked for MJPEG at 1920 × 1080; look whether it `isOpened`."""
    capture = None
    for backend in _TRIES.get(sys.platform, (cv2.CAP_ANY,)):
        if capture is not None:
            capture.release()
        capture = _capture(index, backend)
        if capture.isOpened():
            # A driver that breaks over a wish still gives the pictures it has.
            with contextlib.suppress(Exception):
                _ask_for_hd(capture)
            if sys.platform == "darwin":
                # Permission is given now; threads that open it again must not ask.
                os.environ.setdefault("OPENCV_AVFOUNDATION_SKIP_AUTH", "1")
            break
    return cast("Capture", capture)


def _capture(source: int | str, backend: int, options: tuple[int, ...] = ()) -> Capture:
    # The stubs know either a path or an index, and pictures that are no pictures.
    opener = cast("Callable[[int | str, int, Sequence[int]], Capture]", cv2.VideoCapture)
    return opener(source, backend, options)


def _ask_for_hd(capture: Capture) -> None:
    """MJPEG and 1920 × 1080, or the nearest the camera grants."""
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    for order in _orders():
        for key, value in order:
            capture.set(key, value)
        if told(capture, cv2.CAP_PROP_FRAME_WIDTH) >= WANTED[0]:
            break


def _orders() -> Iterator[tuple[tuple[int, float], ...]]:
    form = ((cv2.CAP_PROP_FOURCC, _MJPG),)
    size = ((cv2.CAP_PROP_FRAME_WIDTH, WANTED[0]), (cv2.CAP_PROP_FRAME_HEIGHT, WANTED[1]))
    pace = ((cv2.CAP_PROP_FPS, _FPS),)
    yield (*form, *size, *pace)
    yield (*size, *pace, *form)
