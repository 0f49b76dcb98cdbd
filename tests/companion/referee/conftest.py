"""Tables that many tests use."""

from __future__ import annotations

import pytest

from rules import Setup
from tests.support.referee import kiln as toy
from tests.support.referee.oracle_view import Paper, kinds, run
from tests.support.referee.tables import YGG, RefereedTable, place_all, sit_down


@pytest.fixture
def ygg() -> RefereedTable:
    """Return a table with both roots placed, ready to play."""
    table = sit_down(YGG, Setup("yggdrasil"))
    table.hands.follow(YGG.table.layout(table.referee.at.match.state), "AB")
    assert kinds(table.wait()) == ["set_up_ready"]
    return table


@pytest.fixture
def mid(ygg: RefereedTable) -> RefereedTable:
    """Return position M of the specification, one move before A's invasion of c3."""
    moves = "A y03 b2,B y03 c4,A y27 b3,B y21 b5,A y09 c2,B y27 c3,A y06 d2,B y19 d5"
    for seat, card, cell in (move.split() for move in moves.split(",")):
        assert kinds(ygg.place(card, seat, cell)) == ["accepted"]
    return ygg


@pytest.fixture
def kiln() -> RefereedTable:
    table = sit_down(toy.GAME, Setup("kiln"))
    assert kinds(table.wait()) == ["set_up_ready"]
    return table


@pytest.fixture
def tip(ygg: RefereedTable) -> Paper:
    """Let A exchange the tip y31; y30, which recovers a tip, then fits on c3."""
    place_all(ygg, "A y03 b2,B y03 c4,A y27 b3,B y21 b5")
    paper = ygg.hands.paper("y31", "A")
    assert kinds(run(ygg.referee, ygg.hands.place(paper, "A.discard"))) == ["accepted"]
    place_all(ygg, "B y09 b4,A y12 c2,B y19 d5")
    return paper
