"""`printkit init`: a game of one's own to begin with."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from printkit.commands._shared import Json, tell

__all__ = ["init"]


def init(
    folder: Annotated[
        Path,
        typer.Argument(help="A new folder; the game is called after it.", metavar="FOLDER"),
    ],
    source: Annotated[
        Path | None,
        typer.Option(
            "--from",
            help="Your cards: a CSV, XLSX, TOML or YAML file, one row a card.",
            metavar="FILE",
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Begin a game of your own: a small sample that prints and plays, or your cards in it."""
    from printkit.initial import begin

    begun = begin(folder, source)
    for line in begun.notes:
        print(f"note: {line}", file=sys.stderr)
    tell(
        as_json,
        list(begun.files),
        {
            "folder": str(begun.folder),
            "game": begun.slug,
            "files": [str(path) for path in begun.files],
            "notes": list(begun.notes),
        },
        f"{begun.slug} is ready; print it with:\n"
        f"  RULES_GAMES={begun.folder} printkit cards {begun.slug}\n"
        f"  RULES_GAMES={begun.folder} printkit mat {begun.slug}",
    )
