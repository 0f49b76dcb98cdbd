"""Remedies in words: the same for the command line and the page."""

from __future__ import annotations

import pytest

from companion.lookup import Answer, Remedy, RemedyChange, ask
from companion.lookup.remedies import change_lines
from rules import LANGUAGES, Message, Setup, Status, load_game, read_action, read_position


def lines(game: str, *remedies: Remedy, lang: str = "en") -> list[str]:
    answer = Answer(game, "", Status.ILLEGAL, (), remedies, None)
    return [line.render(lang) for line in change_lines(answer)]


def asked(position: str, action: str, lang: str = "en") -> list[str]:
    game, setup = load_game("yggdrasil"), Setup("yggdrasil")
    state = read_position(position, game, setup)
    answer = ask(game, setup, state, read_action(action, game, setup), lang)
    return [line.render(lang) for line in change_lines(answer)]


@pytest.mark.parametrize(
    ("lang", "report"),
    [
        ("en", ["not turned", "other settings, agreed before the match: Turning cards"]),
        ("ja", ["向きを変えずに置く", "対戦前に別の設定にする：カードの回転"]),
        ("zh-Hant", ["不轉方向", "開局前約定別的設定：轉牌"]),
    ],
)
def test_a_turned_card_must_be_upright_or_needs_a_setting(lang: str, report: list[str]) -> None:
    position = "field b1=yr1/A c5=yr1/B\nhand A y03 ?*4\nturn 1 A"
    text = asked(position, "A place y03 b2 turn=2", lang)
    assert [line for line in text if line.startswith(report[0])]
    assert [line for line in text if line.startswith(report[1]) and "(rotation=free)" in line]


def test_cards_are_called_by_name_and_what_hidden_cards_decide_is_reported() -> None:
    sure = Remedy(RemedyChange.CARD, "y03", "A place y03 b2")
    unsure = Remedy(RemedyChange.CARD, "y17", "A place y17 b2", doubtful=True)
    assert lines("yggdrasil", sure, unsure) == [
        "another card: Rising Vine (y03), Level Branch (y17) (depends on hidden cards)"
    ]


def test_of_many_places_the_nearest_five_are_reported_and_how_many_more_there_are() -> None:
    cells = [Remedy(RemedyChange.CELL, f"c{n}", "") for n in range(1, 9)]
    assert lines("yggdrasil", *cells[:5]) == ["another cell: c1, c2, c3, c4, c5"]
    assert lines("yggdrasil", *cells) == ["another cell: c1, c2, c3, c4, c5 … (3 more)"]


@pytest.mark.parametrize(("value", "text"), [("up", "face up"), ("down", "face down")])
def test_a_card_the_wrong_way_up_gets_the_right_facing_as_remedy(value: str, text: str) -> None:
    assert lines("dicebattle", Remedy(RemedyChange.FACING, value, "")) == [text]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_sort_of_change_has_a_line_of_its_own_in_order(lang: str) -> None:
    values = {
        RemedyChange.FACING: "up",
        RemedyChange.TURN: "1",
        RemedyChange.SETTING: "rotation=free",
    }
    text = lines(
        "yggdrasil",
        *(Remedy(change, values.get(change, "y03"), "") for change in reversed(RemedyChange)),
        lang=lang,
    )
    assert len(set(text)) == len(RemedyChange)
    assert text.index(Message("rules.ask.facing_up").render(lang)) == 2
    assert not [line for line in text if "{" in line]
