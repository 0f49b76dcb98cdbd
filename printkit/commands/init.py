"""`printkit init`: the files of a new game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from printkit.commands import options
from printkit.commands._shared import languages_of, report, warn
from printkit.errors import UsageError
from rules import Message, RulesError
from rules.process.installing import games_commands

if TYPE_CHECKING:
    from printkit.scaffold.initial import Begun


def init(
    folder: Annotated[
        Path,
        typer.Argument(help="A new folder; its name becomes the game's name.", metavar="FOLDER"),
    ],
    source: Annotated[
        Path | None,
        typer.Option(
            "--from",
            help="Your cards: a CSV, XLSX, TOML or YAML file, one row per card.",
            metavar="FILE",
        ),
    ] = None,
    size: Annotated[
        str,
        typer.Option(
            "--format",
            help="Size of the cards: bridge, poker, tarot, mini or hex; by default 54 × 90 mm.",
            metavar="NAME",
        ),
    ] = "",
    lang: options.Say = None,
    as_json: options.Json = False,
) -> None:
    """Create a game of your own: a small sample that prints and plays, or one with your cards."""
    from printkit.scaffold.initial import begin

    _, talk = languages_of(lang)
    try:
        begun = begin(folder, source, size)
    except RulesError as error:  # The folder's name or contents are faulty.
        raise UsageError(error.message) from error
    warn(begun.notes, talk, "note")
    data = {
        "folder": str(begun.folder),
        "game": begun.slug,
        "files": [str(path) for path in begun.files],
        "notes": [note.render("en") for note in begun.notes],
    }
    summary = Message("sheet.told_begun", game=begun.slug).render(talk)
    report(as_json, list(begun.files), data, "\n  ".join((summary, *_first_steps(begun))))


def _first_steps(begun: Begun) -> list[str]:
    """Return the commands that print the game, quoted for this system's shell."""
    report = games_commands(str(begun.folder.resolve()))
    one = f" --owner {begun.owner}" if begun.owner else ""
    return [*report, f"printkit cards {begun.slug}{one}", f"printkit mat {begun.slug}"]
