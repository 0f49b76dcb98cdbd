"""`printkit mat`: a mat as one large sheet, or as tiles."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from printkit.commands._shared import (
    Dress,
    Dressed,
    Game,
    Json,
    Lang,
    Out,
    Small,
    game_named,
    said,
    tell,
)

__all__ = ["mat"]


def mat(
    game: Game,
    mat: Annotated[str, typer.Option(help="Which mat, for example 4x5.", metavar="NAME")] = "",
    paper: Annotated[
        str,
        typer.Option(
            help="sheet: one large sheet; A4, A3, A2, A1 or Letter: tiles.", metavar="PAPER"
        ),
    ] = "sheet",
    overlap: Annotated[
        float, typer.Option(min=3, max=40, help="Glue strip of the tiles, mm.", metavar="MM")
    ] = 10.0,
    lang: Lang = "en",
    style: Dressed = Dress.full,
    maze: Annotated[
        str | None,
        typer.Option(help="Spherion: print the maze of this seed on it.", metavar="SEED"),
    ] = None,
    small: Small = False,
    out: Out = Path("out"),
    as_json: Json = False,
) -> None:
    """Print a mat: one large sheet, or tiles to glue together."""
    from printkit.errors import UsageError
    from printkit.mat_sheets import MatJob, print_mat
    from printkit.preflight.camera import width_for
    from printkit.spoken import spoken

    if maze is not None and not maze.strip():
        raise UsageError(spoken("maze_seed"))
    slug = game_named(game)
    job = MatJob(slug, mat, paper, overlap, lang, style.value, out, small, maze or "")
    printed = print_mat(job)
    width = width_for(slug, printed.mat)
    tell(
        as_json,
        [printed.pdf, printed.manifest],
        {
            "pdf": str(printed.pdf),
            "manifest": str(printed.manifest),
            "pages": printed.pages,
            "mat": printed.mat,
            "paper": printed.paper,
            "cells": printed.cells,
            "camera_px": width,
        },
        f"{printed.summary}\n{said('camera', lang, width=width)}",
    )
