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
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from companion.readings import Face, Reading
from companion.referee.geometry import TableGeometry, distance_mm

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


@dataclass(frozen=True, slots=True)
class StackDetector:
    """The cards beneath others, in control zones and next to the mat.

    `visible`: control cards by tag. `beneath`: covered ones, with the last time at which they
    were. `cards`: other cards, with the last time at which they were seen.
    """

    visible: Mapping[str, Reading] = field(default_factory=dict)
    beneath: Mapping[str, tuple[Reading, float]] = field(default_factory=dict)
    cards: Mapping[tuple[str, str | None], tuple[Reading, float]] = field(default_factory=dict)

    def updated(
        self,
        geometry: TableGeometry,
        now: float,
        shown: Sequence[Reading] = (),
        gone: Sequence[Reading] = (),
        cards: Iterable[Reading] = (),
        *,
        hand: bool = False,
    ) -> "StackDetector":
        """Return the cards after new and removed tokens and a frame's cards, at `now` in s.

        A `hand` may carry a card over the others; then only cards that were there before count.
        """
        resting = (r for r in cards if not hand or self._was_seen_there(r))
        cards_now = {(r.tag, r.cell): (r, now) for r in resting if _is_off_field(geometry, r)}
        if not (shown or gone or cards_now or self.beneath or self.cards):
            return self
        recent = {k: each for k, each in self.cards.items() if now - each[1] <= _SEEN_AGAIN_S}
        removed = {reading.tag: reading for reading in _controls(geometry, gone)}
        both = {**self.visible, **{each.tag: each for each in _controls(geometry, shown)}}
        visible = {tag: reading for tag, reading in both.items() if tag not in removed}
        tags = {reading.tag for reading in shown}
        covered = {tag: each for tag, each in self.beneath.items() if tag not in tags}
        covered |= {tag: (reading, -math.inf) for tag, reading in removed.items()}
        after, beneath = StackDetector(visible, {}, recent | cards_now), {}
        uppers = after.uppers()
        for tag, (reading, covered_s) in covered.items():
            if any(_overlap(other, reading) for other in uppers):
                beneath[tag] = reading, now
            elif now - covered_s <= _SEEN_AGAIN_S:
                beneath[tag] = reading, covered_s
        return replace(after, beneath=beneath)

    def classify(self, geometry: TableGeometry, shown: Sequence[Reading]) -> TokenChanges:
        """Classify newly seen cards as played, stacked, or uncovered."""
        controls = _controls(geometry, shown)
        changes = TokenChanges([], [], [])
        tags = {reading.tag for reading in shown}
        lifted = [each for each in self.uppers() if each.tag not in tags]
        for reading in shown:
            earlier, _ = self.beneath.get(reading.tag, (None, 0.0))
            if reading not in controls:
                changes.placed.append(reading)
            elif any(_overlap(other, reading) for other in controls):
                changes.stacked.append(reading)
            elif any(_is_unmoved(each, reading) for each in ([earlier] if earlier else lifted)):
                changes.uncovered.append(reading)
            else:
                changes.placed.append(reading)
        return changes

    def _was_seen_there(self, card: Reading) -> bool:
        """Return True if a card was seen in this place before."""
        earlier, _ = self.cards.get((card.tag, card.cell), (None, 0.0))
        return earlier is not None and _is_unmoved(earlier, card)

    def uppers(self) -> list[Reading]:
        """Return the cards that may be above others."""
        return [*self.visible.values(), *(reading for reading, _ in self.cards.values())]


def _controls(geometry: TableGeometry, readings: Iterable[Reading]) -> list[Reading]:
    """Return the control cards that are commands; others on the mat belong to the game."""
    return [r for r in readings if r.face is Face.CONTROL and _is_off_field(geometry, r)]


def _is_off_field(geometry: TableGeometry, reading: Reading) -> bool:
    """Return True for a reading in a control zone, or in no zone."""
    cell = reading.cell or ""
    return geometry.is_control_zone(cell) or cell not in geometry.zones


def _overlap(one: Reading, other: Reading) -> bool:
    """Return True if two cards overlap."""
    return one.tag != other.tag and _are_within(one, other, _SHORT_MM)


def _is_unmoved(earlier: Reading, later: Reading) -> bool:
    """Return True if a card has kept its position and orientation."""
    turned = (later.rotation_deg or 0.0) - (earlier.rotation_deg or 0.0)
    return _are_within(earlier, later, _SAME_MM) and abs((turned + 180) % 360 - 180) < _SAME_DEG


def _are_within(one: Reading, other: Reading, limit_mm: float) -> bool:
    distance = distance_mm(one, other)
    return distance is not None and distance < limit_mm
