"""Reading the words of a position: numbers, cells, cards, each fault with its place and fix."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn

from rules._errors import NotationError
from rules._faults import did_you_mean
from rules._values import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rules.games.spherion._config import Config

__all__ = ["Word", "Words"]

_NUMBER = re.compile(r"-?[0-9]{1,9}")

Word = tuple[str, int]
"""A word and its place in the text."""


@dataclass(slots=True)
class Words:
    """A text that is being read, and what its words can mean."""

    text: str
    config: Config

    def no(self, what: str, at: int, fix: str = "") -> NoReturn:
        """Refuse the text."""
        raise NotationError(what, self.text, at, fix)

    def number(self, word: str, at: int, least: int, most: int) -> int:
        """A number in a range."""
        if not _NUMBER.fullmatch(word) or not least <= int(word) <= most:
            self.no(f"{word!r} is no number from {least} to {most}", at, "write a number")
        return int(word)

    def cell(self, word: Word) -> int:
        """The number of a cell."""
        index = self.config.globe.index
        if word[0] not in index:
            self.no(f"{word[0]!r} is no cell", word[1], did_you_mean(word[0], index))
        return index[word[0]]

    def one_of(self, word: Word, known: Iterable[str]) -> str:
        """One of some words."""
        known = tuple(known)
        if word[0] not in known:
            self.no(f"{word[0]!r} cannot stand here", word[1], did_you_mean(word[0], known))
        return word[0]

    def card(self, name: str, at: int) -> str:
        """A card of the pool, or an unknown one."""
        if name != UNKNOWN and name not in self.config.cards:
            self.no(f"{name!r} is no card", at, did_you_mean(name, self.config.cards))
        return name

    def cards(self, words: list[Word]) -> tuple[str, ...]:
        """Cards, `-` for none, `M01*3` for three."""
        found: list[str] = []
        for word, at in words:
            if word == "-":
                continue
            name, star, count = word.partition("*")
            times = self.number(count, at, 1, 99) if star else 1
            found += [self.card(name, at)] * times
        return tuple(found)

    def need(self, words: list[Word], least: int, at: int, form: str) -> list[Word]:
        """At least so many words."""
        if len(words) < least:
            self.no("something is missing", at, f"write {form}")
        return words
