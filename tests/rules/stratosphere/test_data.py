"""The data in three languages."""

import shutil
import string
from dataclasses import replace
from pathlib import Path

import pytest

from rules import LANGUAGES, DataError, load_catalog
from rules.catalog.reader import read_catalog, read_facts
from rules.games.stratosphere.cards import COLUMNS, SUITS, make_card, pool

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
    _, faults = read_facts(replace(CATALOG, cards={row.id: row}), COLUMNS, make_card)
    assert [(f.line, f.field) for f in faults] == [(row.line, field)]


def test_all_faults_are_reported_at_once(tmp_path: Path, root: Path) -> None:
    """Check that a wrong suit, rank, word, clause and setting are reported in one run."""
    shutil.copytree(root / "card_data" / "stratosphere", tmp_path / "stratosphere")
    for file, old, new in (
        ("cards.csv", ",clubs,1,", ",clouds,99,"),
        ("terms.toml", 'en = "', 'fr = "'),
        ("clauses.toml", 'kind = "forbids"', "kind = 3"),
        ("settings.toml", 'clause = "STR-1.1"', 'clause = "STR-0.0"'),
        ("clauses.toml", "title.ja = ", "titel.ja = "),
    ):
        path = tmp_path / "stratosphere" / file
        text = path.read_text("utf-8")
        assert old in text, file
        path.write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(DataError) as caught:
        read_catalog(tmp_path / "stratosphere")
    faults = caught.value.faults
    named = {(f.file.rsplit("/", 1)[-1], f.field.rsplit(".", 1)[-1]) for f in faults}
    assert named >= {("cards.csv", "suit"), ("cards.csv", "rank"), ("terms.toml", "en"),
                     ("clauses.toml", "kind"), ("settings.toml", "clause"),
                     ("clauses.toml", "ja")}  # fmt: skip
    assert all(fault.line for fault in faults)


def test_colours() -> None:
    assert [pool()[card].force(2) for card in ("c01", "d01", "h01", "s01")] == [0, 1, 1, 0]
