"""Opens sources of pictures: a camera, a stream, a video, a folder of pictures or a picture.

  "0"                    camera 0, live            "table.mp4"    a video, by its own clock
  "http://…", "rtsp://…" a stream, live            "frames/"      pictures by name, ten a second
  "192.168.1.20" a phone's camera app, live        "table.jpg"    one picture, held for 1.5 s

`names` classifies these specs. `cameras` contains the live sources, and `capture` the workarounds
for each system. For a phone, the addresses of common camera apps are tried.
"""

import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import cv2

from companion.errors import MissingSource, SourceError
from companion.frames import Frame, FrameSource
from companion.vision.reader.image_pyramid import Image
from companion.vision.sources.camera_list import camera_name, number_of
from companion.vision.sources.cameras import CameraSource
from companion.vision.sources.capture import (
    Capture,
    open_camera,
    open_file,
    open_stream,
    property_of,
)
from companion.vision.sources.names import PICTURE_SUFFIXES, phone_streams, pictures_in
from companion.vision.sources.stills import load_picture
from rules import Message
from rules.messages.locale import system_language
from rules.messages.system import reason

PICTURES_FPS = 10.0
_HOLD_PICTURE = 16
_WHOLE = 0.9
"""Minimum share of the announced frames that a complete video contains. Some containers only
estimate their number.
"""


def open_source(spec: str) -> FrameSource:
    """Open the source that a spec names. Raise `SourceError` if it cannot be opened."""
    if re.fullmatch(r"\d{1,3}", spec):
        index = int(spec)
        name, model = Message("fault.camera.called", number=index), camera_name(index)
        return CameraSource(name, lambda: open_camera(number_of(model, index)), identity=model)
    if "://" in spec:
        return CameraSource(spec, lambda: open_stream(spec), Message("fault.camera.address"))
    path = Path(spec)
    if not path.exists() and (streams := phone_streams(spec)):
        name, app = Message("fault.camera.phone", address=spec), Message("fault.camera.app")
        return CameraSource(name, lambda: _first_stream(streams), app)
    if path.is_dir():
        files = pictures_in(path)
        if not files:
            raise MissingSource("fault.source.no_picture", file=path)
        return PictureSource(path.name or str(path), files)
    if not path.exists():
        raise MissingSource("fault.source.not_there", file=spec)
    if path.suffix.lower() in PICTURE_SUFFIXES:
        return PictureSource(path.name, [path] * _HOLD_PICTURE)
    return VideoSource(path)


def _first_stream(addresses: Sequence[str]) -> Capture:
    """Return the first stream that answers, or else the last one tried."""
    *most, last = addresses
    for address in most:
        capture = open_stream(address)
        if capture.isOpened():
            return capture
        capture.release()
    return open_stream(last)


def _warn(sentence: SourceError) -> None:
    sys.stderr.write(f"{sentence.message.render(system_language())}\n")


class PictureSource:
    """A source that delivers picture files in the given order, ten per second of its own clock.

    A broken file is reported to `warn` and skipped, like a frame dropped by a camera.
    """

    def __init__(
        self, name: str, files: list[Path], warn: Callable[[SourceError], None] = _warn
    ) -> None:
        self.name = name
        self._files, self._warn = files, warn
        self._next = 0
        self._picture: tuple[Path, Image] | None = None
        self._broken: set[Path] = set()

    def read(self) -> Frame | None:
        """Return the next picture, or None after the last.

        Raise `SourceError` if every file is broken.
        """
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
                self._warn(SourceError("fault.source.passed_over", why=reason(error)))
                continue
            return Frame(self._picture[1], index / PICTURES_FPS, index)
        return None

    def close(self) -> None:
        """Close the source. It is safe to call this twice."""
        self._next = len(self._files)


class VideoSource:
    """A source that delivers every frame of a video file, timed by the file's own clock.

    A file that ends long before its announced end is reported to `warn`.
    """

    def __init__(self, path: Path, warn: Callable[[SourceError], None] = _warn) -> None:
        self.name = path.name
        self._warn = warn
        self._capture: Capture | None = open_file(str(path))
        if not self._capture.isOpened():
            raise SourceError("fault.source.no_video", file=path)
        fps = self._capture.get(cv2.CAP_PROP_FPS)
        self._step = 1 / fps if 0 < fps < 1000 else 1 / 30
        self._time_s = -self._step
        self._index = 0
        self._count = int(property_of(self._capture, cv2.CAP_PROP_FRAME_COUNT))

    def read(self) -> Frame | None:
        """Return the next frame, or None at the end."""
        if self._capture is None:
            return None
        stamp = property_of(self._capture, cv2.CAP_PROP_POS_MSEC) / 1000
        good, image = self._capture.read()
        if not good or image is None:
            self.close()
            if self._index < _WHOLE * self._count:
                counts = {"read": self._index, "count": self._count}
                self._warn(SourceError("fault.source.ended_early", file=self.name, **counts))
            return None
        # Some containers have no timestamps, or the same one twice.
        self._time_s = stamp if stamp > self._time_s else self._time_s + self._step
        frame = Frame(image, self._time_s, self._index)
        self._index += 1
        return frame

    def close(self) -> None:
        """Close the file. It is safe to call this twice."""
        if self._capture is not None:
            self._capture.release()
            self._capture = None
