"""Dice thrown and taken up at the virtual table, by hands that also run errands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from companion.virtual.dice import Die
from companion.virtual.errands import ErrandStage
from companion.virtual.scene import Piece
from companion.virtual.stage import Tick

__all__ = ["DiceStage"]

_REACH_S: Final = 0.4


class DiceStage(ErrandStage):
    """A stage on which dice roll."""

    def throw(self, seat: str, dice: Sequence[Die]) -> Iterator[Tick]:
        """A hand takes up the dice that lie there, shakes them over the place, and lets go."""
        over = self._hovering(seat, Piece("", dice[0].x_mm, dice[0].y_mm))
        if self.scene.dice:
            old = self.scene.dice[0]
            there = self._hovering(seat, Piece("", old.x_mm, old.y_mm))
            yield from self._reach(self._away(there), there, _REACH_S)
            self.scene = replace(self.scene, dice=())
            yield from self._reach(there, over, _REACH_S)
        else:
            yield from self._reach(self._away(over), over, _REACH_S)
        yield from self._reach(over, self._away(over), _REACH_S)
        for step in (2, 1):
            far, turned = 9.0 * step, 70.0 * step
            rolling = tuple(
                replace(d, x_mm=d.x_mm - far, rotation_deg=d.rotation_deg + turned) for d in dice
            )
            self.scene = replace(self.scene, hands=(), dice=rolling)
            yield self.tick()
        self.scene = replace(self.scene, hands=(), dice=tuple(dice))
        yield self.tick()

    def take_dice(self, seat: str) -> Iterator[Tick]:
        """A hand takes up the dice that lie there."""
        if self.scene.dice:
            first = self.scene.dice[0]
            hand = self._hovering(seat, Piece("", first.x_mm, first.y_mm))
            yield from self._reach(self._away(hand), hand, _REACH_S)
            self.scene = replace(self.scene, dice=())
            yield from self._reach(hand, self._away(hand), _REACH_S)
            yield from self._gone()
