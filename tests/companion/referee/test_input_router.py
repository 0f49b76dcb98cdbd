"""Paper faults, trouble, pauses, hands, control cards."""

from __future__ import annotations

import pytest

from companion.readings import Face, Trouble
from companion.referee.control_cards import ControlCard
from companion.referee.inventory.steps import StepKind
from companion.referee.phases import RefereePhase
from companion.referee.table import FaultKind
from rules import Setup
from tests.support.referee.inputs import correct, press
from tests.support.referee.oracle_view import Paper, kinds, run
from tests.support.referee.tables import YGG, RefereedTable, sit_down

# Paper faults.


def test_a_copied_card_freezes_the_table_until_it_is_gone(mid: RefereedTable) -> None:
    paper = mid.hands.papers["b2"][-1][0]
    (fault,) = run(mid.referee, mid.hands.place(paper, "a2", 0.0))
    assert fault.kind == "table_fault"
    assert [(f.kind, f.cells) for f in fault.faults] == [(FaultKind.DUPLICATE, ("a2", "b2"))]
    assert kinds(mid.place("y25", "A", "d3")) == [], "nothing is judged meanwhile"
    assert kinds(mid.clear("a2")) == ["put_back", "accepted"]


def test_a_stranger_on_the_field_is_named_and_nothing_judged(mid: RefereedTable) -> None:
    stranger = Paper("", "", face=Face.UNKNOWN)
    (fault,) = run(mid.referee, mid.hands.place(stranger, "a3"))
    assert [(f.kind, f.cells) for f in fault.faults] == [(FaultKind.UNKNOWN, ("a3",))]
    assert kinds(mid.clear("a3")) == ["put_back"]


def test_a_crooked_card_is_asked_to_be_straightened_then_judged(ygg: RefereedTable) -> None:
    (fault,) = ygg.place("y03", "A", "b2", 40.0)
    assert [f.kind for f in fault.faults] == [FaultKind.CROOKED]
    paper = ygg.hands.take("b2")
    ygg.hands.put(paper, "b2", 3.0)
    assert kinds(ygg.wait()) == ["put_back", "accepted"]


def test_two_cards_on_one_cell_are_named(ygg: RefereedTable) -> None:
    ygg.hands.spread = {"b2"}
    ygg.hands.put(ygg.hands.paper("y03", "A"), "b2")
    (fault,) = ygg.place("y15", "A", "b2")
    assert [f.kind for f in fault.faults] == [FaultKind.CROWDED]


def test_cards_next_to_the_mat_mean_nothing(ygg: RefereedTable) -> None:
    ygg.hands.loose = [ygg.hands.paper("y17", "A"), ygg.hands.paper("y09", "B")]
    assert ygg.wait(5) == []


# Trouble, pauses, hands.


@pytest.mark.parametrize("trouble", Trouble)
def test_trouble_is_one_sentence_and_ends_by_itself(mid: RefereedTable, trouble: Trouble) -> None:
    spoken = run(mid.referee, mid.hands.suffer(trouble, 30))
    assert kinds(spoken) == ["trouble"]
    mid.hands.put(mid.hands.paper("y25", "A"), "d3")
    spoken = mid.wait()
    assert kinds(spoken) == ["recovered", "accepted"]


def test_no_card_moves_while_the_camera_is_away(mid: RefereedTable) -> None:
    plies = len(mid.referee.at.match.plies)
    mid.hands.take("b2")
    run(mid.referee, mid.hands.suffer(Trouble.LOST, 20))
    assert len(mid.referee.at.match.plies) == plies


def test_nothing_counts_while_the_pause_card_is_shown(mid: RefereedTable) -> None:
    pause = Paper("C1", "ctl.pause", face=Face.CONTROL)
    assert kinds(run(mid.referee, mid.hands.place(pause, "A.control"))) == ["paused"]
    taken = mid.hands.take("b2")
    assert kinds(mid.wait(20)) == []
    mid.hands.put(taken, "b2")
    mid.hands.put(mid.hands.paper("y25", "A"), "d3")
    assert kinds(mid.wait()) == []
    assert kinds(mid.clear("A.control")) == ["resumed", "accepted"]


def test_hands_that_stay_are_asked_away_once(mid: RefereedTable) -> None:
    assert kinds(run(mid.referee, mid.hands.reach(60))) == ["hands"]


def test_what_moves_on_the_mat_and_rests_now_and_then_is_asked_away_once(
    mid: RefereedTable,
) -> None:
    breaths = (view for _ in range(40) for view in (*mid.hands.reach(1.2), *mid.hands.wait(0.3)))
    assert kinds(run(mid.referee, breaths)) == ["hands"]


# Control cards.


def test_why_reads_the_clause_of_the_last_refusal(ygg: RefereedTable) -> None:
    assert [r.reason for r in ygg.show("why")] == ["no_reason"]
    ygg.place("y03", "A", "b3")
    (report,) = ygg.show("why")
    assert (report.kind, report.clauses) == ("explained", ("YGG-6.2",))


def test_repeat_says_the_last_thing_again(ygg: RefereedTable) -> None:
    (refused,) = ygg.place("y03", "A", "a1")
    (report,) = ygg.show("repeat")
    assert (report.kind, report.about) == ("repeated", refused)


def test_undo_takes_back_and_says_what_to_move(mid: RefereedTable) -> None:
    before = mid.referee.at.match.state
    mid.place("y25", "A", "d3")
    (back,) = mid.show("undo")
    assert back.kind == "taken_back"
    assert [(s.kind, s.cell) for s in back.steps] == [(StepKind.TAKE, "d3")]
    assert mid.referee.at.match.state == before
    assert kinds(mid.clear("d3")) == ["resynced"]


def test_undo_stops_at_the_start(ygg: RefereedTable) -> None:
    assert [r.reason for r in ygg.show("undo")] == ["nothing_to_undo"]
    ygg.place("y03", "A", "b2")
    assert kinds(ygg.show("undo")) == ["taken_back"]
    assert [r.reason for r in ygg.show("undo")] == ["nothing_to_undo"]


def test_end_turn_declines_and_is_polite_when_the_turn_is_over(mid: RefereedTable) -> None:
    mid.place("y25", "A", "d3")
    (accepted,) = mid.show("end_turn", "A.control")
    assert (str(accepted.action), accepted.next_turn) == ("A pass", True)
    assert mid.show("end_turn", "A.control") == []


def test_the_next_seats_word_declines_what_the_last_one_left_open(mid: RefereedTable) -> None:
    # B's fox turn may swap. No card fits for A, whose deck is empty, so A may only pass.
    mid.place("y25", "A", "d3")
    mid.show("end_turn", "A.control")
    position = "field b1=yr1/A b2=y22/A c5=yr1/B c4=y15/B c3=y16/B\nturn 9 B\nhand A -\ndeck A -"
    correct(mid.referee, position)
    mid.hands.follow(YGG.table.layout(mid.referee.at.match.state), "AB")
    mid.wait()
    mid.place("y20", "B", "d5")
    assert mid.referee.at.match.to_act == {"B"}
    found = [r for r in mid.show("end_turn", "A.control") if r.action]
    assert [(r.kind, str(r.action)) for r in found] == [
        ("accepted", "B pass"),
        ("accepted", "A pass"),
    ]


def test_end_turn_instead_of_a_move_is_refused(mid: RefereedTable) -> None:
    (refused,) = mid.show("end_turn", "A.control")
    assert refused.kind == "refused"
    assert refused.clauses
    assert mid.referee.at.phase is RefereePhase.IN_SYNC


def test_a_control_card_that_names_nobody_is_asked_for(mid: RefereedTable) -> None:
    assert [r.reason for r in mid.show("end_turn", "a3")] == ["whose"]


def test_end_turn_declines_all_that_is_left(mid: RefereedTable) -> None:
    """Check y08, which may invade and lets its owner place again: END TURN declines both."""
    mid.place("y08", "A", "d3")
    first, second = mid.show("end_turn", "A.control")
    assert [str(r.action) for r in (first, second)] == ["A pass", "A pass"]
    assert second.next_turn
    assert mid.referee.at.match.to_act == {"B"}


@pytest.mark.parametrize("first", ["A", "B"])
def test_a_hand_that_is_kept_before_the_first_turn_says_who_begins(first: str) -> None:
    """Check YGG-3.6: with a mulligan, the first player declares before any card is placed."""
    table = sit_down(YGG, Setup("yggdrasil", {"mulligan": "one"}))
    table.hands.follow(YGG.table.layout(table.referee.at.match.state), "AB")
    assert kinds(table.wait()) == ["set_up_ready"]
    second = "AB".replace(first, "")
    for seat in (first, second):
        *_, kept = table.show("end_turn", f"{seat}.control")
        assert (kept.kind, str(kept.action)) == ("accepted", f"{seat} pass")
    cell = {"A": "b2", "B": "c4"}[first]
    assert kinds(table.place("y03", first, cell)) == ["accepted"]
    assert table.referee.at.match.to_act == {second}


def test_a_pass_before_the_first_turn_begins_nothing(ygg: RefereedTable) -> None:
    (refused,) = ygg.show("end_turn", "B.control")
    assert (refused.kind, refused.clauses) == ("refused", ("YGG-5.1",))
    assert ygg.referee.at.match.to_act == {"chance"}


def test_no_declines_one_step_and_its_seat_may_go_on(mid: RefereedTable) -> None:
    mid.place("y08", "A", "d3")
    (declined,) = mid.show("no", "A.control")
    assert (str(declined.action), declined.next_turn) == ("A pass", False)
    assert mid.referee.at.match.to_act == {"A"}
    (accepted,) = mid.place("y27", "A", "d4")
    assert (accepted.kind, str(accepted.action)) == ("accepted", "A place y27 d4")


def test_no_says_not_now_where_nothing_may_be_declined(mid: RefereedTable) -> None:
    assert [r.reason for r in mid.show("no", "A.control")] == ["no_question"]


def test_a_card_placed_after_end_turn_is_out_of_turn(mid: RefereedTable) -> None:
    mid.place("y08", "A", "d3")
    mid.show("end_turn", "A.control")
    (refused,) = mid.place("y27", "A", "d4")
    assert refused.kind == "refused"
    assert refused.clauses[0] == "YGG-5.1"


@pytest.mark.parametrize("control", [c for c in ControlCard if c not in ("pause", "language")])
def test_before_the_table_is_set_up_cards_get_not_now(control: ControlCard) -> None:
    table = sit_down(YGG, Setup("yggdrasil"))
    table.wait()
    spoken = press(table.referee, control)
    if control is ControlCard.REPEAT:
        assert [r.kind for r in spoken] == ["repeated"]
    else:
        assert [r.kind for r in spoken] == ["not_now"]


def test_out_of_step_nobody_is_refused_and_no_word_counts(mid: RefereedTable) -> None:
    """Regression: players were told of breaches they had not made, though the match was wrong.

    A declaration, here END TURN, would continue from a position that does not exist.
    """
    first, second = mid.hands.take("b2"), mid.hands.take("c4")
    assert kinds(mid.wait()) == ["desynced"]
    plies = len(mid.referee.at.match.plies)
    assert kinds(mid.place("y25", "A", "b2")) == ["desynced"]
    (report,) = (r for r in mid.show("end_turn", "A.control") if r.kind != "reminder")
    assert (report.kind, report.reason) == ("not_now", "desynced")
    assert len(mid.referee.at.match.plies) == plies

    mid.hands.take("b2")
    mid.hands.put(first, "b2")
    mid.hands.put(second, "c4")
    assert kinds(mid.wait()) == ["resynced"]
    assert kinds(mid.place("y25", "A", "b3")) == ["refused"]
