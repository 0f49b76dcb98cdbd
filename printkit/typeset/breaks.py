"""Line breaks: the places where a line may end, and how much each disturbs a reader.

Theory of operation. Two adjacent characters decide whether a line may end between them (JIS X 4051,
section 4.3; W3C *Requirements for Japanese Text Layout*, section 3.1, and *for Chinese*, section
3.1). It may end after a space, after a hyphen inside a Latin word, and next to every CJK character.
It may not end before a character that must not start a line (kinsoku: closing brackets, commas,
full stops, small kana, the prolonged sound mark …) or after an opening bracket. Latin words and
numbers are never broken, and a number stays with its counter. An icon is one private character
(`is_icon`). A line may end next to it, but not between it and a number or sign before it.

`strain` rates each possible break by how much it disturbs a reader:

- none after punctuation and between Latin words;
- low where a Japanese phrase begins (kanji or katakana after hiragana), and after a Chinese
  particle;
- high inside a word: a run of katakana, a term of the game, a verb before its ending.

Chinese lines may end after any word and should be filled (*Requirements for Chinese*, section
3.1). The strain is therefore low between Chinese words and high inside them. The game's terms and
a list of words common in rules define the words. This module measures no text.
"""

import unicodedata
from collections.abc import Iterable, Iterator

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
_SIGNS = frozenset("+-−±×/")
"""Signs that stay with the icon after them."""
_LEADERS = frozenset("所若將把在與被由從向對以可不未之")
"""Chinese words that belong to the next word."""
_TRAILERS = frozenset("的了也之時者們著過")
"""Chinese words that belong to the previous word."""
_PARTICLES = frozenset("をにはがのでともへ")
"""Hiragana after which a Japanese phrase most often begins."""
_NOUNS = ("とき", "こと", "もの")
_PLACES = frozenset("間時上下中内外前後他方際度分")
"""Nouns of place and time that belong to a の before them."""
_STEMS = frozenset("いきしちびみりえけげせべめれ")
"""Hiragana that end the first half of a compound verb."""
_ENDINGS = frozenset("ばまらりるれろすたてでずくう")
"""Hiragana that end verbs and adjectives."""
_COMMON = """
自分 以上 以下 その後 場合 すべて ひとつ それぞれ など とき ところ ごと まま ため だけ まで から
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
"""Words common in rules that are not a game's terms; no line should end inside them."""
_KATAKANA = tuple(
    """
バトル レベル メイン ユニット リワード リボーン ドロー ダイス サイコロ トークン ストック ゾーン
フェイズ カード ターン モンスター マスター デッキ エリア ブランチ パワー ポイント ゲーム プレイヤー
ヒューマン セット ラウンド
""".split()  # noqa: SIM905 - as above
)
"""Parts of compound katakana words; a break between two parts disturbs less."""
_WIDE = frozenset("WF")
FIRST_ICON = 0xF0000
"""Code point of the first icon, in private plane 15, which no face uses."""
_LAST_ICON = 0xFFFFD
_ICON = chr(FIRST_ICON)

SPLIT = 6.0
"""The strain of a broken word."""
_PHRASE, _APART, _LOOSE, _TIGHT, _TORN, _WORD = 0.15, 0.6, 1.2, 2.0, 3.5, 12.0
_SEAM = 4.5
"""The strain between a word and its particle or suffix, or between two katakana words."""
_BRIEF = 2
"""Maximum length of a remark in brackets that belongs to the word before it, as in 土（水）."""
_FILLED = 0.3
"""Maximum addition to the strain between two Chinese words, because Chinese lines are filled."""


def may_break(text: str, i: int) -> bool:
    """Return whether a line may end between characters i - 1 and i."""
    left, right = text[i - 1], text[i]
    if right == " " or right in NOT_AT_START or left in _NOT_AT_END:
        return False
    if left.isdecimal() and right in _COUNTERS:
        return False
    if left in _RANGES and right.isdecimal():
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


def strain(text: str, i: int, *, chinese: bool = False) -> float:
    """Return the penalty for ending a line between characters i - 1 and i: 0 to `_WORD`.

    `chinese` marks running Chinese text of several lines.
    """
    left, right = text[i - 1], text[i]
    if left == " ":
        if text[i - 2].isdecimal() and is_wide(right):  # the number and name of a step: 3 ドロー
            return _TORN
        return _APART if text[i - 2].isdecimal() or right in _SIGNS else 0.0
    if left in NOT_AT_START and _script(left) == "mark":
        return _SEAM if left in _CLOSING and right in _PARTICLES else 0.0
    before, after = _script(left), _script(right)
    if after in ("mark", "icon") or before == "icon":
        return _APART if after != "mark" else _before_mark(text, i)
    if before == after == "katakana":
        return _SEAM if text.endswith(_KATAKANA, 0, i) and text.startswith(_KATAKANA, i) else _WORD
    if right in _SIGNS:
        return _TORN
    if before == "hiragana":
        if after == "hiragana":
            if left in _PARTICLES or text.startswith(_NOUNS, i):
                return _APART
            return _TORN if right in _ENDINGS else _TIGHT
        return _APART if after == "latin" else _before_word(text, i)
    if after == "hiragana":  # a particle, otherwise a verb's ending
        return _SEAM if right in _PARTICLES else _TORN
    if "latin" in (before, after):
        return _LOOSE if before != "latin" else _TIGHT
    return _between(text, i, chinese=chinese) if before == after else _APART


def _before_mark(text: str, i: int) -> float:
    """Return the penalty for a break before an opening bracket or another mark."""
    brief = text[i] == "（" and "）" in text[i + 2 : i + 2 + _BRIEF]
    return _TORN if brief else _PHRASE


def _before_word(text: str, i: int) -> float:
    """Return the penalty for a break between hiragana and an ideograph or katakana."""
    left, right, following = text[i - 1], text[i], text[i + 1 : i + 2]
    if left == "の" and right in _PLACES and not (following and _script(following) == "ideograph"):
        return _SEAM
    if left in _STEMS and _is_verb(text, i):
        return _TORN
    return _PHRASE


def _is_verb(text: str, i: int) -> bool:
    """Return whether i splits a compound verb: two kanji, each followed by hiragana."""
    before, after = text[max(i - 2, 0) : i - 1], text[i + 1 : i + 2]
    if not before or not after or after in _PARTICLES:
        return False
    scripts = [_script(c) for c in (before, text[i], after)]
    return scripts == ["ideograph", "ideograph", "hiragana"]


def _between(text: str, i: int, *, chinese: bool) -> float:
    """Return the penalty for a break between two ideographs."""
    left, right = text[i - 1], text[i]
    if right in _TRAILERS:
        return _SEAM if text[i + 1 : i + 2] in NOT_AT_START else _TORN
    if left in _LEADERS:
        return _LOOSE if chinese else _TIGHT
    return _PHRASE if left in _TRAILERS else _FILLED if chinese else _LOOSE


def is_chinese(text: str) -> bool:
    """Return whether a text of CJK characters is Chinese, that is, has no kana."""
    return not any("ぁ" <= c <= "ヿ" and c != "・" for c in text)


def within(text: str, words: Iterable[str]) -> frozenset[int]:
    """Return the indices inside any occurrence of `words` or of common words."""
    return frozenset(place for word in (*_COMMON, *words) for place in _inside(text, word))


def _inside(text: str, word: str) -> Iterator[int]:
    start = text.find(word)
    while start >= 0:
        yield from range(start + 1, start + len(word))
        start = text.find(word, start + 1)


def _script(c: str) -> str:
    if is_icon(c):
        return "icon"
    if "ぁ" <= c <= "ゟ":
        return "hiragana"
    if "ァ" <= c <= "ヿ" and c != "・":
        return "katakana"
    if not c.isalnum() and c not in _SIGNS:
        return "mark"
    return "ideograph" if is_wide(c) else "latin"


def is_wide(c: str) -> bool:
    """Return whether a character is full-width."""
    return unicodedata.east_asian_width(c) in _WIDE or is_icon(c)


def is_icon(c: str) -> bool:
    """Return whether a character stands for an icon."""
    return FIRST_ICON <= ord(c) <= _LAST_ICON


def has_icon(text: str) -> bool:
    """Return whether a text may contain icons, whose characters sort after all letters."""
    return max(text, default="") >= _ICON
