"""What a shell may put for a word that was begun, in every program alike.

The programs hand these to the library that talks with bash, zsh, fish and PowerShell; it calls them
with what was typed so far.  Nothing is loaded before a shell asks.
"""


def games(incomplete: str) -> list[str]:
    """The installed games that begin so.

    >>> games("ji")
    ['jiguan']
    """
    from rules.registry import game_slugs  # noqa: PLC0415 - not before a shell asks

    return [slug for slug in game_slugs() if slug.startswith(incomplete.lower())]


def languages(incomplete: str) -> list[str]:
    """The languages that begin so, in any case.

    >>> languages("ZH")
    ['zh-Hant']
    """
    from rules.messages.languages import LANGUAGES  # noqa: PLC0415 - not before a shell asks

    return [name for name in LANGUAGES if name.lower().startswith(incomplete.lower())]
