"""Line breaks: the places where a line may end, and how much each disturbs a reader.

Theory of operation. Two adjacent characters decide whether a line may end between them (JIS X 4051,
section 4.3; W3C *Requirements for Japanese Text Layout*, section 3.1, and *for Chinese*, section
3.1). It may end after a space, after a hyphen inside a Latin word, and next to every CJK character.
It may not end before a character that must not start a line (kinsoku: closing brackets, commas,
full stops, small kana, the prolonged sound mark …) or after an opening bracket. Latin words and
numbers are never broken, and a number stays with its counter. An icon is one private character
(`is_icon`). A line may end next to it, but not between it and a number or sign before it.

`strains` rates each possible break by how much it disturbs a reader:

- none after punctuation and between Latin words;
- low where a phrase begins;
- high between a word and its particle or ending;
- highest inside a word, a term of the game, or a number with its unit.

Where Japanese phrases and words begin, BudouX decides, which was trained for line breaks. Its model
for Traditional Chinese divides words of rules more often than the list below does. Chinese words
are therefore the game's terms and a list of words common in rules. Chinese lines may end after any
word and should be filled (*Requirements for Chinese*, section 3.1). This module measures no text.
"""

import json
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import accumulate, pairwise
from pathlib import Path

from budoux import Parser, parser

NOT_AT_START = frozenset(
    "、。，．・·：；？！,.:;?!」』）〕］｝〉》】”’)]}%％‰"
    "ーぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ々ゝゞヽヾ〻‐–—〜～…‥"
)
_NOT_AT_END = frozenset("「『（〔［｛〈《【“‘([{")
_CLOSING = frozenset("」』）")
_COUNTERS = frozenset("枚張回点點本個人番体體つ隻格級道顆局輪次")
"""Counters, which stay with their number."""
_RANGES = frozenset("〜～–")
"""Signs between the first and the last number of a range."""
_SUMS = frozenset("＋－＝×+−=")
"""Signs of a sum, which stay with the numbers next to them."""
_SIGNS = frozenset("+-−±×/")
"""Signs that stay with the icon after them."""
_LEADERS = frozenset("所若將把在與被由從向對以可不未之")
"""Chinese words that belong to the next word."""
_TRAILERS = frozenset("的了也之時者們著過")
"""Chinese words that belong to the previous word."""
_PARTICLES = frozenset("をにはがのでともへ")
"""Hiragana that end a phrase as a particle."""
_SMALL_WORDS = ("とき", "ところ", "ごと", "まま", "ため", "だけ", "まで", "から", "など", "時点")
"""Japanese words that the models divide in rare sentences."""
_COMMON = """
以上 以下 除外 場合 尚未 再行 放在 第一 手上 同一 一棵 判定 高大 更高 相同 再相同 排成一列
自己 可以 所有 任何 然後 其他 之前 之後
如果 沒有 不得 不能 不計 不會 只能 必須 仍須 視為 雙方 一方 這場 這張 這局 這次 此牌 此後
每回 本局 本輪 現在 最多 最少 至少 合計 各自 獲勝 落敗 勝利 敗者 勝者 進行 開始 結束 使用
選擇 送入 送回 收回 退回 放回 拿回 回復 恢復 上升 下降 提升 降低 增加 減少 失去 獲得 得到
移動 攻擊 防禦 守備 傷害 破壞 相鄰 接觸 碰到 翻開 翻成 翻到 背面 正面 面朝上 面朝下 蓋著 覆蓋
放置 放上 放下 放到 召喚 融合 拆除 無視 對調 全部 全數 剩下 改為 改由 若為 直接 立即 一同
一起 一切 任意 順序 按照 依照 持有 收走 行動 效果 無效 未處 處理 戰鬥 單位 主力 等級 階段
目標 節點 怪獸 魔法 陷阱 對手 玩家 持有者 手牌 原處 所在 牆壁 此時 期間 回合 同列 五行 規則
裁判 裁定 步驟 放棄 承認 回答 說明 棄牌 阻止 較低 較高 哪個
""".split()  # noqa: SIM905 - one string is easier to read than a list of quoted words
"""Chinese words common in rules that are not a game's terms."""
_WIDE = frozenset("WF")
FIRST_ICON = 0xF0000
"""Code point of the first icon, in private plane 15, which no face uses."""
_LAST_ICON = 0xFFFFD
_ICON = chr(FIRST_ICON)

SEAM = 4.5
"""The strain of a break between a word and its particle or ending."""
SPLIT = 6.0
"""The least strain of a break inside a word."""
_PHRASE, _APART, _LOOSE, _TORN, _WORD = 0.15, 0.6, 1.2, 3.5, 12.0
"""Strains of other breaks, from the gap before a phrase to the inside of a word."""
_BRIEF = 2
"""Maximum length of a remark in brackets that belongs to the word before it, as in 土（水）."""
_FILLED = 0.3
"""The strain between two Chinese words, because Chinese lines are filled."""


@dataclass(frozen=True, slots=True)
class Lexicon:
    """A language, and the game's terms in it, which are kept whole."""

    lang: str = "en"
    terms: frozenset[str] = frozenset()


def may_break(text: str, i: int) -> bool:
    """Return whether a line may end between characters i - 1 and i."""
    left, right = text[i - 1], text[i]
    if right == " " or right in NOT_AT_START or left in _NOT_AT_END:
        return False
    if left.isdecimal() and right in _COUNTERS:
        return False
    if left in _RANGES and right.isdecimal():
        return False
    if (left in _SUMS and right.isdecimal()) or (left.isdecimal() and right in _SUMS):
        return False
    if is_icon(right) and (left.isdecimal() or left in _SIGNS):
        return False
    if left == " ":
        return text[:i].rstrip()[-1:] not in _NOT_AT_END
    if left == "-":
        return right.isalpha() and i > 1 and text[i - 2].isalpha()
    return is_wide(left) or is_wide(right)


def stops(text: str) -> list[int]:
    """Return the indices at which a line may end, the end of the text included.

    >>> stops("カードを1枚引く。")  # neither before the counter 枚 nor before 。
    [2, 3, 4, 6, 7, 9]
    """
    return [i for i in range(1, len(text)) if may_break(text, i)] + [len(text)]


def pieces(text: str) -> list[str]:
    """Return the pieces of a text that no line end splits, without spaces around them.

    >>> pieces("1枚引く")
    ['1枚', '引', 'く']
    """
    return [text[a:b].strip() for a, b in pairwise([0, *stops(text)])]


@lru_cache(maxsize=4096)
def strains(text: str, lexicon: Lexicon) -> tuple[float, ...]:
    """Return the penalty for ending a line before each character: 0 to `_WORD`."""
    kept = {place for term in lexicon.terms for place in _inside(text, term)}
    between: dict[int, float] = {}
    if lexicon.lang == "ja":
        phrases, words = (_starts(text, model) for model in ("ja", "ja_word"))
        words |= {i - 1 for i in phrases if text[i - 1] in _PARTICLES}
        between = {i: _PHRASE if i in phrases else SEAM for i in phrases | words}
        kept |= {place for word in _SMALL_WORDS for place in _inside(text, word)}
    elif lexicon.lang == "zh-Hant":
        kept |= {place for word in _COMMON for place in _inside(text, word)}
        between = {i: _between_chinese(text, i) for i in range(1, len(text))}
    inside = {i: SPLIT if i in between else _WORD for i in kept}
    found = (inside.get(i) or _strain(text, i, between) for i in range(1, len(text)))
    return (0.0, *found)


def _strain(text: str, i: int, between: dict[int, float]) -> float:
    """Return the penalty for a break that splits no term; `between` is that between words."""
    left, right = text[i - 1], text[i]
    if left == " ":
        if text[i - 2].isdecimal():  # the unit of a number, or the name of a step: 3 ドロー
            return _WORD if between else _APART
        return _APART if right in _SIGNS else 0.0
    if left == "\u3000":
        return 0.0
    if left in NOT_AT_START and _is_mark(left):
        return SEAM if left in _CLOSING and right in _PARTICLES else 0.0
    if is_icon(left) or is_icon(right):
        return _APART
    if _is_mark(right):
        return _before_mark(text, i)
    if right in _SIGNS:
        return _TORN
    if not is_wide(left) and not is_wide(right):  # after a hyphen
        return _LOOSE
    if left.isdecimal():  # the unit of a number
        return _WORD
    return between.get(i, _WORD)


def _before_mark(text: str, i: int) -> float:
    """Return the penalty for a break before an opening bracket or another mark."""
    brief = text[i] == "（" and "）" in text[i + 2 : i + 2 + _BRIEF]
    return _TORN if brief else _PHRASE


def _between_chinese(text: str, i: int) -> float:
    """Return the penalty for a break between two Chinese words."""
    left, right = text[i - 1], text[i]
    if right in _TRAILERS:
        return SEAM if text[i + 1 : i + 2] in NOT_AT_START else _TORN
    if left in _LEADERS:
        return _LOOSE
    return _PHRASE if left in _TRAILERS else _FILLED


def _starts(text: str, model: str) -> frozenset[int]:
    """Return the indices at which a chunk of the text begins by a model of BudouX."""
    return frozenset(accumulate(map(len, _parser(model).parse(text))))


@cache
def _parser(model: str) -> Parser:
    return Parser(json.loads(Path(parser.MODEL_DIR, f"{model}.json").read_text(encoding="utf-8")))


def _inside(text: str, word: str) -> Iterator[int]:
    """Yield the indices inside any occurrence of a word."""
    start = text.find(word)
    while start >= 0:
        yield from range(start + 1, start + len(word))
        start = text.find(word, start + 1)


def _is_mark(c: str) -> bool:
    """Return whether a character is neither a letter, a number, a sign nor an icon."""
    return not c.isalnum() and c not in _SIGNS and not is_icon(c)


def is_wide(c: str) -> bool:
    """Return whether a character is full-width."""
    return unicodedata.east_asian_width(c) in _WIDE or is_icon(c)


def is_icon(c: str) -> bool:
    """Return whether a character stands for an icon."""
    return FIRST_ICON <= ord(c) <= _LAST_ICON


def has_icon(text: str) -> bool:
    """Return whether a text may contain icons, whose characters sort after all letters."""
    return max(text, default="") >= _ICON
