"""One game's texts, and the ways to find them.

Theory of operation. All texts of a game are entries (`entries`). A query is matched in four ways,
and an entry that is matched in several ways gets a combined score:

    its number or name       YGG-6.4, 6の4, y17, a tag, Storm Crown          → comes first
    literal text             anywhere in the texts of any language          → never omitted
    ideas of the question    ranked by `index`
    similar names            Strom Crown                                    → if no exact name

Each language is indexed on first use.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Final

from companion.lookup.entries import LookupEntry, entries_of
from companion.lookup.folding import fold, has_kana, is_cjk, plain, stem
from companion.lookup.index import Index
from companion.lookup.numbers import ClauseNumber, cited
from companion.lookup.slips import NearNames, NearWords
from companion.lookup.speech import QueryTerm, ideas, is_synonym, phrase
from companion.lookup.values import Hit, HitKind, MatchKind
from rules import LANGUAGES, Catalog, parse_tag
from rules.errors import MalformedTag
from rules.notation.words import load_notation

_NAMED: Final = 1000.0
_TITLED: Final = 40.0
_WRITTEN: Final = 20.0
"""Bonuses for an exact name, for a title that contains the query literally, and for a text that
does. Each is larger than any score that a question's words can reach."""
_NEAR: Final = 30.0
_WORD: Final = 0.02
"""Factor on the bonus of a term's entry, because people who type a term want its rules."""
_VARIANT: Final = 0.5
"""Factor on the bonus of a setting, so that the clause that it varies comes first."""
_SLIP: Final = 0.7
"""Weight of a misspelt word."""

Found = dict[int, tuple[float, MatchKind]]


class Shelf:
    """One game's entries, and the ways to find them."""

    def __init__(self, catalog: Catalog) -> None:
        self.catalog = catalog
        self.entries: Sequence[LookupEntry] = tuple(entries_of(catalog))
        self._indexes: dict[str, Index] = {}
        self._words: dict[str, NearWords] = {}

    @cached_property
    def _names(self) -> dict[str, list[int]]:
        """A map from each folded name to the entries with that name."""
        names: dict[str, list[int]] = defaultdict(list)
        for at, entry in enumerate(self.entries):
            for name in dict.fromkeys(map(fold, entry.names)):
                if name:
                    names[name].append(at)
        return names

    @cached_property
    def _near_names(self) -> NearNames:
        return NearNames(self._names)

    @cached_property
    def _texts(self) -> tuple[str, ...]:
        """All texts of each entry, folded and joined."""
        return tuple(
            "\n".join(fold(text) for part in entry.parts for text in part.words.values() if text)
            for entry in self.entries
        )

    @cached_property
    def _titles(self) -> tuple[str, ...]:
        return tuple("\n".join(map(fold, entry.titles.values())) for entry in self.entries)

    @cached_property
    def mentions(self) -> str:
        """All texts of the game and the phrases in which people ask for them, normalised."""
        parts = (part for entry in self.entries for part in (*entry.parts, entry.asked))
        return plain("\n".join(text for part in parts for text in part.words.values() if text))

    def knows(self, word: str, lang: str) -> bool:
        """Return whether a word is in a text or a synonym, or resembles an English word."""
        if is_synonym(word, lang):
            return True
        if lang != "en":
            return word in self.mentions
        return stem(word) in self.index(lang).vocabulary or bool(self._near(stem(word), lang))

    def _near(self, word: str, lang: str) -> tuple[str, ...]:
        if lang not in self._words:
            self._words[lang] = NearWords(self.index(lang).vocabulary)
        return self._words[lang].near(word)

    def index(self, lang: str) -> Index:
        """Return the entries indexed in a language."""
        if lang not in self._indexes:
            self._indexes[lang] = Index(self.entries, lang)
        return self._indexes[lang]

    @cached_property
    def _own_rows(self) -> dict[str, tuple[tuple[str, ...], ...]]:
        """For each language, the synonyms of phases and actions in the game's notation."""
        notation = load_notation(self.catalog.slug)
        entries = (*notation.phases.values(), *notation.acts.values())
        rows: dict[str, list[tuple[str, ...]]] = {lang: [] for lang in LANGUAGES}
        for entry in entries:
            for lang in LANGUAGES:
                words = [w for w in (entry.name, *entry.also) if is_cjk(w) == (lang != "en")]
                if len(words) > 1:
                    rows[lang].append(tuple(phrase(word, lang) for word in words))
        return {lang: tuple(found) for lang, found in rows.items()}

    @staticmethod
    def languages_of(text: str, lang: str) -> tuple[str, ...]:
        """Return the languages in which a text may be written."""
        if has_kana(text):
            return ("ja",)
        if not is_cjk(text):
            return ("en",) if lang == "en" else ("en", lang)
        return (lang,) if lang != "en" else ("ja", "zh-Hant")

    def find(self, text: str, lang: str) -> Found:
        """Map the entries that match a text to their scores and kinds of match."""
        found: Found = {}
        whole = fold(text)
        cites = list(self._cited(text))
        if not cites and self.numbers(text):
            return found
        for at, score in self._ranked(text, lang).items():
            found[at] = (score * self.entries[at].prior, MatchKind.WORDS)
        for at, added in self.written(text).items():
            found[at] = (found.get(at, (0.0, MatchKind.WORDS))[0] + added, MatchKind.EXACT)
        named = [*self._called(text, whole), *cites]
        # Cited clauses keep the game's order, whatever else they match.
        for at in named:
            score = 0.0 if at in cites else found.get(at, (0.0, MatchKind.ID))[0]
            found[at] = (score + _NAMED * self._worth(at), MatchKind.ID)
        if not named:
            for at, alike in self._near_names.near(whole).items():
                if at not in found or found[at][1] is not MatchKind.EXACT:
                    score = found.get(at, (0.0, MatchKind.NEAR))[0]
                    match = MatchKind.ID if self._cites_name(at, whole) else MatchKind.NEAR
                    found[at] = (score + alike * _NEAR * self._worth(at), match)
        return found

    def _cites_name(self, at: int, whole: str) -> bool:
        """Return whether a folded text contains one of the entry's titles as whole words."""
        for name in filter(None, map(fold, self.entries[at].titles.values())):
            pattern = rf"\b{re.escape(name)}\b" if name.isascii() else re.escape(name)
            if re.search(pattern, whole):
                return True
        return False

    def _worth(self, at: int) -> float:
        return {HitKind.TERM: _WORD, HitKind.SETTING: _VARIANT}.get(self.entries[at].kind, 1.0)

    def _ranked(self, text: str, lang: str) -> dict[int, float]:
        """Rank the entries for a question, in the languages in which it may be written."""
        best: dict[int, float] = {}
        for language in self.languages_of(text, lang):
            index = self.index(language)
            asked = ideas(text, language, self._own_rows[language])
            asked += list(self._slips(asked, language, index))
            for at, score in index.rank(asked, text).items():
                best[at] = max(score, best.get(at, 0.0))
        return best

    def _slips(self, asked: list[QueryTerm], lang: str, index: Index) -> Iterator[QueryTerm]:
        """Yield similar known words for the words that no text contains."""
        unknown = [word for idea in asked for word in idea.words if word not in index.vocabulary]
        for word in unknown:
            if near := self._near(word, lang):
                yield QueryTerm(near, _SLIP / len(near))

    def written(self, text: str) -> dict[int, float]:
        """Map the entries that contain the text, beginning at a word's start, to their bonuses."""
        whole = fold(text)
        if not whole:
            return {}
        begin = r"(?<![a-z0-9])" if whole[0].isascii() else ""
        search = re.compile(begin + re.escape(whole)).search
        found = {}
        for at, folded in enumerate(self._texts):
            if whole in folded and search(folded):
                titled = whole in self._titles[at] and search(self._titles[at])
                prior = 0.9 + 0.1 * self.entries[at].prior
                found[at] = prior * (_TITLED if titled else _WRITTEN)
        return found

    def _called(self, text: str, whole: str) -> Iterator[int]:
        named = self._names.get(whole, [])
        yield from named
        for at in named:
            if self.entries[at].kind is HitKind.SETTING:
                clause = self.catalog.settings[self.entries[at].id].clause
                yield from set(self._names.get(fold(clause), ())).difference(named)
        plain = text.strip().lstrip("#").upper()
        number = -1
        if plain.isdecimal() and len(plain) < 4:
            number = int(plain)
        elif tag := _tag(plain, self.catalog.letter):
            number = tag
        if number >= 0:
            for at, entry in enumerate(self.entries):
                if entry.kind is HitKind.CARD and self.catalog.cards[entry.id].number == number:
                    yield at

    def _cited(self, text: str) -> Iterator[int]:
        """Yield the clauses whose numbers occur in the text, alone or among other words."""
        number = rf"({self.catalog.prefix}-\d+(?:\.\d+)?)([a-z]?)(?![a-z\d])"
        ids = {n.upper() + letter.lower() for n, letter in re.findall(number, text, re.IGNORECASE)}
        one = cited(text)
        for at, entry in enumerate(self.entries):
            if entry.kind is HitKind.CLAUSE and (entry.id in ids or self._is(entry, one)):
                yield at

    def numbers(self, text: str) -> bool:
        """Return whether a text is a clause number of this game, even if no clause has it."""
        number = cited(text)
        return number is not None and number.prefix in ("", self.catalog.prefix)

    def _is(self, entry: LookupEntry, one: ClauseNumber | None) -> bool:
        if one is None or one.prefix not in ("", self.catalog.prefix):
            return False
        if one.identity in self.catalog.clauses:
            return entry.id == one.identity
        return entry.id.endswith(one.ending) if one.clause else entry.section == one.section

    def about(self, text: str) -> list[Hit]:
        """Return the hits for the words of an English text, best first."""
        ranked = self._ranked(text, "en").items()
        best = sorted((-score * self.entries[at].prior, at) for at, score in ranked)
        return [self.hit(at, "en", MatchKind.WORDS, -score) for score, at in best]

    def hit(self, at: int, lang: str, match: MatchKind, score: float = 0.0) -> Hit:
        """Convert an entry to a hit."""
        entry = self.entries[at]
        text = entry.texts.get(lang, "")
        if entry.kind is HitKind.TERM:
            text = " · ".join(dict.fromkeys(entry.texts.values()))
        title = entry.titles.get(lang, "")
        return Hit(entry.kind, entry.game, entry.id, title, text, entry.section, match, score)


def _tag(text: str, letter: str) -> int | None:
    """Return the number of the card whose tag has this text, or None."""
    try:
        tag = parse_tag(text)
    except MalformedTag:
        return None
    return tag.number if tag.game == letter and not tag.kind.value else None
