"""Defaults of the core for a game that overrides nothing."""

from __future__ import annotations

from rules import Setup, load_game, parse_action

GAME = load_game("jiguan")


def test_a_game_without_a_maze_has_no_walls() -> None:
    assert GAME.table.walls(Setup("jiguan"), "any") == ()


def test_a_declaration_is_missed_by_no_game_that_names_none() -> None:
    state = GAME.start(Setup("jiguan"))
    assert GAME.table.missing_declaration(state, parse_action("A ready"), {}) is None


def test_a_refused_action_shows_no_card_in_other_games() -> None:
    state = GAME.start(Setup("jiguan"))
    assert GAME.table.disclosure(state, parse_action("A place jb1 A.beast")) is None
