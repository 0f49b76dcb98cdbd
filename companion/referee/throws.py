"""Throws: dice at rest, each throw reported once.

Vision finds the dice at rest and numbers the throws of each zone. Dice that moved but show the
same values count as thrown only while a throw is awaited. So a hand that brushes the dice
changes nothing, and an awaited throw may repeat the last values.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from companion.readings import DieReading
from companion.referee.geometry import TableGeometry
from rules import Action, PlacedCard
from rules.core.candidate_actions import Change

DIE = "die."
"""Prefix of die tokens: a die that shows 4 is the token `die.4`."""


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice that have come to rest in a zone.

    `changes` is empty if a die cannot be read; `same`: the dice show the same values as before.
    """

    cell: str
    changes: tuple[Change, ...]
    same: bool = False


class RefusedThrow(NamedTuple):
    """A refused throw: its cell, its action, and the number of plies at that time."""

    cell: str
    action: Action
    ply: int


class ThrowTracker:
    """The throws reported per zone."""

    def __init__(self, geometry: TableGeometry) -> None:
        self._zones = {cell: zone for cell, zone in geometry.zones.items() if zone.dice}
        self._reported: dict[str, int] = {}
        self._values: dict[str, tuple[str, ...]] = {}

    def mark_known(self, dice: Sequence[DieReading]) -> None:
        """Treat dice that were there at the start as known, so that they do not count as thrown."""
        self.new_throws(dice)

    def forget(self, cell: str) -> None:
        """Forget a zone's values, so that the same values may be thrown again."""
        self._values.pop(cell, None)

    def new_throws(self, dice: Sequence[DieReading]) -> list[Throw]:
        """Return the throws not reported yet, zone by zone."""
        throws = []
        for cell, zone in self._zones.items():
            here = [die for die in dice if die.cell == cell]
            if not here or self._reported.get(cell) == here[0].throw:
                continue
            self._reported[cell] = here[0].throw
            values = tuple(sorted(die.value for die in here))
            same, sure = values == self._values.get(cell), all(values)
            if sure:
                self._values[cell] = values
            tokens = (PlacedCard(DIE + value, zone.owner) for value in values if sure)
            throws.append(Throw(cell, tuple(Change(cell, None, p) for p in tokens), same))
        return throws
