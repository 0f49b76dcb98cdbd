"""Look-up of cards by id or by name in any language.

Names are folded before they are compared. Folding ignores width, case, accents, spaces and
punctuation. It also unifies katakana with hiragana, and the traditional, simplified and Japanese
forms of a character. A name's kana reading counts as a name, too.
"""

import tomllib
import unicodedata
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache, cached_property
from typing import Final

from rules.core.card_data import Card
from rules.data_home import DATA
from rules.messages.languages import LANGUAGES, Words
from rules.messages.message import Message, Text

# Normalisation of Chinese characters and numerals for comparison.
#
# Deck lists contain simplified, traditional and Japanese forms of the same names. `plain_han` maps
# them to one form, using the rows of `card_data/han.toml`. The result is not for display.


HAN_FIGURES: Final = "〇一二三四五六七八九"


def plain_han(text: str) -> str:
    """Replace every character with the first variant in its row of `han.toml`, if it has a row."""
    return text if text.isascii() else text.translate(_variants())


def han_number(numeral: str) -> str:
    """Convert a Chinese numeral below 100 to digits; without 十, convert it digit by digit."""
    tens, ten, ones = numeral.partition("十")
    if not ten:
        return "".join(str(HAN_FIGURES.index(figure)) for figure in numeral)
    first = HAN_FIGURES.index(tens[-1]) if tens else 1
    return str(10 * first + (HAN_FIGURES.index(ones[0]) if ones else 0))


@cache
def _variants() -> dict[int, str]:
    data = tomllib.loads((DATA / "han.toml").read_text(encoding="utf-8"))
    return {ord(other): row[0] for row in data["han"] for other in row[1:]}


_KATAKANA: Final = {code: code - 0x60 for code in range(ord("ァ"), ord("ヶ") + 1)}
_ACCENTS: Final = range(0x300, 0x370)


def fold(text: str) -> str:
    """Reduce a name to the letters and digits that distinguish it."""
    decomposed = unicodedata.normalize("NFKD", text).casefold()
    plain = "".join(c for c in decomposed if ord(c) not in _ACCENTS)
    kana = unicodedata.normalize("NFKC", plain).translate(_KATAKANA)
    return "".join(c for c in plain_han(kana) if c.isalnum())


class CardNames:
    """Index of cards by id and name; names are folded on first use."""

    def __init__(self, cards: Mapping[str, Card]) -> None:
        self._cards = cards
        self._ids = {identity.casefold(): identity for identity in cards}

    @cached_property
    def _names(self) -> dict[str, dict[str, str]]:
        """Original names by folded name and card id."""
        index: dict[str, dict[str, str]] = {}
        for card in self._cards.values():
            for name in (*card.names.values(), card.kana):
                if key := fold(name):
                    index.setdefault(key, {}).setdefault(card.id, name)
        return index

    def find(self, text: str) -> tuple[str, ...]:
        """Return the ids of the cards that a text names: one, or several that share the name."""
        identity = self._ids.get(text.strip().casefold())
        return (identity,) if identity else tuple(self._names.get(fold(text), ()))

    def near(self, text: str) -> Text:
        """Return `did you mean "Storm Crown" (y02)?`, or "" if no name is similar."""
        ids = get_close_matches(text.strip().casefold(), self._ids, n=1)
        if ids and any(c.isdigit() for c in text):
            return Message("near", word=self._ids[ids[0]])
        names = get_close_matches(fold(text), self._names, n=1)
        if not names:
            return ""
        identity, name = next(iter(self._names[names[0]].items()))
        return Message("near_card", name=self._worded(identity, name), id=identity)

    def _worded(self, identity: str, name: str) -> Words:
        """Return a suggested name for each language of the message.

        Japanese and Chinese names resemble each other, and readers expect the form of their own
        language.
        """
        own = self._cards[identity].names
        eastern = name in (own.get("ja"), own.get("zh-Hant"))
        return {lang: own[lang] if eastern and lang != "en" else name for lang in LANGUAGES}
