"""An index of one game's texts in one language, which ranks them for a question.

Texts are ranked by BM25 over weighted fields. A term counts more the more often it occurs in a
text and the fewer texts contain it. It counts less in a long text. A title counts more than a
paragraph. A phrase (a synonym) is a separate term, for which the texts are searched when it is
first used.

A second score compares the question with the phrases in which people ask for an entry. It is the
cosine similarity of their terms, including small words such as "who" and "when". Terms that are
rare among all phrases count most. The best phrase counts most, and the next ones less.

The constants were chosen by a benchmark (`benchmarks/lookup/ranking.py`). It removes one phrase
from the index and checks that its clause is still found. No question was written for the
benchmark.
"""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from companion.lookup.entries import LookupEntry
from companion.lookup.folding import terms, weighed
from companion.lookup.speech import QueryTerm, phrase

_K1: Final = 1.2
_B: Final = 0.3
"""The two constants of BM25: the saturation of repeated terms, and the influence of a text's
length."""
_FITS: Final = 4.0
"""Weight of a question that consists of a known phrase's words."""
_NEXT: Final = (0.7, 0.3, 0.2, 0.1)
"""Weights of the best phrase, the second-best one and so on."""
_PAUSE: Final = re.compile(r"[,、;]\s*")


class Index:
    """The texts of some entries in one language."""

    def __init__(self, entries: Sequence[LookupEntry], lang: str) -> None:
        self._lang = lang
        self._count = len(entries)
        self._postings: dict[str, dict[int, float]] = defaultdict(dict)
        self._fields: list[tuple[tuple[float, str], ...]] = []
        self._phrases: dict[str, dict[int, float]] = {}
        lengths = [self._add(at, entry) for at, entry in enumerate(entries)]
        usual = sum(lengths) / max(1, len(lengths)) or 1.0
        self._norms = [_K1 * (1 - _B + _B * length / usual) for length in lengths]
        self._ways: dict[str, list[tuple[int, float]]] = defaultdict(list)
        self._asks: list[int] = []
        self._add_ways(entries)

    @property
    def vocabulary(self) -> Iterable[str]:
        """All terms of the texts."""
        return self._postings.keys()

    def share(self, term: str) -> float:
        """Return the share of entries that contain a term."""
        return len(self._postings.get(term, ())) / max(1, self._count)

    def _add(self, at: int, entry: LookupEntry) -> float:
        fields, length = [], 0.0
        for part in (*entry.parts, entry.asked):
            text = part.words.get(self._lang, "")
            if not text:
                continue
            fields.append((part.weight, phrase(text, self._lang)))
            found = terms(text)
            length += len(found)
            for term, _ in found:
                row = self._postings[term]
                row[at] = row.get(at, 0.0) + part.weight
        self._fields.append(tuple(fields))
        return length

    def _add_ways(self, entries: Sequence[LookupEntry]) -> None:
        """Index the terms of the phrases in which people ask for each entry."""
        asked = [
            (at, weighed(way))
            for at, entry in enumerate(entries)
            for way in filter(None, _PAUSE.split(entry.asked.words.get(self._lang, "")))
        ]
        often = Counter(term for _, vector in asked for term in vector)
        self._weights = {term: _rare(many, len(asked)) for term, many in often.items()}
        for at, vector in asked:
            weights = self._weighed(vector)
            length = _length(weights)
            for term, weight in weights.items():
                self._ways[term].append((len(self._asks), weight / length))
            self._asks.append(at)

    def _weighed(self, vector: Mapping[str, float]) -> dict[str, float]:
        """Multiply weights by how well the terms distinguish phrases; unknown terms weigh most."""
        unknown = _rare(0, len(self._asks))
        return {term: weight * self._weights.get(term, unknown) for term, weight in vector.items()}

    def fits(self, question: str) -> dict[int, float]:
        """Map entries to the scores of their best phrases for a question, weighted by `_NEXT`."""
        asked = self._weighed(weighed(question))
        length = _length(asked)
        shared: dict[int, float] = defaultdict(float)
        for term, weight in asked.items():
            for way, own in self._ways.get(term, ()):
                shared[way] += weight * own / length
        by_entry: dict[int, list[float]] = defaultdict(list)
        for way, fit in shared.items():
            by_entry[self._asks[way]].append(fit)
        return {
            at: sum(counts * fit for counts, fit in zip(_NEXT, sorted(fits)[::-1], strict=False))
            for at, fits in by_entry.items()
        }

    def rank(self, ideas: Iterable[QueryTerm], question: str = "") -> dict[int, float]:
        """Map every entry that contains any of the terms to its score."""
        scores: dict[int, float] = defaultdict(float)
        for at, fit in self.fits(question).items():
            scores[at] += _FITS * fit
        for idea in ideas:
            for term in idea.words:
                self._count_in(scores, self._postings.get(term, {}), idea.weight)
            best: dict[int, float] = {}
            for words, weight in idea.alike:
                found: dict[int, float] = defaultdict(float)
                self._count_in(found, self._phrase(words), weight * idea.weight)
                for at, score in found.items():
                    best[at] = max(score, best.get(at, 0.0))
            for at, score in best.items():
                scores[at] += score
        return scores

    def _count_in(self, scores: dict[int, float], row: Mapping[int, float], weight: float) -> None:
        rare = _rare(len(row), self._count)
        for at, often in row.items():
            scores[at] += weight * rare * often * (_K1 + 1) / (often + self._norms[at])

    def _phrase(self, words: str) -> Mapping[int, float]:
        """Map entries to the weighted number of times they contain a phrase."""
        if words not in self._phrases:
            row: dict[int, float] = {}
            for at, fields in enumerate(self._fields):
                often = sum(weight * text.count(words) for weight, text in fields if words in text)
                if often:
                    row[at] = often
            self._phrases[words] = row
        return self._phrases[words]


def _rare(often: int, count: int) -> float:
    """Return the weight of a term that occurs in `often` of `count` entries."""
    return math.log(1 + (count - often + 0.5) / (often + 0.5))


def _length(weights: Mapping[str, float]) -> float:
    return math.sqrt(sum(weight * weight for weight in weights.values())) or 1.0
