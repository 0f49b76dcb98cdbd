"""The look-up's own data: their sources are unchanged, in every language."""

from __future__ import annotations

import tomllib

import pytest

from companion.lookup.folding import DATA, fold, is_cjk
from rules import LANGUAGES, game_slugs, load_catalog
from rules.data_home import DATA as RULES_DATA
from tools.lookup_data import examples, mats, written


@pytest.mark.parametrize(("name", "made"), [("examples", examples), ("mats", mats)])
def test_examples_and_mats_are_as_the_clause_tests_and_templates_have_them(
    name: str, made: object
) -> None:
    assert callable(made)
    current = (DATA / f"{name}.json").read_text(encoding="utf-8") == written(made())
    assert current, f"companion/lookup/data/{name}.json is written by: python -m tools.lookup_data"


@pytest.mark.parametrize("slug", game_slugs())
def test_players_words_are_recorded_for_existing_clauses_in_every_language(slug: str) -> None:
    asked = tomllib.loads((DATA / f"asked.{slug}.toml").read_text(encoding="utf-8"))

    assert asked.keys() <= load_catalog(slug).clauses.keys()
    for clause, words in asked.items():
        assert words.keys() == set(LANGUAGES), clause
        assert not is_cjk(words["en"]), clause
        assert all(words.values()), clause


@pytest.mark.parametrize("lang", LANGUAGES)
def test_ways_of_saying_are_two_at_least_and_none_twice_in_a_row(lang: str) -> None:
    speech = tomllib.loads((DATA / f"speech.{lang}.toml").read_text(encoding="utf-8"))

    assert speech["stop"].split()
    for row in speech["alike"]:
        assert len(row) == len({fold(word) for word in row}) >= 2, row


def test_no_character_is_folded_to_two_others() -> None:
    rows = tomllib.loads((RULES_DATA / "han.toml").read_text(encoding="utf-8"))["han"]
    every = "".join(rows)

    assert len(every) == len(set(every))
    assert all(len(row) >= 2 for row in rows)
