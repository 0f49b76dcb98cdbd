"""Who draws a game's mats and pieces: programs of its own below `artwork`, if it has any."""

from __future__ import annotations

import importlib
import importlib.util
from pathlib import Path
from types import ModuleType

from printkit.mats import plain_mat


def mat_artist(slug: str) -> ModuleType:
    """The module that draws a game's mats: its own, else the plain one."""
    return _artist(f"artwork.{slug}.mat") or plain_mat


def piece_artist(slug: str) -> ModuleType | None:
    """The module that draws a game's pieces, or None."""
    return _artist(f"artwork.{slug}.pieces")


def scene_file(slug: str) -> str:
    """The file of the program in which a game's scenes stand, a card each."""
    folder = Path(__file__).resolve().parents[2] / "artwork" / slug
    names = (name for name in ("scenes.py", "cards.py") if (folder / name).is_file())
    return f"artwork/{slug}/{next(names, '__init__.py')}"


def _artist(name: str) -> ModuleType | None:
    try:
        found = importlib.util.find_spec(name)
    except ModuleNotFoundError:  # nor anything else of this game
        return None
    return importlib.import_module(name) if found else None
