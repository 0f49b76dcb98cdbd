"""The data in three languages."""

import string
from dataclasses import replace

import pytest

from rules import LANGUAGES, DataError, load_catalog
from rules.games.stratosphere._cards import SUITS, pool, read_cards

CATALOG = load_catalog("stratosphere")


def test_the_cards_are_a_pack() -> None:
    cards = CATALOG.cards.values()
    assert [(c.facts["suit"], c.facts["rank"]) for c in cards] == [
        (suit, str(rank)) for suit in SUITS for rank in range(1, 14)
    ]
    assert all(c.id == f"{c.facts['suit'][0]}{int(c.facts['rank']):02}" for c in cards)
    assert {c.facts["suit"] for c in cards if c.facts["colour"] == "red"} == {"diamonds", "hearts"}
    assert all(c.kana for c in cards)
    for lang in LANGUAGES:
        assert len({c.names[lang] for c in cards}) == 52


def test_clauses_hang_together() -> None:
    for clause in CATALOG.clauses.values():
        assert set(clause.related) <= CATALOG.clauses.keys()
        assert set(clause.settings) <= CATALOG.settings.keys()
        assert clause.section in CATALOG.sections
        assert clause.forbids == bool(clause.refusals["en"])
        for lang in LANGUAGES:
            assert clause.ruling == bool(clause.whys[lang]), clause.id
        asked = {
            lang: {name for _, name, _, _ in string.Formatter().parse(text) if name}
            for lang, text in clause.refusals.items()
        }
        assert asked["en"] == asked["ja"] == asked["zh-Hant"], clause.id
    for spec in CATALOG.settings.values():
        assert spec.name in CATALOG.clauses[spec.clause].settings


@pytest.mark.parametrize(
    ("facts", "field"),
    [
        ({"suit": "stars", "rank": "1"}, "suit"),
        ({"suit": "clubs", "rank": "14"}, "rank"),
        ({"suit": "clubs"}, "rank"),
    ],
)
def test_faulty_facts_are_named(facts: dict[str, str], field: str) -> None:
    row = replace(CATALOG.cards["c05"], facts=facts)
    with pytest.raises(DataError) as caught:
        read_cards([row])
    assert [(f.line, f.field) for f in caught.value.faults] == [(row.line, field)]


def test_colours() -> None:
    assert [pool()[card].colour for card in ("c01", "d01", "h01", "s01")] == [0, 1, 1, 0]
