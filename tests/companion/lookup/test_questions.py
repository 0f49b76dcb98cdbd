"""Questions as players ask them find the clause that answers.

`questions.toml` was written before anything ranked, `questions_tuning.toml` is what weights and
words were adjusted by.  The figure is a floor: `tests/benchmarks/lookup_figures.py` prints it.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from companion.lookup import Hit, MatchKind, load_lookup
from rules import LANGUAGES, game_slugs, load_catalog

LOOKUP = load_lookup()
HERE = Path(__file__).parent


def asked(name: str) -> list[tuple[str, str, str, list[str]]]:
    """Each question: game, language, words, the clauses that answer it."""
    data = tomllib.loads((HERE / name).read_text(encoding="utf-8"))
    return [
        (game, lang, question, clauses)
        for game, langs in data.items()
        for lang, questions in langs.items()
        for question, clauses in questions.items()
    ]


def first_three(game: str, lang: str, question: str) -> list[Hit]:
    return LOOKUP.search(question, game, lang, 3)


def test_there_are_150_questions_ten_a_game_and_language() -> None:
    questions = asked("questions.toml")

    assert len(questions) == 150
    for slug in game_slugs():
        clauses = load_catalog(slug).clauses
        for lang in LANGUAGES:
            own = [each for each in questions if each[:2] == (slug, lang)]
            assert len(own) == 10
            assert all(set(answers) <= clauses.keys() for *_, answers in own)


@pytest.mark.parametrize("name", ["questions.toml", "questions_tuning.toml"])
def test_the_right_clause_is_among_the_first_three_of_95_in_100(name: str) -> None:
    questions = asked(name)
    missed = [
        (question, clauses)
        for game, lang, question, clauses in questions
        if not {hit.id for hit in first_three(game, lang, question)} & set(clauses)
    ]

    assert len(missed) <= 0.05 * len(questions), missed


def test_what_has_little_of_a_question_is_not_told_but_what_has_its_words_is() -> None:
    hits = LOOKUP.search("can my deck master attack?", "spherion", "en", None)
    scores = [hit.score for hit in hits if hit.match is MatchKind.WORDS]
    assert 1 < len(hits) < 40
    assert min(scores) >= 0.3 * max(scores)

    written = LOOKUP.shelf("spherion").written("deck master")
    exact = LOOKUP.search("deck master", "spherion", "en", None)
    assert len([hit for hit in exact if hit.match is not MatchKind.WORDS]) >= len(written) > 30
