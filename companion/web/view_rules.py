"""The look-up as the page shows it: what was found, and the best clause whole."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.lookup import HitKind, load_lookup
from rules import load_catalog

if TYPE_CHECKING:
    from companion.lookup import Hit
    from rules import Catalog

__all__ = ["rules_view"]

_MOST = 8


def rules_view(game: str, words: str, lang: str) -> dict[str, Any]:
    """Hits for some words among a game's rules, best first, and the best clause in full."""
    if not words.strip():
        return {"hits": [], "clause": None}
    catalog = load_catalog(game)
    hits = load_lookup(game).search(words, game=game, lang=lang, limit=_MOST)
    best = next((hit.id for hit in hits if hit.kind is HitKind.CLAUSE), "")
    clause = _clause(catalog, best, lang) if best in catalog.clauses else None
    return {"hits": [_hit(hit) for hit in hits], "clause": clause}


def _hit(hit: Hit) -> dict[str, str]:
    return {"kind": hit.kind.value, "id": hit.id, "title": hit.title, "text": hit.text}


def _clause(catalog: Catalog, clause: str, lang: str) -> dict[str, Any]:
    known = catalog.clauses[clause]
    related = [each for each in known.related if each in catalog.clauses]
    return {
        "id": clause,
        "title": known.titles[lang],
        "text": known.texts[lang],
        "why": known.whys[lang],
        "related": [{"id": c, "title": catalog.clauses[c].titles[lang]} for c in related],
    }
