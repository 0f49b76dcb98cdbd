"""Registry of sentences: the words for a key, in every language.

A key is `name` (a sentence that all games share), `game.name` (that game's sentence, or else a
shared one), or `namespace.name`. A module outside `rules` holds the sentences of such a namespace.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any, Final

from rules.data_home import DATA
from rules.messages.languages import LANGUAGES, Words

SHARED: Final = ("faults.toml", "positions.toml", "own_games.toml")
MODULES: Final[Mapping[str, str]] = {
    **dict.fromkeys(("print", "sheet", "check"), "printkit.template.messages"),
    **dict.fromkeys(("demo", "doctor", "fault", "guide", "page", "read"), "companion.texts"),
    **dict.fromkeys(("http", "referee", "replay", "rules", "scan"), "companion.texts"),
}
"""Module that holds each namespace's sentences; it is imported when the first one is needed."""


@cache
def template(key: str) -> Words:
    """Return a key's words by language, with facts in braces; raise `KeyError` if it is unknown."""
    namespace, name = key.split(".", 1) if "." in key else ("", key)
    words = sentences(namespace).get(name)
    return sentences("")[name] if words is None else words


def sentences(namespace: str) -> Mapping[str, Words]:
    """Return every sentence of a namespace, of a game, or of all games (""), by name."""
    if namespace in MODULES:
        found: Mapping[str, Words] = import_module(MODULES[namespace]).sentences(namespace)
        return found
    return _rules(namespace)


@cache
def seat_names(key: str) -> Mapping[str, Words]:
    """Return the names of a game's seats in every language, if the key belongs to a game."""
    namespace, dot, _ = key.partition(".")
    return _seats(namespace) if dot and namespace not in MODULES else {}


@cache
def command_words(part: str, lang: str) -> dict[str, str]:
    """Return the words by name for one part of the commands' output, in a language."""
    tables = tomllib.loads((DATA / "commands.toml").read_text("utf-8"))[part]
    return {name: words[lang] for name, words in tables.items()}


@cache
def _seats(game: str) -> dict[str, Words]:
    data = tomllib.loads((DATA / game / "game.toml").read_text("utf-8"))
    return {seat: {lang: words[lang] for lang in LANGUAGES} for seat, words in data["seat"].items()}


@cache
def _rules(game: str) -> dict[str, Words]:
    files = [DATA / game / "faults.toml"] if game else [DATA / name for name in SHARED]
    tables: dict[str, Any] = {}
    for path in files:
        tables |= tomllib.loads(path.read_text("utf-8"))
    return {key: {lang: table[lang] for lang in LANGUAGES} for key, table in tables.items()}
