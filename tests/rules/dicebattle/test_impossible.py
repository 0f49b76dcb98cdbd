"""Positions that play cannot continue with are refused; those that no match reaches are flagged."""

import pytest

from rules import LANGUAGES, NotationError, read_position
from rules.errors import ImpossiblePosition
from rules.games.dicebattle import GAME
from tests.support.fault_texts import translated_everywhere
from tests.support.games.dicebattle import position, setup

TURN = "turn 3 A set;dice A 4;"
ENDS = "turn 3 A end;"
FOUGHT = "turn 3 A effect;spot A.main1;agenda queue.A.0 compare.A.0;battle battle 1,1;"
OVER_H05 = "turn 3 A effect;spot A.main1;agenda queue.A.0 stars.A.0;battle over 2,5;"
SET_BOTH = "dice A 4 0 set;dice B 4 0 set;main A 1=?/down;main B 1=?/down"


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (TURN + "hand A m01*9", "A has 9 of m01, but A's deck has 2"),
        (TURN + "hand A m01*2;main A 1=m01/down", "A has 3 of m01"),
        (TURN + "hand B m01;grave B m01*2", "B has 3 of m01"),
        (TURN + "hand B ?*9;deck B ?*22", "B has 31 cards, but a deck has 30"),
        (TURN + "main A 7=m01/down", "A.main7 is not on the mat"),
        (TURN + "main A 1=m01/down 2=token/up", "A.main2 is occupied"),
        (TURN + "main A 1=token/up", "A has already finished setting"),
        (TURN.replace("4", "4 0 set") + "main A 1=?/down", "A has already finished setting"),
        (TURN + "spot there", "is not a place for a card"),
        (TURN + "actions A miracle miracle", "miracle and miracle cannot be combined"),
        (TURN + "actions A miracle -", "- and miracle cannot be combined"),
        (TURN + "queue A.main1=h04/2", "line 3: the line queue describes a battle"),
        ("queue A.main1=h04/2", "line 1: the line queue describes a battle"),
        (TURN + "used B h04", "the line used describes a battle"),
        (FOUGHT + "queue A.stock1=m03/1", "m03 is not on A.stock1"),
        (OVER_H05.replace("2,5", "2,5 winner.A winner.B"), "winner.B and winner.A cannot be"),
        (OVER_H05 + "queue A.main1=h05/2;used A h05*3", "A has 3 of h05"),
        ("turn 1 A flip;main A 1=h01/down;main B 1=h01/down", "lacks what the phase flip decides"),
        ("turn 3 A roll;end DBM-4.3", "go together"),
    ],
)
def test_refused(text: str, what: str) -> None:
    with pytest.raises(NotationError) as caught:
        position(text)
    translated_everywhere(caught.value)
    assert what in str(caught.value)


@pytest.mark.parametrize(
    ("text", "agreed", "flags"),
    [
        (TURN + "hand A ?*30", {}, []),
        ("turn 1 A set;dice A 4;hand A ?*30", {}, ["held"]),
        ("turn 1 A set", {}, ["out_of_order"]),
        ("turn 1 A flip;main A 1=?/down", {}, ["out_of_order"]),
        ("turn 1 A flip;dice A 4;main A 1=?/down;main B 1=?/down", {}, ["out_of_order"]),
        ("turn 1 A set;dice A 4;main B 1=h11/down;first A", {}, ["out_of_order"]),
        ("turn 1 A roll;main A 1=h01/down", {}, ["out_of_order"]),
        ("turn 2 A set;dice A 4;first A;dice B 3", {}, ["out_of_order"]),
        ("turn 3 A roll;dice B 0 0 set", {}, ["out_of_order"]),
        ("turn 3 A roll;dice B 4 0 set", {}, ["out_of_order"]),
        ("turn 3 B roll;first A", {}, ["out_of_order"]),
        (TURN + "main A 1=g01/down", {}, ["wrong_set"]),
        (TURN + "main A 1=h01/down;circle A 1=m01/down", {}, ["wrong_set"]),
        (TURN + "main A 1=h01/down;stock A 1=h04/down", {}, ["wrong_set"]),
        (TURN + "main A 1=m14/down", {}, ["wrong_set"]),
        (TURN + "main A 1=h01/down 2=h04/down", {}, ["wrong_set"]),
        ("turn 3 B set;dice A 4 0 set;dice B 4;first A;main A 1=token/up;circle A 1=g01/down", {},
         ["wrong_set"]),
        ("turn 0 A roll_off;grave A g01", {}, ["begun"]),
        ("turn 0 A roll_off;actions B miracle", {}, ["begun"]),
        ("turn 0 A roll_off;battle battle 1,1", {}, ["begun"]),
        ("turn 7 A roll", {"round_limit": "5"}, ["after_limit"]),
        (TURN + "due 1", {}, ["due_cards"]),
        ("turn 1 A discard;hand A h04;agenda next.A.0", {}, ["due_cards"]),
        (TURN + "battle battle 1,1", {}, ["other_battle"]),
        ("turn 1 A window;agenda next.A.0", {}, ["other_battle"]),
        ("turn 1 A order;agenda next.A.0;stock A 1=?/down", {}, ["other_battle"]),
        ("turn 2 A revival;agenda next.A.0;battle over 2,1;used A h01;grave A h01", {},
         ["other_battle"]),
        (FOUGHT.replace("1,1", "1,1 winner.A") + "queue A.main1=h01/1;main A 1=h01/up", {},
         ["other_result"]),
        (OVER_H05.replace("2,5", "2,5 winner.B margin.2") + "queue A.main1=h05/2;used A h05", {},
         ["other_result"]),
        (OVER_H05.replace("2,5", "2,5 winner.A margin.3") + "queue A.main1=h05/2;used A h05", {},
         ["other_result"]),
        (FOUGHT + "queue A.main1=h01/2;main A 1=h01/up", {}, ["other_queue"]),
        (FOUGHT + "queue A.main1=h01/1", {}, ["other_queue"]),
        (FOUGHT + "queue A.main1=h01/1;main A 1=?/down", {}, ["other_queue"]),
        (OVER_H05 + "queue A.main1=h05/2", {}, ["other_queue"]),
        (TURN + "stars B 3", {}, ["stars"]),
        ("turn 1 A roll;stars A 1", {}, ["stars"]),
        (ENDS + "end DBM-9.3", {}, ["other_ending"]),
        (ENDS + "stars A 3;stars B 3;end DBM-9.3", {}, ["other_ending"]),
        (ENDS + "end DBM-4.3", {"round_limit": "5"}, ["other_ending"]),
        (TURN + "main A 1=h04/down/ply9;ply 3", {}, ["laid_later"]),
    ],
)  # fmt: skip
def test_flagged(text: str, agreed: dict[str, str], flags: list[str]) -> None:
    state = position(text, setup(**agreed))
    assert list(GAME.notation.flags(state)) == flags
    for action in GAME.legal(state):
        assert GAME.violations(state, action) == ()
    if flags:
        with pytest.raises(ImpossiblePosition) as caught:
            read_position(text.replace(";", "\n"), GAME, setup(**agreed))
        assert len({caught.value.message.render(lang) for lang in LANGUAGES}) == len(LANGUAGES)


@pytest.mark.parametrize(
    ("text", "agreed"),
    [
        (f"turn 1 A flip;{SET_BOTH}", {}),
        ("turn 2 A set;dice A 4;hand A ?*7", {}),
        ("turn 2 B set;first A;dice A 2 0 set;main A 1=token/up;dice B 3;main B 1=m01/down", {}),
        (OVER_H05.replace("2,5", "2,5 winner.B margin.3") + "queue A.main1=h05/2;used A h05;"
         "grave A h05;stars B 3", {}),
        (ENDS + "stars A 3;end DBM-9.3", {}),
        (ENDS + "end DBM-4.3", {"round_limit": "3"}),
        ("turn 3 A flip;dice A 4 0 set;dice B 2 0 set;main A 1=?/down;main B 1=g01/up", {}),
    ],
)  # fmt: skip
def test_possible(text: str, agreed: dict[str, str]) -> None:
    assert list(GAME.notation.flags(position(text, setup(**agreed)))) == []


def test_after_a_rewind_the_second_player_may_have_set_first() -> None:
    text = "turn 2 A set;first A;dice A 4;dice B 3 0 set;main B 1=?/down"
    assert not list(GAME.notation.flags(position(text, setup(illegal_set="rewind"))))
    assert list(GAME.notation.flags(position(text))) == ["out_of_order"]
