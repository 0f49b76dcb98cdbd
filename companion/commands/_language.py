"""Which language a command speaks: the one asked for, else the one the system speaks."""

from __future__ import annotations

import os
from typing import Annotated

import typer

__all__ = ["Lang", "language"]

Lang = Annotated[
    str | None,
    typer.Option(
        "--lang", help="en, ja or zh-Hant; else your system's language.", show_default=False
    ),
]
_SPOKEN = {"ja": "ja", "japanese": "ja", "zh": "zh-Hant", "chinese": "zh-Hant"}
"""The first part of a locale's name, here and on Windows; who reads either Chinese gets ours."""


def language(asked: str | None) -> str:
    """A language of `rules.LANGUAGES`; raises `SessionError` if another one was asked for."""
    from companion.errors import SessionError
    from rules import LANGUAGES

    if asked is None:
        return _SPOKEN.get(_locale().replace("-", "_").partition("_")[0].lower(), "en")
    if asked not in LANGUAGES:
        raise SessionError(f"--lang {asked}: use one of {', '.join(LANGUAGES)}")
    return asked


def _locale() -> str:
    """The locale of messages, as POSIX orders the variables; else what the system says."""
    import locale

    names = (os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    found = next((name for name in names if name), "") or locale.getlocale()[0] or ""
    return found.partition(".")[0]
