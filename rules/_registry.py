"""Which games there are: every folder of `rules/games` that defines `GAME`.

Adding a game changes no existing file; nothing here names one.  A game may also lie in a further
folder that `RULES_GAMES` names (`rules.games`).
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import Any

import rules.games
from rules._errors import UnknownGame
from rules._faults import near_game
from rules._game import Game
from rules._said import said

__all__ = ["game_slugs", "load_game"]


def game_slugs() -> tuple[str, ...]:
    """The installed games' slugs, sorted; imports none of them."""
    found = pkgutil.iter_modules(rules.games.__path__)
    return tuple(sorted(m.name for m in found if not m.name.startswith("_")))


@cache
def load_game(slug: str) -> Game[Any]:
    """The game of a slug; raises `UnknownGame` with a near match."""
    if slug not in game_slugs():
        raise UnknownGame(said("no_game", name=repr(slug), near=near_game(slug, game_slugs())))
    game = importlib.import_module(f"rules.games.{slug}").GAME
    if not isinstance(game, Game):
        msg = f"rules/games/{slug} does not define GAME, a rules.Game"
        raise TypeError(msg)
    return game
