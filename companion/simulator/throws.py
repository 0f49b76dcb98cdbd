"""Animated throws of dice at the simulated table."""

from collections.abc import Iterator
from dataclasses import replace

from companion.simulator.dice import Die
from companion.simulator.hand_moves import arrive, hovering, leaving, reach, withdraw
from companion.simulator.scene import Hand, PaperPiece
from companion.simulator.stage import SceneFrame, Stage

_REACH_S = 0.4


def throw(stage: Stage, seat: str, die: Die) -> Iterator[SceneFrame]:
    """Pick up the die by hand, shake it over its place, and throw it."""
    over = _above(stage, seat, die)
    if stage.scene.dice:
        there = _above(stage, seat, stage.scene.dice[0])
        yield from arrive(stage, there)
        stage.scene = replace(stage.scene, dice=())
        yield from reach(stage, there, over, _REACH_S)
    else:
        yield from arrive(stage, over)
    yield from reach(stage, over, leaving(stage, over), _REACH_S)
    for step in (2, 1, 0):
        x, turn = die.x_mm - 9.0 * step, die.rotation_deg + 70.0 * step
        rolling = replace(die, x_mm=x, rotation_deg=turn)
        stage.scene = replace(stage.scene, hands=(), dice=(rolling,))
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
