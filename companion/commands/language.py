"""The language of a command: the requested one, or else the system's."""

from typing import Annotated

import typer

from rules.cli.completion import languages

Lang = Annotated[
    str | None,
    typer.Option(
        "--lang",
        help="Language: en, ja or zh-Hant; by default the system's.",
        show_default=False,
        autocompletion=languages,
    ),
]


def language(asked: str | None) -> str:
    """Return a language of `rules.LANGUAGES`; raise `SessionError` for any other."""
    from companion.errors import SessionError
    from rules import LANGUAGES
    from rules.messages.locale import system_language

    if asked is None:
        return system_language()
    if asked not in LANGUAGES:
        raise SessionError(
            "fault.option.one_of", option="--lang", word=asked, known=", ".join(LANGUAGES)
        )
    return asked
