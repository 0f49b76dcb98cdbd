"""Normalises texts, so that a search ignores differences that do not matter.

`fold` keeps letters, digits and single spaces between Latin words. It removes differences in
width, case, accents and signs, between katakana and hiragana, and between Japanese, traditional
and simplified characters. `terms` divides a text into the units of ranking: Latin words without
their endings, and numbers in digits. Chinese and Japanese are written without spaces, so their
units are single characters, pairs, and whole words in katakana. A term's weight depends on its
script, because hiragana is mostly grammar.
"""

import re
import unicodedata
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Final

from rules.catalog.card_names import HAN_FIGURES, han_number, plain_han

DATA: Final = Path(__file__).resolve().parent / "data"

_KATAKANA: Final = {code: code - 0x60 for code in range(ord("ァ"), ord("ヶ") + 1)}
_ACCENT: Final = re.compile("[\u0300-\u036f]")
_HAN: Final = "\u3005-\u3007\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
LATIN_WORD: Final = re.compile(rf"[^\W_{_HAN}\u3041-\u30ff]+")
_CJK: Final = re.compile(f"[{_HAN}\u3041-\u30ff]+")
KATAKANA_WORD: Final = re.compile("[ァ-ヺー]{2,}")
_KANA: Final = re.compile("[ぁ-ヺ]")
_NUMERAL: Final = re.compile(f"[{HAN_FIGURES}]?十[{HAN_FIGURES}]?|[{HAN_FIGURES}]+")
_SIGNS: Final = re.compile(r"[\W_]+")
_ENDINGS: Final = (
    ("ies", "y", 2), ("ied", "y", 2), ("ing", "", 3), ("ed", "", 3), ("es", "", 3),
    ("s", "", 3), ("ly", "", 4), ("e", "", 3),
)  # fmt: skip
_IRREGULAR: Final = {
    "dice": "die", "dies": "die", "died": "die", "dead": "die", "drew": "draw", "drawn": "draw",
    "laid": "lay", "lost": "lose", "loser": "lose", "won": "win", "winner": "win", "took": "take",
    "taken": "take", "chose": "choose", "chosen": "choose", "choice": "choose", "fell": "fall",
    "kept": "keep", "held": "hold", "shown": "show", "began": "begin", "begun": "begin",
    "tied": "tie", "lives": "life", "beaten": "beat", "given": "give", "gave": "give",
    "attacker": "attack", "invader": "invade", "defender": "defend", "defence": "defend",
    "defense": "defend", "unlimited": "limit", "ran": "run", "put": "put",
    "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8",
    "nine": "9", "ten": "10", "twelve": "12", "twenty": "20", "thirty": "30", "twice": "2",
}  # fmt: skip


def plain(text: str) -> str:
    """Normalise width, case, accents and Han variants. Hiragana and katakana stay distinct."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    if folded.isascii():
        return folded
    parted = _ACCENT.sub("", unicodedata.normalize("NFKD", folded))
    return plain_han(unicodedata.normalize("NFKC", parted))


@lru_cache(maxsize=1 << 15)
def fold(text: str) -> str:
    """Normalise a text for comparison (see the module)."""
    folded = _SIGNS.sub(" ", plain(text).translate(_KATAKANA)).strip()
    if folded.isascii():
        return folded
    words = folded.split(" ")
    joined = words[0]
    for before, word in pairwise(words):
        between = "" if is_cjk(before[-1]) or is_cjk(word[0]) else " "
        joined += between + word
    return joined


def is_cjk(text: str) -> bool:
    """Return whether a text contains Chinese or Japanese characters."""
    return bool(_CJK.search(text))


def has_kana(text: str) -> bool:
    """Return whether a text contains kana and is therefore Japanese."""
    return bool(_KANA.search(unicodedata.normalize("NFKC", text)))


@cache
def stem(word: str) -> str:
    """Remove a Latin word's ending: placed, placing, places → plac."""
    word = _IRREGULAR.get(word, word)
    for ending, instead, least in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= least:
            if word.endswith("ss"):
                break
            word = word.removesuffix(ending) + instead
            if ending in ("ing", "ed") and word[-1] == word[-2] and word[-1] not in "ls":
                return word[:-1]
            return word.removesuffix("e") if len(word) > 4 else word
    return word


def terms(text: str) -> list[tuple[str, float]]:
    """Return a text's terms for ranking, each with its weight (0 to 1)."""
    folded = plain(text)
    found = [(stem(word), 1.0) for word in LATIN_WORD.findall(folded)]
    for run in _CJK.findall(folded):
        found += [(_hiragana(word), 1.0) for word in KATAKANA_WORD.findall(run)]
        found += [(han_number(number), _NUMBER) for number in _NUMERAL.findall(run)]
        classes = [_class(char) for char in run]
        whole = _hiragana(run)
        found += [(char, 0.4) for char, kind in zip(whole, classes, strict=True) if kind == 2]
        for at in range(len(whole) - 1):
            found.append((whole[at : at + 2], _WEIGHT[classes[at] + classes[at + 1]]))
    return found


def weighed(text: str) -> dict[str, float]:
    """Map every term of a text to its largest weight."""
    most: dict[str, float] = {}
    for term, weight in terms(text):
        most[term] = max(weight, most.get(term, 0.0))
    return most


_WEIGHT: Final = (0.15, 0.3, 0.6, 0.9, 1.0)
"""Weights of pairs by the sum of their characters' scripts: hiragana 0, katakana 1, Han 2."""


_NUMBER: Final = 0.6
"""Weight of a number, for instance of cards."""


def _class(char: str) -> int:
    if "ぁ" <= char <= "ゖ":
        return 0
    return 1 if "ァ" <= char <= "ー" else 2


def _hiragana(text: str) -> str:
    return text.translate(_KATAKANA)
