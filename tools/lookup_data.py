"""Generator of the look-up's data: examples of clauses, and cells of mats.

    python -m tools.lookup_data          writes companion/lookup/data/*.json

The examples come from the clause tests, with the whole position in the game's notation. The cells
come from the templates' mats. `tests/companion/lookup/test_data.py` fails if the data are
outdated.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, TypeVar

from companion.lookup.folding import DATA
from printkit.mats.mat import load_mat, mat_names, table_form
from rules import (
    Deck,
    Rules,
    Setup,
    Status,
    game_slugs,
    judge,
    load_catalog,
    load_game,
    parse_action,
)
from tests.rules.jiguan.test_clauses import ROWS
from tests.rules.jiguan.test_clauses import _setup as jiguan_setup
from tests.support.clause_examples import examples_of
from tests.support.games.jiguan import position as jiguan_position
from tests.support.games.spherion import DECKS, World

__all__ = ["examples", "main", "mats", "written"]

Example = dict[str, Any]
S = TypeVar("S")

_PLAIN = ("dicebattle", "stratosphere", "yggdrasil")
_NOT_POSITION = ("control", "redraw", "round", "marker")
"""Kinds of cells on a mat that are not part of the position."""


def examples() -> dict[str, dict[str, list[Example]]]:
    """Return the examples by game and clause, the legal example first."""
    found = {slug: _plain(slug) for slug in _PLAIN}
    found["jiguan"] = _jiguan()
    found["spherion"] = _spherion()
    return {slug: dict(sorted(found[slug].items())) for slug in sorted(found)}


def _plain(slug: str) -> dict[str, list[Example]]:
    game, cards = load_game(slug), ",".join(load_catalog(slug).cards)
    found: dict[str, list[Example]] = {}
    for clause, given in examples_of(slug).items():
        if "forced" in given:
            continue  # a forced example has cards that are not in the pool
        for status, prefix in ((Status.LEGAL, ""), (Status.ILLEGAL, "illegal_")):
            settings = given.get(f"{prefix}settings", given.get("settings", {}))
            text = given.get(f"{prefix}position", given["position"]).replace(";", "\n")
            setup = Setup(slug, settings)
            state = game.notation.parse(text, setup)
            action = given[status.value].replace("PACK", cards)
            found.setdefault(clause, []).append(_example(game, setup, state, action, status))
    return found


def _jiguan() -> dict[str, list[Example]]:
    game = load_game("jiguan")
    found: dict[str, list[Example]] = {}
    for number, settings, text, refused, allowed, elsewhere in ROWS:
        clause, setup = f"JGS-{number}", jiguan_setup(settings)
        if clause in found:
            continue
        pairs = ((Status.LEGAL, elsewhere or text, allowed), (Status.ILLEGAL, text, refused))
        for status, where, action in pairs:
            state = jiguan_position(where, setup)
            found.setdefault(clause, []).append(_example(game, setup, state, action, status))
    return found


def _spherion() -> dict[str, list[Example]]:
    game = load_game("spherion")
    found: dict[str, list[Example]] = {}
    for clause, given in examples_of("spherion").items():
        spoken = "legal" in given
        for prefix, key in (("", "legal"), ("illegal_" if spoken else "void_", "illegal")):
            settings = given.get(f"{prefix}settings", given.get("settings", {}))
            world = World(given.get(f"{prefix}lines", given.get("lines", "")), **settings)
            setup = world.setup
            if given.get("dealt"):
                setup = Setup("spherion", settings, DECKS)
                world.state = game.start(setup)
            if "before" in given:
                world.orders(given["before"])
            if spoken:
                found.setdefault(clause, []).append(
                    _example(game, setup, world.state, given[key], Status(key))
                )
                continue
            orders = given["does" if key == "legal" else "void"].split()
            found.setdefault(clause, []).append(
                {
                    "status": "legal" if key == "legal" else "void",
                    "action": f"blue declare {orders[-1]}",
                    "before": [f"blue declare {order}" for order in orders[:-1]],
                    "settings": dict(settings),
                    "decks": {},
                    "position": game.notation.format(world.state),
                }
            )
    return found


def _example(game: Rules[S], setup: Setup, state: S, action: str, status: Status) -> Example:
    assert judge(game, state, parse_action(action)).status is status, action
    return {
        "status": status.value,
        "action": action,
        "before": [],
        "settings": dict(setup.settings),
        "decks": {seat: _deck(deck) for seat, deck in setup.decks.items()},
        "position": game.notation.format(state),
    }


def _deck(deck: Deck) -> dict[str, Any]:
    return {"cards": list(deck.cards), "extras": {k: list(v) for k, v in deck.extras.items()}}


def mats() -> dict[str, dict[str, Any]]:
    """Return the card's size and the cells (turn, centre and outline in mm) by game and mat."""
    found: dict[str, dict[str, Any]] = {}
    for slug in game_slugs():
        for name in mat_names(slug):
            plan, form = load_mat(slug, name), table_form(slug, name)
            turns = form.seat_turns if form else {}
            cells = {
                cell.id: [
                    round(cell.turn - turns.get(cell.seat, 0)) % 360,
                    *(round(n, 1) for point in (cell.centre, *cell.outline) for n in point),
                ]
                for cell in plan.cells
                if cell.kind not in _NOT_POSITION
            }
            card = [plan.card.width, plan.card.height]
            found.setdefault(slug, {})[plan.name] = {"card": card, "cells": cells}
    return found


def written(value: Mapping[str, Mapping[str, object]]) -> str:
    """Return the text of a file, with one line per clause or mat."""
    games = []
    for slug, rows in value.items():
        lines = ",\n".join(f"{json.dumps(key)}: {_json(row)}" for key, row in rows.items())
        games.append(f"{json.dumps(slug)}: {{\n{lines}\n}}")
    return "{\n" + ",\n".join(games) + "\n}\n"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def main() -> None:
    """Write both files."""
    (DATA / "examples.json").write_text(written(examples()), encoding="utf-8")
    (DATA / "mats.json").write_text(written(mats()), encoding="utf-8")


if __name__ == "__main__":
    main()
