"""Which games there are: every folder of `rules/games` that defines `GAME`.

Adding a game changes no existing file; nothing here names one.  A game may also lie in a further
folder that `RULES_GAMES` names (`rules.games`); what goes wrong in its rules is its own
(`rules.plugins`).  A name that two folders have is refused when it is asked for.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from pathlib import Path
from typing import Any

import rules.games
from rules.catalog.data_files import near_game
from rules.core.game import Game
from rules.errors import UnknownGame
from rules.messages.message import Message
from rules.plugins import imported, one_place


def game_slugs() -> tuple[str, ...]:
    """The installed games' slugs, sorted; imports none of them."""
    return tuple(sorted({slug for home in rules.games.__path__ for slug in _slugs(home)}))


@cache
def load_game(slug: str) -> Game[Any]:
    """The game of a slug; raises `UnknownGame` with a near match, `GameFault` of one's own."""
    shipped, *further = map(Path, rules.games.__path__)
    homes = [home for home in (shipped, *further) if slug in _slugs(home)]
    if not homes:
        raise UnknownGame(Message("no_game", name=repr(slug), near=near_game(slug, game_slugs())))
    home = one_place(slug, [home / slug for home in homes]).parent
    if home != shipped:
        return imported(slug, home)
    game = importlib.import_module(f"rules.games.{slug}").GAME
    if not isinstance(game, Game):
        msg = f"rules/games/{slug} does not define GAME, a rules.Game"
        raise TypeError(msg)
    return game


def _slugs(home: str | Path) -> list[str]:
    """The games of one folder."""
    found = pkgutil.iter_modules([str(home)])
    return [module.name for module in found if not module.name.startswith("_")]
