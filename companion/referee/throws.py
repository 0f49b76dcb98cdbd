"""Dice as the referee hears of them: each throw once, as the pieces that its faces are.

Vision tells which dice lie at rest and numbers the throws of each place; here a throw is told once.
Dice that were only pushed and show what they showed are no throw unless one is awaited: so a hand
that brushes them says nothing, while the same number may well come up again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from rules import PlacedCard
from rules.core.candidate_actions import Change

if TYPE_CHECKING:
    from companion.readings import DieReading
    from companion.referee.geometry import TableGeometry
    from rules import Action

DIE = "die."
"""A die that shows 4 is the piece `die.4`."""


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice that have come to rest on a place.

    `changes` is empty where a die cannot be read; `same`: they show what the last ones did.
    """

    cell: str
    changes: tuple[Change, ...]
    same: bool = False


class RefusedThrow(NamedTuple):
    """A throw that was refused: where it lies, what it said, and after how many plies."""

    cell: str
    action: Action
    ply: int


class ThrowTracker:
    """What was told of each place so far."""

    def __init__(self, geometry: TableGeometry) -> None:
        self._zones = {cell: zone for cell, zone in geometry.zones.items() if zone.dice}
        self._reported: dict[str, int] = {}
        self._values: dict[str, tuple[str, ...]] = {}

    def mark_known(self, dice: Sequence[DieReading]) -> None:
        """These dice lay there before anybody watched: they say nothing until they are thrown."""
        self.new_throws(dice)

    def forget(self, cell: str) -> None:
        """What was told of a place lies there no longer: the same may be thrown again."""
        self._values.pop(cell, None)

    def new_throws(self, dice: Sequence[DieReading]) -> list[Throw]:
        """The throws that were not told yet, place by place."""
        found = []
        for cell, zone in self._zones.items():
            here = [die for die in dice if die.cell == cell]
            if not here or self._reported.get(cell) == here[0].throw:
                continue
            self._reported[cell] = here[0].throw
            values = tuple(sorted(die.value for die in here))
            same, sure = values == self._values.get(cell), all(values)
            if sure:
                self._values[cell] = values
            pieces = (PlacedCard(DIE + value, zone.owner) for value in values if sure)
            found.append(Throw(cell, tuple(Change(cell, None, p) for p in pieces), same))
        return found
