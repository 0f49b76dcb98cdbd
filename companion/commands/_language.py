"""Which language a command speaks: the one asked for, else the one the system speaks."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Annotated

import typer

from rules.completion import languages

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Lang", "asked_language", "language"]

Lang = Annotated[
    str | None,
    typer.Option(
        "--lang",
        help="en, ja or zh-Hant; else your system's language.",
        show_default=False,
        autocompletion=languages,
    ),
]


def language(asked: str | None) -> str:
    """A language of `rules.LANGUAGES`; raises `SessionError` if another one was asked for."""
    from companion.errors import SessionError
    from rules import LANGUAGES, system_language

    if asked is None:
        return system_language()
    if asked not in LANGUAGES:
        raise SessionError.about(
            "option.one_of", option="--lang", word=asked, known=", ".join(LANGUAGES)
        )
    return asked


def asked_language(words: Sequence[str]) -> str:
    """The language a command line asks for, right or wrong as it may be, else the system's."""
    from rules import LANGUAGES, system_language

    asked = [after for word, after in pairwise(words) if word == "--lang"]
    asked += [word.removeprefix("--lang=") for word in words if word.startswith("--lang=")]
    found = [lang for lang in asked if lang in LANGUAGES]
    return found[-1] if found else system_language()
