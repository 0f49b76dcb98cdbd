"""Every ruling of the specifications is marked in the data and has its reason in each language.

The numbers are the clauses that the specifications mark as rulings, listed once by section. A
letter stands for a part of a clause. Clauses that are not in a specification are not listed.
"""

import re

import pytest

from rules import LANGUAGES, load_catalog
from tests.rules.catalog.test_clause_numbers import specified

MARKED = {
    "dicebattle": {1: "2 5", 2: "2 3 4 5", 3: "1 4 5 6", 4: "3", 5: "2 4 5 6 8 9 10 11",
                   6: "1 3 7", 7: "2 3 5 6 8 10 11", 8: "3 6 7 8 9 10 11", 9: "2 4", 10: "2 3",
                   11: "2 3", 12: "1 3 4", 13: "2 4", 14: "1 2 3 4"},
    "jiguan": {1: "4 5 6 7 8", 2: "8", 3: "2 3", 4: "2 3", 5: "3 4 5 6 7 8", 6: "3", 7: "2 3",
               8: "3 4", 9: "2", 10: "1 2 3 4 5"},
    "spherion": {1: "1 2 3 4 6", 2: "1 2 3 4 5 6 7 8 9 10 11 12 13", 3: "1 2 4 5 6 7",
                 4: "2 3 4 6 8 9 10", 5: "1 2 3 4 5 6 7 8 10", 6: "2 6 7 8",
                 7: "1 2 3 4 4b 4c 4e 4g 4h 5 5b 5c 5d 6 7 8 9 10", 8: "1 2 3 4 6 7 8",
                 9: "2 3 5 6 10", 10: "1 3 5 6 7 8 9 10 11", 11: "1 2 3 6 7 8 9 10",
                 12: "1 2 3 4 5 6a 6b", 13: "3 4", 14: "2 3 6 7 8", 15: "1 2 4 5 6",
                 16: "1 2 3 4 5 6", 17: "1 2 3 4 5 7 8 9", 18: "1", 19: "1 2 3 4 5 6",
                 21: "1 2 3 4 5"},
    "stratosphere": {1: "1 2 3 5", 2: "2 3 6 7", 3: "2 3 5 6 8 10 11 12 13", 4: "5 6 7 8 9",
                     5: "2 3 8 9", 6: "1 4 5 6 7", 7: "1 3 4 6 7", 8: "1 2 3 4 5", 9: "1 2 3 4 5",
                     12: "1 2 3"},
    "yggdrasil": {1: "4", 2: "1 2 3 4", 3: "3 4 6", 4: "1 2 3 4", 5: "3 4 5 6", 6: "4 6 7",
                  7: "1 2 3 4 5", 8: "1 2 3 4 5 6 7", 9: "3 6 7 8", 10: "1", 11: "1 3 4 5 6",
                  12: "1 2 3", 13: "1"},
}  # fmt: skip
# Clauses that the specifications do not mark, but whose code still required a decision: when
# exactly a grant is discarded, whether a hidden ability works, what is checked first.
DECIDED_LATER = {
    "dicebattle": {"DBM-7.7"},
    "jiguan": set[str](),
    "spherion": {"SPH-8.9"},
    "stratosphere": set[str](),
    "yggdrasil": set[str](),
}
SOURCE = {"en": re.compile(r"\b[Ss]ource"), "ja": re.compile("原案"), "zh-Hant": re.compile("原案")}
KANA = re.compile(r"[\u3041-\u309f\u30a1-\u30fa]")
HAN = re.compile(r"[\u4e00-\u9fff]")


def marked(slug: str, prefix: str) -> set[str]:
    """Return the ids of the clauses that the specification of the game `slug` marks as rulings."""
    sections = MARKED[slug].items()
    return {f"{prefix}-{section}.{n}" for section, numbers in sections for n in numbers.split()}


@pytest.mark.parametrize("slug", MARKED)
def test_the_rulings_are_those_of_the_specification(slug: str) -> None:
    catalog = load_catalog(slug)
    rulings = {key for key in specified(slug) if catalog.clauses[key].ruling}
    expected = marked(slug, catalog.prefix)
    assert expected.isdisjoint(DECIDED_LATER[slug])
    assert sorted(rulings ^ (expected | DECIDED_LATER[slug])) == []


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("slug", MARKED)
def test_a_ruling_and_nothing_else_reports_its_reason(slug: str, lang: str) -> None:
    clauses = load_catalog(slug).clauses.values()
    wrong = [clause.id for clause in clauses if bool(clause.whys[lang].strip()) != clause.ruling]
    assert wrong == []


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("slug", MARKED)
def test_only_a_history_names_the_source(slug: str, lang: str) -> None:
    for clause in load_catalog(slug).clauses.values():
        words = (clause.titles, clause.texts, clause.refusals, clause.whys, *clause.cases.values())
        assert not any(SOURCE[lang].search(each[lang]) for each in words), clause.id


@pytest.mark.parametrize("slug", MARKED)
def test_a_history_is_told_in_every_language_or_in_none(slug: str) -> None:
    clauses = load_catalog(slug).clauses.values()
    partly = [c.id for c in clauses if len({bool(c.histories[lang]) for lang in LANGUAGES}) > 1]
    assert partly == []


@pytest.mark.parametrize("slug", MARKED)
def test_each_reason_is_written_in_its_own_language(slug: str) -> None:
    rulings = [clause for clause in load_catalog(slug).clauses.values() if clause.ruling]
    reasons = {lang: {clause.id: clause.whys[lang] for clause in rulings} for lang in LANGUAGES}
    assert [k for k, why in reasons["en"].items() if KANA.search(why) or HAN.search(why)] == []
    assert [k for k, why in reasons["ja"].items() if not KANA.search(why)] == []
    foreign = [k for k, why in reasons["zh-Hant"].items() if KANA.search(why)]
    assert [*foreign, *(k for k, why in reasons["zh-Hant"].items() if not HAN.search(why))] == []
