"""Finds the things in a question that a game does not have.

A question names such a thing in one of three ways:

    a known thing       `data/things.toml` lists it, and no text of the game contains its words
    an unknown word     no text of the game contains the katakana word
    unknown words only  the question has no other word about a rule: "How do I castle?"

A word that resembles a known one is a typing error.
"""

import re
import tomllib
from collections.abc import Iterator
from functools import cache

from companion.lookup.folding import DATA, KATAKANA_WORD, LATIN_WORD, plain
from companion.lookup.shelf import Shelf
from companion.lookup.speech import informative


def lacking(shelf: Shelf, text: str, lang: str) -> tuple[str, ...]:
    """Return the words of a question that name things which no text of the game mentions.

    >>> from companion.lookup import load_lookup
    >>> lacking(load_lookup().shelf("yggdrasil"), "How much mana does a card cost?", "en")
    ('mana',)
    """
    if found := tuple(_things(shelf, text)):
        return found
    if shelf.languages_of(text, lang) == ("ja",):
        words = KATAKANA_WORD.findall(plain(informative(text, "ja")))
        return tuple(word for word in dict.fromkeys(words) if not shelf.knows(word, "ja"))
    words = LATIN_WORD.findall(plain(informative(text, "en")))
    return () if any(shelf.knows(word, "en") for word in words) else tuple(dict.fromkeys(words))


def _things(shelf: Shelf, text: str) -> Iterator[str]:
    """Yield the longest word for each thing of the data, as it was typed."""
    asked = plain(text)
    typed = text if len(asked) == len(text) else asked
    for words in _all_things():
        named = [found.span() for word in words if (found := _written(word, asked))]
        if named and not any(_written(word, shelf.mentions) for word in words):
            begin, end = max(named, key=lambda span: span[1] - span[0])
            yield typed[begin:end]


@cache
def _all_things() -> tuple[tuple[str, ...], ...]:
    """Return the words of each thing in all languages."""
    data = tomllib.loads((DATA / "things.toml").read_text(encoding="utf-8"))
    return tuple(tuple(plain(w) for words in row.values() for w in words) for row in data["thing"])


def _written(word: str, text: str) -> re.Match[str] | None:
    """Return where a text contains a word; a Latin word must be a whole word."""
    return re.search(rf"\b{re.escape(word)}\b" if word.isascii() else re.escape(word), text)
