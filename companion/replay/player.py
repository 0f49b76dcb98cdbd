"""Plays back a match's moments, controlled by the web page.

The server's thread queues requests (`request`), and the player's own loop (`run`) posts moments to
the mailbox. A request is one of

`{"to": 12}`: show the moment with that number, from 1;

`{"entry": 40}`: show the moment for that entry in the page's log;

`{"play": true}`: play (true) or pause (false);

`{"speed": 2}`: set the speed to a factor from 0.5 to 8.
"""

import queue
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from companion.replay.subtitles import Cue
from companion.web.snapshot import Film, Snapshot

_MOST_WISHES: Final = 32
_SLOWEST, _FASTEST = 0.5, 8.0
_POLL_S: Final = 0.25


class ReplayPlayer:
    """A player for the moments of one match, with the current position."""

    def __init__(self, shown: tuple[Cue, ...], post: Callable[[Snapshot], None]) -> None:
        """Post the first moment. There must be at least one."""
        self._shown = shown
        self._post = post
        self._requests: queue.Queue[dict[str, Any]] = queue.Queue(_MOST_WISHES)
        self._at, self._playing, self._speed = 0, False, 1.0
        self._due = 0.0
        self._show()

    def request(self, data: dict[str, Any]) -> bool:
        """Queue a request from any thread. Return False if it is invalid or the queue is full."""
        if _read(data) is None:
            return False
        try:
            self._requests.put_nowait(data)
        except queue.Full:
            return False
        return True

    def run(self, go_on: Callable[[], bool], clock: Callable[[], float] = time.monotonic) -> None:
        """Show the requested moments while `go_on` returns True."""
        while go_on():
            wait = _POLL_S
            if self._playing:
                wait = min(wait, max(0.0, self._due - clock()))
            try:
                self._take(
                    self._requests.get(timeout=wait) if wait else self._requests.get_nowait()
                )
            except queue.Empty:
                pass
            else:
                self._due = clock() + self._length()
                continue
            if self._playing and clock() >= self._due:
                self._step_on()
                self._due = clock() + self._length()

    def _length(self) -> float:
        cue = self._shown[self._at]
        return (cue.end_s - cue.start_s) / self._speed

    def _step_on(self) -> None:
        self._at = min(self._at + 1, len(self._shown) - 1)
        self._playing = self._at < len(self._shown) - 1
        self._show()

    def _take(self, data: dict[str, Any]) -> None:
        name, value = _read(data) or ("", 0)
        if name == "to":
            self._at = min(max(int(value), 1), len(self._shown)) - 1
        elif name == "entry":
            numbers = [cue.moment.entry.n for cue in self._shown]
            self._at = max((i for i, n in enumerate(numbers) if n <= value), default=0)
        elif name == "speed":
            self._speed = min(max(float(value), _SLOWEST), _FASTEST)
        else:
            self._playing = bool(value)
            if self._playing and self._at == len(self._shown) - 1:
                self._at = 0
        self._show()

    def _show(self) -> None:
        film = Film(self._at + 1, len(self._shown), self._playing, self._speed)
        self._post(replace(self._shown[self._at].moment.snapshot, film=film))


def _read(data: dict[str, Any]) -> tuple[str, float] | None:
    """Return a request's name and value, or None if it is invalid."""
    if len(data) != 1:
        return None
    ((name, value),) = data.items()
    if name == "play":
        return (name, value) if isinstance(value, bool) else None
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if name not in ("to", "entry", "speed") or not number or not -1e6 < value < 1e6:
        return None
    return name, value
