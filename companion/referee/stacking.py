"""Control cards that lie one upon another: a store, a handful, or one laid over the last.

Theory of operation
-------------------
A control card says something because somebody lays it down.  It comes into sight in two other
ways, too, and says nothing then:

    several at once, one upon another   a handful was put down: which one is meant?
    one that was beneath another        the upper one was taken away

Two cards whose middles are nearer than their short side lie one upon the other, however they are
turned.  What was seen to go as something came to lie upon it may be beneath that; or the two were
swapped in one visit.  It was beneath if it is seen again, as soon as the other is gone, where it
lay to a hair and turned as it was: a hand seldom lays a card again like that, and is answered.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from companion.readings import Face, Reading

if TYPE_CHECKING:
    from companion.referee.geometry import TableGeometry

_SHORT_MM: Final = 54.0
"""The short side of a control card."""
_SAME_MM, _SAME_DEG = 2.0, 3.0
"""What did not move is read within these."""
_SEEN_AGAIN_S: Final = 2.0
"""So long after nothing lies upon it any more, a card that is not seen was taken up as well."""


class TokenChanges(NamedTuple):
    """Newly seen pieces and cards: what was laid, what lies upon another, and what did lie so."""

    heard: list[Reading]
    stacked: list[Reading]
    uncovered: list[Reading]


class StackDetector:
    """What lies beneath what, on seats' places for control cards and beside the mat."""

    def __init__(self, geometry: TableGeometry) -> None:
        """Nothing lies anywhere."""
        self._geometry = geometry
        self._visible: dict[str, Reading] = {}
        self._beneath: dict[str, tuple[Reading, float]] = {}

    def update(self, shown: Iterable[Reading], gone: Iterable[Reading], now: float) -> None:
        """What newly lies somewhere, and what is gone; after `said` was asked about it.

        `now` in seconds.
        """
        self._visible |= {reading.tag: reading for reading in self._controls(shown)}
        left = self._controls(gone)
        for reading in left:
            self._visible.pop(reading.tag, None)
        for reading in left:
            self._beneath[reading.tag] = reading, -math.inf
        for tag, (reading, covered_s) in tuple(self._beneath.items()):
            if any(_upon(other, reading) for other in self._visible.values()):
                self._beneath[tag] = reading, now
            elif now - covered_s > _SEEN_AGAIN_S:
                del self._beneath[tag]

    def classify(self, shown: Sequence[Reading]) -> TokenChanges:
        """What of all that newly lies somewhere was laid there to say something."""
        controls = self._controls(shown)
        said = TokenChanges([], [], [])
        for reading in shown:
            old, _ = self._beneath.pop(reading.tag, (None, 0.0))
            if reading in controls and any(_upon(other, reading) for other in controls):
                said.stacked.append(reading)
            elif old is not None and _as_it_lay(old, reading):
                said.uncovered.append(reading)
            else:
                said.heard.append(reading)
        return said

    def _controls(self, readings: Iterable[Reading]) -> list[Reading]:
        """Those that say something by lying there; elsewhere on the mat the game lays its own."""
        return [
            each
            for each in readings
            if each.face is Face.CONTROL
            if self._geometry.is_control_zone(each.cell or "")
            or each.cell not in self._geometry.zones
        ]


def _upon(one: Reading, other: Reading) -> bool:
    return one.tag != other.tag and _apart(one, other) < _SHORT_MM


def _as_it_lay(old: Reading, new: Reading) -> bool:
    turned = (new.rotation_deg or 0.0) - (old.rotation_deg or 0.0)
    return _apart(old, new) < _SAME_MM and abs((turned + 180) % 360 - 180) < _SAME_DEG


def _apart(one: Reading, other: Reading) -> float:
    """How far apart the middles of two cards are, mm; beyond all bounds where a mat lacks."""
    if one.x_mm is None or one.y_mm is None or other.x_mm is None or other.y_mm is None:
        return math.inf
    return math.dist((one.x_mm, one.y_mm), (other.x_mm, other.y_mm))
