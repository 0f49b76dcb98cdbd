"""A match at the table: what is said, when, and what is left unsaid."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import companion.referee
from companion.errors import SessionError
from companion.readings import Face, Trouble
from companion.referee.controls import Control
from companion.referee.places import Places
from companion.referee.records import Kind, Reason, Record
from companion.referee.session import Session
from companion.referee.settle import Patience
from companion.referee.states import TRANSITIONS, State, Trigger
from companion.referee.steps import Do
from companion.referee.table import FaultKind
from rules import CHANCE, Game, Lying, Match, Setup, game_slugs, load_game
from tests.companion.referee import toy
from tests.companion.referee.hands import Hands, Paper, kinds, run

YGG = load_game("yggdrasil")


@dataclass
class Desk:
    """A session, the hands at its table, and what was said so far."""

    session: Session
    hands: Hands

    def lay(self, card: str, seat: str, cell: str, turn: float | None = None) -> list[Record]:
        return run(self.session, self.hands.lay(self.hands.paper(card, seat), cell, turn))

    def clear(self, *cells: str) -> list[Record]:
        return run(self.session, self.hands.clear(*cells))

    def show(self, control: str, cell: str = "") -> list[Record]:
        return run(self.session, self.hands.show(control, cell))

    def wait(self, seconds: float = 1.5) -> list[Record]:
        return run(self.session, self.hands.wait(seconds))

    def actions(self) -> list[str]:
        plies = self.session.match.plies
        return [str(p.action) for p in plies if p.action and p.action.seat != "chance"]


def sit_down(game: Game[Any], setup: Setup, first: str = "") -> Desk:
    match: Match[Any] = Match(game, setup)
    form = game.table(setup)
    desk = Desk(Session(match, Places(form), first=first), Hands(form))
    desk.session.start()
    return desk


@pytest.fixture
def ygg() -> Desk:
    """Roots laid, the table ready."""
    desk = sit_down(YGG, Setup("yggdrasil"))
    desk.hands.follow(YGG.layout(desk.session.match.state), "AB")
    assert kinds(desk.wait()) == [Kind.SET_UP_READY]
    return desk


@pytest.fixture
def mid(ygg: Desk) -> Desk:
    """Position M of the specification, one move before A's invasion of c3."""
    moves = "A y03 b2,B y03 c4,A y27 b3,B y21 b5,A y09 c2,B y27 c3,A y06 d2,B y19 d5"
    for seat, card, cell in (move.split() for move in moves.split(",")):
        assert kinds(ygg.lay(card, seat, cell)) == [Kind.ACCEPTED]
    return ygg


@pytest.fixture
def kiln() -> Desk:
    desk = sit_down(toy.GAME, Setup("kiln"))
    assert kinds(desk.wait()) == [Kind.SET_UP_READY]
    return desk


# The state table.


def test_every_state_has_a_row_and_every_trigger_leads_somewhere_known() -> None:
    assert set(TRANSITIONS) == set(State)
    assert {t for row in TRANSITIONS.values() for t in row} == set(Trigger)
    reached = {s for row in TRANSITIONS.values() for s in row.values()}
    assert reached == set(State) - {State.SET_UP, State.RESUMING}


@pytest.mark.parametrize("state", State)
@pytest.mark.parametrize("trigger", Trigger)
def test_a_forbidden_transition_raises_and_changes_nothing(
    kiln: Desk, state: State, trigger: Trigger
) -> None:
    kiln.session.state = state
    if trigger in TRANSITIONS[state]:
        kiln.session.go(trigger)
        assert kiln.session.state is TRANSITIONS[state][trigger]
    else:
        with pytest.raises(KeyError):
            kiln.session.go(trigger)
        assert kiln.session.state is state


def test_the_referee_names_no_game() -> None:
    """Not one line of it is for a single game: no slug and no clause stands in its code."""
    folder = next(iter(companion.referee.__path__))
    for path in sorted(Path(folder).glob("*.py")):
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
    desk = sit_down(YGG, Setup("yggdrasil"))
    (wanted,) = desk.wait()
    assert wanted.kind is Kind.SET_UP_WANTED
    assert {(s.do, s.cell, s.lying.card) for s in wanted.steps} == {
        (Do.LAY, "b1", "yr1"),
        (Do.LAY, "c5", "yr1"),
    }
    desk.lay("yr1", "A", "b1")
    (too_much,) = desk.lay("y17", "A", "a3")
    assert {(s.do, s.cell) for s in too_much.steps} == {(Do.TAKE, "a3"), (Do.LAY, "c5")}
    desk.clear("a3")
    assert kinds(desk.lay("yr1", "B", "c5")) == [Kind.SET_UP_READY]


def test_a_root_on_the_wrong_cell_is_moved() -> None:
    desk = sit_down(YGG, Setup("yggdrasil"))
    desk.lay("yr1", "A", "b1")
    (wanted,) = desk.lay("yr1", "B", "b5")
    assert [(s.do, s.cell, s.to) for s in wanted.steps] == [(Do.MOVE, "b5", "c5")]


def test_cells_that_cannot_be_read_hold_the_start_up() -> None:
    desk = sit_down(YGG, Setup("yggdrasil"))
    desk.hands.follow(YGG.layout(desk.session.match.state), "AB")
    desk.hands.covered = {"a1"}
    assert desk.wait(2.5) == [], "an eye that has just opened needs a moment"
    (wanted,) = desk.wait(3)
    assert (wanted.kind, wanted.steps, wanted.data["unseen"]) == (Kind.SET_UP_WANTED, (), ["a1"])
    desk.hands.covered = set()
    assert kinds(desk.wait()) == [Kind.SET_UP_READY]


def test_a_first_card_laid_with_the_roots_is_a_move() -> None:
    desk = sit_down(YGG, Setup("yggdrasil"))
    desk.hands.follow(YGG.layout(desk.session.match.state), "AB")
    desk.hands.put(desk.hands.paper("y03", "A"), "b2")
    assert kinds(desk.wait()) == [Kind.SET_UP_READY, Kind.ACCEPTED]


def test_who_begins_may_be_agreed() -> None:
    desk = sit_down(YGG, Setup("yggdrasil"), first="B")
    assert desk.session.match.to_act == {"B"}
    with pytest.raises(SessionError, match="cannot be chosen"):
        sit_down(YGG, Setup("yggdrasil"), first="Z")


# Verdicts.


def test_an_illegal_card_is_refused_put_back_and_thanked_for(ygg: Desk) -> None:
    before = ygg.session.match.state
    (refused,) = ygg.lay("y03", "A", "a1")
    assert (refused.kind, refused.clauses) == (Kind.REFUSED, ("YGG-6.3",))
    assert [(s.do, s.cell) for s in refused.steps] == [(Do.TAKE, "a1")]
    assert ygg.session.state is State.REFUSED
    assert kinds(ygg.clear("a1")) == [Kind.PUT_BACK]
    assert ygg.session.match.state == before


def test_a_refusal_is_said_once_and_another_illegal_card_anew(ygg: Desk) -> None:
    ygg.lay("y03", "A", "a1")
    assert ygg.wait(3) == []
    assert kinds(run(ygg.session, ygg.hands.reach(2))) == []
    assert ygg.wait(2) == []
    ygg.hands.take("a1")
    ygg.hands.put(ygg.hands.paper("y03", "A"), "d1")
    assert kinds(ygg.wait()) == [Kind.REFUSED]


def test_an_illegal_card_pushed_to_a_legal_cell_is_accepted_without_a_word_of_thanks(
    ygg: Desk,
) -> None:
    ygg.lay("y03", "A", "a1")
    paper = ygg.hands.take("a1")
    ygg.hands.put(paper, "b2")
    assert kinds(ygg.wait()) == [Kind.ACCEPTED]


def test_a_card_over_another_is_refused_and_only_taken_off(ygg: Desk) -> None:
    ygg.lay("y03", "A", "b2")
    (refused,) = ygg.lay("y03", "B", "b2")
    assert "YGG-6.1" in refused.clauses
    assert [(s.do, s.cell, s.lying.owner) for s in refused.steps] == [(Do.TAKE, "b2", "B")]
    assert kinds(ygg.clear("b2")) == [Kind.PUT_BACK]


@pytest.mark.parametrize("turn", [90.0, 180.0, 270.0])
def test_a_turned_card_is_refused(ygg: Desk, turn: float) -> None:
    (refused,) = ygg.lay("y03", "A", "b2", turn)
    assert "YGG-4.3" in refused.clauses
    assert ygg.session.match.plies == ()


def test_lifting_a_card_for_a_moment_says_nothing(mid: Desk) -> None:
    paper = mid.hands.take("b2")
    said = run(mid.session, mid.hands.wait(Patience().gone_s - 0.2))
    mid.hands.put(paper, "b2")
    assert said + mid.wait() == []


def test_a_card_taken_away_is_refused_and_comes_back(mid: Desk) -> None:
    paper = mid.hands.lying["b2"][-1][0]
    (refused,) = mid.clear("b2")
    assert refused.kind is Kind.REFUSED
    assert [(s.do, s.cell) for s in refused.steps] == [(Do.LAY, "b2")]
    assert kinds(run(mid.session, mid.hands.lay(paper, "b2"))) == [Kind.PUT_BACK]


def test_an_exchange_is_accepted_with_its_doubt(mid: Desk) -> None:
    (accepted,) = [r for r in mid.lay("y02", "A", "A.discard") if r.action]
    assert str(accepted.action) == "A place y02 A.discard"
    assert "YGG-7.1" in accepted.awaits
    assert mid.session.match.to_act == {"B"}


def lay_all(desk: Desk, moves: str) -> None:
    """Moves like `A y03 b2,B y03 c4`, each of them accepted."""
    for seat, card, cell in (move.split() for move in moves.split(",")):
        assert kinds(desk.lay(card, seat, cell)) == [Kind.ACCEPTED]


@pytest.fixture
def tip(ygg: Desk) -> Paper:
    """A has exchanged the tip y31, and y30, which recovers a tip, fits on c3."""
    lay_all(ygg, "A y03 b2,B y03 c4,A y27 b3,B y21 b5")
    paper = ygg.hands.paper("y31", "A")
    assert kinds(run(ygg.session, ygg.hands.lay(paper, "A.discard"))) == [Kind.ACCEPTED]
    lay_all(ygg, "B y09 b4,A y12 c2,B y19 d5")
    return paper


def test_a_tip_is_recovered_by_picking_it_up_and_may_be_laid_down_again(
    ygg: Desk, tip: Paper
) -> None:
    ygg.lay("y30", "A", "c3")
    assert ygg.session.match.to_act == {"A"}
    (accepted,) = ygg.clear("A.discard")
    assert str(accepted.action) == "A choose y31"
    assert "y31" in ygg.session.match.state.players[0].hand
    ygg.show("end_turn", "B.control")
    before = len(ygg.session.match.plies)
    said = run(ygg.session, ygg.hands.lay(tip, "A.discard"))
    assert ygg.session.match.to_act == {"B"}
    assert (kinds(said), len(ygg.session.match.plies)) == ([], before), "not A's turn: it waits"


def test_picking_up_a_pile_that_means_nothing_says_nothing(ygg: Desk, tip: Paper) -> None:
    assert ygg.clear("A.discard") == []
    assert run(ygg.session, ygg.hands.lay(tip, "A.discard")) == []


def test_a_card_laid_on_a_pile_too_soon_waits_for_its_turn(ygg: Desk) -> None:
    lay_all(ygg, "A y03 b2,B y03 c4,A y27 b3")
    state = ygg.session.match.state
    assert ygg.lay("y31", "A", "A.discard") == []
    assert ygg.session.match.state == state
    said = ygg.lay("y21", "B", "b5")
    assert [str(r.action) for r in said] == ["B place y21 b5", "A place y31 A.discard"]


# Invasions: what falls, what is owed.


def test_a_removed_target_is_an_invasion(mid: Desk) -> None:
    mid.lay("y25", "A", "d3")
    assert mid.session.match.to_act == {"A"}
    (accepted,) = mid.clear("c3")
    assert str(accepted.action) == "A choose c3"
    assert accepted.steps == ()
    assert accepted.next_turn


def test_the_token_says_whom_and_the_hands_follow(mid: Desk) -> None:
    mid.lay("y25", "A", "d3")
    (accepted,) = [r for r in run(mid.session, mid.hands.point("c3")) if r.action]
    assert str(accepted.action) == "A choose c3"
    assert [(s.do, s.cell) for s in accepted.steps] == [(Do.TAKE, "c3")]
    assert mid.session.state is State.OWING
    paper = mid.hands.lying["c3"][-1][0]
    reminder = mid.wait(12)
    assert kinds(reminder) == [Kind.REMINDER]
    assert reminder[0].steps == accepted.steps
    assert mid.wait(30) == [], "one reminder, then silence"
    mid.hands.take("c3")
    mid.hands.put(paper, "B.discard")
    assert kinds(mid.wait()) == [Kind.IN_STEP]


def test_play_goes_on_while_a_card_is_owed(mid: Desk) -> None:
    mid.lay("y25", "A", "d3")
    run(mid.session, mid.hands.point("c3"))
    (accepted,) = mid.lay("y09", "B", "b4")
    assert accepted.kind is Kind.ACCEPTED
    assert [(s.do, s.cell) for s in accepted.steps] == [(Do.TAKE, "c3")]
    assert kinds(mid.clear("c3")) == [Kind.IN_STEP]


def test_a_target_out_of_reach_is_refused_by_the_token(mid: Desk) -> None:
    mid.lay("y25", "A", "d3")
    (refused,) = run(mid.session, mid.hands.point("c4"))
    assert (refused.kind, refused.clauses) == (Kind.REFUSED, ("YGG-9.1",))
    assert mid.session.state is State.PLAYING


# Taking back.


def test_lifting_the_last_card_takes_the_move_back(ygg: Desk) -> None:
    ygg.lay("y03", "A", "b2")
    before = ygg.session.match.state
    ygg.lay("y03", "B", "c4")
    (back,) = ygg.clear("c4")
    assert back.kind is Kind.TAKEN_BACK
    assert ygg.session.match.state == before
    assert back.to_act == ("B",)


def test_who_begins_is_open_again_when_the_first_card_is_lifted(ygg: Desk) -> None:
    ygg.lay("y03", "A", "b2")
    (back,) = ygg.clear("b2")
    assert (back.kind, back.data["to"], back.to_act) == (Kind.TAKEN_BACK, 0, (CHANCE,))
    ygg.lay("y03", "B", "c4")
    assert [str(p.action) for p in ygg.session.match.plies][0::3] == [
        "chance choose B",
        "B place y03 c4",
    ]


def test_a_first_player_who_was_named_stays_named() -> None:
    desk = sit_down(YGG, Setup("yggdrasil"), first="A")
    desk.hands.follow(YGG.layout(desk.session.match.state), "AB")
    desk.wait()
    desk.lay("y03", "A", "b2")
    (back,) = desk.clear("b2")
    assert (back.kind, back.to_act) == (Kind.TAKEN_BACK, ("A",))


def test_an_invasion_is_taken_back_by_laying_the_card_again(mid: Desk) -> None:
    mid.lay("y25", "A", "d3")
    paper = mid.hands.lying["c3"][-1][0]
    mid.clear("c3")
    (back,) = run(mid.session, mid.hands.lay(paper, "c3"))
    assert back.kind is Kind.TAKEN_BACK
    assert mid.session.match.to_act == {"A"}


def test_another_copy_on_the_same_cell_is_no_take_back(kiln: Desk) -> None:
    """L's p leaves k1; when R's turn is over a fresh p comes: a move, not a take-back."""
    kiln.lay("p", "L", "k1")
    kiln.lay("q", "R", "k2")
    kiln.clear("k1", "k2")
    kiln.show("no")
    kiln.show("yes")
    assert kiln.actions()[-1] == "L choose storm"
    kiln.lay("q", "R", "k2")
    (accepted,) = kiln.lay("p", "L", "k1")
    assert (accepted.kind, str(accepted.action)) == (Kind.ACCEPTED, "L place p k1")


def test_a_table_that_is_both_is_asked(kiln: Desk) -> None:
    """L moves from k1 to k2 and, after a pass of R, back: a move, or the first one taken back."""
    kiln.lay("p", "L", "k1")
    kiln.lay("q", "R", "k4")
    paper = kiln.hands.take("k1")
    kiln.hands.put(paper, "k2")
    kiln.wait()
    kiln.show("end_turn", "R.control")
    kiln.hands.take("k2")
    kiln.hands.put(paper, "k1")
    (question,) = kiln.wait()
    assert (question.kind, question.data["take_back"]) == (Kind.QUESTION, True)
    plies = len(kiln.session.match.plies)
    assert kinds(kiln.show("no")) == [Kind.ANSWERED, Kind.QUESTION]
    said = kinds(kiln.show("yes"))
    assert said == [Kind.ANSWERED, Kind.ACCEPTED]
    assert len(kiln.session.match.plies) == plies + 1


def test_a_reveal_cannot_be_taken_back(kiln: Desk) -> None:
    back = Paper("S1", "", face=Face.BACK)
    run(kiln.session, kiln.hands.lay(back, "k1", 90.0))
    kiln.lay("q", "R", "k4")
    kiln.hands.take("k1")
    kiln.hands.put(Paper("T9", "p"), "k1", 90.0)
    assert kinds(kiln.wait()) == [Kind.ACCEPTED]
    (told,) = kiln.show("undo")
    assert (told.kind, told.reason) == (Kind.NOT_NOW, "revealed")
    kiln.hands.take("k1")
    kiln.hands.put(back, "k1", 90.0)
    assert Kind.TAKEN_BACK not in kinds(kiln.wait())


# Questions.


def test_one_picture_with_two_meanings_is_asked_and_answered_by_card(kiln: Desk) -> None:
    kiln.lay("p", "L", "k1")
    kiln.lay("q", "R", "k4")
    (question,) = kiln.clear("k1")
    # Gone again is also L's first card taken back, but R has moved since: only the sale is meant.
    assert [[str(a) for a in o] for o in question.options] == [
        ["L choose sell"],
        ["L choose burn"],
    ]
    assert kinds(kiln.wait(5)) == []
    assert kinds(kiln.show("no")) == [Kind.ANSWERED, Kind.QUESTION]
    said = kiln.show("yes")
    assert kinds(said) == [Kind.ANSWERED, Kind.ACCEPTED]
    assert kiln.actions()[-1] == "L choose burn"


def test_no_to_everything_is_out_of_step(kiln: Desk) -> None:
    kiln.lay("p", "L", "k1")
    kiln.lay("q", "R", "k4")
    paper = kiln.hands.lying["k1"][-1][0]
    kiln.clear("k1")
    kiln.show("no")
    assert kinds(kiln.show("no")) == [Kind.ANSWERED, Kind.OUT_OF_STEP]
    assert kinds(run(kiln.session, kiln.hands.lay(paper, "k1", 90.0))) == [Kind.IN_STEP]


def test_a_question_lapses_when_the_table_answers_it(kiln: Desk) -> None:
    kiln.lay("p", "L", "k1")
    kiln.lay("q", "R", "k4")
    paper = kiln.hands.lying["k1"][-1][0]
    kiln.clear("k1")
    assert kinds(run(kiln.session, kiln.hands.lay(paper, "k1", 90.0))) == []
    assert kiln.session.state is State.PLAYING
    (told,) = kiln.show("yes")
    assert (told.kind, told.reason) == (Kind.NOT_NOW, "no_question")


def test_a_question_is_reminded_of_once(kiln: Desk) -> None:
    kiln.lay("p", "L", "k1")
    kiln.lay("q", "R", "k4")
    kiln.clear("k1")
    assert kinds(kiln.wait(40)) == [Kind.REMINDER]


# Out of step.


def test_out_of_step_names_every_cell_and_comes_back(mid: Desk) -> None:
    hands, before = mid.hands, mid.session.match.state
    b2, c4 = hands.take("b2"), hands.take("c4")
    d5 = hands.take("d5")
    hands.put(d5, "a4")
    (astray,) = mid.wait()
    assert astray.kind is Kind.OUT_OF_STEP
    assert [(s.do, s.cell, s.to) for s in astray.steps] == [
        (Do.MOVE, "a4", "d5"),
        (Do.LAY, "b2", ""),
        (Do.LAY, "c4", ""),
    ]
    assert mid.session.match.state == before
    hands.put(b2, "b2")
    (less,) = mid.wait()
    assert len(less.steps) == 2
    hands.put(c4, "c4")
    hands.put(hands.take("a4"), "d5")
    assert kinds(mid.wait()) == [Kind.IN_STEP]
    assert mid.session.state is State.PLAYING


# Faults of the paper.


def test_a_copied_card_freezes_the_table_until_it_is_gone(mid: Desk) -> None:
    paper = mid.hands.lying["b2"][-1][0]
    (fault,) = run(mid.session, mid.hands.lay(paper, "a2", 0.0))
    assert fault.kind is Kind.TABLE_FAULT
    assert [(f.kind, f.cells) for f in fault.faults] == [(FaultKind.DUPLICATE, ("a2", "b2"))]
    assert kinds(mid.lay("y25", "A", "d3")) == [], "nothing is judged meanwhile"
    assert kinds(mid.clear("a2")) == [Kind.PUT_BACK, Kind.ACCEPTED]


def test_a_stranger_on_the_field_is_named_and_nothing_judged(mid: Desk) -> None:
    stranger = Paper("", "", face=Face.UNKNOWN)
    (fault,) = run(mid.session, mid.hands.lay(stranger, "a3"))
    assert [(f.kind, f.cells) for f in fault.faults] == [(FaultKind.UNKNOWN, ("a3",))]
    assert kinds(mid.clear("a3")) == [Kind.PUT_BACK]


def test_a_crooked_card_is_asked_to_be_straightened_then_judged(ygg: Desk) -> None:
    (fault,) = ygg.lay("y03", "A", "b2", 40.0)
    assert [f.kind for f in fault.faults] == [FaultKind.CROOKED]
    paper = ygg.hands.take("b2")
    ygg.hands.put(paper, "b2", 3.0)
    assert kinds(ygg.wait()) == [Kind.PUT_BACK, Kind.ACCEPTED]


def test_two_cards_on_one_cell_are_named(ygg: Desk) -> None:
    ygg.hands.spread = {"b2"}
    ygg.hands.put(ygg.hands.paper("y03", "A"), "b2")
    (fault,) = ygg.lay("y15", "A", "b2")
    assert [f.kind for f in fault.faults] == [FaultKind.CROWDED]


def test_cards_beside_the_mat_say_nothing(ygg: Desk) -> None:
    ygg.hands.loose = [ygg.hands.paper("y17", "A"), ygg.hands.paper("y09", "B")]
    assert ygg.wait(5) == []


# Trouble, pauses, hands.


@pytest.mark.parametrize("trouble", Trouble)
def test_trouble_is_one_sentence_and_ends_by_itself(mid: Desk, trouble: Trouble) -> None:
    said = run(mid.session, mid.hands.suffer(trouble, 30))
    assert kinds(said) == [Kind.TROUBLE]
    mid.hands.put(mid.hands.paper("y25", "A"), "d3")
    said = mid.wait()
    assert kinds(said) == [Kind.RECOVERED, Kind.ACCEPTED]


def test_no_card_moves_while_the_camera_is_away(mid: Desk) -> None:
    plies = len(mid.session.match.plies)
    mid.hands.take("b2")
    run(mid.session, mid.hands.suffer(Trouble.LOST, 20))
    assert len(mid.session.match.plies) == plies


def test_nothing_counts_while_the_pause_card_lies(mid: Desk) -> None:
    pause = Paper("C1", "ctl.pause", face=Face.CONTROL)
    assert kinds(run(mid.session, mid.hands.lay(pause, "A.control"))) == [Kind.PAUSED]
    taken = mid.hands.take("b2")
    assert kinds(mid.wait(20)) == []
    mid.hands.put(taken, "b2")
    mid.hands.put(mid.hands.paper("y25", "A"), "d3")
    assert kinds(mid.wait()) == []
    assert kinds(mid.clear("A.control")) == [Kind.RESUMED, Kind.ACCEPTED]


def test_hands_that_stay_are_asked_away_once(mid: Desk) -> None:
    assert kinds(run(mid.session, mid.hands.reach(60))) == [Kind.HANDS]


# Control cards.


def test_why_reads_the_clause_of_the_last_refusal(ygg: Desk) -> None:
    assert [r.reason for r in ygg.show("why")] == ["no_reason"]
    ygg.lay("y03", "A", "a1")
    (told,) = ygg.show("why")
    assert (told.kind, told.clauses) == (Kind.EXPLAINED, ("YGG-6.3",))


def test_repeat_says_the_last_thing_again(ygg: Desk) -> None:
    (refused,) = ygg.lay("y03", "A", "a1")
    (told,) = ygg.show("repeat")
    assert (told.kind, told.about) == (Kind.REPEATED, refused)


def test_undo_takes_back_and_says_what_to_move(mid: Desk) -> None:
    before = mid.session.match.state
    mid.lay("y25", "A", "d3")
    (back,) = mid.show("undo")
    assert back.kind is Kind.TAKEN_BACK
    assert [(s.do, s.cell) for s in back.steps] == [(Do.TAKE, "d3")]
    assert mid.session.match.state == before
    assert kinds(mid.clear("d3")) == [Kind.IN_STEP]


def test_undo_stops_at_the_start(ygg: Desk) -> None:
    assert [r.reason for r in ygg.show("undo")] == ["nothing_to_undo"]
    ygg.lay("y03", "A", "b2")
    assert kinds(ygg.show("undo")) == [Kind.TAKEN_BACK]
    assert [r.reason for r in ygg.show("undo")] == ["nothing_to_undo"]


def test_end_turn_declines_and_is_polite_when_the_turn_is_over(mid: Desk) -> None:
    mid.lay("y25", "A", "d3")
    (accepted,) = mid.show("end_turn", "A.control")
    assert (str(accepted.action), accepted.next_turn) == ("A pass", True)
    assert mid.show("end_turn", "A.control") == []


def test_the_next_seats_word_declines_what_the_last_one_left_open(mid: Desk) -> None:
    # B's fox turn may swap; nothing fits for A, whose deck is empty, so A may only pass.
    mid.lay("y25", "A", "d3")
    mid.show("end_turn", "A.control")
    position = "field b1=yr1/A b2=y22/A c5=yr1/B c4=y15/B c3=y16/B\nturn 9 B\nhand A -\ndeck A -"
    mid.session.correct(position)
    mid.hands.follow(YGG.layout(mid.session.match.state), "AB")
    mid.wait()
    mid.lay("y20", "B", "d5")
    assert mid.session.match.to_act == {"B"}
    found = [r for r in mid.show("end_turn", "A.control") if r.action]
    assert [(r.kind, str(r.action)) for r in found] == [
        (Kind.ACCEPTED, "B pass"),
        (Kind.ACCEPTED, "A pass"),
    ]


def test_end_turn_instead_of_a_move_is_refused(mid: Desk) -> None:
    (refused,) = mid.show("end_turn", "A.control")
    assert refused.kind is Kind.REFUSED
    assert refused.clauses
    assert mid.session.state is State.PLAYING


def test_a_control_card_that_names_nobody_is_asked_for(mid: Desk) -> None:
    assert [r.reason for r in mid.show("end_turn", "a3")] == ["whose"]


def test_end_turn_declines_all_that_is_left(mid: Desk) -> None:
    """y08 may invade and lets its owner place again: END TURN declines both."""
    mid.lay("y08", "A", "d3")
    first, second = mid.show("end_turn", "A.control")
    assert [str(r.action) for r in (first, second)] == ["A pass", "A pass"]
    assert second.next_turn
    assert mid.session.match.to_act == {"B"}


def test_no_declines_one_step_and_its_seat_may_go_on(mid: Desk) -> None:
    mid.lay("y08", "A", "d3")
    (declined,) = mid.show("no", "A.control")
    assert (str(declined.action), declined.next_turn) == ("A pass", False)
    assert mid.session.match.to_act == {"A"}
    (accepted,) = mid.lay("y27", "A", "d4")
    assert (accepted.kind, str(accepted.action)) == (Kind.ACCEPTED, "A place y27 d4")


def test_no_says_not_now_where_nothing_may_be_declined(mid: Desk) -> None:
    assert [r.reason for r in mid.show("no", "A.control")] == ["no_question"]


def test_a_card_laid_after_end_turn_is_out_of_turn(mid: Desk) -> None:
    mid.lay("y08", "A", "d3")
    mid.show("end_turn", "A.control")
    (refused,) = mid.lay("y27", "A", "d4")
    assert refused.kind is Kind.REFUSED
    assert refused.clauses[0] == "YGG-5.1"


@pytest.mark.parametrize("control", [c for c in Control if c not in ("pause", "language")])
def test_before_the_table_is_laid_cards_say_not_now(control: Control) -> None:
    desk = sit_down(YGG, Setup("yggdrasil"))
    desk.wait()
    said = desk.session.press(control)
    if control is Control.REPEAT:
        assert [r.kind for r in said] == [Kind.REPEATED]
    else:
        assert [r.kind for r in said] == [Kind.NOT_NOW]


# Corrections and ends.


def test_a_correction_is_an_event_and_the_table_is_compared_anew(mid: Desk) -> None:
    position = YGG.format(mid.session.match.state_at(5))
    (said,) = mid.session.correct(position)
    assert (said.kind, said.data["position"]) == (Kind.CORRECTED, position)
    assert YGG.format(mid.session.match.state) == position
    assert {s.do for s in said.steps} == {Do.TAKE}
    assert kinds(mid.clear(*(s.cell for s in said.steps))) == [Kind.IN_STEP]
    assert YGG.format(mid.session.match.state) == position


def test_the_rules_end_the_match_and_nothing_is_judged_after(kiln: Desk) -> None:
    said: list[Record] = []
    for _ in range(5):
        for seat in "LR":
            said += kiln.show("end_turn", f"{seat}.control")
            if kiln.session.match.to_act and seat not in kiln.actions()[-1]:
                said += list(kiln.session.press(Control.END_TURN, seat))
    assert kinds(said)[-1] is Kind.GAME_ENDED
    assert said[-1].reason == "rules"
    assert said[-1].clauses == ("KLN-9",)
    assert kiln.lay("p", "L", "k1") == []
    assert kiln.session.finish(Reason.STOPPED) == ()
    assert kiln.session.press(Control.UNDO) == ()


@pytest.mark.parametrize("reason", [Reason.STOPPED, Reason.SOURCE_ENDED, Reason.TIME])
def test_a_match_may_be_stopped_at_any_time(mid: Desk, reason: Reason) -> None:
    (ended,) = mid.session.finish(reason)
    assert (ended.kind, ended.reason) == (Kind.GAME_ENDED, reason.value)
    assert mid.wait(3) == []


def test_same_views_same_records() -> None:
    def play() -> Iterator[str]:
        desk = sit_down(YGG, Setup("yggdrasil"))
        desk.hands.follow(YGG.layout(desk.session.match.state), "AB")
        said = desk.wait() + desk.lay("y03", "A", "b2") + desk.lay("y03", "B", "d4")
        yield from map(repr, said)

    assert list(play()) == list(play())


def test_public_docstrings_are_there() -> None:
    for name, member in inspect.getmembers(Session, inspect.isfunction):
        if not name.startswith("_"):
            assert inspect.getdoc(member), name


def test_a_lying_card_of_the_other_seat_is_theirs(ygg: Desk) -> None:
    ygg.lay("y03", "A", "b2")
    (accepted,) = ygg.lay("y03", "B", "c4")
    assert YGG.layout(ygg.session.match.state)["c4"] == (Lying("y03", "B"),)
    assert accepted.to_act == ("A",)


def test_a_card_on_no_place_is_told_once_and_holds_nothing_up(
    ygg: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(ygg.session.places), "touches_mat", lambda *_: True)
    stray = ygg.hands.paper("y15", "A")
    ygg.hands.loose.append(stray)
    assert kinds(ygg.wait()) == [Kind.STRAY_CARD]
    assert kinds(ygg.wait()) == []
    assert kinds(ygg.lay("y03", "A", "b2"))[-1] is Kind.ACCEPTED
    ygg.hands.loose.remove(stray)
    assert kinds(ygg.wait()) == []
