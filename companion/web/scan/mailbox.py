"""What passes between a scan and its page, each in a thread of its own.

The scan lays what is known (`Shown`, frozen) on the desk; the server's thread reads it and makes
views of it.  The other way come photographs that were uploaded and buttons that were pressed; the
scan takes them between two pictures.  A page that is slow, gone or hostile costs the scan nothing:
nothing here waits for it, and what waits for the scan is bounded.
"""

from __future__ import annotations

import enum
import threading
import time
from collections import deque
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from companion.frames import Frame
    from companion.scan.result import Result
    from companion.scan.saving import Saved
    from companion.scan.session import Status
    from companion.scan.tally import Event

MOST_WAITING = 4
"""So many uploaded photographs wait at once; each may have some tens of megabytes."""
_LOOKED_AT_S = 10.0
_MOST_NAME = 60


class Press(enum.StrEnum):
    """What can be pressed on the page."""

    FINISH = "finish"
    GO_ON = "go_on"


@dataclass(frozen=True, slots=True)
class Told:
    """An event and its number, by which a page knows what is news."""

    number: int
    event: Event


@dataclass(frozen=True, slots=True)
class Shown:
    """A scan at one moment.

    `counted`: tag → source, in the order seen; `twice`: tag → places; `result` is None while cards
    are being counted; `watching`: whether a camera is looking; `kept`: whether what is `saved`
    stays when the scan has ended.
    """

    status: Status
    counted: dict[str, str]
    twice: dict[str, int]
    last: tuple[Told, ...] = ()
    trouble: str = ""
    watching: bool = False
    result: Result | None = None
    saved: Saved | None = None
    kept: bool = False


@dataclass(frozen=True, slots=True)
class Upload:
    """A photograph on its way; the answer for whoever sent it is laid in `answer`."""

    name: str
    data: bytes
    answer: Future[tuple[list[Told], Status]] = field(default_factory=Future)


class ScanDesk:
    """The desk between a scan and its page; safe to be asked from any thread."""

    def __init__(
        self, encode: Callable[[Frame], bytes], pictures: Path, *, phone: bool = False
    ) -> None:
        """`encode` makes a JPEG of a frame; `pictures` is the folder of what was seen.

        `phone`: whether a phone can reach this computer.
        """
        self.pictures, self.phone = pictures, phone
        self._encode = encode
        self._lock = threading.Lock()
        self._shown: Shown | None = None
        self._number = 0
        self._frame: Frame | None = None
        self._jpeg: tuple[int, bytes] | None = None
        self._uploads: deque[Upload] = deque()
        self._pressed: deque[Press] = deque(maxlen=4)
        self._names: set[str] = set()
        self._asked_s = 0.0

    # The scan's side.

    def lay(self, shown: Shown) -> None:
        """This is how it stands."""
        with self._lock:
            self._shown = shown
            self._number += 1

    def look(self, frame: Frame) -> None:
        """The camera's newest picture."""
        with self._lock:
            self._frame = frame

    def uploads(self) -> list[Upload]:
        """The photographs that came, the oldest first; each has to be answered."""
        with self._lock:
            came = list(self._uploads)
            self._uploads.clear()
        return came

    def pressed(self) -> list[Press]:
        """What was pressed since this was last asked."""
        with self._lock:
            found = list(self._pressed)
            self._pressed.clear()
        return found

    def looked_at(self) -> bool:
        """Whether somebody has the page open."""
        return self._asked_s > 0 and time.monotonic() - self._asked_s < _LOOKED_AT_S

    # The page's side.

    def shown(self) -> tuple[int, Shown | None]:
        """How it stands, and the number of it."""
        self._asked_s = time.monotonic()
        with self._lock:
            return self._number, self._shown

    @property
    def number(self) -> int:
        """The number of what is shown; it grows with every change."""
        return self._number

    def picture(self) -> bytes | None:
        """The camera's newest picture as a JPEG; None if there is no camera."""
        with self._lock:
            frame, done = self._frame, self._jpeg
        if frame is None:
            return None
        if done is None or done[0] != frame.index:
            done = frame.index, self._encode(frame)
            self._jpeg = done
        return done[1]

    def send(self, name: str, data: bytes) -> Upload | None:
        """Give the scan a photograph; None if too many are waiting."""
        with self._lock:
            if len(self._uploads) >= MOST_WAITING:
                return None
            upload = Upload(self._own_name(plain_name(name)), data)
            self._uploads.append(upload)
            return upload

    def press(self, press: Press) -> None:
        """A button was pressed."""
        with self._lock:
            self._pressed.append(press)

    def _own_name(self, name: str) -> str:
        """A name that no earlier photograph had: phones call every one of them image.jpg."""
        found, n = name, 1
        while found in self._names:
            n += 1
            found = f"{name} ({n})"
        self._names.add(found)
        return found


def plain_name(name: str) -> str:
    """A file's name as it may be shown and written down: no folders, nothing unprintable."""
    last = name.replace("\\", "/").rpartition("/")[2]
    shown = "".join(c for c in last if c.isprintable()).strip()
    return shown[-_MOST_NAME:] or "photo"
