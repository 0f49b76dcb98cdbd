"""Registry of games: every folder in `rules/games` that defines `GAME`.

Adding a game changes no existing file, because this module names no game. An external game is in a
folder that `RULES_GAMES` names (see `rules.games`) and is guarded (see `rules.plugins`). A slug
with two folders is rejected when it is used.
"""

import importlib
import os
import pkgutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from rules.core.rules import Rules
from rules.data_home import GAME_FOLDERS
from rules.errors import Fault, GameFault, UnknownGame
from rules.messages.message import Message, Text
from rules.messages.near_matches import did_you_mean, nearest
from rules.plugins import PLAYING, load_external


def game_slugs() -> tuple[str, ...]:
    """Return the slugs of the installed games, sorted, without importing the games."""
    return tuple(sorted({slug for home in _homes() for slug in _slugs(home)}))


_LOADED: Final[dict[str, Rules[Any]]] = {}


def load_game(slug: str) -> Rules[Any]:
    """Return the game with a slug; raise `UnknownGame` with a suggestion, or `GameFault`."""
    if slug not in _LOADED:
        game = _load(slug)
        if slug in PLAYING:  # not checked yet
            return game
        _LOADED[slug] = game
    return _LOADED[slug]


def _load(slug: str) -> Rules[Any]:
    shipped, *further = map(Path, _homes())
    homes = [home for home in (shipped, *further) if slug in _slugs(home)]
    if not homes:
        raise UnknownGame("no_game", name=repr(slug), near=near_game(slug, game_slugs()))
    home = only_folder(slug, [home / slug for home in homes]).parent
    if home != shipped:
        return load_external(slug, home)
    game = importlib.import_module(f"rules.games.{slug}").GAME
    if not isinstance(game, Rules):
        raise TypeError(f"rules/games/{slug} does not define GAME, a rules.Rules")
    return game


def near_game(word: str, known: Sequence[str]) -> Text:
    """Return a suggestion for an unknown game: a similar name, or how to add an external game.

    A folder in `RULES_GAMES` without a game is reported, because its path is probably wrong.
    """
    near = did_you_mean(word, known)
    if empty := [str(folder) for folder in GAME_FOLDERS if not _holds_games(folder)]:
        names = {"variable": "RULES_GAMES", "room": "card_data"}
        return Message("own_folder", near=near, folder=empty, **names)
    if nearest(word, known) or not near:
        return near
    posix = "export RULES_GAMES=…"
    command = posix if os.name != "nt" else "$env:RULES_GAMES='…' (cmd: set RULES_GAMES=…)"
    return Message("own_game", near=near, command=command)


def only_folder(slug: str, folders: Sequence[Path]) -> Path:
    """Return a game's only folder; raise `GameFault` if there are two."""
    one, *others = dict.fromkeys(folder.resolve() for folder in folders)
    if others:
        what = Message("own_twice", game=slug, one=str(one), other=str(others[0]))
        raise GameFault(Fault("RULES_GAMES", 0, "", what, Message("own_rename")))
    return one


def _holds_games(folder: Path) -> bool:
    return any(folder.glob("card_data/*/game.toml")) or any(folder.glob("rules/games/*/*.py"))


def _homes() -> Sequence[str]:
    """Return the folders with the code of games, the shipped folder first."""
    # Imported late, because games import the catalogue, which imports this module.
    homes: Sequence[str] = importlib.import_module("rules.games").__path__
    return homes


def _slugs(home: str | Path) -> list[str]:
    modules = pkgutil.iter_modules([str(home)])
    return [module.name for module in modules if not module.name.startswith("_")]
