"""Clause coverage: what each clause that forbids allows and refuses."""

import dataclasses
import random
import tomllib
from pathlib import Path
from typing import Any

import pytest

from rules import FACT_NAMES, LANGUAGES, judge, load_catalog, parse_action, sentence
from rules.games.yggdrasil import GAME, Yggdrasil
from rules.games.yggdrasil._cards import pool
from tests.rules.yggdrasil.table import any_action, setup

EXAMPLES = tomllib.loads(Path(__file__).with_name("clauses.toml").read_text("utf-8"))
CATALOG = load_catalog("yggdrasil")
FORBIDDING = {clause.id for clause in CATALOG.clauses.values() if clause.forbids}


def game_of(example: dict[str, Any]) -> Yggdrasil:
    if "forced" not in example:
        return GAME
    cards = dict(pool())
    for name in example["forced"]:
        effect = dataclasses.replace(cards[name].effect, forced=True)
        cards[name] = dataclasses.replace(cards[name], effect=effect)
    return Yggdrasil(cards)


def test_every_clause_that_forbids_has_its_examples() -> None:
    assert FORBIDDING - EXAMPLES.keys() == set()
    assert EXAMPLES.keys() - CATALOG.clauses.keys() == set()


@pytest.mark.parametrize("clause", EXAMPLES)
def test_what_the_clause_allows(clause: str) -> None:
    example = EXAMPLES[clause]
    game = game_of(example)
    state = game.parse(example["position"], setup(**example.get("settings", {})))

    assert judge(game, state, parse_action(example["legal"])).clauses == ()


@pytest.mark.parametrize("clause", EXAMPLES)
def test_what_the_clause_refuses(clause: str) -> None:
    example = EXAMPLES[clause]
    game = game_of(example)
    settings = example.get("illegal_settings", example.get("settings", {}))
    position = example.get("illegal_position", example["position"])
    state = game.parse(position, setup(**settings))
    verdict = judge(game, state, parse_action(example["illegal"]))

    assert clause in verdict.clauses
    assert list(verdict.clauses) == example["broken"]
    assert verdict.status == "illegal"
    for violation in verdict.violations:
        assert {name for name, _ in violation.facts} <= FACT_NAMES
        for lang in LANGUAGES:
            words = sentence(CATALOG, violation, lang)
            assert words
            assert words != violation.clause
            assert "{" not in words


@pytest.mark.parametrize("clause", EXAMPLES)
def test_a_refusal_never_lacks_a_fact(clause: str) -> None:
    """Every sentence of a clause is filled by the facts that its refusals bring along."""
    example = EXAMPLES[clause]
    game = game_of(example)
    settings = example.get("illegal_settings", example.get("settings", {}))
    state = game.parse(example.get("illegal_position", example["position"]), setup(**settings))
    rng = random.Random(clause)
    actions = [parse_action(example["illegal"]), *(any_action(state, rng) for _ in range(150))]
    for action in actions:
        for violation in game.broken(state, action):
            spoken = sentence(CATALOG, violation, "en")
            refusal = CATALOG.clauses[violation.clause].refusals["en"]
            title = CATALOG.clauses[violation.clause].titles["en"]
            assert not refusal or spoken != title, violation
