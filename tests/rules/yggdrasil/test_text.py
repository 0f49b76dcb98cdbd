"""Positions as a person writes them, and the messages about unreadable ones."""

import random
import textwrap

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import UNKNOWN, NotationError, Setup, judge, load_catalog, read_position
from rules.errors import ImpossiblePosition
from rules.games.yggdrasil import GAME
from rules.games.yggdrasil.position import text as _text
from rules.games.yggdrasil.state import Phase, State
from tests.support.fault_texts import translated_everywhere
from tests.support.games.yggdrasil import settings_of, setup

PLAIN = "field b1=yr1/A c5=yr1/B\n"


def parse(text: str, **settings: str) -> State:
    return GAME.notation.parse(text, setup(**settings))


def test_the_documented_example_reads_back() -> None:
    block = _text.__doc__.partition("\n\n")[2].partition("\n\n")[0]
    state = parse(textwrap.dedent(block))

    assert state.phase == "invade"
    assert [str(a) for a in GAME.legal(state)] == ["A choose c3", "A pass"]
    assert parse(GAME.notation.format(state)) == state


def test_field_and_turn_are_enough() -> None:
    state = parse(PLAIN + "turn 4 B")

    assert (state.phase, state.seat, state.first, state.idle) == ("place", 1, 0, 0)
    assert state.players[0].hand == (UNKNOWN,) * 5
    assert len(state.players[0].deck) == 15


def test_nothing_at_all_is_the_first_turn() -> None:
    state = parse("")

    assert (state.turn, state.seat, state.phase) == (1, 0, "place")
    assert GAME.notation.format(state).startswith("field b1=yr1/A c5=yr1/B\nhand A ?*5\n")


def test_the_deck_holds_what_is_left() -> None:
    state = parse("field b1=yr1/A b2=y03/A c5=yr1/B\nhand A ?*3\ndiscard A y27 y28\nturn 3 A")

    assert len(state.players[0].deck) == 20 - 1 - 3 - 2


def test_comments_spaces_and_order_do_not_matter() -> None:
    text = "\n# mine\n  turn 3  A # now\nhand A y03*2 y01\n field  c5=yr1/B b1=yr1/A\n"

    assert parse(text).players[0].hand == ("y01", "y03", "y03")


@pytest.mark.parametrize(
    ("text", "line", "word", "what"),
    [
        ("feld b1=yr1/A", 1, "feld", 'did you mean "field"?'),
        ("hand y03", 1, "y03", "is not a name that hand accepts"),
        ("deck", 1, "deck", "write deck A … or deck B …"),
        (PLAIN + PLAIN, 2, "field", "appears twice"),
        ("hand A -\nhand A -", 2, "hand", "hand A appears twice"),
        ("turn 3", 1, "turn", "turn cannot be read"),
        ("turn x A", 1, "x", "not a number"),
        ("turn 3 C", 1, "C", "no seat 'C' at character 8 of 'turn 3 C': write A or B"),
        ("turn 3 A plaice", 1, "plaice", 'did you mean "place"?'),
        ("turn 0 A place", 1, "0", "turn 0 has no phase place"),
        ("turn 2 A deal", 1, "2", "turn 2 has no phase deal"),
        ("first", 1, "first", "first cannot be read"),
        ("field b1yr1", 1, "b1yr1", "CELL=CARD/OWNER"),
        ("field b9=yr1/A", 1, "b9=yr1/A", "use a1 to d5"),
        ("field b1=yr9/A", 1, "yr9", "did you mean"),
        ("field b1=yr1/C", 1, "C", "no seat 'C'"),
        ("field b1=yr1/A b1=y03/A", 1, "b1=y03/A", "b1 has two cards"),
        ("field b1=yr1/A c1=yr1/A", 1, "c1=yr1/A", "A has two roots"),
        ("hand A y99", 1, "y99", "is not a valid card"),
        ("hand A y03*x", 1, "y03*x", "not a number of cards"),
        (PLAIN + "turn 3 A invade", 2, "invade", "comes after a placement"),
        (PLAIN + "turn 3 A invade\nlaid 1 b1", 3, "b1", "b1 has no card placed this turn"),
        (PLAIN + "turn 3 A\nlaid 1 b1", 3, "laid", "write, for example: laid 0"),
        (PLAIN + "turn 3 A invade\nlaid 1", 3, "laid", "write, for example: laid 1 b2"),
        (PLAIN + "turn 3 A invade\nlaid 1 z1", 3, "z1", "not a cell of this field"),
        (
            "field b1=yr1/A b2=y03/A c5=yr1/B\nturn 3 A wither\nlaid 1 b2",
            2,
            "wither",
            "y03 does not lead to phase wither",
        ),
        (PLAIN + "turn 3 A end", 2, "end", "go together"),
        (
            PLAIN + "turn 3 A end\nend YGG-1.1",
            3,
            "YGG-1.1",
            "not a valid clause that ends the game",
        ),
        (PLAIN + "idle -1", 2, "-1", "not a number"),
    ],
)
def test_a_fault_names_line_place_and_fix(text: str, line: int, word: str, what: str) -> None:
    with pytest.raises(NotationError) as error:
        parse(text)

    translated_everywhere(error.value)
    shown = text.splitlines()[line - 1]
    assert error.value.text == shown
    assert shown[error.value.position :].startswith(word)
    assert error.value.fix
    assert what in str(error.value)
    assert f"line {line}: " in str(error.value)


TIPS = "field b1=yr1/A b2=y27/A a1=y33/A c1=y35/A c5=yr1/B c4=y27/B d5=y33/B b5=y35/B\n"
"""Trees that cannot grow."""
FORK = "field b1=yr1/A b2=y11/A c5=yr1/B\nturn 3 A {}\n"


@pytest.mark.parametrize(
    ("text", "line", "word", "what"),
    [
        ("hand A y27*9", 1, "y27*9", "A has 9 of y27, but A's deck has 2"),
        ("hand A y27*2\ndeck A ? y27", 2, "y27", "A has 3 of y27"),
        ("field b1=yr1/A b2=y27/A c5=yr1/B\ndiscard A y27*2", 2, "y27*2", "A has 3 of y27"),
        ("hand B ?*9\ndeck B ?*12", 2, "deck", "B has 21 cards, but a deck has 20"),
        ("turn 0 A deal\nhand B -\ndeck B y03", 3, "deck", "B has 1 card, but a deck has 20"),
        ("turn 0 A deal\ndiscard B ?", 2, "discard", "B has 19 cards, but a deck has 20"),
        ("hand A yr1", 1, "yr1", "A has 1 of yr1"),
        ("discard A yr1*2", 1, "yr1*2", "A has 2 of yr1"),
        ("hand A - y03", 1, "-", "use it alone"),
        ("turn 0 A root", 1, "root", "A has two roots"),
        (PLAIN + "turn 9 A\nidle 4", 3, "4", "not a number"),
        (FORK.format("discard") + "laid 0 b2\ndue 1", 3, "0", "not a number"),
        (FORK.format("discard") + "laid 1 b2\ndue 6", 4, "6", "the number due is for an effect"),
        (FORK.format("discard") + "laid 1 b2", 1, "field", "the number due is for an effect"),
        (FORK.format("place") + "due 1", 3, "1", "the number due is for an effect"),
        (PLAIN + "turn 3 A\nend YGG-11.2", 2, "turn", "the line end always go together"),
    ],
)
def test_what_cannot_be_played_on(text: str, line: int, word: str, what: str) -> None:
    with pytest.raises(NotationError) as error:
        parse(text)

    translated_everywhere(error.value)
    shown = text.splitlines()[line - 1]
    assert what in str(error.value)
    assert error.value.fix
    assert error.value.text == shown
    assert shown[error.value.position :].startswith(word)


FREE = {"rotation": "free"}
FALLS = {"root_attack": "allowed"}


@pytest.mark.parametrize(
    ("text", "settings", "flag"),
    [
        ("field c5=yr1/B", {}, "no_root"),
        ("field a2=yr1/A c5=yr1/B", {}, "root_moved"),
        ("field b1=yr1/A/2 c5=yr1/B", FREE, "root_moved"),
        ("field b1=yr2/A c5=yr1/B", {}, "other_root"),
        ("field b1=yr1/A c5=yr1/B a1=y35/A/2 b2=y03/A\nturn 5 A", {}, "turned_card"),
        ("turn 3 A\nfirst B", {}, "wrong_turn"),
        (PLAIN + "turn 8 A end\nfirst A\nend YGG-11.2", {}, "wrong_turn"),
        ("turn 2 B\nidle 2", {}, "too_idle"),
        ("turn 2 B end\nend YGG-11.2", {}, "too_idle"),
        ("turn 3 A\nlaid 1", {}, "too_many_laid"),
        (FORK.format("invade") + "laid 2 b2", {}, ""),
        (FORK.format("discard") + "laid 1 b2\ndue 2", {}, "not_due"),
        ("field b1=yr1/A b2=y03/A c5=yr1/B\nturn 1 A", {}, "crowded"),
        ("field b1=yr1/A b2=y05/A b3=y03/A c5=yr1/B\nturn 3 A", {}, ""),
        ("field b1=yr1/A c5=yr1/B c4=y03/B c3=y03/B\nturn 2 B", {}, "crowded"),
        ("turn 2 B\nhand A y03 ?*9", {}, "big_hand"),
        ("turn 2 B\nhand A y03 ?*4\nhand B ?*6", {}, ""),
        ("field b1=yr1/A c5=yr1/B d3=y17/A\nturn 3 A", {}, "not_linked"),
        (TIPS + "turn 9 A", {}, "field_full"),
        ("turn 9 A end\nend YGG-11.1", {}, "other_end"),
        ("turn 9 A end\nidle 3\nend YGG-11.2", {}, "other_end"),
        ("turn 9 A end\nend YGG-9.6", {}, "other_end"),
        ("field b1=yr1/A\nturn 9 A end\nend YGG-9.6", {}, "other_end"),
        ("field b1=yr1/A\nturn 9 A end\nend YGG-11.2", {}, "other_end"),
        ("field b1=yr1/A\ndiscard B yr1\nturn 9 A end\nend YGG-9.6", FALLS, ""),
        (TIPS + "turn 9 A end\nend YGG-11.1", {}, ""),
        (PLAIN + "turn 9 A end\nend YGG-11.1", {"end_cells": "known_cards"}, ""),
    ],
)
def test_what_no_match_leads_to_is_flagged(text: str, settings: dict[str, str], flag: str) -> None:
    state = parse(text, **settings)

    assert list(GAME.notation.flags(state)) == [flag] * bool(flag)
    assert parse(GAME.notation.format(state), **settings) == state


FIELDS = ["b1=yr1/A", "c5=yr1/B", "b2=y05/A", "b3=y18/A", "c4=y26/B", "c2=y13/A", "d3=y11/B/1"]
LINES = {
    "hand A": ["-", "?", "y03 y31*2", "yr1"],
    "hand B": ["-", "?*3 y05"],
    "deck A": ["-", "?*20", "y01 ? y02"],
    "deck B": ["-", "y27"],
    "discard A": ["y27 ?", "yr1"],
    "first": ["A", "B"],
    "idle": ["3", "4"],
    "laid": ["0", "1", "1 b2", "2 b3", "1 c4", "1 c2"],
    "due": ["1", "3"],
    "end": ["YGG-9.6", "YGG-11.1", "YGG-11.2"],
}


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_whatever_can_be_read_can_be_played_on(data: st.DataObject) -> None:
    """Check that play goes on from each position that is read, however impossible."""
    phase, seat = data.draw(st.sampled_from(list(Phase))), data.draw(st.sampled_from("AB"))
    cells = data.draw(st.lists(st.sampled_from(FIELDS), unique_by=lambda text: text[:2]))
    keys = data.draw(st.lists(st.sampled_from(sorted(LINES)), unique=True))
    text = [f"turn {data.draw(st.sampled_from((0, 1, 8)))} {seat} {phase}"]
    text += ["field " + (" ".join(cells) or "-")]
    text += [f"{key} {data.draw(st.sampled_from(LINES[key]))}" for key in keys]
    agreed = data.draw(settings_of)
    agreed.pop("prove_exchange", None)  # showing a hand is not listed
    try:
        state = parse("\n".join(text), **agreed)
    except NotationError as error:
        translated_everywhere(error)
        return
    rng = random.Random(str(text))
    for _ in range(12):
        assert parse(GAME.notation.format(state), **agreed) == state
        assert (GAME.outcome(state) is not None) is (not GAME.to_act(state))
        list(GAME.notation.flags(state))
        if not GAME.to_act(state):
            break
        listed = list(GAME.legal(state)) or [GAME.sample(state, rng.randrange)]
        action = rng.choice(listed)
        assert judge(GAME, state, action).legal
        assert GAME.phase(GAME.advance(state, action)[1]) in Phase.__members__.values()
        state = GAME.advance(state, action)[1]


def test_a_known_deck_limits_its_cards_and_names_its_root() -> None:
    deck = load_catalog("yggdrasil").decks["orchard"]
    agreed = Setup("yggdrasil", {}, {"A": deck})
    missing = next(c for c in ("y04", "y07", "y22", "y16") if c not in deck.cards)
    with pytest.raises(NotationError, match=f"A has 1 of {missing}, but A's deck has 0"):
        GAME.notation.parse(f"hand A {missing}", agreed)
    other = GAME.notation.parse("field b1=yr2/A c5=yr2/B", agreed)
    assert list(GAME.notation.flags(other)) == ["other_root"]
    with pytest.raises(ImpossiblePosition, match="a root is not the agreed one"):
        read_position("field b1=yr2/A c5=yr2/B", GAME, agreed)


def test_a_game_that_ended_says_how() -> None:
    assert parse(PLAIN + "turn 9 A end\nend YGG-11.2").idle == 4
    assert parse(TIPS + "turn 9 A end\nend YGG-11.1").ending == "YGG-11.1"
    fallen = "field b1=yr1/A\ndiscard B yr1\nturn 9 A end\nend YGG-9.6"
    assert parse(fallen, root_attack="allowed").ending == "YGG-9.6"


def test_a_seat_is_named_in_letters_of_any_case_and_width() -> None:
    assert parse("hand ａ y03\nturn 2 b") == parse("hand A y03\nturn 2 B")
