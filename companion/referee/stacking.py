"""Stacked control cards: a supply, a handful, or a card placed over the last one.

Theory of operation
-------------------
A control card is a command because a player plays it. There are two other ways in which it comes
into sight without being a command:

    several at once, stacked     a handful was put down, and no single card is meant
    one from beneath another     the upper one was taken away

Two cards overlap if their centres are closer than their short side, whatever their rotation. A card
that disappeared when another came to overlap it may be beneath that one, or the two were swapped in
one visit. It was beneath if it reappears, once the other is gone, in exactly the same position and
orientation. A hand seldom places a card again like that; if it does, the card counts.
"""

import math
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from companion.readings import Face, Reading
from companion.referee.geometry import TableGeometry

_SHORT_MM: Final = 54.0
"""Short side of a control card."""
_SAME_MM, _SAME_DEG = 2.0, 3.0
"""Tolerance within which a reading counts as unmoved."""
_SEEN_AGAIN_S: Final = 2.0
"""Time after uncovering within which a card has to be seen; otherwise it was taken, too."""


class TokenChanges(NamedTuple):
    """Newly seen tokens and cards: placed, stacked on others, or uncovered."""

    placed: list[Reading]
    stacked: list[Reading]
    uncovered: list[Reading]


class StackDetector:
    """Tracks which cards are beneath others, in control zones and next to the mat."""

    def __init__(self, geometry: TableGeometry) -> None:
        """Start with an empty table."""
        self._geometry = geometry
        self._visible: dict[str, Reading] = {}
        self._beneath: dict[str, tuple[Reading, float]] = {}

    def update(self, shown: Iterable[Reading], gone: Iterable[Reading], now: float) -> None:
        """Note new and removed tokens; call it after `classify`.

        `now` is in seconds.
        """
        self._visible |= {reading.tag: reading for reading in self._controls(shown)}
        removed = self._controls(gone)
        for reading in removed:
            self._visible.pop(reading.tag, None)
        for reading in removed:
            self._beneath[reading.tag] = reading, -math.inf
        for tag, (reading, covered_s) in tuple(self._beneath.items()):
            if any(_overlap(other, reading) for other in self._visible.values()):
                self._beneath[tag] = reading, now
            elif now - covered_s > _SEEN_AGAIN_S:
                del self._beneath[tag]

    def classify(self, shown: Sequence[Reading]) -> TokenChanges:
        """Classify newly seen cards as played, stacked, or uncovered."""
        controls = self._controls(shown)
        changes = TokenChanges([], [], [])
        for reading in shown:
            earlier, _ = self._beneath.pop(reading.tag, (None, 0.0))
            if reading in controls and any(_overlap(other, reading) for other in controls):
                changes.stacked.append(reading)
            elif earlier is not None and _is_unmoved(earlier, reading):
                changes.uncovered.append(reading)
            else:
                changes.placed.append(reading)
        return changes

    def _controls(self, readings: Iterable[Reading]) -> list[Reading]:
        """Return the control cards that are commands; elsewhere on the mat the game uses them."""
        return [
            each
            for each in readings
            if each.face is Face.CONTROL
            if self._geometry.is_control_zone(each.cell or "")
            or each.cell not in self._geometry.zones
        ]


def _overlap(one: Reading, other: Reading) -> bool:
    """Return True if two cards overlap."""
    return one.tag != other.tag and _distance(one, other) < _SHORT_MM


def _is_unmoved(earlier: Reading, later: Reading) -> bool:
    """Return True if a card has kept its position and orientation."""
    turned = (later.rotation_deg or 0.0) - (earlier.rotation_deg or 0.0)
    return _distance(earlier, later) < _SAME_MM and abs((turned + 180) % 360 - 180) < _SAME_DEG


def _distance(one: Reading, other: Reading) -> float:
    """Return the distance between two cards' centres in mm; infinite without a mat."""
    if one.x_mm is None or one.y_mm is None or other.x_mm is None or other.y_mm is None:
        return math.inf
    return math.dist((one.x_mm, one.y_mm), (other.x_mm, other.y_mm))
