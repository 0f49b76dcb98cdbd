"""Chinese characters as people write them: one form for all that are the same, numerals in digits.

A judge in Taipei is handed lists with simplified names, a Japanese player types what his keyboard
gives him: `plain_han` makes one of traditional, simplified and Japanese forms (`card_data/han.toml`
has them in rows).  What it gives is for comparing, not for showing.
"""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Final

from rules.data_home import DATA

HAN_FIGURES: Final = "〇一二三四五六七八九"


def plain_han(text: str) -> str:
    """A text with the first of its row for every character that has other forms.

    >>> plain_han("风暴") == plain_han("風暴")
    True
    """
    return text if text.isascii() else text.translate(_variants())


def han_number(numeral: str) -> str:
    """A numeral below a hundred in digits; without 十, figure by figure.

    >>> [han_number(numeral) for numeral in ("二十", "十五", "三", "一〇")]
    ['20', '15', '3', '10']
    """
    tens, ten, ones = numeral.partition("十")
    if not ten:
        return "".join(str(HAN_FIGURES.index(figure)) for figure in numeral)
    first = HAN_FIGURES.index(tens[-1]) if tens else 1
    return str(10 * first + (HAN_FIGURES.index(ones[0]) if ones else 0))


@cache
def _variants() -> dict[int, str]:
    data = tomllib.loads((DATA / "han.toml").read_text(encoding="utf-8"))
    return {ord(other): row[0] for row in data["han"] for other in row[1:]}
