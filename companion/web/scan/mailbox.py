"""The mailbox between a scan's thread and its page's.

The scan publishes its state (`ScanSnapshot`, frozen), from which the server's thread computes
views. In the other direction, the scan takes uploaded photos and pressed buttons between two
pictures. A slow, absent or hostile page cannot delay the scan: no call waits for the page, and the
queues are bounded.
"""

import enum
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path

from companion.frames import Frame
from companion.scan.result import ScanResult
from companion.scan.saving import SavedFiles
from companion.scan.session import ScanStatus
from companion.scan.tally import ScanEvent

MOST_WAITING = 4
"""Maximum number of pending uploads, each of which may be tens of megabytes in size."""
_LOOKED_AT_S = 10.0
_MOST_NAME = 60


class Press(enum.StrEnum):
    """A button on the page."""

    FINISH = "finish"
    GO_ON = "go_on"


@dataclass(frozen=True, slots=True)
class NumberedEvent:
    """An event and its number, by which a page recognises new events."""

    number: int
    event: ScanEvent


@dataclass(frozen=True, slots=True)
class ScanSnapshot:
    """A scan at one moment.

    `counted`: tag → source, in the order seen; `twice`: tag → number of places; `result`: None
    while cards are being counted; `watching`: a camera is running; `kept`: the files of `saved`
    remain after the scan.
    """

    status: ScanStatus
    counted: dict[str, str]
    twice: dict[str, int]
    last: tuple[NumberedEvent, ...] = ()
    trouble: str = ""
    watching: bool = False
    result: ScanResult | None = None
    saved: SavedFiles | None = None
    kept: bool = False


@dataclass(frozen=True, slots=True)
class Upload:
    """An uploaded photo; the answer for its sender is set in `answer`."""

    name: str
    data: bytes
    answer: Future[tuple[list[NumberedEvent], ScanStatus]] = field(default_factory=Future)


class ScanMailbox:
    """The mailbox between a scan and its page; thread-safe."""

    def __init__(
        self, encode: Callable[[Frame], bytes], pictures: Path, *, phone: bool = False
    ) -> None:
        """Start empty; `encode` creates JPEGs, `pictures` is the folder of pictures.

        `phone`: True if a phone can reach this computer.
        """
        self.pictures, self.phone = pictures, phone
        self._encode = encode
        self._lock = threading.Lock()
        self._shown: ScanSnapshot | None = None
        self._number = 0
        self._frame: Frame | None = None
        self._jpeg: tuple[int, bytes] | None = None
        self._uploads: deque[Upload] = deque()
        self._pressed: deque[Press] = deque(maxlen=4)
        self._names: set[str] = set()
        self._asked_s = 0.0

    # Scan side.

    def post(self, shown: ScanSnapshot) -> None:
        """Publish a new snapshot."""
        with self._lock:
            self._shown = shown
            self._number += 1

    def look(self, frame: Frame) -> None:
        """Publish the camera's newest picture."""
        with self._lock:
            self._frame = frame

    def uploads(self) -> list[Upload]:
        """Return and clear the uploads, oldest first; each needs an answer."""
        with self._lock:
            came = list(self._uploads)
            self._uploads.clear()
        return came

    def pressed(self) -> list[Press]:
        """Return and clear the pressed buttons."""
        with self._lock:
            found = list(self._pressed)
            self._pressed.clear()
        return found

    def looked_at(self) -> bool:
        """Return True if a page is open."""
        return self._asked_s > 0 and time.monotonic() - self._asked_s < _LOOKED_AT_S

    # Page side.

    def shown(self) -> tuple[int, ScanSnapshot | None]:
        """Return the snapshot's number and the snapshot."""
        self._asked_s = time.monotonic()
        with self._lock:
            return self._number, self._shown

    @property
    def number(self) -> int:
        """The snapshot's number, which increases with every change."""
        return self._number

    def picture(self) -> bytes | None:
        """Return the camera's newest picture as a JPEG, or None without a camera."""
        with self._lock:
            frame, done = self._frame, self._jpeg
        if frame is None:
            return None
        if done is None or done[0] != frame.index:
            done = frame.index, self._encode(frame)
            self._jpeg = done
        return done[1]

    def send(self, name: str, data: bytes) -> Upload | None:
        """Add a photo to the scan's queue. Return None if too many photos are pending."""
        with self._lock:
            if len(self._uploads) >= MOST_WAITING:
                return None
            upload = Upload(self._own_name(plain_name(name)), data)
            self._uploads.append(upload)
            return upload

    def press(self, press: Press) -> None:
        """Add a pressed button to the queue."""
        with self._lock:
            self._pressed.append(press)

    def _own_name(self, name: str) -> str:
        """Return a name that no earlier photo had, because phones name every photo image.jpg."""
        found, n = name, 1
        while found in self._names:
            n += 1
            found = f"{name} ({n})"
        self._names.add(found)
        return found


def plain_name(name: str) -> str:
    """Return a file's printable name without its folders."""
    last = name.replace("\\", "/").rpartition("/")[2]
    shown = "".join(c for c in last if c.isprintable()).strip()
    return shown[-_MOST_NAME:] or "photo"
