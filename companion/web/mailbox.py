"""The mailbox between the match's thread and the server's.

The match loop's thread posts the newest snapshot and overlay and takes commands; the server's
thread does the reverse. They exchange complete frozen values under one lock, so neither waits for
the other. Pictures are encoded when a page requests one, at most once per frame, in a server
thread.
"""

import threading
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass

from companion.frames import Frame
from companion.referee.control_cards import ControlCard
from companion.web.camera_overlay import Crop, OverlayFrame
from companion.web.snapshot import Snapshot
from rules import Action, Seat, Verb

Encoder = Callable[["Frame", "Crop", int], bytes]

MOST_PRESSED = 16
"""Maximum number of pending commands from the table's page. Further commands are dropped."""
MOST_OF_A_SEAT = 4
"""Maximum number of commands from a seat's page. Separate limits prevent mutual blocking."""
MOST_MOMENTS = 120
MOST_PX, _MOMENT_PX = 1280, 960


@dataclass(frozen=True, slots=True)
class Pressed:
    """A control card pressed on a page, and its seat ("" at the table)."""

    control: ControlCard
    seat: Seat = ""


@dataclass(frozen=True, slots=True)
class SeatDeclaration:
    """A declaration from a seat's own page."""

    seat: Seat
    verb: Verb
    value: str = ""


@dataclass(frozen=True, slots=True)
class ResetTable:
    """A command to arrange a drawn table in the match's layout."""


@dataclass(frozen=True, slots=True)
class PerformAction:
    """A command to perform a seat's action on a drawn table."""

    action: Action


@dataclass(frozen=True, slots=True)
class ThrowDice:
    """A command to throw the awaited dice on a drawn table; chance decides the result."""


@dataclass(frozen=True, slots=True)
class Rematch:
    """A command to start a rematch."""


@dataclass(frozen=True, slots=True)
class SwitchRecording:
    """A command to start or stop the recording of the match."""

    on: bool


@dataclass(frozen=True, slots=True)
class AskTutor:
    """A request to the tutor: `help`, `back`, `leave` or `match`."""

    word: str


@dataclass(frozen=True, slots=True)
class AskHint:
    """A seat's request for a hint."""

    seat: Seat


PageCommand = (
    Pressed
    | SeatDeclaration
    | ResetTable
    | PerformAction
    | ThrowDice
    | Rematch
    | SwitchRecording
    | AskTutor
    | AskHint
)
"""A command from a page to the match."""


class Mailbox:
    """The newest values of both sides; thread-safe."""

    def __init__(self, encode: Encoder) -> None:
        """Start empty; `encode` creates a JPEG from frame, crop and maximum width."""
        self._encode = encode
        self._lock = threading.Lock()
        self._encoding = threading.Lock()
        self._snapshot: Snapshot | None = None
        self._glance: OverlayFrame | None = None
        self._turn = 0
        self._pressed: deque[tuple[Seat, PageCommand]] = deque()
        self._moments: OrderedDict[int, bytes] = OrderedDict()
        self._jpeg: tuple[OverlayFrame, bytes] | None = None
        self._wake: Callable[[], None] = _no_server

    # Match side.

    def post(self, snapshot: Snapshot) -> None:
        """Publish a new snapshot."""
        with self._lock:
            self._snapshot = snapshot
            self._turn += 1
        self._wake()

    def clear(self) -> None:
        """Drop the last match's commands and pictures."""
        with self._lock:
            self._pressed.clear()
            self._moments.clear()

    def look(self, glance: OverlayFrame) -> None:
        """Publish a new overlay frame."""
        with self._lock:
            self._glance = glance
        self._wake()

    def keep_moment(self, n: int) -> None:
        """Store the current picture with log entry `n`."""
        glance = self.glance
        if glance is None:
            return
        data = self._encode(glance.frame, glance.cut, _MOMENT_PX)
        with self._lock:
            self._moments[n] = data
            while len(self._moments) > MOST_MOMENTS:
                self._moments.popitem(last=False)

    def take(self) -> list[PageCommand]:
        """Take the pending commands out of the mailbox."""
        with self._lock:
            taken = [command for _, command in self._pressed]
            self._pressed.clear()
        return taken

    # Server side.

    def wake_by(self, wake: Callable[[], None]) -> None:
        """Set the callback for new values; it runs in the match loop's thread and must be quick."""
        self._wake = wake

    def press(self, pressed: PageCommand, by: Seat = "") -> bool:
        """Add a command to the queue; return False if too many are pending.

        `by`: the seat of the page, or "" for the table's.
        """
        with self._lock:
            waiting = sum(seat == by for seat, _ in self._pressed)
            if waiting >= (MOST_OF_A_SEAT if by else MOST_PRESSED):
                return False
            self._pressed.append((by, pressed))
        return True

    @property
    def snapshot(self) -> tuple[int, Snapshot | None]:
        """The newest snapshot and its number."""
        with self._lock:
            return self._turn, self._snapshot

    @property
    def glance(self) -> OverlayFrame | None:
        """The newest overlay frame."""
        with self._lock:
            return self._glance

    def moment(self, n: int) -> bytes | None:
        """Return the picture of a log entry."""
        with self._lock:
            return self._moments.get(n)

    def picture(self) -> bytes | None:
        """Return the newest picture as a JPEG, which is encoded only once for all pages."""
        glance = self.glance
        if glance is None:
            return None
        with self._encoding:
            if self._jpeg is None or self._jpeg[0] is not glance:
                self._jpeg = glance, self._encode(glance.frame, glance.cut, MOST_PX)
            return self._jpeg[1]


def _no_server() -> None:
    """Ignore new values while no server is running."""
