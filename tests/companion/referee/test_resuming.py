"""Going on from a log: the table may have changed while nobody watched."""

from __future__ import annotations

from companion.readings import Face
from companion.referee.records import Kind
from companion.referee.session import Session
from companion.referee.states import State
from tests.companion.referee.hands import Paper, run
from tests.companion.referee.test_five_games import Desk, told


def gone_on(desk: Desk) -> None:
    """Another referee goes on with the match; hands and papers are the same."""
    match, places = desk.session.match, desk.session.places
    desk.session = Session(match, places, resumed=True)


def resumed(desk: Desk) -> list[str]:
    return told(desk.hear(run(desk.session, desk.hands.wait())))


def test_a_move_made_while_nobody_watched_is_judged_at_once() -> None:
    desk = Desk("yggdrasil")
    desk.lay("y03", "B", "c4")
    desk.hands.put(desk.hands.paper("y03", "A"), "b2")
    gone_on(desk)
    assert resumed(desk) == ["match_resumed", "accepted A place y03 b2"]
    assert desk.session.state is State.PLAYING


def test_a_move_made_meanwhile_tells_what_was_declined_before_it() -> None:
    desk = Desk("yggdrasil")
    desk.lay("y20", "B", "d5")
    desk.lay("y13", "A", "c1")
    desk.hands.put(desk.hands.paper("y16", "B"), "c4")
    gone_on(desk)
    assert resumed(desk) == ["match_resumed", "accepted A pass", "accepted B place y16 c4"]
    assert desk.session.state is State.PLAYING


def test_what_one_seat_laid_meanwhile_is_judged_all_of_it() -> None:
    desk = Desk("dicebattle")
    for seat, pips in (("A", 5), ("B", 2), ("A", 4)):
        desk.piece(f"token.die{pips}", f"{seat}.tray")
    for card, cell in (("h05", "A.main1"), ("g03", "A.circle1")):
        desk.hands.put(desk.hands.paper(card, "A", Face.BACK), cell)
    gone_on(desk)
    said = resumed(desk)
    assert sorted(said[1:]) == [
        "accepted A place ? A.circle1 facing=down",
        "accepted A place ? A.main1 facing=down",
    ]


def test_a_card_laid_on_a_pile_meanwhile_is_judged() -> None:
    desk = Desk("yggdrasil")
    desk.lay("y03", "B", "c4")
    desk.hands.put(desk.hands.paper("y19", "A"), "A.discard")
    gone_on(desk)
    assert resumed(desk) == ["match_resumed", "refused A place y19 A.discard"]


def test_a_card_that_fell_meanwhile_lies_on_its_pile_and_says_nothing() -> None:
    desk = Desk("yggdrasil")
    desk.lay("y20", "B", "d5")
    desk.lay("y13", "A", "c1")
    desk.lay("y16", "B", "c4")
    desk.lay("y30", "A", "c2")
    desk.lay("y15", "B", "c3")
    desk.hands.put(desk.hands.take("c2"), "A.discard")
    gone_on(desk)
    assert resumed(desk) == ["match_resumed", "accepted B choose c2"]
    assert resumed(desk) == []
    gone_on(desk)
    assert resumed(desk) == ["match_resumed"], "the log has it there"


def test_what_was_said_and_hands_have_not_followed_yet_is_still_to_do_and_not_taken_back() -> None:
    desk = Desk("jiguan")
    desk.piece("token.marker", "A.marker")
    desk.lay("?", "B", "B.beast")
    desk.lay("?", "A", "A.beast")
    desk.lay("jb1", "A", "A.beast")
    desk.lay("jb5", "B", "B.beast")
    for seat in "AB":
        desk.piece("ctl.pass", f"{seat}.control")
    plies = len(desk.session.match.plies)
    assert desk.piece("ctl.ready", "A.control")[:1] == ["accepted A ready"]
    gone_on(desk)
    records = run(desk.session, desk.hands.wait())
    assert [record.kind for record in records] == [Kind.MATCH_RESUMED]
    assert {step.cell for step in records[0].steps} == {"A.beast", "B.beast"}
    assert len(desk.session.match.plies) > plies
    assert desk.session.state is State.OWING
    assert told(run(desk.session, desk.hands.clear("A.beast", "B.beast"))) == ["in_step"]


def test_an_illegal_move_made_meanwhile_is_refused() -> None:
    desk = Desk("yggdrasil")
    desk.lay("y03", "B", "c4")
    desk.hands.put(desk.hands.paper("y05", "A"), "a1")
    gone_on(desk)
    assert resumed(desk) == ["match_resumed", "refused A place y05 a1"]


def test_a_move_taken_back_meanwhile_is_taken_back() -> None:
    desk = Desk("yggdrasil")
    desk.lay("y03", "B", "c4")
    desk.lay("y03", "A", "b2")
    desk.hands.take("b2")
    gone_on(desk)
    assert resumed(desk) == ["match_resumed", "taken_back"]


def test_what_nothing_explains_is_told_once_with_its_correction() -> None:
    desk = Desk("yggdrasil")
    desk.lay("y03", "B", "c4")
    for cell in ("a3", "d3"):
        desk.hands.put(desk.hands.paper("y27", "A"), cell)
    desk.hands.take("b1")
    gone_on(desk)
    records = run(desk.session, desk.hands.wait())
    assert [record.kind for record in records] == [Kind.MATCH_RESUMED]
    assert len(records[0].steps) == 3
    assert desk.session.state is State.ASTRAY


def test_a_piece_that_lay_there_before_says_nothing_twice() -> None:
    """The puck still lies where it said that a card was drawn."""
    desk = Desk("stratosphere")
    run(desk.session, desk.hands.lay(Paper("Kpuck", "token.puck", face=Face.TOKEN), "1.draw"))
    plies = len(desk.session.match.plies)
    gone_on(desk)
    assert resumed(desk) == ["match_resumed"]
    assert len(desk.session.match.plies) == plies
    run(desk.session, desk.hands.clear("1.draw"))
    said = run(desk.session, desk.hands.lay(Paper("Kp", "token.puck", face=Face.TOKEN), "1.draw"))
    assert told(said) == ["refused 1 draw"], "the hand is full by now"
