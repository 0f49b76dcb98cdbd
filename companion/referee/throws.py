"""Throws: dice at rest, each throw reported once.

Vision finds the dice at rest and numbers the throws of each zone. Dice that moved but show the
same values count as thrown only while a throw is awaited. So a hand that brushes the dice
changes nothing, and an awaited throw may repeat the last values.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
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


@dataclass(frozen=True, slots=True)
class ThrowTracker:
    """The number and the values of the throw last reported in each zone."""

    reported: Mapping[str, int] = field(default_factory=dict)
    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def forgotten(self, cell: str) -> "ThrowTracker":
        """Forget a zone's values, so that the same values may be thrown again."""
        values = {zone: each for zone, each in self.values.items() if zone != cell}
        return replace(self, values=values)

    def observed(
        self, dice: Sequence[DieReading], geometry: TableGeometry
    ) -> tuple["ThrowTracker", tuple[Throw, ...]]:
        """Return the throws not reported yet, zone by zone, after a tracker that knows them."""
        throws, reported, known = [], dict(self.reported), dict(self.values)
        for cell in geometry.dice_zones:
            here = [die for die in dice if die.cell == cell]
            if not here or reported.get(cell) == here[0].throw:
                continue
            reported[cell] = here[0].throw
            values = tuple(sorted(die.value for die in here))
            same, sure = values == known.get(cell), all(values)
            if sure:
                known[cell] = values
            owner = geometry.zones[cell].owner
            tokens = (PlacedCard(DIE + value, owner) for value in values if sure)
            throws.append(Throw(cell, tuple(Change(cell, None, p) for p in tokens), same))
        return (ThrowTracker(reported, known), tuple(throws)) if throws else (self, ())
