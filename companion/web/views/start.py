"""The start page's view of the games: a line, the minutes of a match, and a picture.

The page draws the position in `start.toml` like a match's board. Games without an entry have
neither line nor picture.
"""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from companion.lookup.boards import drawn_mat
from companion.web.views.board import BoardView
from companion.web.views.words import Words
from rules import CHANCE, Setup, load_catalog, load_game
from rules.notation.spelling import spell_position


@cache
def shown_games() -> dict[str, dict[str, Any]]:
    """Return the entries of `start.toml`."""
    path = Path(__file__).resolve().with_suffix(".toml")
    return tomllib.loads(path.read_text(encoding="utf-8"))


@cache
def board_picture(slug: str, lang: str) -> dict[str, Any] | None:
    """Return the board and the seats that a game's picture shows, or None without a picture."""
    entry = shown_games().get(slug)
    if entry is None:
        return None
    game, setup = load_game(slug), Setup(slug)
    drawn = drawn_mat(game, setup)
    if drawn is None:
        return None
    mat, card = drawn
    state = game.notation.parse(spell_position(entry["position"], game, setup), setup)
    board = BoardView(mat, game.table.form(setup), card)
    words = Words(load_catalog(slug), lang, mat.name)
    cells = board.cells(game.table.layout(state), words, game.table.cell_owners(state))
    seats = [seat for seat in game.seats(setup) if seat != CHANCE]
    return {
        "board": {**board.geometry(), "cells": cells},
        "score": [{"seat": seat, "name": words.seat(seat)} for seat in seats],
    }
