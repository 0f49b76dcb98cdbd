"""A correction of the position needs YES from all players, and is logged."""

from __future__ import annotations

import pytest

from companion.referee.control_cards import ControlCard
from companion.referee.inventory.steps import StepKind
from companion.referee.live import LiveReferee
from companion.referee.notices import Notice
from companion.referee.phases import RefereePhase
from rules import NotationError, Setup, load_game
from tests.companion.referee.games.test_five_games import GameTable, report
from tests.support.referee.inputs import correct, press, propose
from tests.support.referee.oracle_view import run


@pytest.fixture
def table() -> GameTable:
    table = GameTable("yggdrasil")
    table.place("y03", "B", "c4")
    return table


def position(referee: LiveReferee) -> str:
    """Return the current position as text, so that tests can edit it."""
    return referee.at.match.game.notation.format(referee.at.match.state)


def kinds(records: tuple[Notice, ...]) -> list[str]:
    return [record.kind for record in records]


def test_both_say_yes_on_their_own_places(table: GameTable) -> None:
    referee = table.referee
    earlier = referee.at.match.game.notation.format(
        referee.at.match.state_at(len(referee.at.match.plies) - 1)
    )
    plies = len(referee.at.match.plies)
    asked = propose(referee, earlier)
    assert kinds(asked) == ["question"]
    assert "at your own place" in table.speakers[0].caption(asked[0])
    assert referee.at.phase is RefereePhase.ASKING
    assert kinds(press(referee, ControlCard.YES, "A")) == ["answered"]
    assert len(referee.at.match.plies) == plies, "one of two is not enough"
    agreed = press(referee, ControlCard.YES, "B")
    assert kinds(agreed)[:2] == ["answered", "corrected"]
    assert agreed[1].position == earlier
    assert len(referee.at.match.plies) == plies + 1


def test_what_is_agreed_to_is_shown_first(table: GameTable) -> None:
    referee = table.referee
    (asked,) = propose(referee, referee.at.match.game.notation.format(referee.at.match.state_at(0)))
    assert [(step.kind, step.cell, step.placed.card) for step in asked.steps] == [
        (StepKind.TAKE, "c4", "y03")
    ]
    captions = [speaker.caption(asked) for speaker in table.speakers]
    assert all("c4" in caption for caption in captions)
    assert press(referee, ControlCard.NO, "A")

    (same,) = propose(referee, position(referee))
    assert not same.steps
    assert "the current position" in table.speakers[0].caption(same)


def test_what_no_card_shows_is_reported_as_it_is_noted() -> None:
    table = GameTable("jiguan")
    table.piece("token.marker", "A.marker")
    (asked,) = propose(table.referee, position(table.referee).replace("marker A", "marker B"))
    assert not asked.steps
    assert all("marker B" in speaker.caption(asked) for speaker in table.speakers)


def test_a_card_that_is_face_down_is_not_reported_by_the_question() -> None:
    table = GameTable("jiguan")
    table.piece("token.marker", "A.marker")
    table.place("?", "A", "A.beast")
    known = position(table.referee).replace("beast A ?", "beast A jb4")
    assert "beast A jb4 down" in known
    (asked,) = propose(table.referee, known)
    assert "jb4" not in repr((asked.steps, asked.lines))


def test_who_proposes_has_agreed(table: GameTable) -> None:
    referee = table.referee
    propose(referee, position(referee), "A")
    assert "corrected" in kinds(press(referee, ControlCard.YES, "B"))


def test_one_no_ends_it_and_play_goes_on(table: GameTable) -> None:
    referee = table.referee
    propose(referee, position(referee))
    press(referee, ControlCard.YES, "A")
    assert kinds(press(referee, ControlCard.NO, "B")) == ["answered"]
    assert referee.at.phase is RefereePhase.IN_SYNC
    assert table.place("y03", "A", "b2") == ["accepted A place y03 b2"]


def test_a_yes_of_nobody_in_particular_is_not_enough(table: GameTable) -> None:
    referee = table.referee
    propose(referee, position(referee))
    assert [r.reason for r in press(referee, ControlCard.YES) if r.kind == "not_now"] == ["whose"]


def test_before_the_table_is_ready_there_is_nothing_to_correct() -> None:
    table = GameTable("yggdrasil", ready=False)
    (spoken,) = propose(table.referee, position(table.referee))
    assert (spoken.kind, spoken.reason) == ("not_now", "opening")


def test_what_cannot_be_read_is_reported_and_changes_nothing(table: GameTable) -> None:
    with pytest.raises(NotationError):
        propose(table.referee, "nonsense")
    assert table.referee.at.phase is RefereePhase.IN_SYNC


def test_a_position_is_read_as_people_write_it_and_logged_as_the_log_reads_it() -> None:
    """Check full-width characters and capitals; the log contains what `Rules.parse` reads."""
    table = GameTable("yggdrasil")
    game = load_game("yggdrasil")
    written = position(table.referee)
    as_people_write = written.replace("=", "＝").replace("yr1", "YR1")
    (record,) = [r for r in correct(table.referee, as_people_write) if r.kind == "corrected"]
    assert game.notation.parse(str(record.position), Setup("yggdrasil"))
    with pytest.raises(NotationError):
        game.notation.parse(as_people_write, Setup("yggdrasil"))


def test_each_places_yes_on_their_own_place_and_the_table_follows(table: GameTable) -> None:
    referee, plies = table.referee, len(table.referee.at.match.plies)
    propose(referee, referee.at.match.game.notation.format(referee.at.match.state_at(plies - 1)))
    assert table.piece("ctl.yes", "A.control") == ["answered"]
    assert table.piece("ctl.yes", "B.control") == ["answered", "corrected"]
    assert referee.at.phase is RefereePhase.AWAITING_PLAYERS
    assert table.receive(run(referee, table.hands.clear("c4")))[-1].kind == "resynced"


def test_everybody_hears_who_agreed_and_whose_answer_is_awaited(table: GameTable) -> None:
    referee = table.referee
    (asked,) = propose(referee, position(referee))
    assert asked.awaiting == ("A", "B")
    (one,) = press(referee, ControlCard.YES, "A")
    assert table.speakers[0].caption(one) == "Sun agrees. I’m waiting for Moon."
    other, corrected, *_ = press(referee, ControlCard.YES, "B")
    assert table.speakers[0].caption(other) == "Moon agrees."
    assert corrected.kind == "corrected"


def test_a_question_stays_when_the_table_is_restored_meanwhile(table: GameTable) -> None:
    """Regression: the question vanished silently, while the page kept its text and its steps."""
    referee = table.referee
    assert table.place("y04", "B", "a5")[:1] == ["refused B place y04 a5"]
    (asked,) = propose(referee, position(referee).replace("turn 1", "turn 9"))
    assert table.receive(run(referee, table.hands.clear("a5"))) == []
    assert referee.at.phase is RefereePhase.ASKING
    assert referee.at.sticky == asked
    assert kinds(press(referee, ControlCard.YES, "A")) == ["answered"]
    assert "corrected" in kinds(press(referee, ControlCard.YES, "B"))


def test_a_question_over_which_something_was_announced_is_asked_of_all_again(
    table: GameTable,
) -> None:
    referee = table.referee
    wanted = position(referee)
    propose(referee, wanted)
    press(referee, ControlCard.YES, "A")
    assert table.place("y03", "A", "b2") == ["accepted A place y03 b2", "question"]
    assert referee.at.sticky is not None
    assert referee.at.sticky.awaiting == ("A", "B")
    assert table.place("y04", "B", "a5")[:1] == ["refused B place y04 a5"]
    assert referee.at.phase is RefereePhase.REFUSED, "first the table is put right"
    assert report(table.receive(run(referee, table.hands.clear("a5")))) == ["put_back", "question"]
    press(referee, ControlCard.NO, "B")
    assert report(run(referee, table.hands.wait(3))) == []


def test_another_proposal_that_moves_no_card_is_asked_as_well(table: GameTable) -> None:
    """Regression: the second was dropped, and the players agreed to the first."""
    referee = table.referee
    first, second = (position(referee).replace("turn 2", turn) for turn in ("turn 8", "turn 6"))
    assert kinds(propose(referee, first)) == ["question"]
    assert kinds(propose(referee, first)) == []
    (asked,) = propose(referee, second)
    assert asked.correction == second


def test_an_illegal_card_where_a_proposed_card_belongs_is_refused(table: GameTable) -> None:
    """Regression: the proposal's steps were taken for steps of the match; the cell was unknown."""
    referee = table.referee
    wanted = position(referee)
    assert report(run(referee, table.hands.clear("c4"))) == ["taken_back"]
    (asked,) = propose(referee, wanted)
    assert [(step.kind, step.cell) for step in asked.steps] == [(StepKind.PLACE, "c4")]
    (refused,) = table.place("y05", "A", "c4")
    assert refused.startswith("refused")
    last = referee.at.last
    assert last is not None
    assert [(step.kind, step.cell) for step in last.steps] == [(StepKind.TAKE, "c4")]


def test_differing_counters_are_listed_next_to_differing_cards() -> None:
    """Regression: turn, force and remaining moves were not listed if cards differed as well."""
    table = GameTable("stratosphere")
    earlier = position(table.referee)
    table.place("s07", "1", "1.C")
    table.place("s08", "1", "1.R")
    assert "force 1=black" in position(table.referee)
    (asked,) = propose(table.referee, earlier)
    assert {step.cell for step in asked.steps} == {"1.C", "1.R"}
    lines = asked.lines
    assert "force -" in lines
    assert any(line.startswith("left ") for line in lines)
    assert not [line for line in lines if line.startswith(("node", "ply"))]
    for speaker in table.speakers:
        assert "1.C" in speaker.caption(asked)
        assert all(line in speaker.caption(asked) for line in lines)


def test_what_all_agreed_to_is_not_undone_by_one_card(table: GameTable) -> None:
    referee = table.referee
    before = referee.at.match.game.notation.format(
        referee.at.match.state_at(len(referee.at.match.plies) - 1)
    )
    correct(referee, before)
    plies = len(referee.at.match.plies)
    assert report(table.receive(run(referee, table.hands.clear("c4")))) == ["resynced"]
    (spoken,) = table.receive(list(press(referee, ControlCard.UNDO, "A")))
    assert (spoken.kind, spoken.reason) == ("not_now", "agreed")
    assert table.place("y03", "B", "c4") == ["accepted B place y03 c4"]
    assert len(referee.at.match.plies) == plies + 1
    assert kinds(press(referee, ControlCard.UNDO, "B"))[:1] == ["taken_back"]
    assert len(referee.at.match.plies) == plies
