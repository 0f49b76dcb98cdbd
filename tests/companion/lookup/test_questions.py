"""Questions in players' words find the clause that answers them.

`questions.toml` was written before any ranking existed. `questions_tuning.toml` served to adjust
the first weights and words. `questions_fresh.toml` was written later from the specifications; its
writer had seen the first seven tuning questions, and its misses were seen after the first run. So
none of the three is untouched. The present ranking data (`asked.*.toml`) were written from the
clauses without these files, except for questions that a judge from Taipei asked in vain: these
became tuning questions, and words were added to six clauses. The weights are chosen by
`benchmarks/lookup/ranking.py`, which uses none of the files. `questions_held.toml` was written
then, and nothing was adjusted to it. `questions_table.toml` was written from the specifications
without having read the ranking data, and asked once. The figures are floors:
`benchmarks/lookup/figures.py` prints them.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from pathlib import Path

import pytest

from companion.lookup import MatchKind, load_lookup
from companion.lookup.folding import DATA as LOOKUP_DATA
from companion.lookup.folding import terms
from companion.lookup.games import likely
from rules import LANGUAGES, game_slugs, load_catalog

LOOKUP = load_lookup()
HERE = Path(__file__).parent
NAMES = (
    "questions.toml",
    "questions_tuning.toml",
    "questions_fresh.toml",
    "questions_held.toml",
    "questions_table.toml",
)


def asked(name: str) -> list[tuple[str, str, str, list[str]]]:
    """Return each question: game, language, text, and the clauses that answer it."""
    data = tomllib.loads((HERE / name).read_text(encoding="utf-8"))
    return [
        (game, lang, question, clauses)
        for game, langs in data.items()
        for lang, questions in langs.items()
        for question, clauses in questions.items()
    ]


def missed(name: str, *, known: bool) -> list[str]:
    """Return the questions whose clause is not among the first three hits."""
    return [
        question
        for game, lang, question, clauses in asked(name)
        if not {hit.id for hit in LOOKUP.search(question, game if known else None, lang, 3)}
        & set(clauses)
    ]


def bare(text: str) -> str:
    """Return a sentence with case and width normalised, without spaces and symbols."""
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", text).casefold())


@pytest.mark.parametrize("name", ["questions.toml", "questions_fresh.toml", "questions_table.toml"])
def test_there_are_150_questions_ten_a_game_and_language(name: str) -> None:
    questions = asked(name)

    assert len(questions) == 150
    for slug in game_slugs():
        clauses = load_catalog(slug).clauses
        for lang in LANGUAGES:
            own = [each for each in questions if each[:2] == (slug, lang)]
            assert len(own) == 10
            assert all(set(answers) <= clauses.keys() for *_, answers in own)


@pytest.mark.parametrize("name", NAMES)
def test_no_question_stands_word_for_word_in_what_is_ranked_by(name: str) -> None:
    files = sorted(LOOKUP_DATA.glob("asked.*.toml"))
    assert len(files) == len(game_slugs())
    tables = [tomllib.loads(file.read_text(encoding="utf-8")) for file in files]
    texts = [text for table in tables for words in table.values() for text in words.values()]
    ways = {bare(way) for text in texts for way in re.split(r"[,、;]", text)}

    assert [question for *_, question, _ in asked(name) if bare(question) in ways] == []


@pytest.mark.parametrize(
    ("name", "known", "floor"),
    [
        ("questions.toml", True, 0.95),
        ("questions_tuning.toml", True, 0.95),
        ("questions_fresh.toml", True, 0.90),
        ("questions_held.toml", True, 0.83),
        ("questions_table.toml", True, 0.97),
        # Questions in words that all games share have a correct answer in each of them.
        ("questions.toml", False, 0.90),
        ("questions_tuning.toml", False, 0.89),
        ("questions_fresh.toml", False, 0.80),
        ("questions_held.toml", False, 0.80),
        ("questions_table.toml", False, 0.95),
    ],
)
def test_the_right_clause_is_among_the_first_three(name: str, *, known: bool, floor: float) -> None:
    lacking = missed(name, known=known)

    assert len(lacking) <= (1 - floor) * len(asked(name)), lacking


@pytest.mark.parametrize(("known", "floor"), [(True, 0.96), (False, 0.91)])
def test_over_all_questions_the_right_clause_is_among_the_first_three(
    *, known: bool, floor: float
) -> None:
    lacking = [question for name in NAMES for question in missed(name, known=known)]

    assert len(lacking) <= (1 - floor) * sum(len(asked(name)) for name in NAMES), lacking


@pytest.mark.parametrize(("part", "floor"), [("first", 26), ("second", 24)])
def test_a_question_for_what_a_game_lacks_finds_nothing(part: str, floor: int) -> None:
    games = tomllib.loads((HERE / "questions_lacking.toml").read_text(encoding="utf-8"))[part]
    unanswered = [
        question
        for game, langs in games.items()
        for lang, questions in langs.items()
        for question in questions
        if not LOOKUP.search(question, game, lang) and LOOKUP.lacks(question, game, lang)
    ]

    assert len(unanswered) >= floor


def test_no_question_about_a_rule_is_answered_that_the_game_lacks_it() -> None:
    for name in NAMES:
        for game, lang, question, _ in asked(name):
            assert LOOKUP.lacks(question, game, lang) is None, question


def test_without_a_game_a_game_that_lacks_the_thing_has_no_hits() -> None:
    games = {hit.game for hit in LOOKUP.search("what do traps do?", limit=None)}

    assert "spherion" in games
    assert not games & {"yggdrasil", "jiguan", "stratosphere"}


def test_without_a_game_its_own_words_identify_it() -> None:
    asked_for = {
        "What do my beasts do when the marker is lost?": "jiguan",
        "ノードの支配は誰のもの": "stratosphere",
        "世界樹的枝椏": "yggdrasil",
    }
    for question, game in asked_for.items():
        lang = "ja" if "の" in question else "zh-Hant" if question[0] > "z" else "en"
        trust = likely({slug: LOOKUP.shelf(slug) for slug in game_slugs()}, question, lang)
        assert max(trust, key=lambda slug: trust[slug]) == game
        assert trust[game] == 1


@pytest.mark.parametrize(
    ("written", "digits"),
    [("二十", "20"), ("十五", "15"), ("三", "3"), ("十", "10"), ("一〇", "10"), ("九十九", "99")],
)
def test_numbers_are_the_same_in_words_and_digits(written: str, digits: str) -> None:
    assert digits in dict(terms(f"{written}ターン"))
    assert digits in dict(terms(f"{digits}ターン"))
    assert dict(terms("twenty")) == dict(terms("20"))


def test_weak_matches_of_a_question_are_omitted_and_strong_ones_listed() -> None:
    hits = LOOKUP.search("can my deck master attack?", "spherion", "en", None)
    scores = [hit.score for hit in hits if hit.match is MatchKind.WORDS]
    assert 1 < len(hits) < 40
    assert min(scores) >= 0.3 * max(scores)

    written = LOOKUP.shelf("spherion").written("deck master")
    exact = LOOKUP.search("deck master", "spherion", "en", None)
    assert len([hit for hit in exact if hit.match is not MatchKind.WORDS]) >= len(written) > 30


def test_a_setting_s_name_finds_the_clause_that_it_varies_first() -> None:
    for asked_for, lang in (("手牌上限", "zh-Hant"), ("手札の上限", "ja"), ("hand limit", "en")):
        first, second, *_ = LOOKUP.search(asked_for, "dicebattle", lang)
        assert (first.id, second.id) == ("DBM-11.3", "hand_limit")
