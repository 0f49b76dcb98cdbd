"""Shell completion for option values, shared by all programs.

The programs pass these functions to the library that supports bash, zsh, fish and PowerShell. It
calls them with the word typed so far. Imports are deferred until a shell requests completion.
"""


def games(incomplete: str) -> list[str]:
    """Return the slugs of installed games that start with the given letters.

    >>> games("ji")
    ['jiguan']
    """
    from rules.registry import game_slugs  # noqa: PLC0415 - not before a shell asks

    return [slug for slug in game_slugs() if slug.startswith(incomplete.lower())]


def languages(incomplete: str) -> list[str]:
    """Return the languages that start with the given letters, in any case.

    >>> languages("ZH")
    ['zh-Hant']
    """
    from rules.messages.languages import LANGUAGES  # noqa: PLC0415 - not before a shell asks

    return [name for name in LANGUAGES if name.lower().startswith(incomplete.lower())]
