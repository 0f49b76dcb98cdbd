"""Positions as text: short ones, and what is wrong with others."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import NotationError
from rules.games.stratosphere import GAME
from rules.messages.message import render
from tests.support.fault_texts import told_everywhere
from tests.support.games.stratosphere import position, setup


def test_nothing_needs_to_be_written() -> None:
    state = position("")

    assert (state.turn, state.seat, state.phase, state.left) == (1, 0, "move", 3)
    assert [len(hand) for hand in state.hands] == [6, 6]
    assert all(node.up == "" and len(node.down) == 1 for node in state.nodes)
    assert len(state.pile) == 34
    assert position("", node_depth="2").nodes[0].down == (("?", -1, 0),) * 2


def test_the_text_of_the_manual() -> None:
    text = """
        # Seat 1 has attacked 2.R from 1.L, seat 2 is asked
        node    1.L h09 | ?
        node    2.R c05 | d11/1@14 ?
        node    1.C | ?
        hand    1 c01 h04 ?*3
        pile    ?*30
        discard s02 s13
        force   1=red 2=black
        turn    5 1 window 2
        left    1
        attack  1.L 2.R
    """
    state = position(text)

    assert GAME.to_act(state) == {"2"}
    assert state.nodes[state.config.index["2.R"]].down == (("d11", 0, 14), ("?", -1, 0))
    assert state.round == 3
    assert GAME.parse(GAME.format(state), setup()) == state


def test_one_force_tells_the_other() -> None:
    assert position("force 1=red").forces == (1, 0)
    assert position("force 1=spades 2=clubs 4=hearts", players="4").forces == (3, 0, 1, 2)


@pytest.mark.parametrize(
    ("text", "what", "at"),
    [
        ("nodes 1.L | ?", "'nodes' is nothing a position has", 0),
        ("node 9.L | ?", "node needs one of its names", 5),
        ("node", "node needs a name after it", 0),
        ("hand 3 c01", "hand needs one of its names", 5),
        ("turn", "turn cannot be read", 0),
        ("hand 1", "the line hand 1 is empty", 0),
        ("left 1;left 1", "left stands twice", 0),
        ("hand 1 c01;hand 1 c01", "hand 1 stands twice", 0),
        ("turn 1", "turn cannot be read", 0),
        ("left 1 2", "left cannot be read", 0),
        ("turn x 1", "'x' is no number", 5),
        ("turn 1 9", "there is no seat '9'", 7),
        ("turn 1 1 fight", "'fight' is no phase", 9),
        ("turn 0 1 move", "turn 0 has no phase move", 5),
        ("turn 3 1 deal", "turn 3 has no phase deal", 5),
        ("turn 3 1 window", "a window, and only it, says who is asked", 9),
        ("turn 3 1 move 2", "a window, and only it, says who is asked", 14),
        ("turn 0 1;left 3", "nothing is dealt before turn 1", 0),
        ("force red", "'red' is no force of a seat", 6),
        ("force 1=blue", "'blue' is no force", 8),
        ("force 9=red", "there is no seat '9'", 6),
        ("force 1=red 2=red", "2=red stands twice", 12),
        ("force 1=red 1=black", "1=black stands twice", 12),
        ("hand 1 x01", "'x01' is no card", 7),
        ("hand 1 c01**", "'c01**' is no number of cards", 7),
        ("hand 1 c01/1", "'c01/1' is no card", 7),
        ("pile c01@3", "'c01@3' is no card", 5),
        ("hand 1 ?*8", "a hand of 8 cards", 0),
        ("pile ?*3", "cards do not add up to the pack", 0),
        ("discard ?*60", "cards do not add up to the pack", 0),
        ("node 1.L | ?*60", "cards do not add up to the pack", 0),
        ("node 1.L c01 c02 | ?", "more than one card shows", 17),
        ("node 1.L c01 | ? |", "more than one card shows", 17),
        ("node 1.L c01 c02", "cards without a bar", 13),
        ("node 1.L | c01/", "'c01/' cannot be read", 11),
        ("node 1.L x01 | ?", "'x01' is no card", 9),
        ("node 1.L ? | ?", "no card shows or lies at 1.L", 0),
        ("node 1.L | -", "no card shows or lies at 1.L", 0),
        ("node 1.L | c01/3", "there is no seat '3'", 15),
        ("hand 1 c01;hand 2 c01", "c01 stands 2 times", 7),
        ("left 9", "'9' is no number", 5),
        ("left 0", "phase move does not come with 0 moves left", 5),
        ("fought 9.L", "'9.L' is no node", 7),
        ("out 7", "there is no seat '7'", 4),
        ("ply 9999999", "'9999999' is no number", 4),
        ("left 2;attack 1.L 2.R", "a window and an attack go together", 0),
        ("turn 3 1 window 2", "a window and an attack go together", 0),
        ("attack 1.L 2.R", "nothing was attacked in this turn", 0),
        ("turn 3 1 window 2;attack 1.L 2.R", "nobody can attack like that", 7),
        ("out 1;turn 3 1", "this seat has conceded", 7),
        ("turn 3 1 name", "there is no force to name", 9),
        ("turn 3 1 recycle", "there is nothing to recycle", 9),
        ("turn 3 1 end", "the phase end and a line end go together", 9),
        ("end STR-7.1 1", "the phase end and a line end go together", 4),
        ("turn 3 1 end;end STR-1.1", "'STR-1.1' is no clause that ends a game", 4),
        ("turn 3 1 end;end STR-7.1", "a win has a winner", 4),
        ("turn 3 1 end;end STR-7.6 1", "a win has a winner", 4),
    ],
)
def test_a_fault_is_named_with_its_place(text: str, what: str, at: int) -> None:
    with pytest.raises(NotationError) as caught:
        position(text)
    told_everywhere(caught.value)
    assert what in render(caught.value.what, "en")
    assert caught.value.position == at
    assert caught.value.fix


ZONE = "node 2.L h05 | ?;node 2.C h06 | ?;node 2.R h07 | ?;"
HELD = "node 1.L h09 | ?;node 2.R c05 | ?;force 1=red;"


@pytest.mark.parametrize(
    ("text", "agreed", "what", "at"),
    [
        (ZONE + "force 1=red;turn 5 1", {}, "seat 1 controls a rival's whole zone and has won", 0),
        (ZONE + "turn 5 1", {}, "2.R shows a card and nobody has a force", 0),
        ("turn 5 2", {}, "turn 5 is not seat 2's", 7),
        ("turn 5 1;round 4", {}, "turn 5 is not in round 4", 6),
        ("turn 5 1;round 2", {}, "turn 5 is not in round 2", 6),
        ("turn 21 1", {"round_cap": "10"}, "round 11 comes after the last one", 0),
        ("turn 5 1;idle 2", {}, "2 turns without a move", 5),
        ("turn 5 1 name;left 1", {}, "phase name does not come with 1 moves left", 5),
        ("turn 1 1;idle 1", {}, "1 turns without a move", 5),
        ("node 1.L | c05/1@14;turn 5 1;ply 3", {}, "a card was supplied later than now", 4),
        (HELD + "turn 5 1 window 2;left 3;attack 1.L 2.R", {}, "does not come with 3 moves", 5),
        (HELD.replace("05 | ?", "05 | -") + "turn 5 1 window 2;attack 1.L 2.R", {},
         "nobody can attack like that", 7),
        (HELD.replace("c05", "c11") + "turn 5 1 window 2;attack 1.L 2.R", {},
         "nobody can attack like that", 7),
        (HELD + "turn 5 1;fought 1.L 2.R;left 3", {}, "nothing was attacked in this turn", 0),
        ("turn 9 1 end;end STR-7.1 2", {}, "the game has not ended by STR-7.1", 4),
        ("turn 9 1 end;end STR-7.6;idle 0", {}, "the game has not ended by STR-7.6", 4),
        ("turn 9 1 end;end STR-7.7 2", {}, "the game has not ended by STR-7.7", 4),
        (ZONE + "force 1=red;turn 9 1 end;end STR-7.1 2", {}, "has not ended by STR-7.1", 4),
        (ZONE + "force 1=red;turn 9 1 end;end STR-7.6", {}, "has not ended by STR-7.6", 4),
        ("out 3;turn 4 1;round 5", {"players": "4"}, "turn 4 is not in round 5", 6),
    ],
)  # fmt: skip
def test_what_no_game_comes_to(text: str, agreed: dict[str, str], what: str, at: int) -> None:
    with pytest.raises(NotationError) as caught:
        position(text, **agreed)
    told_everywhere(caught.value)
    assert what in render(caught.value.what, "en")
    assert caught.value.position == at
    assert caught.value.fix


def test_the_text_that_mends_a_won_position_is_read() -> None:
    with pytest.raises(NotationError) as caught:
        position(ZONE + "force 1=red;turn 5 1")
    told_everywhere(caught.value)
    assert render(caught.value.fix, "en") == "write turn 5 1 end and the line: end STR-7.1 1"
    assert position(ZONE + "force 1=red;turn 5 1 end;end STR-7.1 1").winner == 0
    assert position("turn 9 1 end;end STR-7.6").winner == -1
    assert position("out 2;turn 9 1 end;end STR-7.7 1").winner == 0


@pytest.mark.parametrize("asked", ["1", "3"])
def test_only_a_rival_in_the_game_is_asked(asked: str) -> None:
    text = "node 1.L h09 | ?;node 2.R c05 | ?;force 1=hearts 2=clubs;out 3;attack 1.L 2.R;"
    with pytest.raises(NotationError) as caught:
        position(f"{text}turn 5 1 window {asked}", players="4")
    assert "that seat is not asked" in render(caught.value.what, "en")


WORDS = """node hand pile discard force turn round left attack fought idle out ply end
1 2 3 1.L 2.R | ? ?*3 c05 c05/1@2 h09 - 1=red 2=black window move name recycle STR-7.1 0 #"""
MIXED = st.lists(st.sampled_from([*WORDS.split(), "\n", "\n", "\n"]), max_size=30).map(" ".join)


@given(st.one_of(st.text(max_size=80), MIXED))
@settings(max_examples=400, deadline=None)
def test_whatever_is_written_one_exception_tells(text: str) -> None:
    try:
        state = GAME.parse(text, setup())
    except NotationError:
        return
    assert GAME.parse(GAME.format(state), setup()) == state
    list(GAME.legal(state))
