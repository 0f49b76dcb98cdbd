"""Every clause of each specification has its entry, none is made up, and all stand in order.

The numbers are the specifications', written down here once: how many clauses a section has, and
which of them are divided by letters.
"""

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


@pytest.mark.parametrize("slug", SECTIONS)
def test_the_clauses_are_those_of_the_specification(slug: str) -> None:
    catalog = load_catalog(slug)
    expected = [
        f"{catalog.prefix}-{section}.{number}"
        for section, count in SECTIONS[slug].items()
        for number in range(1, count + 1)
    ]
    letters = {key: [f"{key}{letter}" for letter in LETTERS.get(key, "")] for key in expected}
    assert list(catalog.clauses) == [part for key in expected for part in (key, *letters[key])]


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
