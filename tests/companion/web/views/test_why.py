"""Explanations on the page: players' questions, the answers, and who may know what."""

from __future__ import annotations

import pytest

from companion.web.auth.roles import Role
from companion.web.views.why import asked_action, why_view
from rules import LANGUAGES, Action, Facing, Setup, Verb, load_catalog, load_game
from rules.sim.playout import starter_setup
from tests.companion.web.auth.test_attacks import Neighbour
from tests.support.referee.inputs import RefereedMatch
from tests.support.web.match_page import Table

YGG = load_catalog("yggdrasil")
SETUP = starter_setup(load_game("yggdrasil"), Setup("yggdrasil"))


@pytest.mark.parametrize(
    "text",
    [
        "may I place y03 on c3?",
        "A place y03 c3",
        "place y03 c3",
        "can Rising Vine go on c3?",
        "RISING VINE C3",
        "昇りゆく蔓をc3に置ける？",
        "攀天之藤可以放在 c3 嗎？",
        "\uff59\uff10\uff13 \uff43\uff13",
    ],
)
def test_people_ask_in_their_own_words(text: str) -> None:
    assert asked_action(text, SETUP, ["A"], YGG) == Action("A", Verb.PLACE, card="y03", to="c3")


def test_whose_card_it_is_can_be_rendered() -> None:
    named = asked_action("may Moon lay y03 on c3?", SETUP, ["A", "B"], YGG)
    other = asked_action("may Moon lay y03 on c3?", SETUP, ["A"], YGG)

    assert named is not None
    assert named.seat == "B"
    assert other is not None
    assert other.seat == "B"


@pytest.mark.parametrize(
    ("text", "lang"),
    [("太陽 參天直幹 a1", "zh-Hant"), ("may Sun lay y15 on a1?", "en"), ("太陽 y15 a1", "ja")],
)
def test_who_is_named_is_answered_for_though_another_is_to_move(text: str, lang: str) -> None:
    table = Table("yggdrasil", SETUP)
    match = RefereedMatch(table.referee)
    for _ in table.play(60):
        if match.to_act == {"B"}:
            break
    assert match.to_act == {"B"}
    report = why_view(table.viewing, match.setup, match.state, text, lang)

    assert report is not None
    assert report["asked"].startswith(YGG.seat_names["A"][lang])
    assert report["reasons"][0]["id"] == "YGG-5.1"


def test_face_down_and_moves_are_understood() -> None:
    game = load_game("jiguan")
    setup = starter_setup(game, Setup("jiguan"))
    catalog = load_catalog("jiguan")
    down = asked_action("jb1 face down on A.beast", setup, ["A"], catalog)

    assert down == Action("A", Verb.PLACE, card="jb1", to="A.beast", facing=Facing.DOWN)
    assert asked_action("from b2 to c3?", SETUP, ["A"], YGG) == Action(
        "A", Verb.MOVE, at="b2", to="c3"
    )


@pytest.mark.parametrize("text", ["", "why?", "branches", "c3", "y03", "x" * 200, "<b>", "6の4"])
def test_other_words_are_no_question_of_that_sort(text: str) -> None:
    assert asked_action(text, SETUP, ["A"], YGG) is None


@pytest.fixture
def table() -> Table:
    table = Table.of("yggdrasil", 1)
    *_, _ = table.play(8)
    table.look()
    return table


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_answer_has_verdict_clauses_and_what_would_have_to_change(
    table: Table, lang: str
) -> None:
    now = table.snapshot()
    seat = min(now.position.to_act)
    report = why_view(
        table.viewing, now.position.setup, now.position.state, f"{seat} place y03 a1", lang
    )

    assert report is not None
    assert report["state"] == "illegal"
    assert report["reasons"][0]["id"].startswith("YGG-")
    assert all(each["text"] for each in report["reasons"])
    assert report["change"]
    assert report["board"].startswith("<svg")


def test_everybody_who_looks_may_ask_and_learns_nothing_hidden(table: Table) -> None:
    there, match = Neighbour(table), table.referee.at.match
    public = match.game.view(match.state, None)
    known = why_view(table.viewing, match.setup, public, "may y03 go on c3", "en")
    assert known is not None
    for role in (Role.TABLE, Role.SPECTATOR):
        answer = there.browser(role).get("/why?q=may+y03+go+on+c3&lang=en")
        assert answer.json() == {"answer": known}
    assert there.browser(Role.CAMERA).get("/why?q=y03+c3").status_code == 403
    assert there.browser().get("/why?q=y03+c3").status_code == 403


def test_a_long_question_is_cut_and_an_empty_one_has_no_answer(table: Table) -> None:
    browser = Neighbour(table).browser(Role.TABLE)

    assert browser.get("/why").json() == {"answer": None}
    assert browser.get(f"/why?q={'y' * 5000}").json() == {"answer": None}


@pytest.mark.parametrize("lang", LANGUAGES[1:])
def test_no_colon_of_another_script_stands_in_what_was_asked(lang: str) -> None:
    table = Table("yggdrasil", SETUP)
    for _ in table.play(9):
        pass
    match = table.referee.at.match
    report = why_view(table.viewing, match.setup, match.state, "y03 c3", lang)
    assert report is not None
    assert "：" in report["asked"]
    assert ":" not in report["asked"]
