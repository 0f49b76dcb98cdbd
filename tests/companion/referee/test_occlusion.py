"""Occluded cells: they are announced, and nobody is accused because of them."""

from __future__ import annotations

from companion.referee.notices import Notice
from companion.referee.phases import RefereePhase
from tests.companion.referee.games.test_five_games import GameTable
from tests.support.referee.oracle_view import kinds, run
from tests.support.referee.tables import RefereedTable as Yggdrasil


def hidden(records: list[Notice]) -> list[list[str]]:
    """Return the occluded cells of each announcement."""
    return [r.cells for r in records if r.kind == "not_now" and r.reason == "hidden"]


def a_round() -> GameTable:
    """Start a round with Sun's marker; either seat may place its beast first."""
    table = GameTable("jiguan")
    assert table.piece("token.marker", "A.marker") == ["accepted chance choose A"]
    return table


def test_a_cell_that_stays_hidden_is_reported_once(mid: Yggdrasil) -> None:
    mid.hands.covered.add("d3")
    assert hidden(mid.wait(8)) == []
    assert hidden(mid.wait(5)) == [("d3",)]
    assert hidden(mid.wait(60)) == []
    mid.hands.covered.clear()
    assert kinds(mid.wait()) == []
    mid.hands.covered.add("d3")
    assert hidden(mid.wait(12)) == [("d3",)]


def test_nobody_is_accused_of_what_may_be_below_a_cup() -> None:
    """Check JGS-10.5 and JGS-4.1: Sun's beast is placed under a cup, and both are turned up."""
    table = a_round()
    table.hands.covered.add("A.beast")
    run(table.referee, table.hands.wait(3))
    assert table.place("?", "A", "A.beast") == []
    assert table.place("?", "B", "B.beast") == ["accepted B place ? B.beast facing=down"]
    for seat, card in (("A", "jb1"), ("B", "jb5")):
        table.hands.papers.pop(f"{seat}.beast")
        table.hands.put(table.hands.paper(card, seat), f"{seat}.beast")
    spoken = run(table.referee, [*table.hands.reach(), *table.hands.wait(20)])
    assert kinds(spoken) == ["not_now"]
    assert hidden(spoken) == [("A.beast",)]

    table.hands.covered.clear()
    report = [str(r.action) for r in run(table.referee, table.hands.wait()) if r.action]
    assert report == [
        "A place jb1 A.beast facing=down",
        "A flip A.beast card=jb1",
        "B flip B.beast card=jb5",
    ]


def test_a_word_that_may_be_right_is_not_refused() -> None:
    table = a_round()
    assert table.place("?", "B", "B.beast") == ["accepted B place ? B.beast facing=down"]
    table.hands.covered.add("A.beast")
    run(table.referee, table.hands.wait(3))
    spoken = run(table.referee, table.hands.show("end_turn", "A.control"))
    assert hidden(spoken) == [("A.beast",)]
    assert "refused" not in kinds(spoken)
    table.hands.covered.clear()
    run(table.referee, table.hands.wait())
    assert "refused" in kinds(run(table.referee, table.hands.show("end_turn", "A.control")))


def test_what_is_hidden_where_nothing_may_be_done_excuses_nothing(mid: Yggdrasil) -> None:
    """Check that an occluded cell on which no action is legal does not delay a refusal."""
    mid.hands.covered.add("b2")
    mid.wait(3)
    assert kinds(mid.place("y25", "A", "b3")) == ["refused"]
    assert mid.referee.at.phase is RefereePhase.REFUSED
