"""Reports of installed games that cannot be read; each is reported once per run, and skipped."""

import sys
from functools import cache


@cache
def report_unread(lang: str) -> None:
    """Report the installed games that cannot be read, and why; the others are still searched."""
    from rules import Message
    from rules.catalog.reader import readable_games

    for slug, error in readable_games().unread.items():
        print(Message("own_passed", game=slug, why=error.message).render(lang), file=sys.stderr)
