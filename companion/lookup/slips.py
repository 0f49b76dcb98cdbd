"""Corrects typing errors: finds known words and names that are similar to a typed one."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher
from itertools import combinations
from typing import Final

_SHORTEST: Final = 4
_LONG: Final = 8
"""Minimum length of a word with two errors. Shorter words may have one, the shortest none."""
_LONGEST_WORD: Final = 20
_ALIKE: Final = 0.7
_LONGEST: Final = 40
"""Maximum length of a name that is compared."""


class NearWords:
    """A vocabulary in which words with one or two errors are found, by deleting letters."""

    def __init__(self, words: Iterable[str]) -> None:
        self._left: dict[str, list[str]] = defaultdict(list)
        for word in words:
            if word.isascii() and len(word) <= _LONGEST_WORD:
                for rest in _shortened(word):
                    self._left[rest].append(word)

    def near(self, word: str) -> tuple[str, ...]:
        """Return the nearest known words, at most three, or none for a short word."""
        if not _SHORTEST <= len(word) <= _LONGEST_WORD or not word.isascii() or word.isdigit():
            return ()
        found = {known for rest in _shortened(word) for known in self._left.get(rest, ())}
        alike = [(SequenceMatcher(None, word, known).ratio(), known) for known in found]
        close = sorted((-ratio, known) for ratio, known in alike if ratio >= _ALIKE)
        return tuple(known for _, known in close[:3])


def _shortened(word: str) -> Iterable[str]:
    """Return a word's variants: for each permitted typing error, one letter may be removed."""
    slips = 0 if len(word) < _SHORTEST else 1 if len(word) < _LONG else 2
    seen = set()
    for many in range(slips + 1):
        for gone in combinations(range(len(word)), many):
            seen.add("".join(c for at, c in enumerate(word) if at not in gone))
    return seen


class NearNames:
    """A collection of folded names in which names similar to a typed one are found."""

    def __init__(self, names: Mapping[str, Iterable[int]]) -> None:
        """Index `names`, which maps folded names to their entries."""
        self._sizes: dict[int, list[tuple[str, frozenset[str], tuple[int, ...]]]] = defaultdict(
            list
        )
        for name, called in names.items():
            self._sizes[len(name)].append((name, frozenset(name), tuple(called)))

    def near(self, name: str) -> dict[int, float]:
        """Map entries with similar names to their similarity, from 0.7 to 1 (equal)."""
        found: dict[int, float] = {}
        if not 2 <= len(name) <= _LONGEST:
            return found
        letters, slack = frozenset(name), max(2, len(name) // 3)
        matcher = SequenceMatcher(None, "", name, autojunk=False)
        for size in range(len(name) - slack, len(name) + slack + 1):
            for known, chars, called in self._sizes.get(size, ()):
                if 2 * len(letters & chars) < len(letters | chars):
                    continue
                matcher.set_seq1(known)
                if matcher.quick_ratio() >= _ALIKE and (alike := matcher.ratio()) >= _ALIKE:
                    found |= {at: max(alike, found.get(at, 0.0)) for at in called}
        return found
