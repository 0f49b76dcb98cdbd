"""Printed words and template folders of a game's control cards and tokens."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from rules import Catalog, Seat
from rules.data_home import GAME_FOLDERS, data_home
from rules.messages.languages import fill

TOKEN = "token."
"""Prefix of the ids of pieces that players place on cards or next to them."""

RESULT = "token.die"
"""Prefix of the ids of pieces that show the result of a throw."""

_PIECE = re.compile(r"(?:token|tok|ctl)\.(?P<kind>[a-z_]*)\.?(?P<rest>.*)")

TEMPLATES = tuple(home / "templates" for home in (Path(data_home()), *GAME_FOLDERS))
"""Folders of printable games: the project's own, then other designers'."""


def templates_of(slug: str) -> Path:
    """Return a game's template folder, which may not exist."""
    folders = [home / slug for home in TEMPLATES]
    return next((folder for folder in folders if folder.is_dir()), folders[0])


@cache
def piece_words(game: str) -> Mapping[str, Mapping[str, str]]:
    """Return each piece's printed word by language; pieces that show only a picture are omitted."""
    found: dict[str, Mapping[str, str]] = {}
    for home in TEMPLATES:
        for path in (home / "sheets" / "controls.toml", home / game / "pieces.toml"):
            if path.is_file():
                data = tomllib.loads(path.read_text(encoding="utf-8"))
                pieces = (*data.get("control", ()), *data.get("token", ()))
                found |= {piece["id"]: piece["word"] for piece in pieces if "word" in piece}
    return found


def is_piece(card: str) -> bool:
    """Return whether an id belongs to a piece, not to a card."""
    return card.startswith((TOKEN, "tok.", "ctl."))


def piece_called(catalog: Catalog, lang: str, piece: str, owner: Seat = "", name: str = "") -> str:
    """Return a piece's name for sentences, from the game's words `piece_KIND`, or "".

    `piece_KIND_SEAT` takes precedence, for games in which a piece's colour shows its owner.
    `{value}` is the piece's printed value, or else the end of its id; `{seat}` is the owner's
    `name`.
    """
    found = _PIECE.fullmatch(piece)
    if found is None:
        return ""
    says, kind = catalog.event_texts, f"piece_{found['kind']}"
    own = says.get(f"{kind}_{owner}") or says.get(kind)
    if own is None or ("{seat}" in own[lang] and not name):
        return ""
    printed = piece_words(catalog.slug).get(piece, {})
    return fill(own[lang], {"value": printed.get(lang, found["rest"]), "seat": name})
