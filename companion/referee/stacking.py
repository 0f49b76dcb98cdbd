"""Control cards that lie one upon another: a store, a handful, or one laid over the last.

Theory of operation
-------------------
A control card says something because somebody lays it down.  It comes into sight in two other
ways, too, and says nothing then:

    several at once, one upon another   a handful was put down: which one is meant?
    one that was beneath another        the upper one was taken away

Two cards whose middles are nearer than their short side lie one upon the other, however they are
turned.  What was seen to go as something came to lie upon it is beneath that until it is seen
again.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from companion.readings import Face, Reading

if TYPE_CHECKING:
    from companion.referee.places import Places

__all__ = ["Stacks"]

_SHORT_MM: Final = 54.0
"""The short side of a control card."""
_SAME_MM: Final = 12.0
"""Nobody lays a card again so near to where it lay."""


class Stacks:
    """What lies beneath what, on seats' places for control cards and beside the mat."""

    def __init__(self, places: Places) -> None:
        """Nothing lies anywhere."""
        self._places = places
        self._lying: dict[str, Reading] = {}
        self._beneath: dict[str, Reading] = {}

    def note(self, shown: Iterable[Reading], gone: Iterable[Reading]) -> None:
        """What newly lies somewhere, and what is gone; after `said` was asked about it."""
        for reading in self._controls(shown):
            self._lying[reading.tag] = reading
        for reading in self._controls(gone):
            self._lying.pop(reading.tag, None)
            if any(_upon(other, reading) for other in self._lying.values()):
                self._beneath[reading.tag] = reading

    def said(self, shown: Sequence[Reading]) -> tuple[tuple[Reading, ...], tuple[Reading, ...]]:
        """What of all that newly lies somewhere was laid there alone; and what upon another."""
        controls = self._controls(shown)
        heard, stacked = list[Reading](), list[Reading]()
        for reading in shown:
            old = self._beneath.pop(reading.tag, None)
            if any(_upon(other, reading) for other in controls):
                (stacked if reading in controls else heard).append(reading)
            elif old is None or _apart(old, reading) > _SAME_MM:
                heard.append(reading)
        return tuple(heard), tuple(stacked)

    def _controls(self, readings: Iterable[Reading]) -> list[Reading]:
        """Those that say something by lying there; elsewhere on the mat the game lays its own."""
        return [
            each
            for each in readings
            if each.face is Face.CONTROL
            if self._places.speaks(each.cell or "") or each.cell not in self._places.zones
        ]


def _upon(one: Reading, other: Reading) -> bool:
    return one.tag != other.tag and _apart(one, other) < _SHORT_MM


def _apart(one: Reading, other: Reading) -> float:
    """How far apart the middles of two cards are, mm; beyond all bounds where a mat lacks."""
    if None in (one.x_mm, one.y_mm, other.x_mm, other.y_mm):
        return math.inf
    return math.dist((one.x_mm, one.y_mm), (other.x_mm, other.y_mm))  # type: ignore[arg-type]
