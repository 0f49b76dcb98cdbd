"""Positions as a person writes them, and the messages about unreadable ones."""

import textwrap

import pytest

from rules import UNKNOWN, NotationError, Setup, load_catalog
from rules.games.yggdrasil import GAME
from rules.games.yggdrasil.position import text as _text
from rules.games.yggdrasil.state import State
from rules.messages.message import render
from tests.support.fault_texts import translated_everywhere
from tests.support.games.yggdrasil import setup

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
        ("turn 3 A\nfirst B", 2, "B", "turn 3 would then not belong to A"),
        ("first", 1, "first", "first cannot be read"),
        ("field b1yr1", 1, "b1yr1", "CELL=CARD/OWNER"),
        ("field b9=yr1/A", 1, "b9=yr1/A", "use a1 to d5"),
        ("field b1=yr9/A", 1, "yr9", "did you mean"),
        ("field b1=yr1/C", 1, "C", "no seat 'C'"),
        ("field b1=yr1/A b1=y03/A", 1, "b1=y03/A", "b1 has two cards"),
        ("field b1=yr1/A c1=yr1/A", 1, "c1=yr1/A", "A has two roots"),
        ("field c5=yr1/B", 1, "field", "A has no root on the field"),
        ("hand A y99", 1, "y99", "is not a valid card"),
        ("hand A y03*x", 1, "y03*x", "not a number of cards"),
        (PLAIN + "turn 3 A invade", 2, "invade", "comes after a placement"),
        (PLAIN + "turn 3 A invade\nlaid 1 b1", 3, "b1", "b1 has no card placed this turn"),
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


def test_the_root_that_is_missing_is_asked_for_on_the_cell_where_it_belongs() -> None:
    with pytest.raises(NotationError) as error:
        parse("field b1=yr1/A\nturn 1 A")

    assert render(error.value.fix, "en") == "write, for example: c5=yr1/B"
    assert parse("field b1=yr1/A c5=yr1/B\nturn 1 A").seat == 0


TIPS = "field b1=yr1/A b2=y27/A a1=y33/A c1=y35/A c5=yr1/B c4=y27/B d5=y33/B b5=y35/B\n"
"""Trees that cannot grow."""
FORK = "field b1=yr1/A b2=y11/A c5=yr1/B\nturn 3 A {}\n"


@pytest.mark.parametrize(
    ("text", "settings", "line", "word", "what"),
    [
        ("hand A y27*9", {}, 1, "y27*9", "A has 9 of y27, but A's deck has 2"),
        ("hand A y27*2\ndeck A ? y27", {}, 2, "y27", "A has 3 of y27"),
        (
            "field b1=yr1/A b2=y27/A c5=yr1/B\ndiscard A y27*2",
            {},
            2,
            "y27*2",
            "A has 3 of y27",
        ),
        ("hand B ?*9\ndeck B ?*12", {}, 2, "deck", "B has 21 cards, but a deck has 20"),
        ("hand A yr1", {}, 1, "hand", "yr1 is a root"),
        ("field -", {}, 1, "field", "A has no root on the field"),
        ("hand A - y03", {}, 1, "-", "use it alone"),
        (
            "field a2=yr1/A c5=yr1/B",
            {},
            1,
            "field",
            "A's root must be upright on its first cell",
        ),
        ("field b1=yr2/A c5=yr1/B", {}, 1, "field", "the roots differ"),
        (
            "field b1=yr1/A b2=y03/A/1 c5=yr1/B",
            {},
            1,
            "b2=y03/A/1",
            "the card on b2 must be upright",
        ),
        ("field b1=yr1/A/2 c5=yr1/B", {"rotation": "free"}, 1, "field", "must be upright"),
        (PLAIN + "turn 2 B\nidle 2", {}, 3, "2", "2 turns in a row without a placement"),
        (PLAIN + "turn 9 A\nidle 4", {}, 3, "4", "at 4 the game is over"),
        (PLAIN + "turn 3 A\nlaid 1", {}, 3, "1", "1 cards cannot have been placed"),
        (FORK.format("discard") + "laid 0 b2\ndue 1", {}, 3, "0", "0 cards cannot"),
        (FORK.format("discard") + "laid 1 b2\ndue 2", {}, 4, "2", "2 cards "),
        (FORK.format("discard") + "laid 1 b2", {}, 1, "field", "the number due is for an effect"),
        (FORK.format("place") + "due 1", {}, 3, "1", "the number due is for an effect"),
        (
            FORK.format("") + "laid 0 b2",
            {},
            3,
            "0",
            "use the line laid only during the turn of the placement",
        ),
        (TIPS + "turn 9 A", {}, 2, "turn", "neither seat has an open cell"),
        (PLAIN + "turn 9 A end\nend YGG-11.1", {}, 3, "YGG", "has not ended by YGG-11.1"),
        (PLAIN + "turn 9 A end\nidle 3\nend YGG-11.2", {}, 4, "YGG", "has not ended by YGG-11.2"),
        (PLAIN + "turn 9 A end\nend YGG-9.6", {}, 3, "YGG", "has not ended by YGG-9.6"),
        ("field b1=yr1/A\nturn 9 A end\nend YGG-9.6", {}, 3, "YGG", "agree on root_attack"),
        (
            PLAIN + "turn 8 A end\nfirst A\nend YGG-11.2",
            {},
            3,
            "A",
            "turn 8 would then not belong to A",
        ),
    ],
)
def test_what_no_game_comes_to(
    text: str, settings: dict[str, str], line: int, word: str, what: str
) -> None:
    with pytest.raises(NotationError) as error:
        parse(text, **settings)

    translated_everywhere(error.value)
    shown = text.splitlines()[line - 1]
    assert what in str(error.value)
    assert error.value.fix
    assert error.value.text == shown
    assert shown[error.value.position :].startswith(word)


def test_a_known_deck_limits_its_cards_and_names_its_root() -> None:
    deck = load_catalog("yggdrasil").decks["orchard"]
    agreed = Setup("yggdrasil", {}, {"A": deck})
    missing = next(c for c in ("y04", "y07", "y22", "y16") if c not in deck.cards)
    with pytest.raises(NotationError, match=f"A has 1 of {missing}, but A's deck has 0"):
        GAME.notation.parse(f"hand A {missing}", agreed)
    with pytest.raises(NotationError, match="brought a different root"):
        GAME.notation.parse("field b1=yr2/A c5=yr2/B", agreed)


def test_a_game_that_ended_says_how() -> None:
    assert parse(PLAIN + "turn 9 A end\nend YGG-11.2").idle == 4
    assert parse(TIPS + "turn 9 A end\nend YGG-11.1").ending == "YGG-11.1"
    fallen = "field b1=yr1/A\ndiscard B yr1\nturn 9 A end\nend YGG-9.6"
    assert parse(fallen, root_attack="allowed").ending == "YGG-9.6"


def test_a_seat_is_named_in_letters_of_any_case_and_width() -> None:
    assert parse("hand ａ y03\nturn 2 b") == parse("hand A y03\nturn 2 B")
