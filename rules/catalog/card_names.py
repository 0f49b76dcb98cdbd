"""Cards found by what people write: an id, or a name in any language.

Names are compared folded: full and half width, capitals, katakana and hiragana (the reading in
kana counts as a name, too), accents, spaces and signs make no difference, nor do traditional,
simplified and Japanese forms of a character.
"""

from __future__ import annotations

import unicodedata
from difflib import get_close_matches
from functools import cached_property
from typing import TYPE_CHECKING, Final

from rules.catalog.han import plain_han
from rules.messages.languages import LANGUAGES
from rules.messages.message import Message

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rules.core.card_data import Card
    from rules.messages.languages import Words
    from rules.messages.message import Text

_KATAKANA: Final = {code: code - 0x60 for code in range(ord("ァ"), ord("ヶ") + 1)}
_ACCENTS: Final = range(0x300, 0x370)


def fold(text: str) -> str:
    """A text's letters and digits without what does not tell names apart."""
    decomposed = unicodedata.normalize("NFKD", text).casefold()
    plain = "".join(c for c in decomposed if ord(c) not in _ACCENTS)
    kana = unicodedata.normalize("NFKC", plain).translate(_KATAKANA)
    return "".join(c for c in plain_han(kana) if c.isalnum())


class CardNames:
    """The ids and names of some cards; names are folded only when an id does not do."""

    def __init__(self, cards: Mapping[str, Card]) -> None:
        self._cards = cards
        self._ids = {identity.casefold(): identity for identity in cards}

    @cached_property
    def _names(self) -> dict[str, dict[str, str]]:
        """Folded name → card → the name as it is written."""
        found: dict[str, dict[str, str]] = {}
        for card in self._cards.values():
            for name in (*card.names.values(), card.kana):
                if key := fold(name):
                    found.setdefault(key, {}).setdefault(card.id, name)
        return found

    def find(self, text: str) -> tuple[str, ...]:
        """The card a text names; several if they share the name, none if nobody has it."""
        identity = self._ids.get(text.strip().casefold())
        return (identity,) if identity else tuple(self._names.get(fold(text), ()))

    def near(self, text: str) -> Text:
        """`did you mean "Storm Crown" (y02)?`, or "" when nothing is near."""
        ids = get_close_matches(text.strip().casefold(), self._ids, n=1)
        if ids and any(c.isdigit() for c in text):
            return Message("near", word=self._ids[ids[0]])
        names = get_close_matches(fold(text), self._names, n=1)
        if not names:
            return ""
        identity, name = next(iter(self._names[names[0]].items()))
        return Message("near_card", name=self._worded(identity, name), id=identity)

    def _worded(self, identity: str, name: str) -> Words:
        """A name that is near, for readers of each language.

        Japanese and Chinese names are near each other: each reader gets his own of the two.
        """
        own = self._cards[identity].names
        eastern = name in (own.get("ja"), own.get("zh-Hant"))
        return {lang: own[lang] if eastern and lang != "en" else name for lang in LANGUAGES}
