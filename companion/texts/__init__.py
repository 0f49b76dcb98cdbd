"""The referee's own sentences, one TOML file a language; the games' sentences are theirs.

A key is `table.name`; a text may ask for facts in braces.  Every language has the same keys and
asks for the same facts (a test says so), so a caption never falls back to another language.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rules import LANGUAGES
from rules.messages.languages import Words, fill

__all__ = ["Texts", "load_texts"]

_FOLDER = Path(__file__).resolve().parent


@dataclass(frozen=True, slots=True)
class Texts:
    """The sentences of one language, by key."""

    lang: str
    sentences: Mapping[str, str]

    def say(self, key: str, **facts: str | int) -> str:
        """Return the sentence of a key, filled in; raise `KeyError` for an unknown key or fact."""
        return fill(self.sentences[key], facts)

    def listed(self, items: list[str], last: str = "join.last") -> str:
        """Return a list in words: "b2, c3 and d4"."""
        if len(items) < 2:
            return "".join(items)
        *most, end = items
        return self.sentences["join.comma"].join(most) + self.sentences[last] + end

    def together(self, sentences: list[str]) -> str:
        """Join the sentences that are not empty."""
        return self.sentences["join.sentence"].join(s for s in sentences if s)


@cache
def load_texts(lang: str, part: str = "referee") -> Texts:
    """Load the sentences of a language; raise `ValueError` if `rules.LANGUAGES` lacks it.

    They are the referee's, or those of a `part` with its own files, such as "demo".
    """
    if lang not in LANGUAGES:
        raise ValueError(f"{lang!r} is none of {', '.join(LANGUAGES)}")
    data = tomllib.loads((_FOLDER / f"{part}.{lang}.toml").read_text(encoding="utf-8"))
    return Texts(
        lang, {f"{t}.{name}": text for t, rows in data.items() for name, text in rows.items()}
    )


@cache
def sentences(namespace: str) -> Mapping[str, Words]:
    """Return the sentences of a part in every language, for `rules.messages.catalogs`."""
    texts = {lang: load_texts(lang, namespace).sentences for lang in LANGUAGES}
    return {
        key.removeprefix(f"{namespace}."): {lang: texts[lang][key] for lang in LANGUAGES}
        for key in texts["en"]
    }
