"""Take-backs, questions, and tables without an explanation."""

from __future__ import annotations

import pytest

from companion.readings import Face
from companion.referee.inventory.steps import StepKind
from companion.referee.notices import Notice, Question
from companion.referee.phases import RefereePhase
from companion.referee.words.speaker import Speaker
from rules import CHANCE, LANGUAGES, Setup
from tests.support.referee.golden_captions import CATALOG
from tests.support.referee.oracle_view import Paper, kinds, run
from tests.support.referee.tables import YGG, RefereedTable, sit_down

# Take-backs.


def test_lifting_the_last_card_takes_the_move_back(ygg: RefereedTable) -> None:
    ygg.place("y03", "A", "b2")
    before = ygg.referee.at.match.state
    ygg.place("y03", "B", "c4")
    (back,) = ygg.clear("c4")
    assert back.kind == "taken_back"
    assert ygg.referee.at.match.state == before
    assert back.to_act == ("B",)


def test_who_begins_is_open_again_when_the_first_card_is_lifted(ygg: RefereedTable) -> None:
    ygg.place("y03", "A", "b2")
    (back,) = ygg.clear("b2")
    assert (back.kind, back.to, back.to_act) == ("taken_back", 0, (CHANCE,))
    ygg.place("y03", "B", "c4")
    assert [str(p.action) for p in ygg.referee.at.match.plies][0::3] == [
        "chance choose B",
        "B place y03 c4",
    ]


def test_a_first_player_who_was_named_stays_named() -> None:
    table = sit_down(YGG, Setup("yggdrasil"), first="A")
    table.hands.follow(YGG.table.layout(table.referee.at.match.state), "AB")
    table.wait()
    table.place("y03", "A", "b2")
    (back,) = table.clear("b2")
    assert (back.kind, back.to_act) == ("taken_back", ("A",))


def test_an_invasion_is_taken_back_by_laying_the_card_again(mid: RefereedTable) -> None:
    mid.place("y25", "A", "d3")
    paper = mid.hands.papers["c3"][-1][0]
    mid.clear("c3")
    (back,) = run(mid.referee, mid.hands.place(paper, "c3"))
    assert back.kind == "taken_back"
    assert mid.referee.at.match.to_act == {"A"}


def test_another_copy_on_the_same_cell_is_no_take_back(kiln: RefereedTable) -> None:
    """Check that another copy of p, placed on k1 after L's first p left, counts as a move."""
    kiln.place("p", "L", "k1")
    kiln.place("q", "R", "k2")
    kiln.clear("k1", "k2")
    kiln.show("no")
    kiln.show("yes")
    assert kiln.actions()[-1] == "L choose storm"
    kiln.place("q", "R", "k2")
    (accepted,) = kiln.place("p", "L", "k1")
    assert (accepted.kind, str(accepted.action)) == ("accepted", "L place p k1")


def test_a_table_that_is_both_is_asked(kiln: RefereedTable) -> None:
    """Check that the referee asks if moving L's card back from k2 to k1 is a take-back."""
    kiln.place("p", "L", "k1")
    kiln.place("q", "R", "k4")
    paper = kiln.hands.take("k1")
    kiln.hands.put(paper, "k2")
    kiln.wait()
    kiln.show("end_turn", "R.control")
    kiln.hands.take("k2")
    kiln.hands.put(paper, "k1")
    (question,) = kiln.wait()
    assert (question.kind, question.take_back) == ("question", True)
    assert str(question.action) == "L move k1 k2"
    assert not any(event.clause for event in question.events)
    asked = [Speaker(CATALOG, lang, "kiln").caption(question) for lang in LANGUAGES]
    assert all("k2" in caption for caption in asked), "which move it is about"
    plies = len(kiln.referee.at.match.plies)
    assert kinds(kiln.show("no")) == ["answered", "question"]
    spoken = kinds(kiln.show("yes"))
    assert spoken == ["answered", "accepted"]
    assert len(kiln.referee.at.match.plies) == plies + 1


def test_a_layout_that_returns_turns_later_is_a_move(kiln: RefereedTable) -> None:
    """Move both cards away and back: nobody takes back four turns by moving one card."""
    kiln.place("p", "L", "k1")
    kiln.place("q", "R", "k4")
    for start, end in (("k1", "k2"), ("k4", "k3"), ("k2", "k1"), ("k3", "k4")):
        paper = kiln.hands.take(start)
        kiln.hands.put(paper, end)
        assert "accepted" in kinds(kiln.wait())
        assert kiln.actions()[-1].endswith(f"move {start} {end}")


def test_a_reveal_cannot_be_taken_back(kiln: RefereedTable) -> None:
    back = Paper("S1", "", face=Face.BACK)
    run(kiln.referee, kiln.hands.place(back, "k1", 90.0))
    kiln.place("q", "R", "k4")
    kiln.hands.take("k1")
    kiln.hands.put(Paper("T9", "p"), "k1", 90.0)
    assert kinds(kiln.wait()) == ["accepted"]
    (report,) = kiln.show("undo")
    assert (report.kind, report.reason) == ("not_now", "revealed")
    kiln.hands.take("k1")
    kiln.hands.put(back, "k1", 90.0)
    assert "taken_back" not in kinds(kiln.wait())


# Questions.


def test_one_picture_with_two_meanings_is_asked_and_answered_by_card(kiln: RefereedTable) -> None:
    kiln.place("p", "L", "k1")
    kiln.place("q", "R", "k4")
    (question,) = kiln.clear("k1")
    # Removing it could also take back L's first card, but R has moved since: only the sale
    # remains.
    assert [[str(a) for a in o] for o in question.options] == [
        ["L choose sell"],
        ["L choose burn"],
    ]
    assert kinds(kiln.wait(5)) == []
    assert kinds(kiln.show("no")) == ["answered", "question"]
    spoken = kiln.show("yes")
    assert kinds(spoken) == ["answered", "accepted"]
    assert kiln.actions()[-1] == "L choose burn"


def test_no_to_everything_is_out_of_step(kiln: RefereedTable) -> None:
    kiln.place("p", "L", "k1")
    kiln.place("q", "R", "k4")
    paper = kiln.hands.papers["k1"][-1][0]
    kiln.clear("k1")
    kiln.show("no")
    assert kinds(kiln.show("no")) == ["answered", "desynced"]
    assert kinds(run(kiln.referee, kiln.hands.place(paper, "k1", 90.0))) == ["resynced"]


@pytest.mark.parametrize("control", ["yes", "no"])
def test_a_card_shown_before_the_question_does_not_answer_it(
    kiln: RefereedTable, control: str
) -> None:
    kiln.place("p", "L", "k1")
    kiln.place("q", "R", "k4")
    kiln.hands.take("k1")
    shown = Paper("C1", f"ctl.{control}", face=Face.CONTROL)
    assert kinds(run(kiln.referee, kiln.hands.place(shown, "L.control"))) == ["question"]
    kiln.clear("L.control")
    (answered, *_) = run(kiln.referee, kiln.hands.place(shown, "L.control"))
    assert answered.kind == "answered"


def test_a_question_lapses_when_the_table_answers_it(kiln: RefereedTable) -> None:
    kiln.place("p", "L", "k1")
    kiln.place("q", "R", "k4")
    paper = kiln.hands.papers["k1"][-1][0]
    kiln.clear("k1")
    assert kinds(run(kiln.referee, kiln.hands.place(paper, "k1", 90.0))) == []
    assert kiln.referee.at.phase is RefereePhase.IN_SYNC
    (report,) = kiln.show("yes")
    assert (report.kind, report.reason) == ("not_now", "no_question")


def put(table: RefereedTable, moves: str) -> list[Notice]:
    """Place several cards between two calm moments, as in `A y03 b2,B y03 c4`."""
    for seat, card, cell in (move.split() for move in moves.split(",")):
        table.hands.put(table.hands.paper(card, seat), cell)
    return run(table.referee, (*table.hands.reach(), *table.hands.wait()))


def test_a_match_finds_back_without_an_answer(ygg: RefereedTable) -> None:
    """Check two moves at once, twice: the fifth card shows who began."""
    assert kinds(put(ygg, "A y03 b2,B y03 c4")) == ["question"]
    (question,) = put(ygg, "A y27 b3,B y21 b5")
    assert isinstance(question, Question)
    assert [str(option[-1]) for option in question.options] == [
        "B place y21 b5",
        "A place y27 b3",
    ]
    assert set(kinds(put(ygg, "A y09 c2"))) == {"accepted"}
    assert ygg.actions() == [
        "A place y03 b2",
        "B place y03 c4",
        "A place y27 b3",
        "B place y21 b5",
        "A place y09 c2",
    ]
    assert ygg.referee.at.phase is RefereePhase.IN_SYNC


def test_an_answer_counts_for_what_was_played_since(ygg: RefereedTable) -> None:
    put(ygg, "A y03 b2,B y03 c4")
    put(ygg, "A y27 b3,B y21 b5")
    ygg.show("no")
    assert "accepted" in kinds(ygg.show("yes"))
    assert ygg.actions()[0] == "B place y03 c4"
    assert ygg.referee.at.match.to_act == {"B"}


def test_what_no_option_allows_repeats_the_question(ygg: RefereedTable) -> None:
    put(ygg, "A y03 b2,B y03 c4")
    repeated, *_ = ygg.show("end_turn", "B.control")
    assert repeated.kind == "repeated"
    assert isinstance(repeated.about, Question)
    assert ygg.referee.at.phase is RefereePhase.ASKING


@pytest.mark.parametrize(("card", "clause"), [("A y27 c4", "YGG-6.1"), ("A y27 a4", "YGG-6.2")])
def test_only_the_card_after_an_unanswered_question_is_refused(
    ygg: RefereedTable, card: str, clause: str
) -> None:
    """Check the cell and the steps: the cards that the question is about stay on the table."""
    put(ygg, "A y03 b2,B y03 c4")
    (refused,) = put(ygg, card)
    assert refused.clauses == (clause,)
    cell = card.rsplit(maxsplit=1)[-1]
    assert [(step.kind, step.cell) for step in refused.steps] == [(StepKind.TAKE, cell)]
    assert kinds(ygg.clear(cell)) == ["question"]


@pytest.mark.parametrize(("card", "cells"), [("A y27", "b1 c5 c4"), ("B y21", "b1 c5 c4 b2")])
def test_a_card_on_an_occupied_cell_is_refused_as_such_while_a_question_is_open(
    ygg: RefereedTable, card: str, cells: str
) -> None:
    """Check the roots' cells and those of the cards that the question is about."""
    put(ygg, "A y03 b2,B y03 c4")
    for cell in cells.split():
        (refused,) = put(ygg, f"{card} {cell}")
        assert (refused.kind, refused.clauses) == ("refused", ("YGG-6.1",)), cell
        assert [(step.kind, step.cell) for step in refused.steps] == [(StepKind.TAKE, cell)]
        assert kinds(ygg.clear(cell)) == ["question"]


def test_a_no_leaves_the_other_answer_open(kiln: RefereedTable) -> None:
    """Check that play after NO confirms the remaining option."""
    kiln.place("p", "L", "k1")
    kiln.place("q", "R", "k4")
    kiln.clear("k1")
    kiln.show("no")
    kiln.place("r", "R", "k2")
    assert kiln.actions()[-2:] == ["L choose burn", "R place r k2"]


def test_a_question_is_reminded_of_once(kiln: RefereedTable) -> None:
    kiln.place("p", "L", "k1")
    kiln.place("q", "R", "k4")
    kiln.clear("k1")
    assert kinds(kiln.wait(40)) == ["reminder"]


# Desynced tables.


def test_out_of_step_names_every_cell_and_comes_back(mid: RefereedTable) -> None:
    hands, before = mid.hands, mid.referee.at.match.state
    b2, c4 = hands.take("b2"), hands.take("c4")
    d5 = hands.take("d5")
    hands.put(d5, "a4")
    (desynced,) = mid.wait()
    assert desynced.kind == "desynced"
    assert [(s.kind, s.cell, s.to) for s in desynced.steps] == [
        (StepKind.MOVE, "a4", "d5"),
        (StepKind.PLACE, "b2", ""),
        (StepKind.PLACE, "c4", ""),
    ]
    assert mid.referee.at.match.state == before
    hands.put(b2, "b2")
    (less,) = mid.wait()
    assert len(less.steps) == 2
    hands.put(c4, "c4")
    hands.put(hands.take("a4"), "d5")
    assert kinds(mid.wait()) == ["resynced"]
    assert mid.referee.at.phase is RefereePhase.IN_SYNC
