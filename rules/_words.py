"""In which languages texts are written, what such a text is, and where the shipped ones lie."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

__all__ = ["DATA", "LANGUAGES", "Words", "filled"]

DATA: Final = Path(__file__).resolve().parent.parent / "card_data"
"""Where the games' data lies."""

LANGUAGES: Final = ("en", "ja", "zh-Hant")

Words = Mapping[str, str]
"""A text in every language of `LANGUAGES`."""

_HAN_GAP: Final = re.compile(r"(?<=[\u3001-\u30ff\u3400-\u9fff]) (?=[\u3001-\u30ff\u3400-\u9fff])")
"""A space between two East Asian characters."""


def filled(template: str, facts: Mapping[str, object]) -> str:
    """A text with its facts in their places; raises `KeyError` for one that lacks.

    Places stand between spaces for what is written in Latin letters ("放在 b2 上"); where a Chinese
    or Japanese name comes to stand there, the spaces go.

    >>> filled("放在 {cell} 上", {"cell": "b2"}), filled("放在 {cell} 上", {"cell": "棄牌堆"})
    ('放在 b2 上', '放在棄牌堆上')
    """
    return _HAN_GAP.sub("", template.format_map(facts))
