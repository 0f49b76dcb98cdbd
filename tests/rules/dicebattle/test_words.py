"""Texts for a player: who is to act, and what to do instead."""

import pytest

from rules import LANGUAGES, judge, parse_action, refusal
from rules.games.dicebattle import GAME
from tests.support.games.dicebattle import CATALOG, play, position

BOTH = "turn 1 A flip;dice A 4 0 set;dice B 4 0 set;main A 1=h01/down;main B 1=?/down"
GOLEM = "turn 1 A set;dice A 6;hand A m01;main A 1=m15/down"


def refusals(text: str, action: str, lang: str = "en") -> list[str]:
    verdict = judge(GAME, position(text), parse_action(action))
    return [f"{v.clause} {refusal(CATALOG, v).render(lang)}" for v in verdict.violations]


@pytest.mark.parametrize(
    ("text", "action", "words"),
    [
        ("turn 1 A roll", "A ready", "DBM-5.1 Please wait until the dice are rolled"),
        ("turn 1 A set;dice A 4", "B ready", "DBM-5.1 Please wait: it is Sun’s turn"),
        ("turn 1 A roll", "chance roll 4", "DBM-5.2 Please say whose die it is. It is Sun’s"),
        ("turn 1 A roll", "chance roll 4 to=B", "DBM-5.1 Please wait: it is Sun’s turn."),
        (
            "turn 1 A set;dice A 4",
            "chance roll 6 to=A",
            "DBM-5.2 You have already rolled a 4. Please turn the die",
        ),
        ("turn 0 A roll_off", "chance roll 4 to=B", "DBM-3.4 Please wait: it is Sun’s roll"),
        (
            "turn 1 B roll;first A;dice A 4 0 set;main A 1=?/down;hand A ?*4",
            "A place ? A.circle1 facing=down",
            "DBM-5.11 You have finished setting, so nothing may be added",
        ),
        (
            "turn 1 B penalty;battle over 3,3;agenda next.A.0",
            "A pass",
            "DBM-12.2 Please wait while Moon decides whether to draw the penalty card.",
        ),
        (
            "turn 1 A set;dice A 1;hand A ?*4",
            "A place token A.main1",
            "DBM-5.6 You have no unit to set, so you must redraw first. You have redrawn 0 of 3",
        ),
        (GOLEM, "A place m01 A.main2 facing=down", "DBM-13.4 Clay Golem must be your only unit"),
    ],
)
def test_what_to_do_is_reported(text: str, action: str, words: str) -> None:
    assert refusals(text, action)[0].startswith(words)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_player_hears_the_word_for_the_chance_seat(lang: str) -> None:
    for action in ("A ready", "B pass", "chance roll 4", "A flip A.miracle"):
        assert "chance" not in " ".join(refusals("turn 1 A roll", action, lang))


def test_where_the_hand_is_not_known_the_unit_comes_before_the_redraw() -> None:
    unit, redraw = refusals("turn 1 B set;first B;dice B 4", "B ready")
    assert unit == "DBM-5.10 If you hold a unit that the roll allows, please set one."
    assert redraw.startswith(
        "DBM-5.6 If you have no unit to set, please show your hand and redraw first"
    )


def test_at_the_flip_a_card_the_referee_knows_may_be_turned_up_too() -> None:
    state = position(BOTH)
    assert GAME.to_act(state) == {"A", "B"}
    assert "A flip A.main1 card=h01" in map(str, GAME.legal(state))
    assert refusals(BOTH, "A flip A.main1 card=h02") == [
        refusals(BOTH, "A flip A.main2 card=h01")[0]
    ]
    state = play(state, "A flip A.main1 card=h01")
    assert GAME.to_act(state) == {"B"}
    assert play(state, "B flip B.main1 card=h02").phase != "flip"
