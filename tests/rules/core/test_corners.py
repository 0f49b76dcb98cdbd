"""Rare cases of the core: defaults, and data with unusual errors."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import pytest

from rules import (
    UNKNOWN,
    Action,
    DataError,
    Facing,
    Fault,
    PlacedCard,
    RobotRules,
    Setup,
    Verb,
    load_catalog,
    load_game,
)
from rules.catalog.data_files import toml_line
from rules.catalog.reader import check_cards, read_catalog
from rules.cli.completion import games, languages
from rules.core.candidate_actions import Change
from rules.errors import MalformedTag
from rules.games.spherion import GAME as SPHERION
from rules.games.spherion.orders.draft import draft as spherion_draft
from rules.games.spherion.state import Order, Phase
from rules.games.stratosphere.cards import pool
from rules.records.tag import _check, parse_tag
from tests.rules.catalog.test_catalog import faults
from tests.support.four_corners import GAME


def test_a_game_without_facts_of_its_own_finds_none_wrong() -> None:
    assert check_cards(GAME.data, load_catalog("yggdrasil")) == ()


def test_counting_begins_at_the_start_of_a_match() -> None:
    assert GAME.perft_start() == GAME.start(Setup("toy"))


def test_the_default_value_is_the_lead_in_points_and_then_the_result() -> None:
    """Check that `Rules.value` adds a win, and estimates nothing but the points before the end."""
    game, setup = (
        dataclasses.replace(load_game("yggdrasil"), robots=RobotRules()),
        Setup("yggdrasil"),
    )
    field = "field b1=yr1/A b2=y06/A c5=yr1/B\nturn 40 A"
    ended = game.notation.parse(f"{field} end\nend YGG-11.2", setup)
    assert [game.value(ended, seat) for seat in "AB"] == [1_000_002.0, -1_000_002.0]
    open_ = game.notation.parse(field, setup)
    assert [game.value(open_, seat) for seat in "AB"] == [2.0, -2.0]
    even = game.notation.parse("field b1=yr1/A c5=yr1/B\nturn 40 A end\nend YGG-11.2", setup)
    assert [game.value(even, seat) for seat in "AB"] == [0.0, 0.0]


UP, OTHER = PlacedCard("y03", "A"), PlacedCard("y04", "A")
DOWN = PlacedCard(UNKNOWN, "A", Facing.DOWN)


@pytest.mark.parametrize(
    ("changes", "actions"),
    [
        ([("b2", None, UP)], ["A place y03 b2"]),
        ([("b2", None, PlacedCard("y03", "A", turn=1))], ["A place y03 b2 turn=1"]),
        ([("b2", UP, None)], ["A remove b2"]),
        ([("b2", UP, None), ("c2", None, UP)], ["A move b2 c2"]),
        ([("b2", UP, None), ("c2", None, PlacedCard("y03", "A", turn=1))], ["A move b2 c2 turn=1"]),
        (
            [("a1", UP, None), ("b1", None, UP), ("a2", OTHER, None), ("b2", None, OTHER)],
            ["A move a1 b1", "A move a2 b2"],
        ),
        ([("b2", UP, OTHER), ("c2", OTHER, UP)], ["A swap b2 c2"]),
        (
            [("b2", UP, OTHER), ("c2", PlacedCard("y05", "A"), UP)],
            ["A place y04 b2", "A place y03 c2"],
        ),
        ([("b2", UP, PlacedCard("y03", "A", turn=3))], ["A turn b2 3"]),
        ([("b2", DOWN, UP)], ["A flip b2 card=y03"]),
        ([("b2", UP, OTHER)], ["A place y04 b2"]),
        ([("b2", UP, PlacedCard("y03", "B"))], ["B place y03 b2"]),
        (
            [("b2", UP, None), ("c2", None, PlacedCard("y03", "B"))],
            ["B place y03 c2", "A remove b2"],
        ),
        (
            [("a1", None, DOWN), ("a2", UP, OTHER), ("a3", OTHER, None)],
            ["A place ? a1 facing=down", "A place y04 a2", "A remove a3"],
        ),
    ],
)
def test_the_default_gestures_are_the_literal_ones(
    changes: list[tuple[str, PlacedCard | None, PlacedCard | None]], actions: list[str]
) -> None:
    game = load_game("yggdrasil")
    game = dataclasses.replace(game, table=dataclasses.replace(game.table, candidate_actions=None))
    seen = tuple(Change(*change) for change in changes)
    found = game.candidate_actions(game.perft_start(), seen)
    assert [str(action) for action in found] == actions


def test_lots_are_the_players_unless_the_game_says_that_nobody_at_the_table_draws_them() -> None:
    """Check SPH-17.7: the referee draws lots only for the maze's seed and the power-ups' places."""
    assert not GAME.table.referee_draws(GAME.start(Setup("toy")))
    start = SPHERION.start(Setup("spherion"))
    drawn = {phase for phase in Phase if SPHERION.table.referee_draws(start._replace(phase=phase))}
    assert drawn == {Phase.MAZE, Phase.SPAWN}


def test_a_shell_is_answered_with_what_begins_so() -> None:
    assert games("JI") == ["jiguan"]
    assert games("x") == []
    assert {"dicebattle", "yggdrasil"} <= set(games(""))
    assert languages("zh") == ["zh-Hant"]
    assert languages("") == ["en", "ja", "zh-Hant"]


def test_data_of_a_game_without_rules_is_read(folder: Path) -> None:
    elsewhere = folder.rename(folder.with_name("elsewhere"))
    assert read_catalog(elsewhere).cards.keys() == load_catalog("yggdrasil").cards.keys()


def test_a_table_that_is_none_and_values_that_are_no_list(folder: Path) -> None:
    terms = folder / "terms.toml"
    terms.write_text("term = 3\n", encoding="utf-8")
    settings = folder / "settings.toml"
    text = settings.read_text(encoding="utf-8")
    settings.write_text(re.sub(r"values = \[[^\]]*\]", 'values = "a"', text, count=1), "utf-8")
    report = "\n".join(faults(folder))
    assert "terms.toml" in report
    assert "is not a table" in report
    assert "is not a list" in report


@pytest.mark.parametrize(
    ("text", "report"),
    [("[word.left]\nen = 'left'\n", "is missing in one of the languages"), ("[word", "words.toml")],
)
def test_shared_words_that_are_faulty(folder: Path, text: str, report: str) -> None:
    (folder.parent / "words.toml").write_text(text, encoding="utf-8")
    assert any(report in line for line in faults(folder))


def test_the_line_of_a_key_that_is_not_in_its_table() -> None:
    text = "[a]\nx = 1\n[b]\ny = 2\n"
    assert toml_line(text, "a", "x") == 2
    assert toml_line(text, "a", "y") == 1
    assert toml_line(text, "b", "x") == 3
    assert toml_line("z = 0\n" + text, "z") == 1
    assert toml_line(text, "c", "x") == 0


def test_a_tag_of_no_kind() -> None:
    body = "Y01Z011"
    with pytest.raises(MalformedTag, match="no such kind of tag"):
        parse_tag(body + _check(body))


def test_orders_that_nobody_has_turned_over_cost_nothing_yet() -> None:
    """Check that a face-down order on a rail is in the queue, but that its content is unknown."""
    state = SPHERION.start(Setup("spherion"))
    player = state.players[0]._replace(queue=(Order("?"),))
    planning = state._replace(players=(player, state.players[1]), phase=Phase.PLAN)
    assert spherion_draft(planning, 0) == spherion_draft(state, 0)


def test_an_unseen_card_that_no_card_can_be_has_no_world() -> None:
    state = SPHERION.start(Setup("spherion"))
    everything = tuple(card for card, n in state.config.limits[0].items() for _ in range(n))
    player = state.players[0]._replace(hand=(UNKNOWN,), deck=everything)
    planning = state._replace(players=(player, state.players[1]), phase=Phase.PLAN)
    action = Action("blue", Verb.DECLARE, value="summon:?:1:down:attack")
    assert SPHERION.violations_by_world(planning, action) is None
    refused = dataclasses.replace(action, to="z9")
    assert SPHERION.violations_by_world(planning, refused) is None


def test_a_pack_with_a_faulty_card_is_not_dealt(monkeypatch: pytest.MonkeyPatch) -> None:
    fault = Fault("cards.csv", 2, "rank", "is none", "write one")
    monkeypatch.setattr("rules.catalog.reader.read_facts", lambda *_: ({}, [fault]))
    with pytest.raises(DataError, match="is none"):
        pool.__wrapped__()
