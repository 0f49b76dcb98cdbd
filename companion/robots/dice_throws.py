"""Throws of a die into a tray by robots, repeated until the referee can read it."""

from collections.abc import Iterator
from typing import Final

from companion.robots.acting import Acting
from companion.simulator.dice import Die
from companion.simulator.stage import SceneFrame
from companion.simulator.throws import throw
from rules import Seat

_THROWS: Final = 3
_UNREAD: Final = "die_unsure"
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
    yield from throw(stage, seat, die)
    yield from stage.wait(listen_s)
    for _ in range(_THROWS):
        if heard is not None and len(heard) == before:
            yield from stage.wait(listen_s)
