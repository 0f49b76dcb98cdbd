"""Animated throws of dice at the simulated table."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from companion.simulator.dice import Die
from companion.simulator.scene import PaperPiece
from companion.simulator.stage import SceneFrame, Stage

_REACH_S: Final = 0.4


def throw(stage: Stage, seat: str, dice: Sequence[Die]) -> Iterator[SceneFrame]:
    """Pick up the dice by hand, shake them over their place, and throw them."""
    over = stage.hovering(seat, PaperPiece("", dice[0].x_mm, dice[0].y_mm))
    if stage.scene.dice:
        old = stage.scene.dice[0]
        there = stage.hovering(seat, PaperPiece("", old.x_mm, old.y_mm))
        yield from stage.reach(stage.leaving(there), there, _REACH_S)
        stage.scene = replace(stage.scene, dice=())
        yield from stage.reach(there, over, _REACH_S)
    else:
        yield from stage.reach(stage.leaving(over), over, _REACH_S)
    yield from stage.reach(over, stage.leaving(over), _REACH_S)
    for step in (2, 1):
        far, turned = 9.0 * step, 70.0 * step
        rolling = tuple(
            replace(d, x_mm=d.x_mm - far, rotation_deg=d.rotation_deg + turned) for d in dice
        )
        stage.scene = replace(stage.scene, hands=(), dice=rolling)
        yield stage.tick()
    stage.scene = replace(stage.scene, hands=(), dice=tuple(dice))
    yield stage.tick()


def take_dice(stage: Stage, seat: str) -> Iterator[SceneFrame]:
    """Pick up the dice by hand."""
    if stage.scene.dice:
        first = stage.scene.dice[0]
        hand = stage.hovering(seat, PaperPiece("", first.x_mm, first.y_mm))
        yield from stage.reach(stage.leaving(hand), hand, _REACH_S)
        stage.scene = replace(stage.scene, dice=())
        yield from stage.reach(hand, stage.leaving(hand), _REACH_S)
        yield from stage.gone()
