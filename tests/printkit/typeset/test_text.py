"""Line breaking: kinsoku, whole words, and texts that fit or are reported."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printkit.typeset.breaks import SPLIT, Lexicon, strains
from printkit.typeset.text import TextRoom, break_lines, even_lines, fit
from rules import load_catalog

NOT_AT_START = "、。」）ーっゃゅょッャュョ，！？：；"
NOT_AT_END = "「（『"


def wide(text: str) -> float:
    """Measure one unit per CJK character and half a unit per other character."""
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


def box(width: float, lines: int) -> TextRoom:
    return TextRoom(width, lambda _: lines)


def test_shrinking_before_breaking_and_the_other_way_round() -> None:
    one = fit("東の曲がり枝", sized, box(48, 2), size=9, smallest=7.2, break_first=False)
    assert one is not None
    assert (one.lines, one.size) == (("東の曲がり枝",), 8.0)
    two = fit("Eastward Turn", sized, box(48, 2), size=9, smallest=7.2, break_first=True)
    assert two is not None
    assert (two.lines, two.size) == (("Eastward", "Turn"), 9.0)


def test_what_does_not_fit_is_none() -> None:
    assert fit("あ" * 20, sized, box(48, 2), size=9, smallest=7.2, break_first=True) is None
    assert fit("あ", sized, box(48, 0), size=9, smallest=7.2, break_first=True) is None


def set_in(
    text: str, width: float, *terms: str, lang: str = "en", lines: int = 9
) -> tuple[str, ...]:
    """Return the lines of a text that may shrink from 1 pt to 0.8 pt, in a box `width` em wide."""
    lexicon = Lexicon(lang, frozenset(terms))
    found = fit(
        text, sized, box(width, lines), size=1.0, smallest=0.8, break_first=True, lexicon=lexicon
    )
    assert found is not None
    return found.lines


def test_lines_end_where_japanese_phrases_do() -> None:
    assert set_in("肺は相傅の官、治節これより出ず。", 9, lang="ja") == (
        "肺は相傅の官、",
        "治節これより出ず。",
    )
    assert set_in("【強制】自分のバトルレベル+2。", 8, lang="ja") == (
        "【強制】自分の",
        "バトルレベル+2。",
    )


def test_terms_and_common_words_of_a_game_stay_whole() -> None:
    text = "若對手的主力單位是怪獸，自己的戰鬥等級加一。"
    for width in (6, 7, 8, 9, 10):
        lines = set_in(text, width, "主力單位", "戰鬥等級", lang="zh-Hant")
        for word in ("主力單位", "戰鬥等級", "自己", "對手"):
            assert any(word in line for line in lines), (width, lines)


@pytest.mark.parametrize("word", ["とき", "まで", "から", "だけ", "ごと", "まま"])
def test_small_words_of_kana_stay_whole(word: str) -> None:
    """Regression: `負けたと|き` was split, because its first character is elsewhere a particle."""
    found = strains(f"負けた{word}裏側にする", Lexicon("ja"))
    assert min(found[4 : 3 + len(word)]) >= SPLIT


def test_two_lines_are_evened_as_titles_are() -> None:
    assert break_lines("The Wolf of Winter Woods", 10, wide) == ["The Wolf of Winter", "Woods"]
    assert set_in("The Wolf of Winter Woods", 10) == ("The Wolf of", "Winter Woods")


def test_evening_takes_no_more_lines_than_there_is_room_for() -> None:
    text = "手札から1枚を捨てて山札から2枚を引いてもよい。そののち番を終える。"
    for lines in range(2, 9):
        found = fit(text, sized, box(40 / lines, lines), size=1, smallest=1, break_first=True)
        assert found is None or len(found.lines) <= lines
        assert found is None or "".join(found.lines) == text


@given(
    st.text(alphabet="あっー、。「」（）樹枝2枚+ aBカ\n", min_size=1, max_size=60),
    st.integers(4, 12),
)
def test_any_text_that_fits_is_kept_whole_and_within_its_box(text: str, width: int) -> None:
    greedy = break_lines(text, width, wide)
    found = fit(text, sized, box(width, 12), size=1.0, smallest=1.0, break_first=True)
    assert (found is None) == (greedy is None or len(greedy) > 12)
    if found is None:
        return
    assert "".join(found.lines).replace(" ", "") == "".join(text.split())
    assert len(found.lines) <= 12
    assert all(wide(line) <= width + 1e-6 for line in found.lines)
    if "\n" not in text:
        assert not [line for line in found.lines[1:] if line[0] in NOT_AT_START]


CHINESE = (
    "蓋著時，若自己的牌組大師將因對手怪獸失去LP，該傷害變為0，且該怪獸攻擊力下降300。",
    "對手怪獸接觸此牌時，其攻擊力下降600。",
    "正面朝上召喚時，相鄰且正面朝上的對手怪獸，攻擊力全部下降300。",
    "戰鬥落敗時把這張牌翻到背面，可以將自己這場戰鬥用過的1張牌收回手牌。",
)


@pytest.mark.parametrize("text", CHINESE)
def test_chinese_lines_are_filled_and_end_between_words(text: str) -> None:
    room = TextRoom(8.6, lambda _: 9)
    fitted = fit(
        text,
        sized,
        room,
        size=1,
        smallest=1,
        break_first=True,
        lexicon=Lexicon("zh-Hant"),
    )
    assert fitted is not None
    lines = fitted.lines
    for word in ("下降", "全部", "戰鬥", "此牌", "手牌", "怪獸"):
        assert sum(line.count(word) for line in lines) == text.count(word), lines
    assert sum(map(wide, lines[:-1])) / (8.6 * (len(lines) - 1)) > 0.74, lines


def test_lines_are_not_evened_where_a_word_or_the_text_has_no_room() -> None:
    assert even_lines("unbreakable", 3, wide, 2, Lexicon()) is None
    assert even_lines("世界樹之上有果實", 4, wide, 1, Lexicon()) is None
    assert even_lines("世界樹之上有果實", 4, wide, 2, Lexicon()) == ("世界樹之", "上有果實")
