"""Texts about what was given and cannot be used, in the language that was asked for.

A `Said` is its English text, so that it can be raised, compared and joined as any text; it keeps
what it was made of, and `told` says it in another language.  The texts of all games alike:
`card_data/faults.toml`, of written positions `positions.toml`, of games that lie elsewhere
`own_games.toml`.  A key `slug.name` is of a game: its text stands in
`card_data/<slug>/faults.toml`, or is one of all games; its facts `owner` and `other` are seats,
which other languages call by their names (`game.toml`).
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from rules.catalog.languages import DATA, LANGUAGES, filled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rules.catalog.languages import Words

_SEATS: Final = frozenset(("owner", "other"))
_SHARED: Final = ("faults.toml", "positions.toml", "own_games.toml")


class Said(str):
    """An English text that knows its key in the catalogue and its facts."""

    __slots__ = ("facts", "key")

    key: str
    facts: Mapping[str, object]


def said(key: str, **facts: object) -> Said:
    """The text of a key, its facts filled in: also `Said` themselves, or names by language."""
    named = {name: fact["en"] for name, fact in facts.items() if isinstance(fact, Mapping)}
    text = Said(_words(key)["en"].format_map({**facts, **named}))
    text.key, text.facts = key, facts
    return text


def kind(what: str) -> str:
    """What a word should have been: the text of `kind_<what>`, else `what` as it is."""
    key = f"kind_{what}"
    return said(key) if key in _texts("") else what


def either(words: Sequence[str]) -> str:
    """`A, B or C`."""
    *most, last = words
    return said("or", words=", ".join(most), last=last) if most else last


def told(text: object, lang: str) -> str:
    """A text in a language, as far as it is one of the catalogue."""
    if isinstance(text, Mapping):
        return str(text[lang])
    if lang == "en" or not isinstance(text, Said):
        return str(text)
    game = text.key.rpartition(".")[0]
    facts = {name: told(fact, lang) for name, fact in text.facts.items()}
    for name in _SEATS & facts.keys() if game else ():
        facts[name] = _seats(game)[facts[name]][lang]
    return filled(_words(text.key)[lang], facts)


def _words(key: str) -> Words:
    game, _, name = key.rpartition(".")
    return _texts(game).get(name) or _texts("")[name]


@cache
def _texts(game: str) -> dict[str, Words]:
    """The texts of a game, or those of all games."""
    files = [DATA / game / "faults.toml"] if game else [DATA / name for name in _SHARED]
    tables: dict[str, Any] = {}
    for path in files:
        tables |= tomllib.loads(path.read_text("utf-8"))
    return {key: {lang: table[lang] for lang in LANGUAGES} for key, table in tables.items()}


@cache
def _seats(game: str) -> dict[str, Words]:
    data = tomllib.loads((DATA / game / "game.toml").read_text("utf-8"))
    return {seat: {lang: words[lang] for lang in LANGUAGES} for seat, words in data["seat"].items()}
