"""Text forms: what is written is read back; foreign text is refused with its place."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import (
    Action,
    Event,
    Facing,
    NotationError,
    Setup,
    Tag,
    TagKind,
    Verb,
    format_action,
    format_tag,
    load_catalog,
    load_game,
    parse_action,
    parse_tag,
    read_action,
)
from rules.core.event import event_data
from rules.core.event_kinds import event_kinds, read_event
from rules.errors import MalformedTag
from rules.messages.message import render
from rules.notation.read_action import near_cells
from rules.notation.spelling import known_card
from rules.records.tag import MAX_NUMBER
from tests.support import characters

words = st.text("abcXYZ0189._?:-", min_size=1, max_size=6)
actions = st.builds(
    Action,
    seat=words,
    verb=st.sampled_from(Verb),
    card=words | st.just(""),
    at=words | st.just(""),
    to=words | st.just(""),
    facing=st.sampled_from(Facing),
    turn=st.integers(0, 3),
    value=words | st.just(""),
    also=st.lists(words, max_size=3).map(tuple),
)
tags = (
    st.builds(
        Tag,
        game=st.sampled_from("ABYZ"),
        deck=st.integers(0, 1295),
        kind=st.just(TagKind.CARD),
        number=st.integers(0, MAX_NUMBER),
        copy=st.integers(0, 35),
        salt=st.integers(0, 35),
    )
    | st.builds(
        Tag,
        game=st.just("Y"),
        deck=st.integers(0, 1295),
        kind=st.sampled_from([k for k in TagKind if k is not TagKind.CARD]),
        number=st.integers(0, 35),
        copy=st.integers(0, 35),
        salt=st.integers(0, 35),
    )
    | st.builds(
        Tag,
        game=st.just("Y"),
        deck=st.integers(0, 1295),
        kind=st.sampled_from([TagKind.CONTROL, TagKind.TOKEN]),
        number=st.integers(36, 71),
        copy=st.integers(0, 35),
    )
)


@given(actions)
def test_actions_read_back(action: Action) -> None:
    assert parse_action(format_action(action)) == action


@pytest.mark.parametrize(
    "text",
    [
        "A place y03 b2",
        "A place y03 b2 turn=1",
        "1 place ? 2.L facing=down",
        "chance draw ? to=A.deck with=y03,y15",
        "A turn a1 0",
        "A flip a1 card=c05",
        "blue declare move:1:3",
        "A pass",
    ],
)
def test_the_written_form_is_the_only_one(text: str) -> None:
    assert str(parse_action(text)) == text


@pytest.mark.parametrize(
    ("text", "position", "hint"),
    [
        ("", 0, "SEAT VERB"),
        ("A", 1, "SEAT VERB"),
        ("A lay y03", 2, "choose, declare"),
        ("A palce y03 b2", 2, 'did you mean "place"?'),
        ("A PLACE y03 b2", 2, 'did you mean "place"?'),
        ("A pass now", 7, "name=value"),
        ("A place y03 b2 colour=red", 15, "facing"),
        ("A place y03 b2 fcing=down", 15, 'did you mean "facing"?'),
        ("A place y03 b2 to=b3", 15, ""),
        ("A turn a1 7", 10, "0 to 3"),
        ("A place y03 b2 facing=left", 22, "up or down"),
        ("A choose x with=a,,b", 11, ""),
        ("A place y\x0003 b2", 8, ""),
        ("x" * 5000, 4000, "shorten"),
    ],
)
def test_a_slip_is_named_with_its_place(text: str, position: int, hint: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_action(text)
    assert caught.value.position == position
    assert hint in render(caught.value.fix, "en")


TYPED = [
    ("yggdrasil", "A place y03 b2", "A place y03 b2"),
    ("yggdrasil", "ａ　ＰＬＡＣＥ　ｙ０３　Ｂ２", "A place y03 b2"),
    ("yggdrasil", "sun place RisingVine b2", "A place y03 b2"),
    ("yggdrasil", "太陽 place のびるつる b2 facing=up", None),
    ("stratosphere", "1 flip 2.l card=C05", "1 flip 2.L card=c05"),
    ("spherion", "BLUE declare move:dm:1", "blue declare move:dm:1"),
    ("jiguan", "CHANCE choose A", "chance choose A"),
    ("dicebattle", "A place ? A.main1 facing=down", "A place ? A.main1 facing=down"),
]


@pytest.mark.parametrize(("slug", "typed", "meant"), TYPED)
def test_what_a_person_types_is_read_in_any_case_and_width(
    slug: str, typed: str, meant: str | None
) -> None:
    game = load_game(slug)
    if meant is None:
        with pytest.raises(NotationError, match="no card"):
            read_action(typed, game, Setup(slug))
    else:
        assert str(read_action(typed, game, Setup(slug))) == meant


@pytest.mark.parametrize(
    ("slug", "typed", "what", "fix"),
    [
        ("yggdrasil", "C place y03 b2", "no seat 'C'", "write A or B"),
        ("stratosphere", "3 pass", "no seat '3'", "write 1 or 2"),
        ("spherion", "green ready", "no seat 'green'", "write blue or red"),
        ("yggdrasil", "A place y3 b2", "no card 'y3'", 'did you mean "y03"?'),
        ("yggdrasil", "A place RisingVin b2", "no card", "Rising Vine"),
        ("yggdrasil", "A plaec y03 b2", "no verb 'plaec'", 'did you mean "place"?'),
    ],
)
def test_what_a_game_has_not_is_reported_with_what_is_near(
    slug: str, typed: str, what: str, fix: str
) -> None:
    with pytest.raises(NotationError) as caught:
        read_action(typed, load_game(slug), Setup(slug))
    assert what in render(caught.value.what, "en")
    assert fix in render(caught.value.fix, "en")


def test_a_name_that_two_cards_share_is_not_guessed() -> None:
    cards = {"y01": ["Bough"], "y02": ["Bough"]}
    catalog = load_catalog("yggdrasil")
    twins = {
        card: dataclasses.replace(catalog.cards[card], names={"en": names[0]})
        for card, names in cards.items()
    }
    with pytest.raises(NotationError) as caught:
        known_card("Bough", "A place Bough b2", dataclasses.replace(catalog, cards=twins))
    assert render(caught.value.fix, "en") == "write one of: y01, y02"


def test_a_cell_that_the_mat_nearly_has_is_hinted_at() -> None:
    game, setup = load_game("yggdrasil"), Setup("yggdrasil")
    hints = near_cells(parse_action("A swap b22 c3"), game, setup)
    output = [hint.render("en") for hint in hints]
    assert output == ['b22 is not a cell of this mat: did you mean "b2"?']
    assert near_cells(parse_action("A place y03 zzzz"), game, setup) == ()


def test_whose_die_it_is_is_no_cell() -> None:
    game, setup = load_game("spherion"), Setup("spherion")
    assert near_cells(parse_action("chance roll SAC to=blue"), game, setup) == ()


@pytest.mark.parametrize("typed", ["A roll 4", "a roll 4 to=A", "Sun roll 4", "chance roll 4 to=A"])
def test_a_seat_may_say_what_its_own_die_shows(typed: str) -> None:
    action = read_action(typed, load_game("dicebattle"), Setup("dicebattle"))
    assert str(action) == "chance roll 4 to=A"
    faces = read_action("blue roll sac", load_game("spherion"), Setup("spherion"))
    assert str(faces) == "chance roll SAC to=blue"


@given(
    st.sampled_from([typed for _, typed, _ in TYPED]),
    st.integers(0, 40),
    st.text(characters.ANY, max_size=4),
)
def test_any_typed_text_is_an_action_or_a_notation_error(typed: str, at: int, put: str) -> None:
    try:
        action = read_action(typed[:at] + put + typed[at:], load_game("jiguan"), Setup("jiguan"))
    except NotationError:
        return
    assert action.seat in ("A", "B", "chance")
    assert parse_action(format_action(action)) == action


@given(st.text(characters.ANY, max_size=60))
def test_any_text_is_an_action_or_a_notation_error(text: str) -> None:
    try:
        action = parse_action(text)
    except NotationError:
        return
    assert parse_action(format_action(action)) == action


@given(tags)
def test_tags_read_back(tag: Tag) -> None:
    text = format_tag(tag)
    assert len(text) == 10
    assert parse_tag(text) == tag


@given(tags, st.integers(0, 9), st.sampled_from("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
def test_one_wrong_character_is_never_another_tag(tag: Tag, at: int, char: str) -> None:
    text = format_tag(tag)
    if text[at] != char:
        with pytest.raises(MalformedTag):
            parse_tag(text[:at] + char + text[at + 1 :])


@given(st.text(characters.ANY, max_size=12))
def test_foreign_texts_are_no_tags(text: str) -> None:
    try:
        tag = parse_tag(text)
    except MalformedTag:
        return
    assert format_tag(tag) == text


def test_a_tag_out_of_range_is_our_own_mistake() -> None:
    with pytest.raises(ValueError, match="out of range"):
        format_tag(Tag("Y", 1, TagKind.BACK, 36))


EMPTY = {"to": st.just(""), "clause": st.just("")}
KINDS = event_kinds(
    taken="{seat} takes {card} from {cell:?} in ply {number} ({value:hand|discard}).",
    shown="{seat:?} shows {items}.",
)


@given(
    st.builds(
        Event,
        **EMPTY | {"items": st.just(())},
        kind=st.just("taken"),
        seat=words,
        card=words,
        cell=words | st.just(""),
        number=st.integers(0, 99),
        value=st.sampled_from(("hand", "discard")),
    )
    | st.builds(
        Event,
        **EMPTY | {"card": st.just(""), "cell": st.just(""), "value": st.just("")},
        number=st.just(0),
        kind=st.just("shown"),
        seat=words | st.just(""),
        items=st.lists(words, max_size=3).map(tuple),
    )
)
def test_events_read_back(event: Event) -> None:
    assert read_event(event_data(event), KINDS) == event


TAKEN = {"kind": "taken", "seat": "A", "card": "y03", "value": "hand"}


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (None, "not an event"),
        ({}, "not an event"),
        ({"kind": 3}, "not an event"),
        ({"kind": "sold"}, "this game has no event sold"),
        (TAKEN | {"who": "me"}, "the event taken has no field who"),
        (TAKEN | {"to": "a1"}, "the event taken has no field to"),
        (TAKEN | {"number": "3"}, "the field number of the event taken is '3', not of type number"),
        (TAKEN | {"number": True}, "the field number of the event taken is True, not of type"),
        (TAKEN | {"card": ""}, "the field card of the event taken is '', not of type card"),
        (TAKEN | {"value": "x"}, "the field value of the event taken is 'x', not of type hand|dis"),
        ({"kind": "shown", "items": [3]}, "the field items of the event shown is (3,), not of"),
        ({"kind": "shown", "items": "y03"}, "the field items of the event shown is 'y03', not of"),
        ({"kind": "revealed", "seat": "A"}, "the field card of the event revealed is '', not of"),
    ],
)
def test_what_is_no_event_of_the_game_is_refused(data: object, says: str) -> None:
    with pytest.raises(NotationError) as raised:
        read_event(data, KINDS)
    assert says in str(raised.value)


def test_a_redacted_event_withholds_texts_and_counts_items() -> None:
    counted = {"kind": "shown", "seat": "A", "number": 2}
    assert read_event(counted, KINDS, redacted=True).number == 2
    assert read_event({"kind": "taken", "seat": "A"}, KINDS, redacted=True).card == ""
    for data in (counted, {"kind": "taken", "seat": "A"}):
        with pytest.raises(NotationError):
            read_event(data, KINDS)
    for data in (TAKEN | {"to": "a1"}, {"kind": "shown", "items": ""}):
        with pytest.raises(NotationError):
            read_event(data, KINDS, redacted=True)


@pytest.mark.parametrize(
    "sentence", ["{who} moves.", "{card:cards} moves.", "{number:text} moves."]
)
def test_a_kind_declares_only_fields_of_events(sentence: str) -> None:
    with pytest.raises(ValueError, match="no field of an event"):
        event_kinds(moved=sentence)
