"""Clause coverage: what each forbidding clause allows and refuses."""

import dataclasses
import random
from typing import Any

import pytest

from rules import Match, Rules, judge, load_catalog, parse_action
from rules.games.yggdrasil import GAME
from rules.games.yggdrasil.cards import pool
from rules.games.yggdrasil.game import make_rules
from rules.games.yggdrasil.state import State
from tests.support.clause_examples import (
    examples_of,
    forbidding,
    has_examples,
    is_refused_by,
    never_lacks_a_fact,
)
from tests.support.games.yggdrasil import any_action, setup

EXAMPLES = examples_of("yggdrasil")
CATALOG = load_catalog("yggdrasil")


def game_of(example: dict[str, Any]) -> Rules[State]:
    if "forced" not in example:
        return GAME
    cards = dict(pool())
    for name in example["forced"]:
        effect = cards[name].effect
        assert effect is not None
        forced = dataclasses.replace(effect, forced=True)
        cards[name] = dataclasses.replace(cards[name], effect=forced)
    return make_rules(cards)


def test_every_clause_that_forbids_has_its_examples() -> None:
    has_examples(CATALOG, forbidding(CATALOG) & EXAMPLES.keys())
    assert EXAMPLES.keys() - CATALOG.clauses.keys() == set()


@pytest.mark.parametrize("clause", EXAMPLES)
def test_what_the_clause_allows(clause: str) -> None:
    example = EXAMPLES[clause]
    game = game_of(example)
    state = game.notation.parse(example["position"], setup(**example.get("settings", {})))

    assert judge(game, state, parse_action(example["legal"])).clauses == ()


@pytest.mark.parametrize("clause", EXAMPLES)
def test_what_the_clause_refuses(clause: str) -> None:
    example = EXAMPLES[clause]
    game = game_of(example)
    settings = example.get("illegal_settings", example.get("settings", {}))
    position = example.get("illegal_position", example["position"])
    state = game.notation.parse(position, setup(**settings))
    verdict = judge(game, state, parse_action(example["illegal"]))

    is_refused_by(CATALOG, verdict, example["broken"])
    assert clause in verdict.clauses


@pytest.mark.parametrize("clause", EXAMPLES)
def test_a_refusal_never_lacks_a_fact(clause: str) -> None:
    """Check that every refusal has the facts for its text."""
    example = EXAMPLES[clause]
    game = game_of(example)
    settings = example.get("illegal_settings", example.get("settings", {}))
    state = game.notation.parse(
        example.get("illegal_position", example["position"]), setup(**settings)
    )
    rng = random.Random(clause)
    actions = [parse_action(example["illegal"]), *(any_action(state, rng) for _ in range(150))]
    never_lacks_a_fact(game, CATALOG, state, actions)


LOOT = "field b1=yr1/A b2=y01/A c2=y11/A c5=yr1/B\nturn 7 A discard\nlaid 1 c2\ndue 1"
PLACE = "field b1=yr1/A b2=y03/A c5=yr1/B c4=y03/B\nhand A y31\nturn 7 A"
SWAP = "field b1=yr1/A b2=y03/A c2=y18/A c5=yr1/B d2=y27/B\nturn 9 A swap\nlaid 1 c2"


@pytest.mark.parametrize(
    ("position", "action", "broken"),
    [
        (PLACE, "A place y31 c1 value=A", ["YGG-12.1", "YGG-6.4", "YGG-6.2"]),
        (PLACE, "A place y31 c1 at=b2", ["YGG-12.1"]),
        (PLACE, "A place y31 z9 ", ["YGG-6.1"]),
        (PLACE, "A place y31 B.discard", ["YGG-6.1"]),
        (PLACE, "A choose c4", ["YGG-9.1"]),
        (PLACE, "A choose c4 with=c5", ["YGG-12.1"]),
        (PLACE, "A choose fire", ["YGG-12.1"]),
        (PLACE, "A swap b2 c4", ["YGG-8.4"]),
        (PLACE, "A remove c5", ["YGG-9.1", "YGG-9.6"]),
        (PLACE, "A remove b1", ["YGG-4.4"]),
        (PLACE, "A remove d1", ["YGG-12.1"]),
        (PLACE, "A pass facing=down", ["YGG-7.1", "YGG-12.1"]),
        (PLACE, "A pass value=x", ["YGG-12.1"]),
        (PLACE, "C pass", ["YGG-5.1"]),
        (PLACE, "chance roll 3", ["YGG-5.1"]),
        (PLACE, "A ready", ["YGG-12.1"]),
        (PLACE, "A flip b2", ["YGG-4.4"]),
        (PLACE, "A place y31 A.discard turn=1", ["YGG-12.1"]),
        (LOOT, "A pass", ["YGG-8.5"]),
        (LOOT, "A place y31 A.discard turn=1", ["YGG-12.1"]),
        (LOOT, "A place y15 b3", ["YGG-5.4", "YGG-5.6"]),
        (SWAP, "A choose d2", ["YGG-5.1"]),
        (SWAP, "A place y27 A.discard", ["YGG-7.1"]),
    ],
)
def test_whatever_is_not_allowed_is_refused(position: str, action: str, broken: list[str]) -> None:
    verdict = judge(GAME, GAME.notation.parse(position, setup()), parse_action(action))

    assert list(verdict.clauses) == broken


def test_a_fault_noticed_too_late_stays_and_what_is_not_linked_falls() -> None:
    """Check YGG-12.2: y15 on b2 is linked; y17 on c2 and y27 on d3 are not."""
    match = Match(GAME, setup())
    text = "field b1=yr1/A b2=y15/A c2=y17/A c5=yr1/B c4=y03/B d3=y27/B\nturn 6 B"
    match.correct(GAME.notation.parse(text, setup()))

    lines = GAME.notation.format(match.state).splitlines()
    assert lines[0] == "field b1=yr1/A b2=y15/A c4=y03/B c5=yr1/B"
    assert "discard A y17" in lines
    assert "discard B y27" in lines


@pytest.mark.parametrize(
    ("clause", "report"),
    [
        ("YGG-5.4", {"en": "from your hand", "ja": "手札から", "zh-Hant": "從手牌"}),
        ("YGG-9.1", {"en": "by choosing", "ja": "選びます", "zh-Hant": "選擇"}),
        ("YGG-12.1", {"en": "no such card", "ja": "ないカード", "zh-Hant": "沒有這張牌"}),
    ],
)
def test_a_refusal_is_true_of_every_slip_that_its_clause_answers(
    clause: str, report: dict[str, str]
) -> None:
    refusals = load_catalog("yggdrasil").clauses[clause].refusals

    assert all(words in refusals[lang] for lang, words in report.items())
