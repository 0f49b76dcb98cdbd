"""The control cards on the pages: their seats, and an answer to each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from companion.referee.control_cards import ControlCard
from companion.referee.explain.hidden_chance import advance
from companion.referee.phases import RefereePhase
from companion.web.auth.roles import AccessControl, Pass, Role
from companion.web.live import Live
from companion.web.mailbox import Pressed, Rematch
from companion.web.publisher import PagePublisher
from companion.web.server import Site
from companion.web.snapshot import Recording
from companion.web.views.options import choices
from rules import UNKNOWN, Action, Facing, Outcome, Verb
from tests.support.referee.inputs import play, press
from tests.support.rules_parts import with_parts
from tests.support.web.http_client import TestClient
from tests.support.web.match_page import Table, looked, with_position

TABLE, GUEST, A_SEAT = Pass(Role.TABLE), Pass(Role.SPECTATOR), Pass(Role.SEAT, "A")


def ending(slug: str, control: str, several: int) -> tuple[Table, dict[str, Any]]:
    """Play until `several` seats may use the control card; return the table and its view."""
    table = Table.of(slug, 2)
    if slug == "jiguan":  # cards placed by hand are unknown before they are turned up
        *_, _ = table.play(1)
        for seat in ("A", "B"):
            beast = Action(seat, Verb.PLACE, UNKNOWN, to=f"{seat}.beast", facing=Facing.DOWN)
            play(table.referee, beast)
    for moment in table.play(200):
        view = table.viewing.view(moment, TABLE, "en")
        if len(view["whose"].get(control, ())) == several:
            return table, view
    raise AssertionError


def test_a_button_ends_the_turn_of_the_seat_that_may_end_it() -> None:
    table, view = ending("yggdrasil", "end_turn", 1)
    (only,) = view["whose"]["end_turn"]
    assert only["seat"] in view["now"]["seats"]
    other = next(seat for seat in ("A", "B") if seat != only["seat"])
    assert (
        "end_turn"
        not in table.viewing.view(table.snapshot(), Pass(Role.SEAT, other), "en")["controls"]
    )
    spoken = press(table.referee, ControlCard.END_TURN, only["seat"])
    assert spoken[0].kind == "accepted"


def test_where_several_may_say_it_each_has_a_button() -> None:
    table, view = ending("jiguan", "done", 2)
    assert [each["seat"] for each in view["whose"]["done"]] == ["A", "B"]
    own = table.viewing.view(table.snapshot(), Pass(Role.SEAT, "B"), "en")
    assert [each["seat"] for each in own["whose"]["done"]] == ["B"]
    assert view["called"]["done"] == "CLEARED"
    assert "CLEARED: you are done" in [each["text"] for each in view["may"]]


@pytest.mark.parametrize(
    ("control", "report"), [(ControlCard.YES, "choose"), (ControlCard.NO, "pass")]
)
def test_what_the_game_asks_is_answered_by_a_button(control: ControlCard, report: str) -> None:
    """Check DBM-8.6, an optional effect: NO is one button, not a second end of the turn."""
    for seed in range(9):
        table = Table.of("dicebattle", seed)
        for moment in table.play(150):
            if moment.position.state.phase == "effect":
                break
        else:
            continue
        view = table.viewing.view(moment, TABLE, "en")
        (seat,) = moment.position.to_act
        assert [view["whose"][name][0]["seat"] for name in ("yes", "no")] == [seat, seat]
        assert "end_turn" not in view["controls"]
        assert "do you use the effect of" in view["caption"]["text"]
        other = Pass(Role.SEAT, "B" if seat == "A" else "A")
        assert "yes" not in table.viewing.view(moment, other, "en")["controls"]
        accepted = press(table.referee, control, seat)[0]
        assert accepted.kind == "accepted"
        assert accepted.action is not None
        assert accepted.action.verb == report
        return
    raise AssertionError


def test_yes_answers_nothing_where_nothing_is_asked() -> None:
    table = Table.of("dicebattle", 1)
    *_, moment = table.play(5)
    assert press(table.referee, ControlCard.YES, min(moment.position.to_act))[0].kind == "not_now"
    assert "yes" not in table.viewing.view(moment, TABLE, "en")["controls"]


def test_a_button_is_always_answered() -> None:
    """Check END TURN after the turn has ended: the last message is repeated."""
    table, view = ending("yggdrasil", "end_turn", 1)
    (only,) = view["whose"]["end_turn"]
    table.receive(press(table.referee, ControlCard.END_TURN, only["seat"]))
    assert press(table.referee, ControlCard.END_TURN, only["seat"]) == ()
    table.mailbox.press(Pressed(ControlCard.END_TURN, only["seat"]))
    (answer,) = looked(table.onlooker, table.view_of())
    assert answer.kind == "repeated"
    table.receive([answer])
    own = table.viewing.view(table.snapshot(), Pass(Role.SEAT, only["seat"]), "en")
    assert own["caption"]["text"]


def test_what_ends_a_phase_is_announced_though_something_has_to_go_back_first() -> None:
    """Check that SET is offered before an illegal staging (DBM-6.4) has been corrected."""
    table = Table.of("dicebattle", 3)
    *_, moment = table.play(5)
    match, (seat,) = table.referee.at.match, moment.position.to_act
    for cell in ("circle1", "main1", "main2"):
        action = Action(seat, Verb.PLACE, UNKNOWN, to=f"{seat}.{cell}", facing=Facing.DOWN)
        moment = with_position(moment, state=advance(match.game, moment.position.state, action))
    assert Verb.READY not in {action.verb for action in match.game.legal(moment.position.state)}
    view = table.viewing.view(moment, TABLE, "ja")
    assert "done" in view["controls"]
    assert "「セット完了」を出す" in view["may"][-1]["text"]


def test_what_ends_a_phase_is_known_from_the_card_and_by_no_search() -> None:
    """Check that a game is asked once for its legal actions, and once for its card READY."""
    table = Table.of("dicebattle", 3)
    *_, moment = table.play(3)  # after the roll, with nothing set yet
    game, (seat,) = table.referee.at.match.game, moment.position.to_act
    asked: list[object] = []

    def options(true: Callable[[object], Iterator[Action]], state: object) -> Iterator[Action]:
        asked.append(state)
        yield from true(state)

    counting, state = with_parts(game, options=options), moment.position.state
    assert not [choice for choice in choices(counting, state) if choice.verb is Verb.READY]
    for cell in ("circle1", "circle2", "circle3"):  # magic without a unit (DBM-5.5)
        placed = Action(seat, Verb.PLACE, UNKNOWN, to=f"{seat}.{cell}", facing=Facing.DOWN)
        state = advance(game, state, placed)
    asked.clear()
    report = choices(counting, state)
    assert [(c.seat, c.later) for c in report if c.verb is Verb.READY] == [(seat, True)]
    assert asked == [state]


@pytest.mark.parametrize(
    ("viewing", "who", "offered", "todo"),
    [
        ({"again": True, "mouse": True}, TABLE, True, "The table is set up for you."),
        ({"again": True}, TABLE, True, "clear the table and press “Next match”"),
        ({}, TABLE, False, "Restart the program to play the next match."),
        ({"again": True}, Pass(Role.SPECTATOR), False, ""),
    ],
)
def test_when_a_match_is_over_the_next_one_is_explained(
    viewing: dict[str, bool], who: Pass, todo: str, *, offered: bool
) -> None:
    table = Table.of("yggdrasil", 2)
    *_, last = table.play(4)
    over = with_position(last, outcome=Outcome(("A",), "YGG-9.1", {}))
    over = replace(over, stage=RefereePhase.ENDED)
    view = replace(table.viewing, **viewing).view(over, who, "en")  # type: ignore[arg-type]

    assert view["again"] is offered
    assert todo in view["now"]["todo"]
    assert view["controls"] == []
    assert not replace(table.viewing, **viewing).view(last, who, "en")["again"]  # type: ignore[arg-type]


def test_another_match_is_begun_by_the_table_alone() -> None:
    table = Table.of("yggdrasil", 2)
    access = AccessControl(["http://127.0.0.1:8737"])
    live = Live(table.mailbox, replace(table.viewing, again=True))
    site = Site(table.mailbox, access, live, address=lambda role: "")
    for role, status in ((Role.SPECTATOR, 403), (Role.TABLE, 202)):
        browser = TestClient(site.app, base_url="http://127.0.0.1:8737")
        browser.post("/join", json={"token": access.invite(role)})
        assert browser.post("/again", json={}).status_code == status
    assert table.mailbox.take() == [Rematch()]
    live.viewing = table.viewing
    assert browser.post("/again", json={}).status_code == 400


class Switch:
    """A recorder that notes how it is switched."""

    def __init__(self) -> None:
        self.state = Recording()

    def switch(self, *, on: bool) -> None:
        self.state = Recording(on=on, file="m.tar")


def test_a_match_is_recorded_by_the_table_alone() -> None:
    table = Table.of("yggdrasil", 2)
    access = AccessControl(["http://127.0.0.1:8737"])
    live = Live(table.mailbox, table.viewing)
    site = Site(table.mailbox, access, live, address=lambda role: "")
    browser = TestClient(site.app, base_url="http://127.0.0.1:8737")
    browser.post("/join", json={"token": access.invite(Role.TABLE)})
    table.look()
    assert browser.post("/record", json={"on": True}).status_code == 400  # there is no recorder

    table.onlooker = PagePublisher(
        table.referee, table.mat, table.mailbox, recorder=(switch := Switch())
    )
    for role, status in ((Role.SPECTATOR, 403), (Role.SEAT, 403), (Role.TABLE, 202)):
        table.look()
        browser.post("/join", json={"token": access.invite(role, "A" * (role is Role.SEAT))})
        assert browser.post("/record", json={"on": True}).status_code == status
    assert browser.post("/record", json={"on": "yes"}).status_code == 400
    table.look()
    assert switch.state.on
    table.look()
    shown = table.mailbox.snapshot[1]
    assert shown is not None
    views = [table.viewing.view(shown, who, "en")["recording"] for who in (TABLE, GUEST, A_SEAT)]
    assert views == [{"on": True, "file": "m.tar", "failed": False}, None, None]
    over = replace(shown, stage=RefereePhase.ENDED)
    assert table.viewing.view(over, TABLE, "en")["recording"] is None


@pytest.mark.parametrize(
    ("lang", "ends", "agrees"),
    [
        ("en", "Blue is done with this phase", "YES: Draw a card"),
        ("ja", "青はこのフェイズを終える", "はい：カードを引く"),
        ("zh-Hant", "藍方結束這個階段", "是：抽一張牌"),
    ],
)
def test_a_button_of_a_phone_says_what_it_comes_to(lang: str, ends: str, agrees: str) -> None:
    """Regression: abandoning a phase's rest was END TURN there, and drawing a card just YES."""
    table = Table.of("spherion", 1)
    found = set[str]()
    for snapshot in table.play(60):
        view = table.viewing.view(snapshot, Pass(Role.SEAT, "blue"), lang)
        found |= {view["called"].get(name, "") for name in ("end_turn", "yes")}

    assert {ends, agrees} <= found
