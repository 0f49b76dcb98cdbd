"""A message keeps its languages until it is rendered."""

from __future__ import annotations

import pytest

from rules import LANGUAGES, Message
from rules.messages.catalogs import sentences
from rules.messages.message import (
    Fact,
    alternatives,
    kind_of,
    listed,
    localized,
    render,
    together,
)

WORDS = {"en": "{n} cards", "ja": "{n}枚", "zh-Hant": "{n}張"}


def test_words_of_a_catalogue_need_no_key() -> None:
    message = Message(WORDS, n=3)
    assert [message.render(lang) for lang in LANGUAGES] == ["3 cards", "3枚", "3張"]
    assert hash(message) == hash(Message(WORDS, n=4))
    assert message == Message(dict(WORDS), n=3)


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ([], ["", "", ""]),
        (["a"], ["a", "a", "a"]),
        (["a", "b", "c"], ["a, b and c", "a、bとc", "a、b和c"]),
    ],
)
def test_a_list_is_joined_as_the_language_does(words: list[Fact], text: list[str]) -> None:
    assert [render(listed(words), lang) for lang in LANGUAGES] == text


def test_the_last_word_may_be_an_alternative() -> None:
    assert render(alternatives(["a", "b", "c"]), "en") == "a, b or c"
    assert render(listed(["a", "b"], "list"), "zh-Hant") == "a、b"


def test_sentences_follow_one_another_without_the_empty_ones() -> None:
    whole = together("A.", "", Message("as_is", text="B."))
    assert [whole.render(lang) for lang in LANGUAGES] == ["A. B.", "A.B.", "A.B."]


def test_a_json_object_is_rendered_as_a_whole() -> None:
    count = Message(WORDS, n=1)
    data = {"a": count, "b": [count, 2, None], "c": {"d": count}, "e": ("x", 1)}
    report = "1枚"
    assert localized(data, "ja") == {
        "a": report,
        "b": [report, 2, None],
        "c": {"d": report},
        "e": ("x", 1),
    }


def test_a_list_alone_has_commas_and_no_empty_parts() -> None:
    assert render(["a", "", Message(WORDS, n=1)], "ja") == "a, 1枚"


def test_a_category_without_a_sentence_keeps_its_word() -> None:
    assert kind_of("nowhere") == "nowhere"
    (known, *_) = (key for key in sentences("") if key.startswith("kind_"))
    assert kind_of(known.removeprefix("kind_")) == Message(known)


def test_control_characters_of_card_data_are_spelt_out() -> None:
    escape = Message("as_is", text="Clay \x1b]0;gone\x07 \u202emelog\x9b2J")
    assert escape.render("en") == r"Clay \x1b]0;gone\x07 \u202emelog\x9b2J"
    name = {"en": "a\x1bc", "ja": "土\x7f", "zh-Hant": "岩\r"}
    assert [render(name, lang) for lang in LANGUAGES] == [r"a\x1bc", r"土\x7f", r"岩\r"]
    assert render("two\nlines\tand　more\u2060", "ja") == "two\nlines\tand　more\u2060"
