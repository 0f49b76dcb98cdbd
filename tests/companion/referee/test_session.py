"""A match at the table: the referee's notices, their timing, and its silences."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest

import companion.referee
from companion.errors import SessionError
from companion.referee.control_cards import ControlCard
from companion.referee.inputs import TableRestored
from companion.referee.inventory.steps import StepKind
from companion.referee.live import LiveReferee
from companion.referee.notices import TRAITS, EndReason, Notice
from companion.referee.phases import RefereePhase
from companion.referee.settle import Thresholds
from rules import PlacedCard, Setup, Verb, game_slugs
from tests.support.referee.inputs import correct, declare, finish, press, receive, start
from tests.support.referee.oracle_view import Paper, kinds, run
from tests.support.referee.tables import YGG, RefereedTable, place_all, sit_down


def test_every_phase_follows_some_notice() -> None:
    after = {traits.phase for traits in TRAITS.values()} - {None}
    assert after == {*RefereePhase} - {RefereePhase.SETUP, RefereePhase.AWAITING_PLAYERS}


def test_the_referee_names_no_game() -> None:
    """Check that the referee's code contains no game's slug and no clause."""
    folder = next(iter(companion.referee.__path__))
    for path in sorted(Path(folder).rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        for name in (*game_slugs(), "ygg-", "fruit", "branch card"):
            assert name not in source.casefold(), f"{path.name} names {name}"
        imported = {
            node.module
            for node in ast.walk(ast.parse(source))
            if isinstance(node, ast.ImportFrom) and node.module
        }
        assert not [m for m in imported if m.startswith("rules.games")]


# Set-up.


def test_the_set_up_names_what_is_missing_and_what_is_too_much() -> None:
    table = sit_down(YGG, Setup("yggdrasil"))
    (wanted,) = table.wait()
    assert wanted.kind == "set_up_wanted"
    assert {(s.kind, s.cell, s.placed.card) for s in wanted.steps} == {
        (StepKind.PLACE, "b1", "yr1"),
        (StepKind.PLACE, "c5", "yr1"),
    }
    table.place("yr1", "A", "b1")
    (too_much,) = table.place("y17", "A", "a3")
    assert {(s.kind, s.cell) for s in too_much.steps} == {
        (StepKind.TAKE, "a3"),
        (StepKind.PLACE, "c5"),
    }
    table.clear("a3")
    assert kinds(table.place("yr1", "B", "c5")) == ["set_up_ready"]


def test_a_root_on_the_wrong_cell_is_moved() -> None:
    table = sit_down(YGG, Setup("yggdrasil"))
    table.place("yr1", "A", "b1")
    (wanted,) = table.place("yr1", "B", "b5")
    assert [(s.kind, s.cell, s.to) for s in wanted.steps] == [(StepKind.MOVE, "b5", "c5")]


def test_cells_that_cannot_be_read_hold_the_start_up() -> None:
    table = sit_down(YGG, Setup("yggdrasil"))
    table.hands.follow(YGG.table.layout(table.referee.at.match.state), "AB")
    table.hands.covered = {"a1"}
    assert table.wait(2.5) == [], "an eye that has just opened needs a moment"
    (wanted,) = table.wait(3)
    assert (wanted.kind, wanted.steps, wanted.unseen) == (
        "set_up_wanted",
        (),
        ("a1",),
    )
    table.hands.covered = set()
    assert kinds(table.wait()) == ["set_up_ready"]


def test_a_first_card_placed_with_the_roots_is_a_move() -> None:
    table = sit_down(YGG, Setup("yggdrasil"))
    table.hands.follow(YGG.table.layout(table.referee.at.match.state), "AB")
    table.hands.put(table.hands.paper("y03", "A"), "b2")
    assert kinds(table.wait()) == ["set_up_ready", "accepted"]


def test_who_begins_may_be_agreed() -> None:
    table = sit_down(YGG, Setup("yggdrasil"), first="B")
    assert table.referee.at.match.to_act == {"B"}
    with pytest.raises(SessionError, match="the match cannot start with"):
        sit_down(YGG, Setup("yggdrasil"), first="Z")


# Verdicts.


def test_an_illegal_card_is_refused_put_back_and_thanked_for(ygg: RefereedTable) -> None:
    before = ygg.referee.at.match.state
    (refused,) = ygg.place("y03", "A", "b3")
    assert (refused.kind, refused.clauses) == ("refused", ("YGG-6.2",))
    assert [(s.kind, s.cell) for s in refused.steps] == [(StepKind.TAKE, "b3")]
    assert ygg.referee.at.phase is RefereePhase.REFUSED
    assert kinds(ygg.clear("b3")) == ["put_back"]
    assert ygg.referee.at.match.state == before


def test_a_refusal_is_announced_once_and_another_illegal_card_again(ygg: RefereedTable) -> None:
    ygg.place("y03", "A", "a1")
    assert ygg.wait(3) == []
    assert kinds(run(ygg.referee, ygg.hands.reach(2))) == []
    assert ygg.wait(2) == []
    ygg.hands.take("a1")
    ygg.hands.put(ygg.hands.paper("y03", "A"), "d1")
    assert kinds(ygg.wait()) == ["refused"]


def test_an_illegal_card_pushed_to_a_legal_cell_is_accepted_without_a_word_of_thanks(
    ygg: RefereedTable,
) -> None:
    ygg.place("y03", "A", "a1")
    paper = ygg.hands.take("a1")
    ygg.hands.put(paper, "b2")
    assert kinds(ygg.wait()) == ["accepted"]


def test_a_card_over_another_is_refused_and_only_taken_off(ygg: RefereedTable) -> None:
    ygg.place("y03", "A", "b2")
    (refused,) = ygg.place("y03", "B", "b2")
    assert "YGG-6.1" in refused.clauses
    assert [(s.kind, s.cell, s.placed.owner) for s in refused.steps] == [(StepKind.TAKE, "b2", "B")]
    assert kinds(ygg.clear("b2")) == ["put_back"]


@pytest.mark.parametrize("turn", [90.0, 180.0, 270.0])
def test_a_turned_card_is_refused(ygg: RefereedTable, turn: float) -> None:
    (refused,) = ygg.place("y03", "A", "b2", turn)
    assert "YGG-4.3" in refused.clauses
    assert ygg.referee.at.match.plies == ()


def test_a_turned_card_that_may_be_there_is_turned_upright(ygg: RefereedTable) -> None:
    """Check that YGG-12.3 asks to turn the card; a card that may not be there is removed."""
    ygg.place("y03", "B", "c4")
    (refused,) = ygg.place("y03", "A", "b2", 180.0)
    assert [(s.kind, s.cell, s.placed.turn) for s in refused.steps] == [(StepKind.TURN, "b2", 0)]
    ygg.hands.take("b2")
    assert "accepted" in kinds(ygg.place("y03", "A", "b2"))
    (refused,) = ygg.place("y03", "B", "d1", 0.0)
    assert [s.kind for s in refused.steps] == [StepKind.TAKE]


def test_lifting_a_card_for_a_moment_says_nothing(mid: RefereedTable) -> None:
    paper = mid.hands.take("b2")
    spoken = run(mid.referee, mid.hands.wait(Thresholds().gone_s - 0.2))
    mid.hands.put(paper, "b2")
    assert spoken + mid.wait() == []


def test_a_card_taken_away_is_refused_and_comes_back(mid: RefereedTable) -> None:
    paper = mid.hands.papers["b2"][-1][0]
    (refused,) = mid.clear("b2")
    assert refused.kind == "refused"
    assert [(s.kind, s.cell) for s in refused.steps] == [(StepKind.PLACE, "b2")]
    assert kinds(run(mid.referee, mid.hands.place(paper, "b2"))) == ["put_back"]


def test_an_exchange_is_accepted_with_its_doubt(mid: RefereedTable) -> None:
    (accepted,) = [r for r in mid.place("y02", "A", "A.discard") if r.action]
    assert str(accepted.action) == "A place y02 A.discard"
    assert "YGG-7.1" in accepted.awaits
    assert mid.referee.at.match.to_act == {"B"}


def test_a_tip_is_recovered_by_picking_it_up_and_may_be_placed_down_again(
    ygg: RefereedTable, tip: Paper
) -> None:
    ygg.place("y30", "A", "c3")
    assert ygg.referee.at.match.to_act == {"A"}
    (accepted,) = ygg.clear("A.discard")
    assert str(accepted.action) == "A choose y31"
    assert "y31" in ygg.referee.at.match.state.players[0].hand
    ygg.show("end_turn", "B.control")
    before = len(ygg.referee.at.match.plies)
    spoken = run(ygg.referee, ygg.hands.place(tip, "A.discard"))
    assert ygg.referee.at.match.to_act == {"B"}
    assert (kinds(spoken), len(ygg.referee.at.match.plies)) == ([], before), (
        "not A's turn: it waits"
    )


def covered_tip(ygg: RefereedTable) -> None:
    """Let A declare that y31 is taken back, but leave it on the discard pile under another card."""
    ygg.place("y30", "A", "c3")
    (back,) = declare(ygg.referee, "A", Verb.CHOOSE, "y31")
    assert [(s.kind, s.cell, s.placed.card) for s in back.steps] == [
        (StepKind.TAKE, "A.discard", "y31")
    ]
    place_all(ygg, "B y06 a4")
    (exchanged,) = ygg.place("y02", "A", "A.discard")
    assert str(exchanged.action) == "A place y02 A.discard"
    assert [(s.kind, s.cell, s.placed.card) for s in exchanged.steps] == [
        (StepKind.DRAW_OUT, "A.discard", "y31")
    ]


def test_a_card_due_in_a_hand_is_pending_until_it_is_out_from_beneath_others(
    ygg: RefereedTable, tip: Paper
) -> None:
    """Regression: the hand was one card short for the rest of the match, without a message."""
    covered_tip(ygg)
    pending = ygg.referee.at.pending_steps
    assert [(s.kind, s.placed.card) for s in pending] == [(StepKind.DRAW_OUT, "y31")]
    (accepted,) = ygg.place("y15", "B", "d4")
    assert (accepted.kind, accepted.steps) == ("accepted", ()), "it was said"
    assert ygg.referee.at.phase is RefereePhase.IN_SYNC, (
        "no camera sees it go, so nobody waits for it"
    )
    assert ygg.referee.at.pending_steps == pending

    above = ygg.hands.take("A.discard")
    ygg.wait()
    assert [s.kind for s in ygg.referee.at.pending_steps] == [StepKind.TAKE]
    assert ygg.hands.take("A.discard") == tip
    assert "resynced" in kinds(ygg.wait())
    assert run(ygg.referee, ygg.hands.place(above, "A.discard")) == []
    assert ygg.referee.at.pending_steps == ()


def test_a_table_set_up_as_in_the_match_has_no_pending_cards_beneath_others(
    ygg: RefereedTable, tip: Paper
) -> None:
    covered_tip(ygg)
    ygg.hands.papers["A.discard"] = [
        each for each in ygg.hands.papers["A.discard"] if each[0] != tip
    ]
    receive(ygg.referee, TableRestored())
    assert ygg.referee.at.pending_steps == ()
    assert ygg.wait() == []
    place_all(ygg, "B y15 d4")
    placed = run(ygg.referee, ygg.hands.place(tip, "A.discard"))
    assert [str(r.action) for r in placed] == ["A place y31 A.discard"], "it may be laid again"


def test_a_card_whose_coming_back_is_undone_is_not_asked_for(
    ygg: RefereedTable, tip: Paper
) -> None:
    ygg.place("y30", "A", "c3")
    declare(ygg.referee, "A", Verb.CHOOSE, "y31")
    (undone,) = press(ygg.referee, ControlCard.UNDO)
    assert (undone.kind, undone.steps) == ("taken_back", ())
    assert ygg.referee.at.pending_steps == ()


def test_picking_up_a_pile_that_means_nothing_says_nothing(ygg: RefereedTable, tip: Paper) -> None:
    assert ygg.clear("A.discard") == []
    assert run(ygg.referee, ygg.hands.place(tip, "A.discard")) == []


def test_a_card_placed_on_a_pile_too_soon_waits_for_its_turn(ygg: RefereedTable) -> None:
    place_all(ygg, "A y03 b2,B y03 c4,A y27 b3")
    state = ygg.referee.at.match.state
    assert ygg.place("y31", "A", "A.discard") == []
    assert ygg.referee.at.match.state == state
    spoken = ygg.place("y21", "B", "b5")
    assert [str(r.action) for r in spoken] == ["B place y21 b5", "A place y31 A.discard"]


# Invasions: destroyed cards, and pending steps.


def test_a_removed_target_is_an_invasion(mid: RefereedTable) -> None:
    mid.place("y25", "A", "d3")
    assert mid.referee.at.match.to_act == {"A"}
    (accepted,) = mid.clear("c3")
    assert str(accepted.action) == "A choose c3"
    assert accepted.steps == ()
    assert accepted.next_turn


def test_the_token_says_whom_and_the_hands_follow(mid: RefereedTable) -> None:
    mid.place("y25", "A", "d3")
    (accepted,) = [r for r in run(mid.referee, mid.hands.point("c3")) if r.action]
    assert str(accepted.action) == "A choose c3"
    assert [(s.kind, s.cell) for s in accepted.steps] == [(StepKind.TAKE, "c3")]
    assert mid.referee.at.phase is RefereePhase.AWAITING_PLAYERS
    paper = mid.hands.papers["c3"][-1][0]
    reminder = mid.wait(12)
    assert kinds(reminder) == ["reminder"]
    assert reminder[0].steps == accepted.steps
    assert mid.wait(30) == [], "one reminder, then silence"
    mid.hands.take("c3")
    mid.hands.put(paper, "B.discard")
    assert kinds(mid.wait()) == ["resynced"]


def test_play_goes_on_while_a_card_is_pending(mid: RefereedTable) -> None:
    mid.place("y25", "A", "d3")
    run(mid.referee, mid.hands.point("c3"))
    (accepted,) = mid.place("y09", "B", "b4")
    assert accepted.kind == "accepted"
    assert [(s.kind, s.cell) for s in accepted.steps] == [(StepKind.TAKE, "c3")]
    assert kinds(mid.clear("c3")) == ["resynced"]


def test_a_target_out_of_reach_is_refused_by_the_token(mid: RefereedTable) -> None:
    mid.place("y25", "A", "d3")
    (refused,) = run(mid.referee, mid.hands.point("c4"))
    assert (refused.kind, refused.clauses) == ("refused", ("YGG-9.1",))
    assert mid.referee.at.phase is RefereePhase.IN_SYNC


# Corrections and endings.


def test_a_correction_is_an_event_and_the_table_is_compared_again(mid: RefereedTable) -> None:
    position = YGG.notation.format(mid.referee.at.match.state_at(5))
    (spoken,) = correct(mid.referee, position)
    assert (spoken.kind, spoken.position) == ("corrected", position)
    assert YGG.notation.format(mid.referee.at.match.state) == position
    assert {s.kind for s in spoken.steps} == {StepKind.TAKE}
    assert kinds(mid.clear(*(s.cell for s in spoken.steps))) == ["resynced"]
    assert YGG.notation.format(mid.referee.at.match.state) == position


def test_the_rules_end_the_match_and_nothing_is_judged_after(kiln: RefereedTable) -> None:
    spoken: list[Notice] = []
    for _ in range(5):
        for seat in "LR":
            spoken += kiln.show("end_turn", f"{seat}.control")
            if kiln.referee.at.match.to_act and seat not in kiln.actions()[-1]:
                spoken += list(press(kiln.referee, ControlCard.END_TURN, seat))
    assert kinds(spoken)[-1] == "game_ended"
    assert spoken[-1].reason == "rules"
    assert spoken[-1].clauses == ("KLN-9",)
    assert kiln.place("p", "L", "k1") == []
    assert finish(kiln.referee, EndReason.STOPPED) == ()
    assert press(kiln.referee, ControlCard.UNDO) == ()


def test_a_match_starts_once(ygg: RefereedTable) -> None:
    """Regression: the log's second start made it unreadable."""
    before = ygg.referee.at
    assert start(ygg.referee) == ()
    assert ygg.referee.at == before


@pytest.mark.parametrize(
    "reason", [EndReason.STOPPED, EndReason.SOURCE_ENDED, EndReason.TIME, EndReason.BROKEN]
)
def test_a_match_may_be_stopped_at_any_time(mid: RefereedTable, reason: EndReason) -> None:
    (ended,) = finish(mid.referee, reason)
    assert (ended.kind, ended.reason) == ("game_ended", reason.value)
    assert mid.wait(3) == []


def test_same_views_same_records() -> None:
    def play() -> Iterator[str]:
        table = sit_down(YGG, Setup("yggdrasil"))
        table.hands.follow(YGG.table.layout(table.referee.at.match.state), "AB")
        spoken = table.wait() + table.place("y03", "A", "b2") + table.place("y03", "B", "d4")
        yield from map(repr, spoken)

    assert list(play()) == list(play())


def test_public_docstrings_are_there() -> None:
    for name, member in inspect.getmembers(LiveReferee, inspect.isfunction):
        if not name.startswith("_"):
            assert inspect.getdoc(member), name


def test_a_placed_card_of_the_other_seat_is_theirs(ygg: RefereedTable) -> None:
    ygg.place("y03", "A", "b2")
    (accepted,) = ygg.place("y03", "B", "c4")
    assert YGG.table.layout(ygg.referee.at.match.state)["c4"] == (PlacedCard("y03", "B"),)
    assert accepted.to_act == ("A",)


def test_a_card_on_no_place_is_reported_once_and_holds_nothing_up(
    ygg: RefereedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(ygg.referee.at.geometry), "touches_mat", lambda *_: True)
    stray = ygg.hands.paper("y15", "A")
    ygg.hands.loose.append(stray)
    assert kinds(ygg.wait()) == ["stray_card"]
    assert kinds(ygg.wait()) == []
    assert kinds(ygg.place("y03", "A", "b2"))[-1] == "accepted"
    ygg.hands.loose.remove(stray)
    assert kinds(ygg.wait()) == []
