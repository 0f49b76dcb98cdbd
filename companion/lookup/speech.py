"""Analyses the wording of questions: stop words and synonyms.

A question is divided into ideas. An idea is one word of the question, or a phrase with synonyms in
`data/speech.*.toml` or in a game's own notation (`also`). Synonyms have a lower weight. Only an
idea's best synonym counts, so that many synonyms weigh no more than a few.
"""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from companion.lookup.folding import DATA, fold, plain, stem, weighed

_ALIKE: Final = 0.3
"""Weight of a synonym relative to the word itself."""


@dataclass(frozen=True, slots=True)
class QueryTerm:
    """One idea of a question: its words, or its synonyms."""

    words: tuple[str, ...]
    """Single terms. The scores of all terms that are found are added."""
    weight: float
    alike: tuple[tuple[str, float], ...] = ()
    """Synonymous phrases (`phrase`) with their weights. Only the best one counts."""


@dataclass(frozen=True, slots=True)
class _SpeechData:
    stop: tuple[str, ...]
    light: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    """Each row contains synonymous phrases."""


@cache
def _speech(lang: str) -> _SpeechData:
    data = tomllib.loads((DATA / f"speech.{lang}.toml").read_text(encoding="utf-8"))
    stop, light = _longest_first(data["stop"], lang), _longest_first(data.get("light", ""), lang)
    rows = [tuple(dict.fromkeys(phrase(word, lang) for word in row)) for row in data["alike"]]
    return _SpeechData(stop, light, tuple(rows))


def _longest_first(words: str, lang: str) -> tuple[str, ...]:
    whole = {_whole(word, lang) for word in words.split()}
    return tuple(sorted(filter(None, whole), key=len, reverse=True))


def _whole(word: str, lang: str) -> str:
    return plain(word) if lang != "en" else fold(word).replace(" ", "")


def phrase(text: str, lang: str) -> str:
    """Return a text in the form that `Index` compares: stems in English, folded otherwise."""
    return stems(text) if lang == "en" else fold(text)


def stems(text: str) -> str:
    """Return a Latin text as stems with a space before and after each."""
    return f" {' '.join(stem(word) for word in fold(text).split())} "


def ideas(text: str, lang: str, own: tuple[tuple[str, ...], ...] = ()) -> list[QueryTerm]:
    """Return a question's ideas in one language. `own` contains a game's own synonyms."""
    found = list(_rows(phrase(text, lang), (*_speech(lang).rows, *own)))
    return [
        *(QueryTerm((term,), weight) for term, weight in weighted_terms(text, lang).items()),
        *found,
    ]


def weighted_terms(text: str, lang: str) -> dict[str, float]:
    """Map a text's terms, without stop words, to their weights."""
    speech = _speech(lang)
    return weighed(
        _without_latin_stops(text, speech) if lang == "en" else _without(text, speech.stop)
    )


def informative(text: str, lang: str) -> str:
    """Return a text without stop words and words that fit every rule; "" if nothing remains."""
    speech = _speech(lang)
    if lang == "en":
        return " ".join(_latin_words(text, (*speech.stop, *speech.light)))
    return _cut(text, (*speech.stop, *speech.light))


def is_synonym(word: str, lang: str) -> bool:
    """Return whether a synonym contains a word."""
    sought = f" {stem(word)} " if lang == "en" else fold(word)
    return any(sought in known for row in _speech(lang).rows for known in row)


def _rows(asked: str, rows: tuple[tuple[str, ...], ...]) -> Iterator[QueryTerm]:
    for row in rows:
        here = [word for word in row if word.strip() and word in asked]
        if here:
            others = [(word, _ALIKE) for word in row if word not in here]
            yield QueryTerm((), 1.0, tuple(others))


def _without_latin_stops(text: str, speech: _SpeechData) -> str:
    return " ".join(_latin_words(text, speech.stop) or _latin_words(text, ()))


def _latin_words(text: str, omitted: tuple[str, ...]) -> list[str]:
    words = re.findall(r"[\w']+", text.replace("’", "'"))
    return [word for word in words if word.casefold().replace("'", "") not in omitted]


def _without(text: str, stop: tuple[str, ...]) -> str:
    """Return a text without stop words, or the whole text if nothing else remains."""
    rest = _cut(text, stop)
    return rest if fold(rest) else text


def _cut(text: str, words: tuple[str, ...]) -> str:
    rest = plain(text)
    for word in words:
        rest = rest.replace(word, "、")
    return rest
