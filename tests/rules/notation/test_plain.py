"""The text form of a position that follows from the types of the state's fields."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import LANGUAGES, NotationError, Seat, Setup, load_game
from rules.core.reprs import Word
from rules.core.rules import whole_state
from rules.core.values import CardId, CellId
from rules.notation.plain import plain_notation

SETUP = Setup("jiguan")


class Weather(Word):
    """A vocabulary of a game."""

    CALM = "calm"
    STORM = "storm"


@dataclass(frozen=True, slots=True)
class State:
    """A field of every type that has a form."""

    hands: tuple[tuple[CardId, ...], tuple[CardId, ...]]
    field: tuple[tuple[CellId, tuple[CardId, Seat | None]], ...]
    turn: Seat | None
    scores: tuple[int, int]
    begun: bool
    weather: Weather


NOTATION = plain_notation(State)
SOME = State(
    (("jb1", "ji2"), ()),
    (("A.beast", ("jb2", "A")), ("B.beast", ("?", None))),
    None,
    (3, -1),
    begun=True,
    weather=Weather.STORM,
)
TEXT = """hands jb1,ji2 -
field A.beast,jb2/A B.beast,?/-
turn -
scores 3 -1
begun 1
weather storm
"""


def test_each_field_is_a_line() -> None:
    assert NOTATION.format(SOME) == TEXT
    assert NOTATION.parse(TEXT, SETUP) == SOME
    assert NOTATION.parse("# a remark\n" + TEXT.replace("turn -", "turn  a # A"), SETUP).turn == "A"


CARDS, CELLS = st.sampled_from(("jb1", "ji2", "?")), st.sampled_from(("A.beast", "B.item1"))
SEATS = st.sampled_from(("A", "B", None))
HANDS = st.lists(CARDS, max_size=3).map(tuple)


@given(
    st.builds(
        State,
        st.tuples(HANDS, HANDS),
        st.lists(st.tuples(CELLS, st.tuples(CARDS, SEATS)), max_size=3).map(tuple),
        SEATS,
        st.tuples(st.integers(-(10**9) + 1, 10**9 - 1), st.integers(0, 9)),
        st.booleans(),
        st.sampled_from(Weather),
    )
)
def test_every_state_reads_back(state: State) -> None:
    assert NOTATION.parse(NOTATION.format(state), SETUP) == state


@pytest.mark.parametrize(
    ("old", "new", "says", "place"),
    [
        ("turn -", "turn C", "no seat", (3, 5)),
        ("jb1,ji2", "jb1,ji9", "'ji9' is not a valid card", (1, 10)),
        ("A.beast", "A.spent", "'A.spent' is not a valid cell", (2, 6)),
        ("3 -1", "3", "'3' cannot be read at character 8 of 'scores 3': write, for", (4, 7)),
        ("3 -1", "3 many", "'many' is not a number", (4, 9)),
        ("jb2/A", "jb2", "'jb2' cannot be read", (2, 14)),
        ("begun 1", "begun 2", "write a number from 0 to 1", (5, 6)),
        ("storm", "hail", "use one of: calm, storm", (6, 8)),
        ("turn -\n", "", "the line turn is missing", (1, 0)),
        ("turn -\n", "turn\n", "the line turn is empty", (3, 0)),
        ("hands jb1,ji2 -\n", "", "write, for example: hands jb1,… jb1,…", (1, 0)),
        ("field", "feld", "has no line 'feld'", (2, 0)),
    ],
)
def test_a_fault_names_its_place_and_a_fix(
    old: str, new: str, says: str, place: tuple[int, int]
) -> None:
    with pytest.raises(NotationError) as raised:
        NOTATION.parse(TEXT.replace(old, new), SETUP)
    assert says in raised.value.message.render("en")
    assert (raised.value.line, raised.value.position) == place
    for lang in LANGUAGES:
        assert raised.value.message.render(lang)


def test_a_game_that_hides_nothing_has_no_unknown_card(monkeypatch: pytest.MonkeyPatch) -> None:
    open_game = replace(load_game("jiguan"), view=whole_state)
    monkeypatch.setattr("rules.notation.plain.load_game", lambda _slug: open_game)
    with pytest.raises(NotationError, match=r"'\?' is not a valid card"):
        NOTATION.parse(TEXT, SETUP)


UNREADABLE: tuple[Any, ...] = (
    str,
    float,
    dict[str, int],
    tuple[()],
    tuple[Seat | None, ...],
    tuple[tuple[Seat | None], ...],
    tuple[tuple[CardId, ...], ...],
    tuple[CardId, ...] | None,
    int | Seat,
    tuple[tuple[tuple[tuple[int, int], int], int], int],
)


@pytest.mark.parametrize("kind", UNREADABLE, ids=str)
def test_a_type_without_an_unambiguous_form_is_refused(kind: object) -> None:
    with pytest.raises(TypeError):
        plain_notation(type("Odd", (), {"__annotations__": {"field": kind}}))
