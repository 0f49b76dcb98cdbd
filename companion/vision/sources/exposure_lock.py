"""Locks a camera's focus and exposure once they have settled.

Automatic focus hunts when a hand comes near, automatic exposure drifts when a white card is placed;
both look like changes on the table. So they may settle, and are then locked:

    SETTLING ──2.5 s──► lock focus, lock exposure ──1 s──► CHECKING ──► HELD
     ▲                                                   │ darker or brighter than before:
     │                                                   ▼ exposure is unlocked
     └── the picture has been blurred, or far from its brightness, for 4 s ◄── HELD

The result of `set` is unreliable: focus counts as locked if it reads back so, exposure if the
picture then looks as bright as before. V4L2 calls automatic exposure 3 and manual 1, others 0.75
and 0.25. A camera that supports neither, or whose driver fails, stays as it is.
"""

from __future__ import annotations

import enum

import cv2
import numpy as np

from companion.vision.reader.image_pyramid import Image, as_grey
from companion.vision.sources.capture import Capture, property_of
from companion.vision.trouble import looks_blurred

_SETTLE_S, _CHECK_S, _PATIENCE_S = 2.5, 1.0, 4.0
_LOOK_EVERY_S = 0.5
_SAME_LIGHT = 1.25
_OTHER_LIGHT = 1.8
_V4L2 = cv2.CAP_V4L2
_MODES = {True: (1.0, 3.0), False: (0.25, 0.75)}
"""Manual and automatic exposure, on V4L2 and elsewhere."""


class _Phase(enum.Enum):
    SETTLING = enum.auto()
    CHECKING = enum.auto()
    HELD = enum.auto()


class ExposureLock:
    """The locks of one opened camera; call `look` with each of its pictures."""

    def __init__(self, now_s: float) -> None:
        self.focus_locked = False
        self.exposure_locked = False
        self._phase = _Phase.SETTLING
        self._since = now_s
        self._looked = -_LOOK_EVERY_S
        self._right_s = now_s
        self._light = 0.0

    def look(self, capture: Capture, image: Image, now_s: float) -> None:
        """Take in a picture of this time and adjust the camera if due."""
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
        """Unlock and settle again if a locked value has been wrong for a while."""
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
        # Without a value, "manual" would mean the camera's last setting.
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
