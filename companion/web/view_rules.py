"""The look-up as the page shows it: what was found, and the best clause whole."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.lookup import HitKind, board_svg, load_lookup
from companion.web.view_log import light_of
from companion.web.view_words import Words
from rules import load_catalog

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.lookup import ClausePage, Hit

__all__ = ["rules_view"]

_MOST = 8
_MOST_EXAMPLES = 3


def rules_view(game: str, words: str, lang: str) -> dict[str, Any]:
    """Hits for some words among a game's rules, best first, and the best clause in full."""
    if not words.strip():
        return {"hits": [], "clause": None}
    lookup = load_lookup(game)
    hits = lookup.search(words, game=game, lang=lang, limit=_MOST)
    best = next((hit.id for hit in hits if hit.kind is HitKind.CLAUSE), "")
    called = Words(load_catalog(game), lang).speaker.cell
    clause = _clause(lookup.clause(best, lang), lang, called) if best else None
    return {"hits": [_hit(hit) for hit in hits], "clause": clause}


def _hit(hit: Hit) -> dict[str, str]:
    return {"kind": hit.kind.value, "id": hit.id, "title": hit.title, "text": hit.text}


def _clause(page: ClausePage, lang: str, called: Callable[[str], str]) -> dict[str, Any]:
    return {
        "id": page.id,
        "title": page.title,
        "text": page.text,
        "why": page.why,
        "related": [{"id": hit.id, "title": hit.title} for hit in page.related],
        "examples": [
            {
                "state": light_of(each.status),
                "said": " ".join(sentence for _, sentence in each.said[:1]),
                "board": board_svg(each.board, lang, called),
            }
            for each in page.examples[:_MOST_EXAMPLES]
            if each.board is not None
        ],
    }
