"""Steps through a match's moments on the page, as the page asks for.

The server's thread queues wishes (`wish`); the player's own loop (`run`) puts moments into the
mailbox. A wish is one of

`{"to": 12}`: the moment of that number, from 1;

`{"entry": 40}`: the moment at which that entry of the page's log was made;

`{"play": true}`: play or pause;

`{"speed": 2}`: the speed, 0.5 to 8 times.
"""

from __future__ import annotations

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
    """The moments of one match and where among them the page is."""

    def __init__(self, shown: tuple[Cue, ...], lay: Callable[[Snapshot], None]) -> None:
        """Show the first moment through `lay`; there is at least one."""
        self._shown = shown
        self._lay = lay
        self._wishes: queue.Queue[dict[str, Any]] = queue.Queue(_MOST_WISHES)
        self._at, self._playing, self._speed = 0, False, 1.0
        self._due = 0.0
        self._show()

    def wish(self, data: dict[str, Any]) -> bool:
        """Take a wish from any thread; False if it is none, or too many wait."""
        if _read(data) is None:
            return False
        try:
            self._wishes.put_nowait(data)
        except queue.Full:
            return False
        return True

    def run(self, go_on: Callable[[], bool], clock: Callable[[], float] = time.monotonic) -> None:
        """Show what is wished for as long as `go_on` says."""
        while go_on():
            wait = _POLL_S
            if self._playing:
                wait = min(wait, max(0.0, self._due - clock()))
            try:
                self._take(self._wishes.get(timeout=wait) if wait else self._wishes.get_nowait())
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
        self._lay(replace(self._shown[self._at].moment.snapshot, film=film))


def _read(data: dict[str, Any]) -> tuple[str, float] | None:
    """Return a wish's name and value, None for anything else."""
    if len(data) != 1:
        return None
    ((name, value),) = data.items()
    if name == "play":
        return (name, value) if isinstance(value, bool) else None
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if name not in ("to", "entry", "speed") or not number or not -1e6 < value < 1e6:
        return None
    return name, value
