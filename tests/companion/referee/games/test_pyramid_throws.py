"""Spherion's pyramid dice: a throw counts like result tokens."""

from __future__ import annotations

import pytest

from companion.readings import DieReading
from companion.referee.geometry import TableGeometry
from companion.referee.throws import ThrowTracker
from rules import Action, PlacedCard, Setup, judge, load_game
from rules.core.candidate_actions import Change

GAME = load_game("spherion")
SETUP = Setup("spherion")
GEOMETRY = TableGeometry(GAME.table.form(SETUP))
STATE = GAME.notation.parse("turn 1 roll blue\nhand blue M01\ndeck blue M02 M03", SETUP)


def thrown(*values: str, cell: str = "blue.control") -> tuple[DieReading, ...]:
    return tuple(DieReading("pyramid", v, (0.0, 0.0), 0.9, cell=cell, throw=1) for v in values)


def meant(changes: tuple[Change, ...]) -> list[Action]:
    return list(GAME.candidate_actions(STATE, changes))


@pytest.mark.parametrize(
    ("values", "roll"),
    [
        (("card", "star", "hammer"), "SCH"),
        (("arrow", "arrow", "arrow"), "AAA"),
        (("hammer", "card", "arrow"), "ACH"),
    ],
)
def test_a_throw_of_pyramids_and_results_placed_there_are_the_same_roll(
    values: tuple[str, ...], roll: str
) -> None:
    _, (throw,) = ThrowTracker().observed(thrown(*values), GEOMETRY)
    placed = tuple(
        Change("blue.control", None, PlacedCard(f"token.die.{value}", "blue")) for value in values
    )
    (action,) = meant(throw.changes)
    assert meant(placed) == [action]
    assert str(action) == f"chance roll {roll} to=blue"
    assert judge(GAME, STATE, action).legal


def test_a_throw_with_one_that_is_not_sure_says_nothing_yet() -> None:
    _, (throw,) = ThrowTracker().observed(thrown("star", "", "card"), GEOMETRY)
    assert throw.changes == ()


def test_too_few_pyramids_are_no_roll() -> None:
    _, (throw,) = ThrowTracker().observed(thrown("star", "card"), GEOMETRY)
    assert meant(throw.changes) == []


def test_every_control_place_is_a_tray_and_no_other() -> None:
    trays = {zone.cell: zone.dice for zone in GAME.table.form(SETUP).zones if zone.dice}
    assert trays == {"blue.control": ("pyramid",), "red.control": ("pyramid",)}
