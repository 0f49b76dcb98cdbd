"""Stacked control cards: a supply, a handful, or a card placed over the previous one.

Theory of operation
-------------------
A control card is a command if a player plays it. It may also become visible in two other ways,
which are not commands:

    several together, stacked   a player put down a handful, and does not mean any one card
    one from beneath another     a player removed the upper one

Two cards overlap if their centres are closer than their short side, whatever their rotation. If a
card disappears when another one is placed over it, it may be beneath that card, or the two were
swapped in one movement. It was beneath if it reappears, after the other has gone, in exactly the
same position and orientation. Players seldom place a card back so exactly; if they do, the card
counts as played. A card that first appears exactly where another one has just disappeared was
beneath it, too. The upper card may be any card, such as a face-down one.
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
"""Time after uncovering within which a card must be seen, s; otherwise it was taken, too."""


class TokenChanges(NamedTuple):
    """Newly seen tokens and cards: placed, stacked on others, or uncovered."""

    placed: list[Reading]
    stacked: list[Reading]
    uncovered: list[Reading]


class StackDetector:
    """A tracker of cards beneath others, in control zones and next to the mat."""

    def __init__(self, geometry: TableGeometry) -> None:
        """Start with an empty table."""
        self._geometry = geometry
        self._visible: dict[str, Reading] = {}
        self._beneath: dict[str, tuple[Reading, float]] = {}
        self._cards: dict[tuple[str, str | None], tuple[Reading, float]] = {}

    def update(
        self,
        shown: Iterable[Reading],
        gone: Iterable[Reading],
        now: float,
        cards: Iterable[Reading] = (),
    ) -> None:
        """Record new and removed tokens, and the frame's cards. Call this after `classify`.

        `now` is in seconds.
        """
        cards_now = {(r.tag, r.cell): (r, now) for r in cards if self._is_off_field(r)}
        recent = {k: each for k, each in self._cards.items() if now - each[1] <= _SEEN_AGAIN_S}
        self._cards = recent | cards_now
        self._visible |= {reading.tag: reading for reading in self._controls(shown)}
        removed = self._controls(gone)
        for reading in removed:
            self._visible.pop(reading.tag, None)
        for reading in removed:
            self._beneath[reading.tag] = reading, -math.inf
        for tag, (reading, covered_s) in tuple(self._beneath.items()):
            if any(_overlap(other, reading) for other in self._uppers()):
                self._beneath[tag] = reading, now
            elif now - covered_s > _SEEN_AGAIN_S:
                del self._beneath[tag]

    def classify(self, shown: Sequence[Reading]) -> TokenChanges:
        """Classify newly seen cards as played, stacked, or uncovered."""
        controls = self._controls(shown)
        changes = TokenChanges([], [], [])
        tags = {reading.tag for reading in shown}
        lifted = [each for each in self._uppers() if each.tag not in tags]
        for reading in shown:
            earlier, _ = self._beneath.pop(reading.tag, (None, 0.0))
            if reading not in controls:
                changes.placed.append(reading)
            elif any(_overlap(other, reading) for other in controls):
                changes.stacked.append(reading)
            elif any(_is_unmoved(each, reading) for each in ([earlier] if earlier else lifted)):
                changes.uncovered.append(reading)
            else:
                changes.placed.append(reading)
        return changes

    def _uppers(self) -> list[Reading]:
        """Return the cards that may be above others."""
        return [*self._visible.values(), *(reading for reading, _ in self._cards.values())]

    def _controls(self, readings: Iterable[Reading]) -> list[Reading]:
        """Return the control cards that are commands; others on the mat belong to the game."""
        return [each for each in readings if each.face is Face.CONTROL and self._is_off_field(each)]

    def _is_off_field(self, reading: Reading) -> bool:
        """Return True for a reading in a control zone, or in no zone."""
        cell = reading.cell or ""
        return self._geometry.is_control_zone(cell) or cell not in self._geometry.zones


def _overlap(one: Reading, other: Reading) -> bool:
    """Return True if two cards overlap."""
    return one.tag != other.tag and _distance(one, other) < _SHORT_MM


def _is_unmoved(earlier: Reading, later: Reading) -> bool:
    """Return True if a card has kept its position and orientation."""
    turned = (later.rotation_deg or 0.0) - (earlier.rotation_deg or 0.0)
    return _distance(earlier, later) < _SAME_MM and abs((turned + 180) % 360 - 180) < _SAME_DEG


def _distance(one: Reading, other: Reading) -> float:
    """Return the distance between two cards' centres, mm, or infinity without a mat."""
    if one.x_mm is None or one.y_mm is None or other.x_mm is None or other.y_mm is None:
        return math.inf
    return math.dist((one.x_mm, one.y_mm), (other.x_mm, other.y_mm))
