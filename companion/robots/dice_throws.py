"""Throws of a die into a tray by robots, repeated until the referee can read it."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from companion.robots.acting import Acting
from companion.simulator.dice import Die
from companion.simulator.hand_moves import arrive, hovering, leaving, reach, withdraw
from companion.simulator.stage import SceneFrame, Stage
from rules import Seat

_THROWS: Final = 3
_UNREAD: Final = "die_unsure"
_REACH_S: Final = 0.4
_TRAY_MM: Final = (36.0, 6.0)
"""Maximum distance of a resting die from the middle of its tray."""


def throw_until_read(acting: Acting, seat: Seat, tray: str, value: str) -> Iterator[SceneFrame]:
    """Throw a die until the referee can read it."""
    for _ in range(_THROWS):
        before = len(acting.pages.heard or ())
        yield from throw_once(acting, seat, tray, value)
        if _UNREAD not in (acting.pages.heard or ())[before:]:
            return


def throw_once(
    acting: Acting, seat: Seat, tray: str, value: str, lean_deg: float = 0.0
) -> Iterator[SceneFrame]:
    """Throw a die into a tray once; wait for a notice if there is a referee.

    A leaning die has to be thrown again.
    """
    heard, stage, listen_s = acting.pages.heard, acting.stage, acting.behaviour.listen_s
    middle, before = stage.cell(tray), len(heard or ())
    dx, dy = (acting.rng.uniform(-reach, reach) for reach in _TRAY_MM)
    turn = acting.rng.uniform(0, 360)
    die = Die(value, middle.x_mm + dx, middle.y_mm + dy, turn, lean_deg=lean_deg)
    yield from _throw(stage, seat, die)
    yield from stage.wait(listen_s)
    for _ in range(_THROWS):
        if heard is not None and len(heard) == before:
            yield from stage.wait(listen_s)


def _throw(stage: Stage, seat: Seat, die: Die) -> Iterator[SceneFrame]:
    """Pick up the die by hand, shake it over its place, and throw it."""
    over = hovering(stage, seat, die)
    if stage.scene.dice:
        there = hovering(stage, seat, stage.scene.dice[0])
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


def take_dice(stage: Stage, seat: Seat) -> Iterator[SceneFrame]:
    """Pick up the dice by hand."""
    if stage.scene.dice:
        hand = hovering(stage, seat, stage.scene.dice[0])
        yield from arrive(stage, hand)
        stage.scene = replace(stage.scene, dice=())
        yield from withdraw(stage, hand)
