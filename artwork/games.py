"""The games that have art, and the entries of their packs."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Final

from artwork.mats import drawn_mats
from artwork.pack import Entry
from printkit.cards.pictures import piece_entry
from printkit.cards.pieces import load_pieces
from printkit.mats.mat import mat_names
from printkit.pdf.encoding import encode, forms_of
from printkit.pdf.pack import Style
from printkit.typeset.pictograms import pictograms

GAMES: Final = ("dicebattle", "jiguan", "spherion", "stratosphere", "yggdrasil")
STYLES: Final[tuple[Style, ...]] = ("full", "ink")


def artist(game: str) -> ModuleType:
    """Return the package that draws a game's cards, with `pictures`, `facts` and `draw`."""
    return importlib.import_module(f"artwork.{game}")


def names(game: str) -> set[str]:
    """Return the names of a game's pictures: card ids, back, pieces and mats."""
    cards = {name for owner in artist(game).OWNERS for name in artist(game).pictures(owner)}
    pieces = load_pieces(game)
    mats = {f"mat-{name}" for name in mat_names(game)}
    return cards | mats | {item.picture for item in (*pieces.token, *pieces.control)}


def scene_file(game: str) -> str:
    """Return the path of the module that contains a game's scenes, one per card."""
    folder = Path(__file__).with_name(game)
    found = (name for name in ("scenes.py", "cards.py") if (folder / name).is_file())
    return f"artwork/{game}/{next(found, '__init__.py')}"


def drawn(game: str, style: Style, only: str | None = None) -> Iterator[tuple[str, Entry]]:
    """Yield the name and content of every entry in a game's pack, or of one picture only."""
    for owner in artist(game).OWNERS:
        done: set[str] = set()
        for name in artist(game).pictures(owner):
            if only not in (None, name):
                continue
            drawing = artist(game).draw(name, owner, style)
            parts = {form.name: form.drawing for form in forms_of(drawing).values()}
            bound = {name: artist(game).facts(name)}
            for part, picture in {**parts, name: drawing}.items():
                if part not in done:
                    done.add(part)
                    yield f"{owner}/{part}", Entry.of_form(encode(picture), bound.get(part))
    yield from drawn_pieces(game, style, only)
    yield from drawn_mats(game, style, only)


def drawn_pieces(game: str, style: Style, only: str | None = None) -> Iterator[tuple[str, Entry]]:
    """Yield token pictures, and the game's own signs for control cards, which printkit colours."""
    pieces, draw = load_pieces(game), importlib.import_module(f"artwork.{game}.pieces").draw
    wanted = [(item.picture, owner) for item in pieces.token for owner in item.owners or [""]]
    if style == "full":
        signs = (item.picture for item in pieces.control)
        wanted += [(sign, "") for sign in signs if sign not in pictograms()]
    for picture, owner in dict.fromkeys(wanted):
        if only in (None, picture):
            form = encode(draw(picture, owner, style))
            yield piece_entry(picture, owner), Entry.of_form(form)
