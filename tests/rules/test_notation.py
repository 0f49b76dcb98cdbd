"""Text forms: what is written is read back, what is not ours is refused with its place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import (
    MAX_NUMBER,
    Action,
    Event,
    Facing,
    MalformedTag,
    NotationError,
    Tag,
    TagKind,
    Verb,
    event_data,
    format_action,
    format_tag,
    parse_action,
    parse_tag,
    read_event,
)

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
        ("A lay y03", 2, "place move"),
        ("A pass now", 7, "name=value"),
        ("A place y03 b2 colour=red", 15, "facing"),
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
    assert hint in caught.value.fix


@given(st.text(max_size=60))
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


@given(st.text(max_size=12))
def test_foreign_texts_are_no_tags(text: str) -> None:
    try:
        tag = parse_tag(text)
    except MalformedTag:
        return
    assert format_tag(tag) == text


def test_a_tag_out_of_range_is_our_own_mistake() -> None:
    with pytest.raises(ValueError, match="out of range"):
        format_tag(Tag("Y", 1, TagKind.BACK, 36))


@given(
    st.builds(
        Event,
        kind=words,
        seat=words | st.just(""),
        card=words | st.just(""),
        number=st.integers(0, 99),
        items=st.lists(words, max_size=3).map(tuple),
    )
)
def test_events_read_back(event: Event) -> None:
    assert read_event(event_data(event)) == event


@pytest.mark.parametrize(
    "data", [None, {}, {"kind": 3}, {"kind": "x", "who": "me"}, {"kind": "x", "number": "3"}]
)
def test_what_is_no_event_is_refused(data: object) -> None:
    with pytest.raises(NotationError):
        read_event(data)
