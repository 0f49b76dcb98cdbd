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

    def throw(self, seat: str, dice: Sequence[Die], wait_s: float = 0.4) -> Iterator[Tick]:
        """Dice roll out of a hand over where they will lie and come to rest."""
        hand = self._hovering(seat, Piece("", dice[0].x_mm, dice[0].y_mm))
        yield from self._reach(self._away(hand), hand, _REACH_S)
        self.scene = replace(self.scene, dice=())
        yield from self._reach(hand, self._away(hand), _REACH_S)
        for step in (3, 2, 1):
            rolling = tuple(
                replace(
                    die, x_mm=die.x_mm - 9.0 * step, rotation_deg=die.rotation_deg + 70.0 * step
                )
                for die in dice
            )
            self.scene = replace(self.scene, hands=(), dice=rolling)
            yield self.tick()
        self.scene = replace(self.scene, hands=(), dice=tuple(dice))
        yield from self.wait(wait_s)

    def clear_dice(self, seat: str) -> Iterator[Tick]:
        """A hand takes the dice up."""
        if not self.scene.dice:
            return
        first = self.scene.dice[0]
        hand = self._hovering(seat, Piece("", first.x_mm, first.y_mm))
        yield from self._reach(self._away(hand), hand, _REACH_S)
        self.scene = replace(self.scene, dice=())
        yield from self._reach(hand, self._away(hand), _REACH_S)
        yield from self._gone()
