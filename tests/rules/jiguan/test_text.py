"""Positions as text: full forms, short forms, and impossible positions."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import LANGUAGES, NotationError, Setup, read_position
from rules.errors import ImpossiblePosition
from rules.games.jiguan import GAME
from rules.games.jiguan.state import Phase, State
from rules.messages.message import Message, render
from tests.support import characters
from tests.support.fault_texts import translated_everywhere
from tests.support.games.jiguan import PLAIN, position, setup

FOUR = "A holds ji1 jb1 jb2 jb3 jb4\nB holds jb1 jb2 jb3 jb4"
"""Cards that remain after one round."""
UP = "beast A jb1 up\nbeast B jb2 up\n"


def test_the_empty_text_is_a_first_round() -> None:
    state = GAME.notation.parse("# nothing said\n\n", PLAIN)
    assert (state.phase, state.held, state.marker, state.ply) == (Phase.BEASTS, (255, 255), 0, 0)
    assert GAME.notation.format(state) == (
        "round 1\nphase lay\nmarker A\n"
        "A holds jb3 jb1 jb4 jb2 jb5 ji1 ji2 ji3\n"
        "B holds jb3 jb1 jb4 jb2 jb5 ji1 ji2 ji3\n"
        "ply 0\n"
    )


def test_a_position_written_by_hand() -> None:
    state = GAME.notation.parse(
        "round 2\nwon B            # B took the first\nphase items\nmarker A\n"
        "A holds jb2 jb3 jb4 jb5 ji2 ji3\nB holds jb1 jb3 jb4 jb5 ji1 ji2 ji3\n"
        "beast A jb2 up @7\nbeast B jb3 up @8\n"
        "item B.item1 ? B down @9\nturn A 2\nwatched\nply 9\n",
        PLAIN,
    )
    assert GAME.notation.parse(GAME.notation.format(state), PLAIN) == state
    assert (state.turn, state.turns, state.results) == (0, 1, (1,))
    assert [tuple(placed) for placed in state.cards_on_field()] == [
        (0, 0, 0, 3, 7, True),
        (1, 1, 0, 0, 8, True),
        (1, 1, 1, -1, 9, False),
    ]


@pytest.mark.parametrize(
    ("text", "at", "what", "fix"),
    [
        ("rond 2", 0, "a position has no line", 'did you mean "round"?'),
        ("A hold jb1", 2, "is not a name that", 'did you mean "holds"?'),
        ("A", 0, "needs a name after it", "A holds"),
        ("round x", 6, "not a number", "from 1 to 5"),
        ("round 2", 6, "does not match 0 results", "write round 1"),
        ("round 1\nround 1", 0, "line 2: round appears twice", "keep one"),
        ("round", 0, "cannot be read", "round 2"),
        ("round 1 2", 0, "cannot be read", "round 2"),
        ("phase itms", 6, "is not a valid phase", 'did you mean "items"?'),
        ("won A C", 6, "is not a valid result (A, B, or =", "use one of: =, A, B"),
        ("marker C", 7, "no seat", "write A or B"),
        ("A holds jb1 jb9", 12, "is not in A's set", "did you mean"),
        ("A holds jb1 jb1", 12, "appears twice", "keep one"),
        ("beast A jb1 upp", 12, "cannot be read", "write up, down, or for example @3"),
        ("beast A jb1 @x", 13, "not a number", "from 0"),
        ("beast A jb1 @-1", 13, "not a number", "from 0"),
        ("beast A jb1\nbeast A jb2", 0, "line 2: beast A appears twice", "keep one"),
        ("item A.item7 ji1 A", 5, "is not a name that", "did you mean"),
        ("item A.item1", 0, "cannot be read", "ji1 B down"),
        ("item A.item1 ji1 C", 17, "no seat", "A or B"),
        ("turn A 0", 7, "not a number", "from 1"),
        ("declined D", 9, "no seat", "A or B"),
        ("watched yes", 0, "cannot be read", "watched"),
        ("ply ٣", 4, "not a number", "from 0"),
        ("ply 99999999999", 4, "not a number", "from 0"),
        ("x" * 100_001, 100_000, "too long", "shorten it"),
    ],
)
def test_every_fault_says_where_and_how_to_fix_it(text: str, at: int, what: str, fix: str) -> None:
    with pytest.raises(NotationError) as caught:
        GAME.notation.parse(text, PLAIN)
    translated_everywhere(caught.value)
    assert caught.value.position == at
    assert what in str(caught.value)
    assert fix in render(caught.value.fix, "en")


UNSOUND = [
    ("phase end", "0 results do not fit"),
    ("phase end\nwon A A A", "3 results do not fit"),
    ("phase discard\nowes A\nbeast A ji1 up\nbeast B jb1 up", "0 results do not fit"),
    ("won A A A B B", "5 results do not fit"),
    (f"phase clear\n{UP}", "0 results do not fit"),
    ("beast A ? up", "a face-up card cannot be unknown"),
    (f"phase items\n{UP}item A.item1 jb1 A", "different cards of the line A holds"),
    ("A holds jb2\nbeast A jb1", "different cards of the line A holds"),
    (f"A holds jb1\nphase items\n{UP}item A.item1 ? A\nturn B 2", "different cards"),
    ("A holds ji1", "spends one beast in each round, and has 5 in round 1"),
    ("won A", "A spends one beast in each round, and has 4 in round 2"),
    ("won =\nA holds jb1 jb2 jb3 jb4", "B spends one beast"),
    ("beast A jb1\nbeast B jb2", "one beast at most and no item"),
    ("beast A jb1\nitem A.item1 ji1 A", "one beast at most and no item"),
    ("phase reveal\nbeast A jb1", "one is face down"),
    (f"phase reveal\n{UP}", "one is face down"),
    ("phase items\nbeast A jb1 up\nbeast B jb2", "both beasts are face up"),
    ("phase items\nbeast A jb1 up\nbeast B ji2 up", "both beasts are face up"),
    (f"phase turn_up\n{UP}item A.item1 ji1 A up", "an item is face down"),
    (f"phase clear\nwon A\n{FOUR}", "all are face up"),
    ("phase relay\nbeast A ji1", "all are face up"),
    (f"phase discard\nwon A\n{FOUR} jb5\nbeast A ji1 up\nbeast B jb1 up", "owes a beast"),
    (f"phase discard\nwon A\nowes B\n{FOUR} jb5\nbeast B jb1 up", "owes a beast"),
    ("phase end\nwon A A A A A\nA holds jb1\nB holds\nbeast A jb1", "all are face up"),
]


@pytest.mark.parametrize(("text", "what"), UNSOUND)
def test_positions_that_no_game_can_be_played_from(text: str, what: str) -> None:
    with pytest.raises(NotationError) as caught:
        GAME.notation.parse(text, PLAIN)
    translated_everywhere(caught.value)
    assert what in render(caught.value.what, "en")


FLAGS = [
    ({}, "phase lot\nply 3", ["lot_first"]),
    ({}, "phase lot\nbeast A jb1", ["lot_first"]),
    ({}, f"phase items\n{UP}item A.item2 ji1 A\nturn B 2", ["row_gap"]),
    ({}, "beast A ji1", ["wrong_place"]),
    ({}, f"phase items\n{UP}item A.item1 jb3 A\nturn B 2", ["wrong_place"]),
    ({}, "declined A", ["no_turns"]),
    ({}, "turn B", ["no_turns"]),
    ({}, "phase relay\nbeast A ji1 up\nitem A.item1 ji2 A up", ["no_turns"]),
    ({}, f"phase items\n{UP}owes A", ["none_owes"]),
    ({}, f"phase items\n{UP}turn A 2", ["turn_count"]),
    ({}, f"phase items\n{UP}item A.item1 ji1 B\nturn A 4", ["turn_count"]),
    ({}, f"phase items\n{UP}item A.item1 ji1 A\nturn B", ["turn_count"]),
    ({}, f"phase items\n{UP}declined A", ["turn_count"]),
    ({}, f"phase items\n{UP}item A.item1 ji1 B\ndeclined A B\nturn A 3", ["turn_count"]),
    (
        {"decline_rule": "final"},
        f"phase items\n{UP}item A.item1 ji1 B\ndeclined A\nturn A 3",
        ["turn_count"],
    ),
    ({}, f"won A\nmarker A\n{FOUR}", ["lost_last"]),
    ({}, f"won A =\nmarker A\n{FOUR.replace(' jb4', '')}", ["lost_last"]),
    ({}, "beast A jb1 @9\nply 3", ["laid_later"]),
    ({}, "turn A 2\nowes A\nbeast A jb1 @1\nply 0", ["no_turns", "none_owes", "laid_later"]),
]


@pytest.mark.parametrize(("agreed", "text", "flags"), FLAGS)
def test_a_position_that_no_match_reaches_is_flagged(
    agreed: dict[str, str], text: str, flags: list[str]
) -> None:
    given = setup(**agreed)
    assert list(GAME.notation.flags(GAME.notation.parse(text, given))) == flags
    with pytest.raises(ImpossiblePosition) as caught:
        read_position(text, GAME, given)
    for lang in LANGUAGES:
        for flag in flags:
            assert render(Message(f"jiguan.{flag}"), lang) in caught.value.message.render(lang)


def test_a_lead_that_cannot_be_caught_up_ends_the_game_if_agreed() -> None:
    early = setup(early_stop="on")
    with pytest.raises(NotationError, match="3 results do not fit"):
        GAME.notation.parse("won A A A", early)
    ended = position(
        "phase end; won A A A; A holds jb1 jb2 jb3; B holds jb1 jb2 jb3; "
        "beast A jb1 up; beast B jb1 up",
        early,
    )
    outcome = GAME.outcome(ended)
    assert outcome is not None
    assert outcome.clause == "JGS-8.4"


BEHIND = "phase items\nbeast A jb2 up\nbeast B jb5 up\n"
TIED = "phase items\nbeast A jb1 up\nbeast B jb1 up\n"


@pytest.mark.parametrize(
    ("text", "first"),
    [
        (BEHIND, "B"),
        (BEHIND.replace("A", "C").replace("B", "A").replace("C", "B"), "A"),
        (TIED, "A"),
        (f"{TIED}marker B\n", "B"),
    ],
)
def test_the_first_turn_is_of_the_seat_that_the_opening_names(text: str, first: str) -> None:
    state, other = GAME.notation.parse(text, PLAIN), "AB"["BA".index(first)]
    assert GAME.to_act(state) == {first}
    assert GAME.notation.parse(f"{text}turn {first} 1", PLAIN) == state
    item = f"item {first}.item1 ji1 {first}\n"
    assert GAME.to_act(GAME.notation.parse(f"{text}{item}turn {other} 2", PLAIN)) == {other}
    wrong = GAME.notation.parse(f"{text}turn {other} 1", PLAIN)
    assert list(GAME.notation.flags(wrong)) == ["first_turn"]


def test_no_items_follow_a_tied_opening_that_draws_the_round() -> None:
    drawn = setup(tie_opening="draw")
    assert list(GAME.notation.flags(GAME.notation.parse(TIED, drawn))) == ["drawn_at_once"]
    assert GAME.to_act(GAME.notation.parse(BEHIND, drawn)) == {"B"}


WORDS = [
    "round 1", "round 2", "won A", "won =", "won A A A B =", "marker B", "A holds jb1 jb2 ji1",
    "B holds", "B holds jb1 jb5 ji3", "beast A jb1", "beast A ? down", "beast A ji1 up",
    "beast B jb2 up @3", "beast B jb5", "item A.item1 ji1 A", "item A.item1 ? B",
    "item A.item2 jb3 A up", "item B.item1 ji2 B up @4", "item B.item2 ?  B", "turn A", "turn B 2",
    "turn A 5",
    "A holds jb1 jb2 jb3 jb4 ji1", "B holds jb2 jb3 jb4 jb5 ji2 ji3",
    "declined A", "declined A B", "owes A", "owes B A", "watched", "ordered", "ply 7",
    *(f"phase {phase.value}" for phase in Phase),
]  # fmt: skip


@given(
    st.lists(st.sampled_from(WORDS), max_size=9),
    st.sampled_from(["token", "draw"]),
    st.sampled_from(["consecutive", "final", "single"]),
    st.sampled_from(["off", "on"]),
)
@settings(max_examples=1500)
def test_whatever_can_be_read_can_be_played_on(
    lines: list[str], ties: str, rule: str, early: str
) -> None:
    agreed = setup(tie_opening=ties, decline_rule=rule, early_stop=early)
    state = _read("\n".join(lines), agreed)
    if state is None:
        return
    assert GAME.notation.parse(GAME.notation.format(state), agreed) == state
    actions = list(GAME.legal(state))
    assert bool(actions) == bool(GAME.to_act(state))
    for action in actions:
        assert GAME.violations(state, action) == ()
        after = state
        for event in GAME.advance(state, action)[0]:
            after = GAME.fold(after, event)
        assert GAME.notation.parse(GAME.notation.format(after), agreed) == after
    GAME.table.layout(state)


@given(
    st.text(characters.ANY, max_size=60)
    | st.lists(st.text("AB =@?jbi.0123 up\n", max_size=9)).map(" ".join)
)
@settings(max_examples=500)
def test_no_text_raises_anything_else(text: str) -> None:
    _read(text, PLAIN)


def _read(text: str, agreed: Setup) -> State | None:
    """Return the position, or None for an unreadable text, whose error must name a place."""
    try:
        return GAME.notation.parse(text, agreed)
    except NotationError as error:
        fault = error
    assert fault.what
    assert 0 <= fault.position <= len(fault.text)
    return None
