"""A phone as the camera: pictures that arrive by POST become frames.

A phone sends when it likes: one photo a move, or ten pictures a second.  `Inbox` decodes what
comes, looks at the picture's own header first (a small file can claim a huge picture), and keeps
the newest; `PhoneSource` hands it to the match as a camera would.  A still photo is handed on
again and again, because what lies still has to be seen to lie still, but its clock runs for
`HOLD_S` only: a picture that stays the same for longer is a frozen camera's.  Until then it is the
clock on the wall, whatever the match did between two pictures: live ones tell true times.  The
same photo sent once more is the same picture still, and its clock stands.  When the next photo
comes after a while, the clock goes on by as much as tells the match that nobody watched meanwhile,
and no more: nobody's time runs out for it.  A phone that sent live pictures and falls silent is a
lost camera.
"""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from companion.errors import PhoneSilent
from companion.frames import Frame
from companion.referee.referee import UNWATCHED_S
from companion.texts import load_texts
from companion.vision.sources.mute_libjpeg import unheard
from companion.vision.sources.picture_header import read_header
from rules import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy.typing as npt

    from companion.web.camera_overlay import Glance

MOST_PIXELS = 40_000_000
_LIVE_GAP_S = 1.5
"""Pictures that follow each other quicker are live ones."""
_LOST_S = 4.0
_REPEAT_S = 0.1
HOLD_S = 1.6
"""So long a photo is looked at; two seconds of one picture are a frozen camera."""
_ANSWER_S = 3.0
_SAMPLE = 8
"""Every eighth pixel of every eighth row tells whether two photos are the same."""


def jpeg_size(data: bytes) -> tuple[int, int] | None:
    """Width and height that a JPEG's header claims; None if it is no JPEG."""
    header = read_header(data)
    if header.format != "JPEG" or not header.width or not header.height:
        return None
    return header.width, header.height


class Inbox:
    """The newest picture of a phone; safe to be asked from any thread."""

    def __init__(self, glance: Callable[[], Glance | None]) -> None:
        """`glance` tells what the match last saw, for the phone's own page."""
        self._glance = glance
        self._news = threading.Condition()
        self._image: npt.NDArray[np.uint8] | None = None
        self._count = 0
        self._at = 0.0
        self._live = False

    def put(self, data: bytes) -> dict[str, Any] | None:
        """Take a JPEG; what to tell the phone, None if it is no picture.

        Nothing, b"", asks how the newest picture was read, which may take longer than an answer.
        """
        if not data:
            return None if self._image is None else self._told(self._image)
        size = jpeg_size(data)
        if size is None or size[0] * size[1] > MOST_PIXELS:
            return None
        try:
            with unheard():
                image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
        except cv2.error:
            return None
        if image is None:
            return None
        with self._news:
            now = time.monotonic()
            self._live = now - self._at < _LIVE_GAP_S
            if self._live or not _same(self._image, image):
                self._image = np.asarray(image, np.uint8)
            self._at = now
            self._count += 1
            self._news.notify_all()
            newest = self._image
        return self._told(newest)

    def _told(self, image: object) -> dict[str, Any]:
        """What the phone is told of a picture; `read`: whether the match has looked at it.

        `state` and `said` (in each language) where the table's page says what the picture lacks.
        """
        seen = self._seen(image)
        return {
            "count": self._count,
            "read": bool(seen and seen.judged),
            "cards": seen.counted() if seen else None,
            "mat": bool(seen and seen.cells),
            **(_lacks(seen) if seen else {}),
        }

    def _seen(self, image: object) -> Glance | None:
        """What the match made of a picture, None if nothing yet; of live ones, of the last one."""
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

    def newest(self, after: int, wait_s: float) -> tuple[int, npt.NDArray[np.uint8] | None, bool]:
        """Number and picture, once there is one after `after` or `wait_s` are over.

        The third value: whether live pictures have stopped coming.
        """
        with self._news:
            self._news.wait_for(lambda: self._count > after, wait_s)
            lost = self._live and time.monotonic() - self._at > _LOST_S
            return self._count, self._image, lost


def _lacks(seen: Glance) -> dict[str, Any]:
    """What the light coach or the match finds wrong with a picture, as the table's page says it."""
    if seen.trouble is not None:
        key = f"trouble.{seen.trouble.value}"
        return {"state": "trouble", "said": {x: [load_texts(x).say(key)] for x in LANGUAGES}}
    if seen.coach is not None:
        said = {lang: list(texts) for lang, texts in seen.coach.said.items()}
        return {"state": seen.coach.state, "said": said}
    return {}


def _same(last: npt.NDArray[np.uint8] | None, image: npt.NDArray[Any]) -> bool:
    """Whether a photo shows what the last one did, pixel by pixel."""
    if last is None or last.shape != image.shape:
        return False
    return np.array_equal(last[::_SAMPLE, ::_SAMPLE], image[::_SAMPLE, ::_SAMPLE])


class PhoneSource:
    """A `FrameSource` over an inbox."""

    name = "phone"

    def __init__(self, inbox: Inbox) -> None:
        self._inbox = inbox
        self._clock = 0.0
        self._left_s = HOLD_S
        self._last = 0
        self._shown: npt.NDArray[np.uint8] | None = None
        self._index = 0
        self._open = True
        self._at = time.monotonic()
        self._stood_s = 0.0

    def read(self) -> Frame | None:
        """The newest picture; raises `PhoneSilent` while there is none, or none any more."""
        if not self._open:
            return None
        number, image, lost = self._inbox.newest(self._last, _REPEAT_S)
        if image is None or lost:
            raise PhoneSilent.about("camera.phone_silent")
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
        """Somebody else looks from now on: the photo is as new to them as it was at first."""
        self._shown, self._left_s = None, HOLD_S

    def close(self) -> None:
        """No more pictures are wanted."""
        self._open = False
