"""docs/reference/card-data.md names every file, key and column that games' data uses."""

from __future__ import annotations

import csv
import re
import tomllib
from pathlib import Path

import pytest

from rules import game_slugs
from rules.catalog.sentences import FACT_NAMES

DEPTH = {"clauses.toml": (2,), "game.toml": (1, 2), "settings.toml": (2,), "notation.toml": (3,)}
"""The depths of tables at which keys have a fixed meaning; in clauses, below each clause."""
COLUMNS = re.compile(r"(?:name|text|short|keyword)_(?:en|ja|zh-Hant)|kana_ja|id")


@pytest.fixture(scope="module")
def page(root: Path) -> str:
    return (root / "docs" / "reference" / "card-data.md").read_text(encoding="utf-8")


def keys(table: object, depth: int) -> set[str]:
    """Return the keys at one depth of nested tables, counted from 1."""
    if not isinstance(table, dict):
        return set()
    if depth == 1:
        return set(table)
    return {key for part in table.values() for key in keys(part, depth - 1)}


def used(folder: Path) -> set[str]:
    """Return the keys that the files of one game use, and the files' names."""
    found = {path.name for path in folder.glob("*.*")}
    for path in folder.glob("*.toml"):
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        depths = DEPTH.get(path.name, ())
        for depth in depths:
            found |= keys(table, depth)
        if path.name == "game.toml":
            found -= {*keys(table["seat"], 1), *keys(table["section"], 1)}
    return found


def test_every_key_of_the_shipped_games_is_on_the_page(page: str, root: Path) -> None:
    quoted = " ".join(re.findall(r"`([^`\n]+)`", page))
    named = {*re.findall(r"[\w-]+(?:\.[\w-]+)*", quoted), *re.findall(r"[\w-]+", quoted)}
    named |= {"zh-Hant"}
    missing = {
        (slug, key)
        for slug in game_slugs()
        for key in used(root / "card_data" / slug)
        if key not in named and not key.startswith("refusal_")
    }
    assert missing == set()


def test_the_shared_columns_of_cards_are_on_the_page(page: str, root: Path) -> None:
    for slug in game_slugs():
        with (root / "card_data" / slug / "cards.csv").open(encoding="utf-8") as file:
            shared = {name for name in next(csv.reader(file)) if COLUMNS.fullmatch(name)}
        assert {name.partition("_")[0] for name in shared} <= set(re.findall(r"[a-z]+", page))


def test_the_facts_of_refusals_are_on_the_page(page: str) -> None:
    assert {name for name in FACT_NAMES if f"{{{name}}}" not in page} == set()
