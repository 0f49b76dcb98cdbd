"""A phone as the camera: pictures that arrive by POST become frames.

A phone sends one photo per move, or ten pictures per second. `Inbox` checks a picture's header
first (a small file can claim a huge picture), decodes one picture at a time, and keeps the newest
one.
`PhoneSource` passes it to the match as a camera would.

A still photo is returned repeatedly, because settling takes several frames. Its clock runs only
for `HOLD_S`, because a picture that does not change for longer means a frozen camera. Until then
it is the real clock, so live pictures have true times. A photo sent twice is the same picture, and
its clock stops. When the next photo arrives after a pause, the clock advances just enough to
indicate an unwatched interval, so that no time limit expires. A phone that stops sending live
pictures is a lost camera.
"""

import threading
import time
from collections.abc import Callable
from typing import Any

import cv2
import numpy as np

from companion.errors import PhoneSilent
from companion.frames import Frame
from companion.referee.decide import UNWATCHED_S
from companion.vision.reader.image_pyramid import Image
from companion.vision.sources.mute_libjpeg import mute_libjpeg
from companion.vision.sources.picture_header import read_header
from companion.web.camera_overlay import OverlayFrame
from rules import LANGUAGES, Message

MOST_PIXELS = 40_000_000
_HALVED = 16_000_000
"""Number of pixels above which a photo is decoded at half its width and height."""
_LIVE_GAP_S = 1.5
"""Longest interval between live pictures, s."""
_LOST_S = 4.0
_REPEAT_S = 0.1
HOLD_S = 1.6
"""Time for which a photo counts as watched, s; two seconds of one picture mean a frozen camera."""
_ANSWER_S = 3.0
_SAMPLE = 8
"""Step in pixels and rows at which photos are sampled to find identical ones."""


def jpeg_size(data: bytes) -> tuple[int, int] | None:
    """Return the width and height in a JPEG's header, or None if the data are not a JPEG."""
    header = read_header(data)
    if header.format != "JPEG" or not header.width or not header.height:
        return None
    return header.width, header.height


class Inbox:
    """A phone's newest picture; thread-safe."""

    def __init__(self, glance: Callable[[], OverlayFrame | None]) -> None:
        """Start empty; `glance` returns the match's latest overlay, for the phone's page."""
        self._glance = glance
        self._news = threading.Condition()
        self._decoding = threading.Lock()
        self._image: Image | None = None
        self._count = 0
        self._at = 0.0
        self._live = False

    def put(self, data: bytes) -> dict[str, Any] | None:
        """Store a JPEG; return the report for the phone, or None if it is not a picture.

        Empty data requests the report on the newest picture, which may take longer than one
        request.
        """
        if not data:
            return None if self._image is None else self._report(self._image)
        size = jpeg_size(data)
        if size is None or size[0] * size[1] > MOST_PIXELS:
            return None
        mode = cv2.IMREAD_REDUCED_COLOR_2 if size[0] * size[1] > _HALVED else cv2.IMREAD_COLOR
        with self._decoding:
            image = _decoded(data, mode)
            newest = None if image is None else self._keep(image)
        return None if newest is None else self._report(newest)

    def _keep(self, image: Image) -> Image:
        """Store a picture. Return it, or the stored photo if that is the same."""
        with self._news:
            now = time.monotonic()
            self._live = now - self._at < _LIVE_GAP_S
            if self._image is None or self._live or not _same(self._image, image):
                self._image = image
            self._at = now
            self._count += 1
            self._news.notify_all()
            return self._image

    def _report(self, image: object) -> dict[str, Any]:
        """Return the report on a picture; `read` is True once the match has looked at it.

        If the picture has a fault, `state` and `said` (in each language) are the same as on the
        table's page.
        """
        seen = self._seen(image)
        return {
            "count": self._count,
            "read": bool(seen and seen.judged),
            "cards": seen.counted() if seen else None,
            "mat": bool(seen and seen.cells),
            **(_lacks(seen) if seen else {}),
        }

    def _seen(self, image: object) -> OverlayFrame | None:
        """Return a photo's overlay (None if pending) or, for live pictures, the latest overlay."""
        until = time.monotonic() + (0.0 if self._live else _ANSWER_S)
        while True:
            seen = self._glance()
            if seen is not None and (seen.judged or seen.coach):
                looked_at = seen.frame.image if seen.judged else seen.examined
                if self._live or looked_at is image:
                    return seen
            if time.monotonic() >= until:
                return None
            time.sleep(_REPEAT_S / 4)

    def newest(self, after: int, wait_s: float) -> tuple[int, Image | None, bool]:
        """Return the newest picture and its number, once that exceeds `after` or `wait_s` is over.

        The third value is True if live pictures have stopped arriving.
        """
        with self._news:
            self._news.wait_for(lambda: self._count > after, wait_s)
            lost = self._live and time.monotonic() - self._at > _LOST_S
            return self._count, self._image, lost


def _lacks(seen: OverlayFrame) -> dict[str, Any]:
    """Return the faults that the light coach or the match found, worded as on the page."""
    if seen.trouble is not None:
        trouble = Message(f"referee.trouble.{seen.trouble.value}")
        return {"state": "trouble", "said": {x: [trouble.render(x)] for x in LANGUAGES}}
    if seen.coach is not None:
        sentences = {lang: list(texts) for lang, texts in seen.coach.sentences.items()}
        return {"state": seen.coach.state, "said": sentences}
    return {}


def _decoded(data: bytes, mode: int) -> Image | None:
    """Return a JPEG's pixels, or None if it is damaged."""
    try:
        with mute_libjpeg():
            image = cv2.imdecode(np.frombuffer(data, np.uint8), mode)
    except cv2.error:
        return None
    return None if image is None else np.asarray(image, np.uint8)


def _same(last: Image, image: Image) -> bool:
    """Return True if both photos are identical in all sampled pixels."""
    if last.shape != image.shape:
        return False
    return np.array_equal(last[::_SAMPLE, ::_SAMPLE], image[::_SAMPLE, ::_SAMPLE])


class PhoneSource:
    """A `FrameSource` that reads from an inbox."""

    name = "phone"

    def __init__(self, inbox: Inbox) -> None:
        self._inbox = inbox
        self._clock = 0.0
        self._left_s = HOLD_S
        self._last = 0
        self._shown: Image | None = None
        self._index = 0
        self._open = True
        self._at = time.monotonic()
        self._stood_s = 0.0

    def read(self) -> Frame | None:
        """Return the newest picture; raise `PhoneSilent` while there is none."""
        if not self._open:
            return None
        number, image, lost = self._inbox.newest(self._last, _REPEAT_S)
        if image is None or lost:
            raise PhoneSilent(Message("fault.camera.phone_silent"))
        fresh = number != self._last and image is not self._shown
        now = time.monotonic()
        passed = min(now - self._at, max(self._left_s, _REPEAT_S if fresh else 0.0))
        self._left_s = HOLD_S if fresh else self._left_s - passed
        self._stood_s += now - self._at - passed
        if fresh:
            passed += UNWATCHED_S if self._stood_s > UNWATCHED_S else 0.0
            self._stood_s = 0.0
        self._clock, self._at = self._clock + passed, now
        self._last, self._shown = number, image
        frame = Frame(image, round(self._clock, 3), self._index)
        self._index += 1
        return frame

    def again(self) -> None:
        """Treat the photo as new, for the next match."""
        self._shown, self._left_s = None, HOLD_S

    def close(self) -> None:
        """Stop reading."""
        self._open = False
