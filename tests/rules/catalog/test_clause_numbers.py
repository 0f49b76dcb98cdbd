"""Every clause of the specifications has its entry, and numbers are gapless and in order.

`SECTIONS` and `LETTERS` are the numbers of the specifications: the count of clauses per section,
and the clauses that are divided by letters. A clause added later takes the next number of its
section and is not listed here.
"""

import re
from collections import Counter
from string import ascii_lowercase

import pytest

from rules import LANGUAGES, load_catalog

SECTIONS = {
    "dicebattle": {1: 6, 2: 5, 3: 6, 4: 3, 5: 12, 6: 9, 7: 11, 8: 13, 9: 6, 10: 4, 11: 4, 12: 4,
                   13: 4, 14: 4},
    "jiguan": {1: 9, 2: 8, 3: 4, 4: 5, 5: 9, 6: 4, 7: 3, 8: 4, 9: 2, 10: 5},
    "spherion": {1: 6, 2: 13, 3: 7, 4: 11, 5: 10, 6: 8, 7: 11, 8: 9, 9: 11, 10: 11, 11: 10, 12: 6,
                 13: 4, 14: 8, 15: 6, 16: 6, 17: 9, 18: 1, 19: 6, 20: 18, 21: 5},
    "stratosphere": {1: 5, 2: 7, 3: 13, 4: 9, 5: 9, 6: 7, 7: 7, 8: 5, 9: 5, 11: 11, 12: 3},
    "yggdrasil": {1: 5, 2: 4, 3: 6, 4: 4, 5: 6, 6: 8, 7: 5, 8: 7, 9: 9, 10: 1, 11: 7, 12: 3, 13: 1},
}  # fmt: skip
LETTERS = {"SPH-7.4": "abcdefgh", "SPH-7.5": "abcde", "SPH-7.8": "abc", "SPH-10.9": "abcd",
           "SPH-12.6": "ab"}  # fmt: skip


def specified(slug: str) -> list[str]:
    """Return the ids of all clauses in the specification of the game `slug`, in order."""
    numbers = [
        f"{load_catalog(slug).prefix}-{section}.{number}"
        for section, count in SECTIONS[slug].items()
        for number in range(1, count + 1)
    ]
    return [part for key in numbers for part in (key, *(key + x for x in LETTERS.get(key, "")))]


@pytest.mark.parametrize("slug", SECTIONS)
def test_no_clause_of_the_specification_is_lost(slug: str) -> None:
    catalog = load_catalog(slug)
    assert [key for key in specified(slug) if key not in catalog.clauses] == []


@pytest.mark.parametrize("slug", SECTIONS)
def test_numbers_are_gapless_and_in_order(slug: str) -> None:
    """Check that each section counts from 1, and that a clause's parts are lettered from a."""
    catalog = load_catalog(slug)
    parts = Counter(key.rstrip(ascii_lowercase) for key in catalog.clauses)
    counts = Counter(key.partition(".")[0] for key in parts)
    keys = [
        f"{section}.{number}"
        for section in (f"{catalog.prefix}-{heading}" for heading in catalog.sections)
        for number in range(1, counts[section] + 1)
    ]
    lettered = [key + letter for key in keys for letter in ("", *ascii_lowercase)[: parts[key]]]
    assert list(catalog.clauses) == lettered
    assert len(counts) == len(catalog.sections), "a section has no clause"


@pytest.mark.parametrize("slug", SECTIONS)
def test_each_is_worded_as_its_kind_asks(slug: str) -> None:
    catalog = load_catalog(slug)
    for key, clause in catalog.clauses.items():
        assert clause.section == key.partition("-")[2].split(".")[0]
        assert clause.section in catalog.sections
        assert set(clause.related) <= catalog.clauses.keys() - {key}
        for lang in LANGUAGES:
            assert clause.titles[lang]
            assert clause.texts[lang]
            assert bool(clause.refusals[lang]) is clause.forbids, (key, lang)
            assert bool(clause.whys[lang]) is clause.ruling, (key, lang)


@pytest.mark.parametrize(
    ("lang", "wrong"),
    [("ja", r"[左右端]の?行"), ("zh-Hant", r"[左右邊][一二三四五六七八九\d]?列")],
)
@pytest.mark.parametrize("slug", SECTIONS)
def test_a_column_is_not_called_a_row(slug: str, lang: str, wrong: str) -> None:
    """Check that a column is 列 in Japanese and 欄 in Chinese, where 列 is a row."""
    texts = [
        words[lang]
        for clause in load_catalog(slug).clauses.values()
        for words in (clause.titles, clause.texts, clause.refusals, *clause.cases.values())
    ]
    assert [found for text in texts for found in re.findall(wrong, text)] == []
