"""`printkit mat`: a mat as one large sheet, or as tiles."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from printkit.api import print_mat
from printkit.commands import options
from printkit.commands._shared import data_of, game_named, languages_of, report
from rules import Message


def mat(
    game: options.Rules,
    mat: Annotated[
        str, typer.Option(help="The mat, for example 4x5; or all.", metavar="NAME")
    ] = "",
    paper: options.MatPaper = "sheet",
    overlap: Annotated[
        float, typer.Option(min=3, max=40, help="Glue strip of the tiles, in mm.", metavar="MM")
    ] = 10.0,
    lang: options.Lang = None,
    style: options.Dressed = options.InkStyle.full,
    maze: Annotated[
        str | None,
        typer.Option(help="Print the maze of this seed, in a game with mazes.", metavar="SEED"),
    ] = None,
    small: options.Small = False,
    out: options.Out = Path("out"),
    as_json: options.Json = False,
) -> None:
    """Print a mat: one large sheet, or tiles to glue together."""
    from printkit.errors import UsageError
    from printkit.mats.mat import ALL_MATS, mat_names
    from printkit.preflight.camera import width_for

    if maze is not None and not maze.strip():
        raise UsageError(Message("print.maze_seed"))
    lang, talk = languages_of(lang)
    slug = game_named(game)
    names = mat_names(slug) if mat == ALL_MATS else [mat]
    mats = [
        print_mat(
            slug,
            name,
            lang=lang,
            paper=paper,
            overlap=overlap,
            style=style.value,
            maze=maze or "",
            small=small,
            out=out,
        )
        for name in names or [""]
    ]
    widths = {printed.mat: width_for(slug, printed.mat) for printed in mats}
    data = [{**data_of(printed), "camera_px": widths[printed.mat]} for printed in mats]
    lines = [
        line
        for printed in mats
        for line in (printed.summary, Message("sheet.told_camera", width=widths[printed.mat]))
    ]
    paths = [path for printed in mats for path in (printed.pdf, printed.manifest)]
    summary = Message("lines", lines=lines).render(talk)
    report(as_json, paths, {"mats": data} if mat == ALL_MATS else data[0], summary)
