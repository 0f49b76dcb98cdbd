"""Modules below `artwork` that draw a game's mats."""

from __future__ import annotations

import importlib
import importlib.util
from types import ModuleType

from printkit.mats import plain_mat


def mat_artist(slug: str) -> ModuleType:
    """Return the module that draws a game's mats: its own, else the plain one."""
    return _artist(f"artwork.{slug}.mat") or plain_mat


def _artist(name: str) -> ModuleType | None:
    try:
        found = importlib.util.find_spec(name)
    except ModuleNotFoundError:  # nor anything else of this game
        return None
    return importlib.import_module(name) if found else None
