"""Texts about what was given and cannot be used, in the language that was asked for.

A `Said` is its English text, so that it can be raised, compared and joined as any text; it keeps
what it was made of, and `told` says it in another language.  The texts: `card_data/faults.toml`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from rules._words import DATA, LANGUAGES, filled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rules._words import Words

__all__ = ["Said", "either", "said", "told"]


class Said(str):
    """An English text that knows its key in the catalogue and its facts."""

    __slots__ = ("facts", "key")

    key: str
    facts: Mapping[str, object]


def said(key: str, **facts: object) -> Said:
    """The text of a key, its facts filled in: also `Said` themselves, or names by language."""
    named = {name: fact["en"] for name, fact in facts.items() if isinstance(fact, Mapping)}
    text = Said(_texts()[key]["en"].format_map({**facts, **named}))
    text.key, text.facts = key, facts
    return text


def either(words: Sequence[str]) -> str:
    """`A, B or C`."""
    *most, last = words
    return said("or", words=", ".join(most), last=last) if most else last


def told(text: object, lang: str) -> str:
    """A text in a language, as far as it is one of the catalogue."""
    if isinstance(text, Mapping):
        return str(text[lang])
    if not isinstance(text, Said):
        return str(text)
    facts = {name: told(fact, lang) for name, fact in text.facts.items()}
    return filled(_texts()[text.key][lang], facts)


@cache
def _texts() -> dict[str, Words]:
    data: dict[str, Any] = tomllib.loads((DATA / "faults.toml").read_text("utf-8"))
    return {key: {lang: table[lang] for lang in LANGUAGES} for key, table in data.items()}
