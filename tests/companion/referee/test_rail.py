"""Orders on Spherion's printed rail: what lies together in a slot is one order, said once."""

from __future__ import annotations

import pytest

from companion.readings import Face
from companion.referee.records import Kind
from companion.referee.table import card_on
from rules import Setup, load_game
from tests.companion.referee.desks import Desk, sit_down
from tests.companion.referee.hands import Paper, run
from tests.rules.spherion.helpers import World

SLOT = "blue.rail.1"


@pytest.fixture
def desk() -> Desk:
    """Both have written one order, and are READY."""
    return table("blue ready", "red ready")


def table(*done: str) -> Desk:
    world = World("unit blue 1 N1.0 M03", orders="rail")
    world.say("blue declare ?", "red declare ?", *done)
    desk = sit_down(load_game("spherion"), Setup("spherion", {"orders": "rail"}))
    match = desk.session.match
    match.correct(world.state)
    layout = match.game.layout(match.state)
    for cell in filter(desk.session.places.strict, layout):
        lying = card_on(layout, cell)
        if lying is not None:
            desk.hands.put(desk.hands.paper(lying.card, lying.owner), cell)
    assert [r.kind for r in desk.wait()] == [Kind.SET_UP_READY]
    desk.hands.spread.add(SLOT)
    return desk


def laid(desk: Desk, *words: str) -> list[Kind]:
    for word in words:
        face = Face.CONTROL if word.startswith("ctl.") else Face.FRONT
        desk.hands.put(Paper(f"K{word}", word, "blue", face=face), SLOT)
    run(desk.session, desk.hands.reach())
    return [record.kind for record in desk.wait()]


def test_an_order_of_several_cards_is_refused_once(desk: Desk) -> None:
    assert laid(desk, "ctl.flip", "ctl.unit.3") == [Kind.REFUSED]


def test_a_card_left_over_in_a_slot_does_not_silence_the_next_order(desk: Desk) -> None:
    assert laid(desk, "M05", "ctl.move.1", "ctl.unit.1") == [Kind.ACCEPTED]


def test_ready_is_not_taken_back() -> None:
    """SPH-5.7: the other player's clock depends on it."""
    desk = table()
    assert [r.kind for r in desk.show("ready", "blue.control")] == [Kind.ACCEPTED]
    assert [r.kind for r in desk.show("undo", "blue.control")] == [Kind.NOT_NOW]
    assert desk.actions() == ["blue ready"]
