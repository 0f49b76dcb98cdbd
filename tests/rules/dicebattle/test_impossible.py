"""Impossible positions are refused with the line, the place and the fix."""

import pytest

from rules import NotationError
from tests.support.fault_texts import translated_everywhere
from tests.support.games.dicebattle import position, setup

SET_BOTH = "dice A 4 0 set;dice B 4 0 set;main A 1=?/down;main B 1=?/down"


@pytest.mark.parametrize(
    ("text", "output"),
    [
        ("turn 1 A set;dice A 4;queue A.main1=h04/2", "line 3: the line queue describes a battle"),
        ("queue A.main1=h04/2", "line 1: the line queue describes a battle"),
        ("turn 1 A set;dice A 4;used B h04", "the line used describes a battle"),
        ("turn 1 A flip", "A has no set card to turn up"),
        ("turn 1 A flip;main A 1=?/down", "B has no set card to turn up"),
        ("turn 1 A flip;dice A 4;main A 1=?/down;main B 1=?/down", "A has not finished setting"),
        ("turn 1 A flip;main A 1=h01/down;main B 1=h01/down", "needs an unknown card"),
        ("turn 1 A set;dice A 4;main B 1=h11/down;first A", "B is not setting now"),
        ("turn 2 A set;dice A 4;first A;dice B 3", "A plays first: B has not rolled yet"),
        ("turn 1 A roll;main A 1=h01/down", "A is not setting now"),
        (
            "turn 1 A set;dice A 4;hand A ?*30",
            "A has 30 cards in hand and zones, but only 5 are dealt",
        ),
        (
            "turn 1 A set;dice A 4;actions A miracle miracle",
            "miracle and miracle cannot be combined",
        ),
        ("turn 1 A set;dice A 4;actions A miracle -", "- and miracle cannot be combined"),
    ],
)
def test_refused(text: str, output: str) -> None:
    with pytest.raises(NotationError) as caught:
        position(text)
    translated_everywhere(caught.value)
    assert output in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        f"turn 1 A flip;{SET_BOTH}",
        "turn 2 A set;dice A 4;hand A ?*7",
        "turn 2 B set;first A;dice A 2 0 set;main A 1=token/up;dice B 3;main B 1=m01/down",
    ],
)
def test_read(text: str) -> None:
    position(text)


def test_after_a_rewind_the_second_player_may_have_set_first() -> None:
    text = "turn 2 A set;first A;dice A 4;dice B 3 0 set;main B 1=?/down"
    position(text, setup(illegal_set="rewind"))
    with pytest.raises(NotationError, match="A plays first") as caught:
        position(text)
    translated_everywhere(caught.value)
