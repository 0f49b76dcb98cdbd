"""A player who throws a die into a tray, again where the referee cannot read it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final

from companion.simulator.dice import Die
from companion.simulator.private_inputs import Pages
from companion.simulator.stage import Stage, Tick
from companion.simulator.throws import throw
from rules import Seat

_THROWS: Final = 3
_UNREAD: Final = "die_unsure"
_TRAY_MM: Final = (36.0, 6.0)
"""How far from its tray's middle a die comes to rest."""


class Thrower:
    """Players who throw their die into a tray, and hear on `pages` what the referee makes of it."""

    def __init__(self, stage: Stage, pages: Pages, rng: random.Random, listen_s: float) -> None:
        """`listen_s`: how long they leave the referee to speak."""
        self._stage = stage
        self._pages = pages
        self._rng = rng
        self._listen_s = listen_s

    def until_read(self, seat: Seat, tray: str, value: str) -> Iterator[Tick]:
        """A die is thrown, and thrown again where the referee says that it cannot read it."""
        for _ in range(_THROWS):
            before = len(self._pages.heard or ())
            yield from self.once(seat, tray, value)
            if _UNREAD not in (self._pages.heard or ())[before:]:
                return

    def once(self, seat: Seat, tray: str, value: str, lean_deg: float = 0.0) -> Iterator[Tick]:
        """A die is thrown; players who hear the referee give it time to say something of it."""
        heard = self._pages.heard
        before = len(heard or ())
        yield from self._throw(seat, tray, value, lean_deg)
        for _ in range(_THROWS):
            if heard is not None and len(heard) == before:
                yield from self._stage.wait(self._listen_s)

    def _throw(self, seat: Seat, tray: str, value: str, lean_deg: float = 0.0) -> Iterator[Tick]:
        """A die is thrown into a tray; one that leans has to be thrown again."""
        x, y = self._stage.place_mm(tray)
        dx, dy = (
            self._rng.uniform(-_TRAY_MM[0], _TRAY_MM[0]),
            self._rng.uniform(-_TRAY_MM[1], _TRAY_MM[1]),
        )
        turn = self._rng.uniform(0, 360)
        die = Die(value, x + dx, y + dy, turn, lean_deg=lean_deg)
        yield from throw(self._stage, seat, [die])
        yield from self._stage.wait(self._listen_s)
