"""The games that have art, and everything there is to draw for each."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Final

from artwork.pack import Entry
from printkit.cards.pictures import Style
from printkit.pdf.encoding import encode, forms_of

GAMES: Final = ("dicebattle", "jiguan", "spherion", "stratosphere", "yggdrasil")
STYLES: Final[tuple[Style, ...]] = ("full", "ink")


def artist(game: str) -> ModuleType:
    """Return the package that draws a game's cards: `OWNERS`, `pictures`, `facts` and `draw`."""
    return importlib.import_module(f"artwork.{game}")


def names(game: str) -> set[str]:
    """Return the card ids of a game, and its back."""
    return {name for owner in artist(game).OWNERS for name in artist(game).pictures(owner)}


def scene_file(game: str) -> str:
    """Return the module that holds a game's scenes, one per card."""
    folder = Path(__file__).with_name(game)
    found = (name for name in ("scenes.py", "cards.py") if (folder / name).is_file())
    return f"artwork/{game}/{next(found, '__init__.py')}"


def drawn(game: str, style: Style, only: str | None = None) -> Iterator[tuple[str, Entry]]:
    """Yield every entry of a game's pack with its name, or those of one picture."""
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
