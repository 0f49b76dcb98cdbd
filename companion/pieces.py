"""What stands on a game's control cards and tokens: data that is printed, and where it lies."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from rules.games import FURTHER

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["TEMPLATES", "TOKEN", "piece_words", "templates_of"]

TOKEN = "token."
"""How the ids of pieces begin that players lay on cards or beside them."""

TEMPLATES = tuple(home / "templates" for home in (Path(__file__).resolve().parents[1], *FURTHER))
"""Where games lie that can be printed: ours, then a designer's own."""


def templates_of(slug: str) -> Path:
    """A game's folder of templates, wherever it lies; it need not exist."""
    folders = [home / slug for home in TEMPLATES]
    return next((folder for folder in folders if folder.is_dir()), folders[0])


@cache
def piece_words(game: str) -> Mapping[str, Mapping[str, str]]:
    """Each piece's printed word by language; pieces that bear a picture only are left out."""
    found: dict[str, Mapping[str, str]] = {}
    for home in TEMPLATES:
        for path in (home / "sheets" / "controls.toml", home / game / "pieces.toml"):
            if path.is_file():
                data = tomllib.loads(path.read_text(encoding="utf-8"))
                pieces = (*data.get("control", ()), *data.get("token", ()))
                found |= {piece["id"]: piece["word"] for piece in pieces if "word" in piece}
    return found
