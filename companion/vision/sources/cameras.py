"""Live sources: the newest picture of a camera or a stream, with a watchdog.

Theory of operation

A thread drains the source and keeps the newest picture only: drivers queue pictures, and a referee
that judges a table two seconds late is useless. The watchdog handles these failures of a live
source:

  it reports no picture,             it is released, and reopened every second
  gives an empty one, or raises
  it hangs                           after `hang_s` another thread reopens it; the old one
                                     ends by itself if it ever wakes
  it repeats the same picture for    it is reopened once; a picture that is still the same
  `frozen_s`, byte for byte          then is a still picture

`read` raises `CameraLost` while no picture comes for `silent_s`.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable

import numpy as np

from companion.errors import CameraLost, SourceError
from companion.frames import Frame
from companion.vision.reader.image_pyramid import Image
from companion.vision.sources.capture import Capture, Granted, granted
from companion.vision.sources.exposure_lock import ExposureLock
from rules import Message
from rules.messages.message import Text, render

_SILENT_S, _REOPEN_S, _HANG_S, _FROZEN_S = 2.0, 1.0, 12.0, 6.0


class CameraSource:
    """A live source; `opener` makes a new capture each time it is (re-)opened.

    `advice` is for a failure of the first opening; `identity` is the camera's model, if the system
    has it. `granted` is the format the camera agreed to, `steady` the state of its focus and
    exposure locks.
    """

    def __init__(
        self,
        name: Text,
        opener: Callable[[], Capture],
        advice: Text = "",
        *,
        identity: str = "",
        silent_s: float = _SILENT_S,
        reopen_s: float = _REOPEN_S,
        hang_s: float = _HANG_S,
        frozen_s: float = _FROZEN_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._called, self.name = name, render(name, "en")
        self._identity = identity or self.name
        self._opener, self._silent_s, self._reopen_s = opener, silent_s, reopen_s
        self._hang_s, self._frozen_s = hang_s, frozen_s
        capture = opener()
        if not capture.isOpened():
            capture.release()
            advice = advice or Message("fault.camera.plugged")
            raise SourceError(Message("fault.camera.closed", camera=name, advice=advice))
        self.granted: Granted = granted(capture)
        self._clock, self._start_s = clock, clock()
        self.steady = ExposureLock(0.0)
        self._news = threading.Condition()
        self._newest: tuple[Image, float] | None = None
        self._closed = False
        self._index = 0
        self._thread = self._start(capture)

    @property
    def lens(self) -> str:
        """The identity of this camera's lens and picture size, from match to match."""
        return f"{self._identity} {self.granted.width}x{self.granted.height}"

    def read(self) -> Frame | None:
        """Return the newest unread picture; wait for one.

        Return None after `close`; raise `CameraLost` when none came for `silent_s`.
        """
        with self._news:
            self._news.wait_for(lambda: self._newest or self._closed, self._silent_s)
            if self._closed:
                return None
            if self._newest is None:
                self._wake()
                raise CameraLost(Message("fault.camera.lost", camera=self._called))
            (image, time_s), self._newest = self._newest, None
        frame = Frame(image, time_s, self._index)
        self._index += 1
        return frame

    def close(self) -> None:
        """Release the device; may be called twice."""
        with self._news:
            self._closed = True
            self._news.notify_all()
        self._thread.join(timeout=self._silent_s)

    def _now(self) -> float:
        return self._clock() - self._start_s

    def _start(self, capture: Capture | None) -> threading.Thread:
        self._alive_s = self._now()
        thread = threading.Thread(target=self._drain, args=(capture,), daemon=True)
        self._thread = thread
        thread.start()
        return thread

    def _wake(self) -> None:
        """Replace a thread that hangs in the driver."""
        if self._now() - self._alive_s > self._hang_s:
            self._start(None)

    def _counts(self) -> bool:
        """Return True if the calling thread is the current one."""
        return not self._closed and self._thread is threading.current_thread()

    def _drain(self, capture: Capture | None) -> None:
        still = _Still(self._frozen_s)
        try:
            while self._counts():
                self._alive_s = self._now()
                image = _grab(capture)
                if not self._counts():
                    break
                if image is not None and capture and not still.stuck(image, self._now()):
                    with self._news:
                        self._newest = image, self._now()
                        self._news.notify_all()
                    self.steady.look(capture, image, self._now())
                    continue
                _release(capture)
                capture = None
                if not self._wait(self._reopen_s):
                    capture = self._open()
        finally:
            _release(capture)

    def _open(self) -> Capture | None:
        capture = None
        with contextlib.suppress(Exception):
            capture = self._opener()
            if capture.isOpened():
                self.steady = ExposureLock(self._now())
                return capture
        _release(capture)
        return None

    def _wait(self, seconds: float) -> bool:
        """Wait for the time or for `close`; return True if closed."""
        with self._news:
            return self._news.wait_for(lambda: self._closed, seconds)


class _Still:
    """Detects a camera that repeats the same bytes; reports it once until it changes."""

    def __init__(self, frozen_s: float) -> None:
        self._frozen_s = frozen_s
        self._last: Image | None = None
        self._since = 0.0
        self._reported = False

    def stuck(self, image: Image, now_s: float) -> bool:
        """Return True if the camera must be reopened."""
        sample = image[::16, ::16]
        if self._last is None or not np.array_equal(self._last, sample):
            # A copy: a camera may write the next picture into the same memory.
            self._last, self._since, self._reported = sample.copy(), now_s, False
            return False
        if self._reported or now_s - self._since < self._frozen_s:
            return False
        self._reported = True
        return True


def _grab(capture: Capture | None) -> Image | None:
    """Return the next picture; None if there is none, it is empty, or the driver raises."""
    if capture is not None:
        with contextlib.suppress(Exception):
            good, image = capture.read()
            return image if good and image is not None and image.ndim > 1 and image.size else None
    return None


def _release(capture: Capture | None) -> None:
    if capture is not None:
        with contextlib.suppress(Exception):
            capture.release()
