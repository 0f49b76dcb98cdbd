"""Games that cannot be read: told once a run, and passed over."""

from __future__ import annotations

import sys
from functools import cache


@cache
def tell_unread(lang: str) -> None:
    """Say which installed games cannot be read, and why; what is asked of the others goes on."""
    from rules import Message
    from rules.catalog.reader import readable_games

    for slug, error in readable_games().unread.items():
        passed = Message("own_passed", game=slug, why=error.message)
        print(passed.render(lang), file=sys.stderr)
