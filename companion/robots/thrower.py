"""Throws of a die into a tray by robots, repeated until the referee can read it."""

import random
from collections.abc import Iterator
from typing import Final

from companion.simulator.dice import Die
from companion.simulator.private_inputs import PrivateInputs
from companion.simulator.stage import SceneFrame, Stage
from companion.simulator.throws import throw
from rules import Seat

_THROWS: Final = 3
_UNREAD: Final = "die_unsure"
_TRAY_MM: Final = (36.0, 6.0)
"""Maximum distance of a resting die from the middle of its tray."""


class Thrower:
    """A player who throws a die into a tray and reads the referee's notices on `pages`."""

    def __init__(
        self, stage: Stage, pages: PrivateInputs, rng: random.Random, listen_s: float
    ) -> None:
        """Prepare throws; `listen_s` is the time for the referee to speak."""
        self._stage = stage
        self._pages = pages
        self._rng = rng
        self._listen_s = listen_s

    def until_read(self, seat: Seat, tray: str, value: str) -> Iterator[SceneFrame]:
        """Throw a die until the referee can read it."""
        for _ in range(_THROWS):
            before = len(self._pages.heard or ())
            yield from self.once(seat, tray, value)
            if _UNREAD not in (self._pages.heard or ())[before:]:
                return

    def once(
        self, seat: Seat, tray: str, value: str, lean_deg: float = 0.0
    ) -> Iterator[SceneFrame]:
        """Throw a die into a tray once; wait for a notice if there is a referee.

        A leaning die has to be thrown again.
        """
        heard, middle = self._pages.heard, self._stage.cell(tray)
        before = len(heard or ())
        dx, dy = (self._rng.uniform(-reach, reach) for reach in _TRAY_MM)
        turn = self._rng.uniform(0, 360)
        die = Die(value, middle.x_mm + dx, middle.y_mm + dy, turn, lean_deg=lean_deg)
        yield from throw(self._stage, seat, [die])
        yield from self._stage.wait(self._listen_s)
        for _ in range(_THROWS):
            if heard is not None and len(heard) == before:
                yield from self._stage.wait(self._listen_s)
