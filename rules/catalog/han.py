"""Normalisation of Chinese characters and numerals for comparison.

Deck lists arrive with simplified, traditional and Japanese forms of the same names. `plain_han`
maps them to one form, by the rows of `card_data/han.toml`; the result is not for display.
"""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Final

from rules.data_home import DATA

HAN_FIGURES: Final = "〇一二三四五六七八九"


def plain_han(text: str) -> str:
    """Replace every character that has variants by the first of its row."""
    return text if text.isascii() else text.translate(_variants())


def han_number(numeral: str) -> str:
    """Convert a numeral below a hundred to digits; without 十, figure by figure."""
    tens, ten, ones = numeral.partition("十")
    if not ten:
        return "".join(str(HAN_FIGURES.index(figure)) for figure in numeral)
    first = HAN_FIGURES.index(tens[-1]) if tens else 1
    return str(10 * first + (HAN_FIGURES.index(ones[0]) if ones else 0))


@cache
def _variants() -> dict[int, str]:
    data = tomllib.loads((DATA / "han.toml").read_text(encoding="utf-8"))
    return {ord(other): row[0] for row in data["han"] for other in row[1:]}
