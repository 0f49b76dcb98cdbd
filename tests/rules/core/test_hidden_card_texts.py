"""Refusals over hidden cards state the remedy instead of only a clause's title."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from companion.referee.explain.hidden_chance import unseen_chance
from rules import CHANCE, LANGUAGES, Action, Verb, Violation, judge, load_catalog, refusal
from tests.conformance.suite import Subject, near, subject
from tests.support.clause_examples import is_rendered

GAMES = ("dicebattle", "jiguan", "spherion", "stratosphere", "yggdrasil")
PLIES = 80
SIGNS = (Verb.READY, Verb.PASS)

UNSEEN = (
    *("DBM-5.7", "DBM-6.1", "DBM-6.2", "DBM-6.4", "DBM-6.5", "DBM-6.6", "DBM-6.7", "DBM-7.2"),
    *("DBM-13.4", "SPH-7.1", "SPH-7.5b"),
)
"""The clauses that can refuse hidden cards, and whose own refusal texts need facts."""


def half_seen(it: Subject, rng: random.Random) -> Iterator[Violation]:
    """Yield violations from a match in which only the open cards are known."""
    game, state = it.game, it.game.start(it.setup)
    for _ in range(PLIES):
        seats = game.to_act(state)
        if not seats:
            return
        if CHANCE in seats:
            action = unseen_chance(game, state) or game.sample(state, rng.randrange)
        else:
            listed = [*game.legal(state)]
            asked = [near(it, a, rng) for a in rng.sample(listed, min(6, len(listed)))]
            asked += [Action(seat, sign) for seat in game.seats(it.setup) for sign in SIGNS]
            asked += [Action(seat, Verb.DECLARE, value="redraw") for seat in seats]
            for each in asked:
                yield from judge(game, state, each).violations
            action = rng.choice([a for a in listed if judge(game, state, a).legal])
        _, state = game.advance(state, action)


@pytest.mark.parametrize("slug", GAMES)
def test_every_refusal_in_a_match_half_seen_is_a_sentence(slug: str) -> None:
    it, found = subject(slug), 0
    for seed in range(1 if slug == "spherion" else 3):
        for violation in half_seen(it, random.Random(f"{slug}/{seed}")):
            if it.catalog.clauses[violation.clause].forbids:
                is_rendered(it.catalog, violation)
                found += 1
    assert found


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("clause", UNSEEN)
def test_of_cards_that_nobody_has_seen_the_remedy_is_reported_without_their_names(
    clause: str, lang: str
) -> None:
    catalog = load_catalog("dicebattle" if clause.startswith("DBM") else "spherion")
    report = refusal(catalog, Violation(clause, (("card", "?"),))).render(lang)
    assert report == catalog.clauses[clause].cases["unseen"][lang]
    assert report != catalog.clauses[clause].titles[lang]
