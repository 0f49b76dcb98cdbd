"""What printed sheets and control cards say, read from `templates/sheets/`."""

from __future__ import annotations

from functools import cache

from pydantic import Field

from printkit.data import TEMPLATES, Strict, read_toml

__all__ = ["Control", "Controls", "Token", "controls", "game_word", "word"]

_SHEETS = TEMPLATES / "sheets"


class _Words(Strict):
    word: dict[str, dict[str, str]]


class Token(Strict):
    """One tagged token: its tag number, pictogram, and word by language."""

    id: str
    number: int = Field(ge=0, le=35)
    copies: int = Field(1, ge=1, le=35)
    picture: str
    word: dict[str, str]


class Control(Token):
    """One control card; `help` is its line of explanation by language."""

    help: dict[str, str]


class Controls(Strict):
    """All control cards and tokens; `version` is that of their geometry."""

    version: int = Field(ge=1)
    control: list[Control]
    token: list[Token]


@cache
def _words() -> _Words:
    return read_toml(_SHEETS / "words.toml", _Words)


@cache
def _own_words(slug: str) -> dict[str, dict[str, str]]:
    file = TEMPLATES / slug / "words.toml"
    return read_toml(file, _Words).word if file.is_file() else {}


@cache
def controls() -> Controls:
    """The control cards and tokens; raises `TemplateFaults`."""
    return read_toml(_SHEETS / "controls.toml", Controls)


def word(key: str, lang: str, **facts: object) -> str:
    """A sheet's word or sentence in a language, its braces filled in."""
    return _words().word[key][lang].format(**facts)


def game_word(slug: str, key: str, lang: str, **facts: object) -> str:
    """A word of a game's own `templates/<slug>/words.toml`, else of those all sheets share."""
    own = _own_words(slug).get(key)
    return own[lang].format(**facts) if own else word(key, lang, **facts)
