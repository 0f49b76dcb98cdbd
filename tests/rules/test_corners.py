"""The last corners of the core: defaults, and data that is wrong in ways few people manage."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from rules import (
    CHANCE,
    UNKNOWN,
    Action,
    Change,
    DataError,
    Facing,
    Game,
    Lying,
    MalformedTag,
    Match,
    Setup,
    Verb,
    load_catalog,
    load_game,
    read_catalog,
)
from rules._faults import toml_line
from rules._tag import _check, parse_tag
from tests.rules.toy import GAME


@pytest.fixture
def folder(tmp_path: Path, root: Path) -> Path:
    """A copy of a game's data to spoil."""
    target = tmp_path / "card_data" / "yggdrasil"
    shutil.copytree(root / "card_data" / "yggdrasil", target)
    return target


def faults(folder: Path) -> list[str]:
    with pytest.raises(DataError) as caught:
        read_catalog(folder)
    return [str(fault) for fault in caught.value.faults]


def test_a_game_without_facts_of_its_own_finds_none_wrong() -> None:
    assert Game.check_cards(GAME, load_catalog("yggdrasil")) == ()


def test_counting_begins_at_the_start_of_a_match() -> None:
    game = load_game("yggdrasil")
    assert Game.perft_start(game) == game.start(Setup("yggdrasil"))


def test_the_default_value_knows_only_the_end() -> None:
    game = load_game("yggdrasil")
    state = game.start(Setup("yggdrasil"))
    assert Game.value(game, state, "A") == 0.0
    match = Match(game, Setup("yggdrasil"))
    match.play(Action(CHANCE, Verb.CHOOSE, value="A"))
    for seat in "AB":
        match.play(Action(CHANCE, Verb.DRAW, to=f"{seat}.deck", also=(UNKNOWN,) * 20))
    match.correct(
        game.parse(
            "field b1=yr1/A c5=yr1/B\nturn 40 A\nhand A -\nhand B -\ndeck A -\ndeck B -",
            match.setup,
        )
    )
    while match.to_act:
        match.play(next(iter(game.legal(match.state))))
    assert Game.value(game, match.state, "A") == -Game.value(game, match.state, "B")


def test_the_default_gestures_are_the_literal_ones() -> None:
    game = load_game("yggdrasil")
    state = game.perft_start()
    up, down = Lying("y03", "A"), Lying(UNKNOWN, "A", Facing.DOWN)
    other = Lying("y04", "A")
    laid = (Change("b2", None, up),)
    assert [a.verb for a in Game.gestures(game, state, laid)] == [Verb.PLACE]
    several = (Change("a1", None, down), Change("a2", up, other), Change("a3", other, None))
    assert {a.verb for a in Game.gestures(game, state, several)} >= {Verb.PLACE}


def test_data_of_a_game_without_rules_is_read(folder: Path) -> None:
    elsewhere = folder.rename(folder.with_name("elsewhere"))
    assert read_catalog(elsewhere).cards.keys() == load_catalog("yggdrasil").cards.keys()


def test_a_table_that_is_none_and_values_that_are_no_list(folder: Path) -> None:
    terms = folder / "terms.toml"
    terms.write_text("term = 3\n", encoding="utf-8")
    settings = folder / "settings.toml"
    text = settings.read_text(encoding="utf-8")
    settings.write_text(re.sub(r"values = \[[^\]]*\]", 'values = "a"', text, count=1), "utf-8")
    told = "\n".join(faults(folder))
    assert "terms.toml" in told
    assert "is no table" in told
    assert "is no list" in told


@pytest.mark.parametrize(
    ("text", "told"),
    [("[word.left]\nen = 'left'\n", "lacks a language"), ("[word", "words.toml")],
)
def test_shared_words_that_are_faulty(folder: Path, text: str, told: str) -> None:
    (folder.parent / "words.toml").write_text(text, encoding="utf-8")
    assert any(told in line for line in faults(folder))


def test_the_line_of_a_key_that_is_not_in_its_table() -> None:
    text = "[a]\nx = 1\n[b]\ny = 2\n"
    assert toml_line(text, "a", "x") == 2
    assert toml_line(text, "a", "y") == 1
    assert toml_line(text, "b", "x") == 3


def test_a_tag_of_no_kind() -> None:
    body = "Y01Z011"
    with pytest.raises(MalformedTag, match="no such kind of tag"):
        parse_tag(body + _check(body))
