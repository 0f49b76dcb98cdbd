"""Finding a rule: by number, by name, by words of any length, by a question, with slips of typing.

How a text is found in one game: `shelf`.  A game's entries are read when they are first asked for.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from companion.lookup.games import likely
from companion.lookup.pages import card_page, clause_page
from companion.lookup.shelf import Shelf
from companion.lookup.values import MatchKind
from rules import load_catalog
from rules.catalog.reader import readable_games

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.lookup.values import CardPage, ClausePage, Hit

_LONGEST: Final = 400
"""Characters of a question that are read."""
_FAINT: Final = 0.3
"""Hits that share less of a question than this part of the best hit are omitted."""


class Lookup:
    """Everything that can be looked up in some games."""

    def __init__(self, slugs: Sequence[str]) -> None:
        self._slugs = tuple(slugs)
        self._shelves: dict[str, Shelf] = {}

    @property
    def games(self) -> tuple[str, ...]:
        """The games that are searched."""
        return self._slugs

    def shelf(self, game: str) -> Shelf:
        """Return one game's entries; raises `UnknownGame`."""
        if game not in self._shelves:
            self._shelves[game] = Shelf(load_catalog(game))
        return self._shelves[game]

    def search(
        self, text: str, game: str | None = None, lang: str = "en", limit: int | None = 10
    ) -> list[Hit]:
        """Return the hits for a text, best first; at most `limit`, all if that is None.

        What has the words as they stand is never left out, what has little of them is.  `game`
        None: in every game, the likelier ones first.  `lang` words the hits and says which language
        a text without kana is written in; texts are searched in all three.

        >>> best, *_ = load_lookup("yggdrasil").search("how many cards do I draw?")
        >>> best.id, best.title
        ('YGG-5.2', 'Draw')
        """
        hits, text = [], text[:_LONGEST]
        shelves = {slug: self.shelf(slug) for slug in (self._slugs if game is None else (game,))}
        trust = likely(shelves, text, lang)
        for slug, shelf in shelves.items():
            for at, (score, match) in shelf.find(text, lang).items():
                counts = score * trust[slug] if match is MatchKind.WORDS else score
                hits.append((-counts, slug, at, match))
        best = min((score for score, _, _, match in hits if match is MatchKind.WORDS), default=0.0)
        hits = [hit for hit in hits if hit[3] is not MatchKind.WORDS or hit[0] <= _FAINT * best]
        hits.sort()
        return [
            self.shelf(slug).hit(at, lang, match, -score) for score, slug, at, match in hits[:limit]
        ]

    def clause(self, identity: str, lang: str = "en") -> ClausePage:
        """Return a clause's page; raises `KeyError` if no game has one of that id.

        >>> load_lookup("yggdrasil").clause("YGG-6.4", "ja").title
        '片つながりは禁止'
        """
        for slug in self._slugs:
            shelf = self.shelf(slug)
            if identity.startswith(f"{shelf.catalog.prefix}-"):
                return clause_page(shelf, identity, lang)
        raise KeyError(identity)

    def card(self, game: str, identity: str, lang: str = "en") -> CardPage:
        """Return a card's page; raises `UnknownGame`, `KeyError`."""
        return card_page(self.shelf(game), identity, lang)


@cache
def load_lookup(game: str | None = None) -> Lookup:
    """Load the look-up of all readable games, or of one; cached.

    Raises `UnknownGame`, `DataError` or `GameFault` for a single game.
    """
    lookup = Lookup(tuple(readable_games().catalogs) if game is None else (game,))
    if game is not None:
        lookup.shelf(game)
    return lookup
