"""Explanations: every suggested remedy is small, and legal when tried; some cases have none."""

from __future__ import annotations

import json
from itertools import islice
from typing import Any

import pytest

from companion.lookup import Answer, RemedyChange, ask
from companion.lookup.folding import DATA
from rules import (
    LANGUAGES,
    Deck,
    Setup,
    Status,
    game_slugs,
    judge,
    load_game,
    parse_action,
    read_action,
    read_position,
)

FIELD = "field b1=yr1/A b2=y03/A b3=y27/A c5=yr1/B"
REFUSED = [
    (slug, example)
    for slug, clauses in json.loads((DATA / "examples.json").read_text(encoding="utf-8")).items()
    for examples in clauses.values()
    for example in examples
    if example["status"] == "illegal"
]


def asked(game: str, position: str, action: str, lang: str = "en", **settings: str) -> Answer:
    played, setup = load_game(game), Setup(game, settings)
    state = read_position(position, played, setup)
    return ask(played, setup, state, read_action(action, played, setup), lang)


def values(answer: Answer, change: RemedyChange) -> list[str]:
    return [remedy.value for remedy in answer.remedies if remedy.change is change]


def test_a_legal_action_needs_no_remedy() -> None:
    answer = asked("yggdrasil", f"{FIELD}\nhand A y12 ?*4\nturn 5 A", "A place y12 c2")

    assert answer.status is Status.LEGAL
    assert answer.reasons == ()
    assert answer.remedies == ()


def test_a_card_on_a_wrong_cell_gets_the_nearest_fitting_cells() -> None:
    answer = asked("yggdrasil", f"{FIELD}\nhand A y17 ?*4\nturn 5 A", "A place y17 c3")

    assert [clause for clause, _, _ in answer.reasons] == ["YGG-6.4", "YGG-6.2"]
    assert values(answer, RemedyChange.CELL) == ["c2", "c1"]


def test_a_turned_card_must_be_upright_and_the_setting_that_allows_turning_is_named() -> None:
    position = "field b1=yr1/A c5=yr1/B\nhand A y03 ?*4\nturn 1 A"
    answer = asked("yggdrasil", position, "A place y03 b2 turn=2")

    assert values(answer, RemedyChange.TURN) == ["0"]
    assert values(answer, RemedyChange.SETTING) == ["rotation=free"]


def test_who_is_too_early_learns_what_comes_first() -> None:
    answer = asked("stratosphere", "turn 3 1\nleft 1", "2 draw")

    after = [each for each in answer.remedies if each.change is RemedyChange.AFTER]
    assert after
    assert all(each.action == "2 draw" for each in after)


def test_nothing_small_helps_is_reported_by_an_empty_list() -> None:
    answer = asked("yggdrasil", f"{FIELD}\nturn 5 A", "A place yr1 z9")

    assert answer.status is Status.ILLEGAL
    assert values(answer, RemedyChange.CELL) == []


def test_what_hidden_cards_decide_is_undetermined_and_no_refusal() -> None:
    """Check that an exchange that depends on hidden cards is undetermined, without remedies."""
    answer = asked("yggdrasil", f"{FIELD}\nhand A y05 ?*4\nturn 5 A", "A place y05 A.discard")

    assert answer.status is Status.UNDETERMINED
    assert [(clause, text) for clause, _, text in answer.reasons] == [
        ("YGG-7.1", ""),
        ("YGG-5.4", ""),
    ]
    assert answer.remedies == ()


@pytest.mark.parametrize("slug", game_slugs())
def test_each_remedy_is_legal_when_it_is_tried(slug: str) -> None:
    """Check over every refused example of the clause tests that the core accepts the remedies."""
    game = load_game(slug)
    report = 0
    for _, example in (each for each in REFUSED if each[0] == slug):
        decks = {seat: deck_of(deck) for seat, deck in example["decks"].items()}
        setup = Setup(slug, example["settings"], decks)
        state = game.notation.parse(example["position"], setup)
        answer = ask(game, setup, state, parse_action(example["action"]), "en")
        assert answer.status is Status.ILLEGAL
        assert answer.reasons
        for remedy in islice(answer.remedies, 12):
            tried = state
            if remedy.change is RemedyChange.SETTING:
                name, _, value = remedy.value.partition("=")
                other = Setup(slug, {**setup.settings, name: value}, decks)
                tried = game.notation.parse(game.notation.format(state), other)
            elif remedy.change is RemedyChange.AFTER:
                for step in remedy.value.split("; "):
                    assert judge(game, tried, parse_action(step)).legal
                    tried = game.advance(tried, parse_action(step))[1]
            verdict = judge(game, tried, parse_action(remedy.action))
            assert verdict.legal, (example["action"], remedy)
            assert remedy.doubtful is (verdict.status is Status.UNDETERMINED)
            report += 1
    assert report > 10


def deck_of(data: dict[str, Any]) -> Deck:
    return Deck(tuple(data["cards"]), {k: tuple(v) for k, v in data["extras"].items()})


@pytest.mark.parametrize("lang", LANGUAGES)
def test_reasons_are_worded_in_the_language_asked_for(lang: str) -> None:
    answer = asked("yggdrasil", f"{FIELD}\nturn 5 A", "A place y17 c3", lang)
    english = asked("yggdrasil", f"{FIELD}\nturn 5 A", "A place y17 c3")

    assert all(title and text for _, title, text in answer.reasons)
    assert (answer.reasons == english.reasons) is (lang == "en")
    assert answer.remedies == english.remedies


def test_asking_changes_nothing() -> None:
    game, setup = load_game("yggdrasil"), Setup("yggdrasil")
    state = read_position(f"{FIELD}\nhand A y17 ?*4\nturn 5 A", game, setup)
    before = game.notation.format(state)
    action = parse_action("A place y17 c3")

    assert ask(game, setup, state, action) == ask(game, setup, state, action)
    assert game.notation.format(state) == before
