"""Live sources, which deliver the newest picture of a camera or a stream, with a watchdog.

Theory of operation

A thread drains the source and keeps only the newest picture, because drivers queue pictures and a
referee that judges a table two seconds late is useless. The watchdog handles these failures of a
live source:

  it returns no picture or an        it is released; every second, reopening is tried
  empty one, or raises
  it hangs                           after `hang_s` another thread reopens it; the old thread
                                     ends by itself if it ever resumes
  it repeats the same bytes for      it is reopened once; if the picture is still the same,
  `frozen_s`                         it is accepted as a still picture

`read` raises `CameraLost` while no picture comes for `silent_s`.

Focus and exposure

Automatic focus hunts when a hand comes near, and automatic exposure drifts when a white card is
placed. Both look like changes on the table, so they are allowed to settle and then locked:

    SETTLING ──2.5 s──► lock focus, lock exposure ──1 s──► CHECKING ──► HELD
     ▲                                                   │ darker or brighter than before:
     │                                                   ▼ exposure is unlocked
     └── the picture has been blurred, or far from the locked light, for 4 s ◄── HELD

The result of `set` is unreliable. Focus counts as locked if the property reads back as locked, and
exposure if the picture then looks as bright as before. With V4L2, 3 means automatic exposure and 1
manual; other backends use 0.75 and 0.25. A camera that supports neither lock, or whose driver
fails, is left unchanged.
"""

import contextlib
import enum
import threading
import time
from collections.abc import Callable

import cv2
import numpy as np

from companion.errors import CameraLost, SourceError
from companion.frames import Frame
from companion.vision.reader.image_pyramid import Image, as_grey
from companion.vision.sources.capture import Capture, Granted, granted, property_of
from companion.vision.trouble import looks_blurred
from rules import Message
from rules.messages.message import Text, render

_SILENT_S, _REOPEN_S, _HANG_S, _FROZEN_S = 2.0, 1.0, 12.0, 6.0
_SETTLE_S, _CHECK_S, _PATIENCE_S = 2.5, 1.0, 4.0
_LOOK_EVERY_S = 0.5
_SAME_LIGHT = 1.25
_OTHER_LIGHT = 1.8
_V4L2 = cv2.CAP_V4L2
_MODES = {True: (1.0, 3.0), False: (0.25, 0.75)}
"""Values for manual and automatic exposure, with V4L2 (True) and other backends."""


class CameraSource:
    """A live source. `opener` returns a new capture each time the source is opened or reopened.

    `advice` is the message if the first opening fails, and `identity` the camera's model if the
    system knows it. `granted` is the format that the camera has accepted, and `steady` the state
    of its focus and exposure locks.
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
            raise SourceError("fault.camera.closed", camera=name, advice=advice)
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
        """A name for this camera's lens and picture size, which is the same in every match."""
        return f"{self._identity} {self.granted.width}x{self.granted.height}"

    def read(self) -> Frame | None:
        """Return the newest picture that has not been read yet. Wait for one if necessary.

        Return None after `close`. Raise `CameraLost` if there is no picture for `silent_s`.
        """
        with self._news:
            self._news.wait_for(lambda: self._newest or self._closed, self._silent_s)
            if self._closed:
                return None
            if self._newest is None:
                self._wake()
                raise CameraLost("fault.camera.lost", camera=self._called)
            (image, time_s), self._newest = self._newest, None
        frame = Frame(image, time_s, self._index)
        self._index += 1
        return frame

    def close(self) -> None:
        """Release the device. It is safe to call this twice."""
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
        """Start another thread if the current one hangs in the driver."""
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
        """Wait `seconds` or until `close`. Return True if closed."""
        with self._news:
            return self._news.wait_for(lambda: self._closed, seconds)


class _Still:
    """Detects a camera that repeats the same bytes, and reports it only once."""

    def __init__(self, frozen_s: float) -> None:
        self._frozen_s = frozen_s
        self._last: Image | None = None
        self._since = 0.0
        self._reported = False

    def stuck(self, image: Image, now_s: float) -> bool:
        """Return True if the camera must be reopened."""
        sample = image[::16, ::16]
        if self._last is None or not np.array_equal(self._last, sample):
            # This is a copy, because a camera may write the next picture into the same memory.
            self._last, self._since, self._reported = sample.copy(), now_s, False
            return False
        if self._reported or now_s - self._since < self._frozen_s:
            return False
        self._reported = True
        return True


def _grab(capture: Capture | None) -> Image | None:
    """Return the next picture, or None if there is none, it is empty, or the driver raises."""
    if capture is not None:
        with contextlib.suppress(Exception):
            good, image = capture.read()
            return image if good and image is not None and image.ndim > 1 and image.size else None
    return None


def _release(capture: Capture | None) -> None:
    if capture is not None:
        with contextlib.suppress(Exception):
            capture.release()


class _Phase(enum.Enum):
    SETTLING = enum.auto()
    CHECKING = enum.auto()
    HELD = enum.auto()


class ExposureLock:
    """The focus and exposure locks of one opened camera. Call `look` with each of its pictures."""

    def __init__(self, now_s: float) -> None:
        self.focus_locked = False
        self.exposure_locked = False
        self._phase = _Phase.SETTLING
        self._since = now_s
        self._looked = -_LOOK_EVERY_S
        self._right_s = now_s
        self._light = 0.0

    def look(self, capture: Capture, image: Image, now_s: float) -> None:
        """Examine a picture taken at this time, and adjust the camera if necessary."""
        if now_s - self._looked < _LOOK_EVERY_S:
            return
        self._looked = now_s
        try:
            self._step(capture, image, now_s)
        except Exception:  # noqa: BLE001 - a driver may raise anything
            self.focus_locked = self.exposure_locked = False
            self._enter(_Phase.HELD, now_s)

    def _step(self, capture: Capture, image: Image, now_s: float) -> None:
        light = float(np.mean(image[::8, ::8])) + 1.0
        if self._phase is _Phase.SETTLING and now_s - self._since >= _SETTLE_S:
            self._light = light
            self._lock(capture)
            self._enter(_Phase.CHECKING, now_s)
        elif self._phase is _Phase.CHECKING and now_s - self._since >= _CHECK_S:
            if not _alike(light, self._light, _SAME_LIGHT):
                self._free_exposure(capture)
            self._enter(_Phase.HELD, now_s)
        elif self._phase is _Phase.HELD and (self.focus_locked or self.exposure_locked):
            self._watch(capture, image, light, now_s)

    def _enter(self, phase: _Phase, now_s: float) -> None:
        self._phase, self._since, self._right_s = phase, now_s, now_s

    def _watch(self, capture: Capture, image: Image, light: float, now_s: float) -> None:
        """Unlock and settle again if a locked value has been wrong for `_PATIENCE_S`."""
        blurred = self.focus_locked and looks_blurred(as_grey(image))
        other = self.exposure_locked and not _alike(light, self._light, _OTHER_LIGHT)
        if not blurred and not other:
            self._right_s = now_s
        elif now_s - self._right_s >= _PATIENCE_S:
            if self.focus_locked:
                capture.set(cv2.CAP_PROP_AUTOFOCUS, 1)
                self.focus_locked = False
            self._free_exposure(capture)
            self._enter(_Phase.SETTLING, now_s)

    def _lock(self, capture: Capture) -> None:
        if property_of(capture, cv2.CAP_PROP_AUTOFOCUS) > 0:
            at = property_of(capture, cv2.CAP_PROP_FOCUS)
            capture.set(cv2.CAP_PROP_AUTOFOCUS, 0)
            # Some lenses return to their rest position when locked.
            if at > 0:
                capture.set(cv2.CAP_PROP_FOCUS, at)
            self.focus_locked = capture.get(cv2.CAP_PROP_AUTOFOCUS) == 0
        exposure = property_of(capture, cv2.CAP_PROP_EXPOSURE)
        # If the camera reports no exposure, manual mode would use its last setting.
        if exposure and capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, self._modes(capture)[0]):
            capture.set(cv2.CAP_PROP_EXPOSURE, exposure)
            self.exposure_locked = True

    def _free_exposure(self, capture: Capture) -> None:
        if self.exposure_locked:
            capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, self._modes(capture)[1])
            self.exposure_locked = False

    @staticmethod
    def _modes(capture: Capture) -> tuple[float, float]:
        return _MODES[property_of(capture, cv2.CAP_PROP_BACKEND) == _V4L2]


def _alike(light: float, other: float, factor: float) -> bool:
    return other / factor <= light <= other * factor
