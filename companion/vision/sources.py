"""Opens where pictures come from: a camera, a stream, a video, a folder of pictures, a picture.

    "0"                    camera 0, live            "table.mp4"    a video, by its own clock
    "http://…", "rtsp://…" a stream, live            "frames/"      pictures by name, ten a second
                                                     "table.jpg"    one picture, held for 1.5 s

A live source is drained by a thread that keeps the newest picture only: drivers queue pictures,
and a referee that judges what lay there two seconds ago is worse than none.  If it stays silent
for two seconds it counts as lost and is opened again until it answers; `read` raises `CameraLost`
meanwhile.  Cameras are asked for MJPEG *before* the size, because many deliver HD uncompressed at
five pictures a second otherwise; what they grant is read back, and the other order tried.
"""

from __future__ import annotations

import contextlib
import os
import re
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol, cast

import cv2

from companion.errors import CameraLost, SourceError
from companion.frames import Frame, FrameSource
from companion.vision.pyramid import Image
from companion.vision.stills import load_picture

__all__ = ["CameraSource", "PictureSource", "VideoSource", "open_source"]

PICTURE_SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"})
PICTURES_FPS = 10.0
_HOLD_PICTURE = 16
_WANTED = (1920, 1080)
_SILENT_S = 2.0
_REOPEN_S = 1.0
_CAMERA_HELP = (
    "is it plugged in, switched on, allowed, and not in use by another program? "
    "Cameras are counted from 0"
)
_ADDRESS_HELP = (
    "nothing there sends pictures: is the address right, the sender switched on, "
    "and in the same network?"
)


class Capture(Protocol):
    """The part of `cv2.VideoCapture` that is used."""

    def isOpened(self) -> bool: ...  # noqa: N802 - OpenCV's name
    def read(self) -> tuple[bool, Image | None]: ...
    def set(self, key: int, value: float) -> bool: ...
    def get(self, key: int) -> float: ...
    def release(self) -> None: ...


def open_source(spec: str) -> FrameSource:
    """The source a spec names (see above); raises `SourceError` if it cannot be opened."""
    if re.fullmatch(r"\d{1,3}", spec):
        index = int(spec)
        return CameraSource(f"camera {index}", lambda: _open_camera(index))
    if "://" in spec:
        return CameraSource(spec, lambda: _capture(spec), _ADDRESS_HELP)
    path = Path(spec)
    if path.is_dir():
        files = _pictures(path)
        if not files:
            raise SourceError(f"{path}: holds no picture: give a folder of JPEG or PNG files")
        return PictureSource(path.name or str(path), files)
    if not path.exists():
        raise SourceError(
            f"{spec}: no such file: give a camera's number, a URL, a video, a picture or a folder"
        )
    if path.suffix.lower() in PICTURE_SUFFIXES:
        return PictureSource(path.name, [path] * _HOLD_PICTURE)
    return VideoSource(path)


def _pictures(folder: Path) -> list[Path]:
    """The folder's pictures, `frame2` before `frame10`."""
    files = [f for f in folder.iterdir() if f.suffix.lower() in PICTURE_SUFFIXES]
    return sorted(files, key=lambda f: [(len(d), d, t) for t, d in _parts(f.name)])


def _parts(name: str) -> Iterator[tuple[str, str]]:
    for match in re.finditer(r"(\D*)(\d*)", name):
        yield match[1], match[2].lstrip("0")


def _warn(sentence: str) -> None:
    sys.stderr.write(f"{sentence}\n")


class PictureSource:
    """Picture files in the given order, ten a second of its own clock.

    A file that is broken is told to `warn` and passed over, as a camera drops a picture.
    """

    def __init__(self, name: str, files: list[Path], warn: Callable[[str], None] = _warn) -> None:
        self.name = name
        self._files, self._warn = files, warn
        self._next = 0
        self._picture: tuple[Path, Image] | None = None
        self._broken: set[Path] = set()

    def read(self) -> Frame | None:
        """The next picture; None after the last.  Raises `SourceError` if every file is broken."""
        while self._next < len(self._files):
            path, index = self._files[self._next], self._next
            self._next += 1
            if path in self._broken:
                continue
            try:
                if self._picture is None or self._picture[0] != path:
                    self._picture = path, load_picture(path)
            except SourceError as error:
                self._broken.add(path)
                if self._broken.issuperset(self._files):
                    raise
                self._warn(f"{error}; passed over")
                continue
            return Frame(self._picture[1], index / PICTURES_FPS, index)
        return None

    def close(self) -> None:
        """End; may be called twice."""
        self._next = len(self._files)


class VideoSource:
    """A video file, every frame, by the file's clock."""

    def __init__(self, path: Path) -> None:
        self.name = path.name
        self._capture: Capture | None = _capture(str(path))
        if not self._capture.isOpened():
            raise SourceError(f"{path}: is neither a picture nor a video that can be played")
        fps = self._capture.get(cv2.CAP_PROP_FPS)
        self._step = 1 / fps if 0 < fps < 1000 else 1 / 30
        self._time_s = -self._step
        self._index = 0

    def read(self) -> Frame | None:
        """The next frame; None at the end."""
        if self._capture is None:
            return None
        stamp = self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
        good, image = self._capture.read()
        if not good or image is None:
            self.close()
            return None
        # Some containers give no stamps, or the same one twice.
        self._time_s = stamp if stamp > self._time_s else self._time_s + self._step
        frame = Frame(image, self._time_s, self._index)
        self._index += 1
        return frame

    def close(self) -> None:
        """Let go of the file; may be called twice."""
        if self._capture is not None:
            self._capture.release()
            self._capture = None


class CameraSource:
    """A live source; `opener` makes a new capture each time it is (re-)opened.

    `advice` is what to try if it cannot be opened at first.
    """

    def __init__(
        self,
        name: str,
        opener: Callable[[], Capture],
        advice: str = _CAMERA_HELP,
        *,
        silent_s: float = _SILENT_S,
        reopen_s: float = _REOPEN_S,
    ) -> None:
        self.name = name
        self._opener, self._silent_s, self._reopen_s = opener, silent_s, reopen_s
        capture = opener()
        if not capture.isOpened():
            capture.release()
            raise SourceError(f"{name}: cannot be opened: {advice}")
        self.size = (
            int(capture.get(cv2.CAP_PROP_FRAME_WIDTH)),
            int(capture.get(cv2.CAP_PROP_FRAME_HEIGHT)),
        )
        self._start_s = time.monotonic()
        self._news = threading.Condition()
        self._newest: tuple[Image, float] | None = None
        self._closed = False
        self._index = 0
        self._thread = threading.Thread(target=self._drain, args=(capture,), daemon=True)
        self._thread.start()

    def read(self) -> Frame | None:
        """The newest picture that was not yet given out; waits for one.

        None after `close`; raises `CameraLost` when none came for `silent_s`.
        """
        with self._news:
            self._news.wait_for(lambda: self._newest or self._closed, self._silent_s)
            if self._closed:
                return None
            if self._newest is None:
                raise CameraLost(f"{self.name}: no picture comes any more: check its cable")
            (image, time_s), self._newest = self._newest, None
        frame = Frame(image, time_s, self._index)
        self._index += 1
        return frame

    def close(self) -> None:
        """Let go of the device; may be called twice."""
        with self._news:
            self._closed = True
            self._news.notify_all()
        self._thread.join(timeout=self._silent_s)

    def _drain(self, capture: Capture) -> None:
        while not self._closed:
            good, image = False, None
            with contextlib.suppress(cv2.error):
                good, image = capture.read()
            if good and image is not None:
                with self._news:
                    self._newest = image, time.monotonic() - self._start_s
                    self._news.notify_all()
                continue
            capture.release()
            if not self._wait(self._reopen_s):
                with contextlib.suppress(cv2.error):
                    capture = self._opener()
        capture.release()

    def _wait(self, seconds: float) -> bool:
        """Wait, or until closed; whether it was closed."""
        with self._news:
            return self._news.wait_for(lambda: self._closed, seconds)


def _capture(source: int | str, backend: int = cv2.CAP_ANY) -> Capture:
    # The stubs know either a path or an index, and pictures that are no pictures.
    opener = cast("Callable[[int | str, int], Capture]", cv2.VideoCapture)
    return opener(source, backend)


def _open_camera(index: int) -> Capture:
    # Without this Media Foundation takes up to twenty seconds to open a camera.
    os.environ.setdefault("OPENCV_VIDEOIO_MSMF_ENABLE_HW_TRANSFORMS", "0")
    capture = _capture(index)
    if not capture.isOpened() and sys.platform == "win32":
        capture.release()
        capture = _capture(index, cv2.CAP_DSHOW)
    if capture.isOpened():
        _ask_for_hd(capture)
    return capture


def _ask_for_hd(capture: Capture) -> None:
    """MJPEG and 1920 × 1080, or the nearest the camera grants."""
    mjpg = float(cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    capture.set(cv2.CAP_PROP_FOURCC, mjpg)
    _set_size(capture)
    if capture.get(cv2.CAP_PROP_FRAME_WIDTH) < _WANTED[0]:
        # A few drivers forget the format when the size changes.
        _set_size(capture)
        capture.set(cv2.CAP_PROP_FOURCC, mjpg)


def _set_size(capture: Capture) -> None:
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, _WANTED[0])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, _WANTED[1])
    capture.set(cv2.CAP_PROP_FPS, 30)
