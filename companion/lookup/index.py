"""One game's texts in one language, ranked by what a question asks for.

BM25 over weighted fields: a term counts for how often a text has it, the title's more than the
paragraph's, the less the longer the text, and for how few texts have it.  A phrase (another way of
saying it) is a term of its own, looked for in the texts when it is first asked for.
"""

from __future__ import annotations

import math
from collections import defaultdict
from typing import TYPE_CHECKING, Final

from companion.lookup.folding import terms
from companion.lookup.speech import phrase

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from companion.lookup.entries import Entry
    from companion.lookup.speech import Idea

__all__ = ["Index"]

_K1: Final = 1.2
_B: Final = 0.3
"""The usual constants of BM25: how soon a repeated term says nothing new, how length counts."""


class Index:
    """The texts of some entries in one language."""

    def __init__(self, entries: Sequence[Entry], lang: str) -> None:
        self._lang = lang
        self._count = len(entries)
        self._postings: dict[str, dict[int, float]] = defaultdict(dict)
        self._fields: list[tuple[tuple[float, str], ...]] = []
        self._phrases: dict[str, dict[int, float]] = {}
        lengths = [self._add(at, entry) for at, entry in enumerate(entries)]
        usual = sum(lengths) / max(1, len(lengths)) or 1.0
        self._norms = [_K1 * (1 - _B + _B * length / usual) for length in lengths]

    @property
    def vocabulary(self) -> Iterable[str]:
        """Every term of the texts."""
        return self._postings.keys()

    def _add(self, at: int, entry: Entry) -> float:
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

    def rank(self, ideas: Iterable[Idea]) -> dict[int, float]:
        """Entry → score, for every entry that has anything of what is asked for."""
        scores: dict[int, float] = defaultdict(float)
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
        rare = math.log(1 + (self._count - len(row) + 0.5) / (len(row) + 0.5))
        for at, often in row.items():
            scores[at] += weight * rare * often * (_K1 + 1) / (often + self._norms[at])

    def _phrase(self, words: str) -> Mapping[int, float]:
        """Where a phrase stands, as a term's row."""
        if words not in self._phrases:
            row: dict[int, float] = {}
            for at, fields in enumerate(self._fields):
                often = sum(weight * text.count(words) for weight, text in fields if words in text)
                if often:
                    row[at] = often
            self._phrases[words] = row
        return self._phrases[words]
