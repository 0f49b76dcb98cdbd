"""Animated throws of dice at the simulated table."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.simulator.dice import Die
from companion.simulator.hand_moves import arrive, hovering, leaving, reach, withdraw
from companion.simulator.scene import Hand, PaperPiece
from companion.simulator.stage import SceneFrame, Stage

_REACH_S = 0.4


def throw(stage: Stage, seat: str, dice: Sequence[Die]) -> Iterator[SceneFrame]:
    """Pick up the dice by hand, shake them over their place, and throw them."""
    over = _above(stage, seat, dice[0])
    if stage.scene.dice:
        there = _above(stage, seat, stage.scene.dice[0])
        yield from arrive(stage, there)
        stage.scene = replace(stage.scene, dice=())
        yield from reach(stage, there, over, _REACH_S)
    else:
        yield from arrive(stage, over)
    yield from reach(stage, over, leaving(stage, over), _REACH_S)
    for step in (2, 1, 0):
        far, turned = 9.0 * step, 70.0 * step
        rolling = (
            replace(d, x_mm=d.x_mm - far, rotation_deg=d.rotation_deg + turned) for d in dice
        )
        stage.scene = replace(stage.scene, hands=(), dice=tuple(rolling))
        yield stage.tick()


def take_dice(stage: Stage, seat: str) -> Iterator[SceneFrame]:
    """Pick up the dice by hand."""
    if stage.scene.dice:
        hand = _above(stage, seat, stage.scene.dice[0])
        yield from arrive(stage, hand)
        stage.scene = replace(stage.scene, dice=())
        yield from withdraw(stage, hand)


def _above(stage: Stage, seat: str, die: Die) -> Hand:
    """Return the seat's hand above a die."""
    return hovering(stage, seat, PaperPiece("", die.x_mm, die.y_mm))
