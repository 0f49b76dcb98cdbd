"""Games that cannot be read: told once a run, and passed over."""

from __future__ import annotations

import sys
from functools import cache


@cache
def tell_unread(lang: str) -> None:
    """Say which installed games cannot be read, and why; what is asked of the others goes on."""
    from rules import said
    from rules.catalog.reader import readable_games
    from rules.messages.message import told

    for slug, error in readable_games().unread.items():
        passed = said("own_passed", game=slug, why=error.told(lang))
        print(told(passed, lang), file=sys.stderr)
