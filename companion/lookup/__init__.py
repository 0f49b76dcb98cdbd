"""Looking rules up: pure, by number, by words, by card, by question.

`load_lookup()` gives a `Lookup`; `Lookup.search` finds `Hit`s (docs/architecture.md, section 8).
"""

from companion.lookup.lookup import Lookup, load_lookup
from companion.lookup.values import CardPage, ClausePage, Hit, HitKind, MatchKind

__all__ = ["CardPage", "ClausePage", "Hit", "HitKind", "Lookup", "MatchKind", "load_lookup"]
