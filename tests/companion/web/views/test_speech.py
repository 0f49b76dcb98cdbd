"""The voice's sentences: golden files in three languages, in natural words."""

from __future__ import annotations

import re

import pytest

from rules import LANGUAGES, load_catalog
from tests.support.web import golden_speech as speech


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_announced_is_as_it_was_agreed(lang: str) -> None:
    agreed = (speech.GOLDEN / f"speech.{lang}.txt").read_text(encoding="utf-8")
    assert speech.speech(lang) == agreed, "python -m tests.support.web.golden_speech writes it"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_clause_is_spelt_and_no_cell_is_a_word(lang: str) -> None:
    spoken = speech.speech(lang)

    assert "YGG" not in spoken
    assert not re.search(r"(?<![A-Za-z0-9])[a-d][1-5](?![0-9])", spoken)


def test_japanese_names_are_read_by_their_kana() -> None:
    spoken = speech.speech("ja")
    cards = load_catalog("yggdrasil").cards

    assert cards["y17"].kana in spoken
    assert cards["y17"].names["ja"] not in spoken
