"""Line breaking: kinsoku, whole words, and texts that fit or are told not to."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printkit.text import break_lines, fit
from rules import load_catalog

NOT_AT_START = "、。」）ーっゃゅょッャュョ，！？：；"
NOT_AT_END = "「（『"


def wide(text: str) -> float:
    """One unit a CJK character, half a unit any other."""
    return sum(1.0 if ord(c) > 0x2000 else 0.5 for c in text)


def test_nothing_forbidden_starts_or_ends_a_line() -> None:
    text = "接続を保てるなら、「同じ樹」の2枚（根以外）を入れ替えてもよい。ちょっとサーバー！"
    for width in (4, 5, 6, 7, 8, 9, 12):
        lines = break_lines(text, width, wide)
        assert lines is not None
        assert "".join(lines) == text
        assert all(wide(line) <= width for line in lines)
        assert not [line for line in lines if line[0] in NOT_AT_START]
        assert not [line for line in lines if line[-1] in NOT_AT_END]
        assert not [line for line in lines if line.endswith("2")], "a number stays with its counter"


@given(st.text(alphabet="あっー、。「」（）樹2枚 aB", min_size=1, max_size=60), st.integers(4, 12))
def test_any_text_is_kept_whole_and_within_the_width(text: str, width: int) -> None:
    lines = break_lines(text, width, wide)
    if lines is None:
        return
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert all(wide(line) <= width for line in lines)
    for before, after in pairwise(lines):
        assert after[0] not in NOT_AT_START
        assert before[-1] not in NOT_AT_END


def test_latin_words_stay_whole_and_spaces_are_dropped() -> None:
    lines = break_lines("Look at the top 2 cards of your deck", 5, wide)
    assert lines == ["Look at", "the top 2", "cards of", "your deck"]
    assert break_lines("well-rooted tree", 4, wide) == ["well-", "rooted", "tree"]
    assert break_lines("unbreakable", 3, wide) is None


def test_no_last_line_of_one_character() -> None:
    assert break_lines("世界樹之上有果實", 7, wide) == ["世界樹之上有", "果實"]
    assert break_lines("世界樹之上有果實。", 7, wide) == ["世界樹之上有", "果實。"]


def test_line_feeds_end_lines() -> None:
    assert break_lines("English\n日本語\n中文", 9, wide) == ["English", "日本語", "中文"]


@pytest.mark.parametrize("lang", ["ja", "zh-Hant"])
def test_every_card_text_breaks_without_a_forbidden_place(lang: str) -> None:
    for card in load_catalog("yggdrasil").cards.values():
        for line in break_lines(card.texts.get(lang, ""), 6.2, wide) or []:
            if line:
                assert line[0] not in NOT_AT_START, card.id
                assert line[-1] not in NOT_AT_END, card.id


def sized(text: str, points: float) -> float:
    return wide(text) * points


def test_shrinking_before_breaking_and_the_other_way_round() -> None:
    one = fit(
        "東の曲がり枝", sized, width=48, most_lines=2, size=9, smallest=7.2, break_first=False
    )
    assert one is not None
    assert (one.lines, one.size) == (("東の曲がり枝",), 8.0)
    two = fit(
        "Eastward Turn", sized, width=48, most_lines=2, size=9, smallest=7.2, break_first=True
    )
    assert two is not None
    assert (two.lines, two.size) == (("Eastward", "Turn"), 9.0)


def test_what_does_not_fit_is_none() -> None:
    assert (
        fit("あ" * 20, sized, width=48, most_lines=2, size=9, smallest=7.2, break_first=True)
        is None
    )
