"""Searches for rules by number, name, words or a question, with tolerance for typing errors.

`shelf` describes how one game is searched. A game's entries are read on first use.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final

from companion.lookup.games import likely
from companion.lookup.lacking import lacking
from companion.lookup.pages import card_page, clause_page
from companion.lookup.shelf import Found, Shelf
from companion.lookup.values import CardPage, ClausePage, Hit, MatchKind
from rules import Message, load_catalog
from rules.catalog.reader import readable_games

_LONGEST: Final = 400
"""Maximum length of a question, in characters."""
_FAINT: Final = 0.3
"""Minimum score of a hit, relative to the best hit's."""


class Lookup:
    """A search in one or several games."""

    def __init__(self, slugs: Sequence[str], shelves: dict[str, Shelf] | None = None) -> None:
        """Search the games `slugs`, with the entries in `shelves`, to which more are added."""
        self.games = tuple(slugs)
        self._shelves = {} if shelves is None else shelves

    def shelf(self, game: str) -> Shelf:
        """Return one game's entries. Raise `UnknownGame` if there is no such game."""
        if game not in self._shelves:
            self._shelves[game] = Shelf(load_catalog(game))
        return self._shelves[game]

    def search(
        self, text: str, game: str | None = None, lang: str = "en", limit: int | None = 10
    ) -> list[Hit]:
        """Return the hits for a text, best first: at most `limit`, or all if that is None.

        Entries that contain the text literally are never omitted, while entries with only a few of
        its words are. If `game` is None, every game is searched, and likelier games come first.
        A game that lacks the thing or the clause that the text asks for has no hits.
        `lang` is the language of the hits and, unless the text contains kana, of the text. Literal
        matches are found in all three languages.

        >>> best, *_ = load_lookup("yggdrasil").search("when do I draw?")
        >>> best.id, best.title
        ('YGG-5.2', 'Draw')
        """
        hits, text = [], text[:_LONGEST]
        shelves = self._searched(game)
        trust = likely(shelves, text, lang)
        for slug, shelf in shelves.items():
            found = shelf.find(text, lang)
            if _only_words(found) and lacking(shelf, text, lang):
                continue
            for at, (score, match) in found.items():
                counts = score * trust[slug] if match is MatchKind.WORDS else score
                hits.append((-counts, slug, at, match))
        best = min((score for score, _, _, match in hits if match is MatchKind.WORDS), default=0.0)
        hits = [hit for hit in hits if hit[3] is not MatchKind.WORDS or hit[0] <= _FAINT * best]
        hits.sort()
        return [
            self.shelf(slug).hit(at, lang, match, -score) for score, slug, at, match in hits[:limit]
        ]

    def lacks(self, text: str, game: str | None = None, lang: str = "en") -> Message | None:
        """Return why a search found nothing, or None if the words only match no text.

        Either no searched game has the clause with this number, or they lack what it asks for.

        >>> load_lookup("yggdrasil").lacks("what does a trap do?", "yggdrasil").key
        'rules.hit.without'
        """
        shelves = self._searched(game).values()
        number = any(shelf.numbers(text) for shelf in shelves)
        things = [lacking(shelf, text[:_LONGEST], lang) for shelf in shelves]
        if not number and not all(things):
            return None
        words = Message("comma", words=things[0])
        if game is None:
            if number:
                return Message("rules.hit.lacks_all", number=text.strip())
            return Message("rules.hit.without_all", words=words)
        names = self.shelf(game).catalog.names
        if number:
            return Message("rules.hit.lacks", game=names, number=text.strip())
        return Message("rules.hit.without", game=names, words=words)

    def _searched(self, game: str | None) -> dict[str, Shelf]:
        return {slug: self.shelf(slug) for slug in (self.games if game is None else (game,))}

    def clause(self, identity: str, lang: str = "en") -> ClausePage:
        """Return a clause's page. Raise `KeyError` if no game has a clause with that id.

        >>> load_lookup("yggdrasil").clause("YGG-6.4", "ja").title
        '片つながりは禁止'
        """
        for slug in self.games:
            shelf = self.shelf(slug)
            if identity.startswith(f"{shelf.catalog.prefix}-"):
                return clause_page(shelf, identity, lang)
        raise KeyError(identity)

    def card(self, game: str, identity: str, lang: str = "en") -> CardPage:
        """Return a card's page. Raise `UnknownGame` or `KeyError` if there is none."""
        return card_page(self.shelf(game), identity, lang)


def _only_words(found: Found) -> bool:
    return all(match is MatchKind.WORDS for _, match in found.values())


@cache
def load_lookup(game: str | None = None) -> Lookup:
    """Load the look-up for one game or for all readable games. The result is cached.

    With a single game, `UnknownGame`, `DataError` or `GameFault` may be raised.
    """
    slugs = tuple(readable_games().catalogs) if game is None else (game,)
    lookup = Lookup(slugs, _shelves())
    if game is not None:
        lookup.shelf(game)
    return lookup


@cache
def _shelves() -> dict[str, Shelf]:
    """Return the entries that all loaded look-ups share: indexes take 60 MB."""
    return {}
