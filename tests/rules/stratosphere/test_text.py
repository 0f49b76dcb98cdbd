"""Positions as text: short ones, and the errors of others."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import NotationError, Setup, judge, read_position
from rules.errors import ImpossiblePosition
from rules.games.stratosphere import GAME
from rules.games.stratosphere.state import State
from rules.messages.message import Message, render
from tests.support import characters
from tests.support.fault_texts import translated_everywhere
from tests.support.games.stratosphere import position, seeds, settings_of, setup, walk


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
    assert GAME.notation.parse(GAME.notation.format(state), setup()) == state


def test_one_force_implies_the_other() -> None:
    assert position("force 1=red").forces == (1, 0)
    assert position("force 1=spades 2=clubs 4=hearts", players="4").forces == (3, 0, 1, 2)


@pytest.mark.parametrize(
    ("text", "what", "at"),
    [
        ("nodes 1.L | ?", "a position has no line 'nodes'", 0),
        ("node 9.L | ?", "is not a name that node accepts", 5),
        ("node", "node needs a name after it", 0),
        ("hand 3 c01", "is not a name that hand accepts", 5),
        ("turn", "turn cannot be read", 0),
        ("hand 1", "the line hand 1 is empty", 0),
        ("left 1;left 1", "left appears twice", 0),
        ("hand 1 c01;hand 1 c01", "hand 1 appears twice", 0),
        ("turn 1", "turn cannot be read", 0),
        ("left 1 2", "left cannot be read", 0),
        ("turn x 1", "'x' is not a number", 5),
        ("turn 1 9", "no seat '9'", 7),
        ("turn 1 1 fight", "'fight' is not a valid phase", 9),
        ("turn 0 1 move", "turn 0 has no phase move", 5),
        ("turn 3 1 deal", "turn 3 has no phase deal", 5),
        ("turn 3 1 window", "write the seat to ask together with window, and only then", 9),
        ("turn 3 1 move 2", "write the seat to ask together with window, and only then", 14),
        ("turn 0 1;left 3", "no cards are dealt before turn 1", 0),
        ("force red", "no seat 'red'", 6),
        ("force 1=blue", "'blue' is not a valid force", 8),
        ("force 9=red", "no seat '9'", 6),
        ("force 1=red 2=red", "2=red appears twice", 12),
        ("force 1=red 1=black", "1=black appears twice", 12),
        ("hand 1 x01", "'x01' is not a valid card", 7),
        ("hand 1 c01**", "'c01**' is not a number of cards", 7),
        ("hand 1 c01/1", "'c01/1' is not a valid card", 7),
        ("pile c01@3", "'c01@3' is not a valid card", 5),
        ("pile ?*3", "cards in total, but a pack", 0),
        ("discard ?*60", "cards in total, but a pack", 0),
        ("node 1.L | ?*60", "cards in total, but a pack", 0),
        ("node 1.L c01 c02 | ?", "at most one face-up card and one |", 13),
        ("node 1.L c01 | ? |", "at most one face-up card and one |", 13),
        ("node 1.L | | ?", "at most one face-up card and one |", 11),
        ("node 1.L c01 c02", "at most one face-up card and one |", 13),
        ("node 1.L | c01/", "'c01/' cannot be read", 11),
        ("node 1.L x01 | ?", "'x01' is not a valid card", 9),
        ("node 1.L ? | ?", "1.L has neither a face-up nor a face-down card", 0),
        ("node 1.L | -", "1.L has neither a face-up nor a face-down card", 0),
        ("node 1.L | c01/3", "no seat '3'", 15),
        ("hand 1 c01;hand 2 c01", "c01 appears 2 times", 7),
        ("left 9", "'9' is not a number", 5),
        ("left 0", "in the phase move, at least one move is left", 5),
        ("fought 9.L", "'9.L' is not a valid node", 7),
        ("out 7", "no seat '7'", 4),
        ("shown 9=d08", "no seat '9'", 6),
        ("shown 2=x01", "'x01' is not a valid card", 8),
        ("shown 2=d08 2=d08", "cannot be in that hand, or is named twice", 12),
        ("hand 2 c01;shown 2=d08", "cannot be in that hand, or is named twice", 6),
        ("ply 9999999", "'9999999' is not a number", 4),
        ("left 2;attack 1.L 2.R", "the lines window and attack must be used together", 0),
        ("turn 3 1 window 2", "the lines window and attack must be used together", 9),
        ("turn 3 1 window 2;attack 1.L 2.R", "this attack is not possible", 7),
        ("out 1;turn 3 1", "the seat on turn and a rival must not have conceded", 7),
        ("out 2;turn 3 1", "the seat on turn and a rival must not have conceded", 7),
        ("out 1 2;turn 3 1 end;end STR-7.6", "the seat on turn and a rival must", 7),
        ("turn 3 1 name", "there is no force to name", 9),
        ("turn 3 1 recycle", "there is nothing to recycle", 9),
        ("turn 3 1 end", "the phase end and the line end always go together", 9),
        ("end STR-7.1 1", "the phase end and the line end always go together", 0),
        ("turn 3 1 end;end STR-1.1", "'STR-1.1' is not a valid clause that ends the game", 4),
    ],
)
def test_a_fault_is_named_with_its_place(text: str, what: str, at: int) -> None:
    with pytest.raises(NotationError) as caught:
        position(text)
    translated_everywhere(caught.value)
    assert what in render(caught.value.what, "en")
    assert caught.value.position == at
    assert caught.value.fix


ZONE = "node 2.L h05 | ?;node 2.C h06 | ?;node 2.R h07 | ?;"
WON = ZONE + "force 1=red;turn 5 1;"
HELD = "node 1.L h09 | ?;node 2.R c05 | ?;force 1=red;"
WINDOW = HELD + "turn 5 1 window 2;attack 1.L 2.R;"


@pytest.mark.parametrize(
    ("text", "what", "at"),
    [
        (WINDOW.replace("05 | ?", "05 | -"), "this attack is not possible", 7),
        (WINDOW.replace("c05", "c11"), "this attack is not possible", 7),
        (WINDOW.replace("window 2", "window 1"), "that seat is not asked", 16),
    ],
)
def test_an_attack_that_cannot_go_on_is_refused(text: str, what: str, at: int) -> None:
    with pytest.raises(NotationError) as caught:
        position(text)
    translated_everywhere(caught.value)
    assert what in render(caught.value.what, "en")
    assert caught.value.position == at


@pytest.mark.parametrize(
    ("text", "agreed", "flag"),
    [
        ("hand 1 ?*8", {}, "long_hand"),
        ("turn 5 2", {}, "wrong_turn"),
        ("turn 5 1;round 4", {}, "wrong_round"),
        ("turn 5 1;round 2", {}, "wrong_round"),
        ("turn 21 1", {"round_cap": "10"}, "wrong_round"),
        ("out 3;turn 4 1;round 5", {"players": "4"}, "wrong_round"),
        ("turn 5 1;idle 2", {}, "idle_turns"),
        ("turn 1 1;idle 1", {}, "idle_turns"),
        ("node 1.L | c05/1@14;turn 5 1;ply 3", {}, "later_supply"),
        (
            "node 2.R c01 | ?;node 2.C c02 | ?;node 2.L s03 | ?;force 1=clubs;turn 6 2 name;left 1",
            {"players": "4"},
            "wrong_moves",
        ),
        (WINDOW + "left 3", {}, "wrong_moves early_fight"),
        (HELD + "turn 5 1;fought 1.L 2.R;left 3", {}, "early_fight"),
        ("attack 1.L 2.R;turn 5 1 window 2;left 2;" + HELD, {}, ""),
        (ZONE + "turn 5 1", {}, "no_forces"),
        (WON, {}, "won_already"),
        (WON.replace("5 1", "5 1 end") + "end STR-7.1 1", {}, ""),
        (WON.replace("5 1", "5 1 end") + "end STR-7.1 2", {}, "wrong_end"),
        (WON.replace("5 1", "5 1 end") + "end STR-7.6", {}, "wrong_end"),
        ("turn 9 1 end;end STR-7.1 2", {}, "wrong_end"),
        ("turn 9 1 end;end STR-7.1", {}, "wrong_end"),
        ("turn 9 1 end;end STR-7.6;idle 1;left 3", {}, ""),
        ("turn 9 1 end;end STR-7.6 1;idle 1;left 3", {}, "wrong_end"),
        ("turn 9 1 end;end STR-7.6", {}, "wrong_end"),
        ("turn 20 2 end;end STR-7.6", {"round_cap": "10"}, ""),
        ("out 2;turn 9 1 end;end STR-7.7 1", {}, ""),
        ("out 2;turn 9 1 end;end STR-7.7", {}, "wrong_end"),
        ("turn 9 1 end;end STR-7.7 2", {}, "wrong_end"),
        ("turn 0 1", {}, ""),
    ],
)
def test_what_no_match_comes_to_is_flagged(text: str, agreed: dict[str, str], flag: str) -> None:
    assert " ".join(GAME.notation.flags(position(text, **agreed))) == flag
    written = text.replace(";", "\n")
    assert read_position(written, GAME, setup(**agreed), unchecked=True)
    if flag:
        with pytest.raises(ImpossiblePosition, match=r"rules check --unchecked"):
            read_position(written, GAME, setup(**agreed))


@pytest.mark.parametrize("asked", ["1", "3"])
def test_only_a_rival_in_the_game_is_asked(asked: str) -> None:
    text = "node 1.L h09 | ?;node 2.R c05 | ?;force 1=hearts 2=clubs;out 3;attack 1.L 2.R;"
    with pytest.raises(NotationError) as caught:
        position(f"{text}turn 5 1 window {asked}", players="4")
    assert "that seat is not asked" in render(caught.value.what, "en")


WORDS = """node hand pile discard force turn round left attack fought idle out ply end
1 2 3 1.L 2.R | ? ?*3 c05 c05/1@2 h09 - 1=red 2=black window move name recycle STR-7.1 0 #"""
WORDS_OF_LINES = ["out 1", "out 1 2", "idle 1", "end STR-7.6", "fought 1.L", "attack 1.L 2.R"]
MIXED = st.lists(st.sampled_from([*WORDS.split(), "\n", "\n", "\n"]), max_size=30).map(" ".join)


@given(st.one_of(st.text(characters.ANY, max_size=80), MIXED))
@settings(max_examples=400, deadline=None)
def test_any_text_raises_one_exception_at_most(text: str) -> None:
    try:
        state = GAME.notation.parse(text, setup())
    except NotationError:
        return
    assert GAME.notation.parse(GAME.notation.format(state), setup()) == state
    list(GAME.legal(state))


@given(settings_of, seeds)
@settings(max_examples=60, deadline=None)
def test_whatever_can_be_read_can_be_played_on(agreed: dict[str, str], seed: int) -> None:
    """Check positions of random matches in which one word or line was replaced or removed."""
    rng, rules = random.Random(seed), setup(**agreed)
    for known, _, _ in list(walk(rules, seed, concede=0.02))[1::6]:
        text = _changed(GAME.notation.format(rng.choice((known, GAME.view(known, None)))), rng)
        try:
            state = GAME.notation.parse(text, rules)
        except NotationError:
            continue
        for flag in GAME.notation.flags(state):
            assert Message(f"stratosphere.{flag}").render("en")
        _plays_on(state, rules, rng, text)


def _plays_on(state: State, rules: Setup, rng: random.Random, text: str) -> None:
    """Play some plies and require what the table and the log require of every position."""
    cells = {zone.cell for zone in GAME.table.form(rules).zones}
    for _ in range(8):
        assert GAME.notation.parse(GAME.notation.format(state), rules) == state, text
        assert GAME.table.layout(state).keys() <= cells, text
        assert (GAME.outcome(state) is None) == bool(GAME.to_act(state)), text
        if not GAME.to_act(state):
            return
        actions = list(GAME.legal(state)) or [GAME.sample(state, rng.randrange)]
        assert all(judge(GAME, state, action).legal for action in actions), text
        state = GAME.advance(state, rng.choice(actions))[1]


def _changed(text: str, rng: random.Random) -> str:
    lines = [line.split() for line in text.splitlines()]
    line = rng.choice(lines)
    if rng.random() < 0.2:
        lines.remove(line)
    else:
        others = WORDS.split() if rng.random() < 0.6 else [w for words in lines for w in words]
        line[rng.randrange(len(line))] = rng.choice(others)
    if rng.random() < 0.2:
        lines.append(rng.choice(WORDS_OF_LINES).split())
    return "\n".join(" ".join(words) for words in lines)
