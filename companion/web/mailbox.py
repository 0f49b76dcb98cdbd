"""Between the match and the page: two threads, one desk.

The loop's thread lays the newest snapshot and glance here and takes pressed control cards away;
the server's thread does the reverse.  Each side only ever exchanges whole frozen values under one
lock, so neither waits for the other: a page that does not look costs nothing, one that looks too
often gets the same values again.

Pictures are encoded when a page asks for one, at most once a frame, in a thread of the server's.
"""

from __future__ import annotations

import threading
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.frames import Frame
    from companion.referee.control_cards import ControlCard
    from companion.web.camera_overlay import Cut, Glance
    from companion.web.snapshot import Snapshot
    from rules import Action, Seat, Verb

Encoder = Callable[["Frame", "Cut", int], bytes]

MOST_PRESSED = 16
"""Of the table: cards that may wait to be taken up; who presses faster is not heard."""
MOST_OF_A_SEAT = 4
"""Of each seat's own page; a share for each, so that none of them silences the others."""
MOST_MOMENTS = 120
MOST_PX, _MOMENT_PX = 1280, 960


@dataclass(frozen=True, slots=True)
class Pressed:
    """A control card that was pressed on a page, and by whom ("" at the table)."""

    control: ControlCard
    seat: Seat = ""


@dataclass(frozen=True, slots=True)
class Spoken:
    """What a seat said on its own page."""

    seat: Seat
    verb: Verb
    value: str = ""


@dataclass(frozen=True, slots=True)
class Tidied:
    """The table is to be laid as the match has it; only where it is played at on the page."""


@dataclass(frozen=True, slots=True)
class Uttered:
    """What whoever plays on the page wants said for a seat: with a piece, or as a word."""

    action: Action


@dataclass(frozen=True, slots=True)
class Again:
    """The match is over, and another is wanted of the same kind."""


Told = Pressed | Spoken | Tidied | Uttered | Again
"""What a page may tell the match."""


class Desk:
    """The newest of everything, safe to be asked from any thread."""

    def __init__(self, encode: Encoder) -> None:
        """`encode` makes a JPEG of the cut part of a frame, at most so many pixels wide."""
        self._encode = encode
        self._lock = threading.Lock()
        self._encoding = threading.Lock()
        self._snapshot: Snapshot | None = None
        self._glance: Glance | None = None
        self._turn = 0
        self._pressed: deque[tuple[Seat, Told]] = deque()
        self._moments: OrderedDict[int, bytes] = OrderedDict()
        self._jpeg: tuple[Glance, bytes] | None = None
        self._wake: Callable[[], None] = _nobody

    # The loop's side.

    def lay(self, snapshot: Snapshot) -> None:
        """Something happened in the match."""
        with self._lock:
            self._snapshot = snapshot
            self._turn += 1
        self._wake()

    def clear(self) -> None:
        """Another match begins: pictures and words of the last one are no part of it."""
        with self._lock:
            self._pressed.clear()
            self._moments.clear()

    def look(self, glance: Glance) -> None:
        """The camera delivered a frame."""
        with self._lock:
            self._glance = glance
        self._wake()

    def keep_moment(self, n: int) -> None:
        """Keep the present picture with log entry `n`."""
        glance = self.glance
        if glance is None:
            return
        data = self._encode(glance.frame, glance.cut, _MOMENT_PX)
        with self._lock:
            self._moments[n] = data
            while len(self._moments) > MOST_MOMENTS:
                self._moments.popitem(last=False)

    def take(self) -> list[Told]:
        """What was pressed and said since."""
        with self._lock:
            taken = [told for _, told in self._pressed]
            self._pressed.clear()
        return taken

    # The server's side.

    def wake_by(self, wake: Callable[[], None]) -> None:
        """Whom to tell that something is new; called in the loop's thread, so be quick."""
        self._wake = wake

    def press(self, pressed: Told, by: Seat = "") -> bool:
        """Press a control card or say something; False if too much waits already.

        `by`: the seat whose own page it comes from, "" for the table's.
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
    def glance(self) -> Glance | None:
        """The newest glance."""
        with self._lock:
            return self._glance

    def moment(self, n: int) -> bytes | None:
        """The picture of a log entry."""
        with self._lock:
            return self._moments.get(n)

    def picture(self) -> bytes | None:
        """The newest picture as JPEG; every page gets the same bytes of the same frame."""
        glance = self.glance
        if glance is None:
            return None
        with self._encoding:
            if self._jpeg is None or self._jpeg[0] is not glance:
                self._jpeg = glance, self._encode(glance.frame, glance.cut, MOST_PX)
            return self._jpeg[1]


def _nobody() -> None:
    """Nobody is looking."""
