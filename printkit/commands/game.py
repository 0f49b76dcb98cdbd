"""`printkit game`: everything one needs to play a game, in one run."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from printkit.commands._shared import Dress, Game, Json, Lang, Out, Small, game_named, tell

__all__ = ["game"]


def game(
    game: Game,
    lang: Lang = "en",
    paper: Annotated[str, typer.Option(help="A4 or Letter.", metavar="PAPER")] = "A4",
    mat: Annotated[str, typer.Option(help="Which mat, for example 5x7.", metavar="NAME")] = "",
    mat_paper: Annotated[
        str,
        typer.Option(help="sheet: one large sheet; A4, A3 or Letter: tiles.", metavar="PAPER"),
    ] = "sheet",
    style: Annotated[
        Dress, typer.Option(help="ink: white grounds, lines only; bw: the same in black ink only.")
    ] = Dress.full,
    small: Small = False,
    out: Out = Path("out"),
    as_json: Json = False,
) -> None:
    """Print a whole game: cards, mat, reference cards, rulebook, dice and boxes.

    The list of what to buy for it: printkit shopping.
    """
    from printkit.whole import WholeJob, parts

    slug = game_named(game)
    found = parts(WholeJob(slug, lang, paper, mat, mat_paper, style.value, small, out))
    written: list[Path] = []
    sheets: dict[str, int] = {}
    for n, part in enumerate(found, 1):
        if sys.stderr.isatty():
            print(f"\r\033[K{n}/{len(found)} {part.name} …", end="", file=sys.stderr, flush=True)
        files, count = part.print()
        written += files
        sheets[part.name] = sheets.get(part.name, 0) + count
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr)
    total = sum(sheets.values())
    tell(
        as_json,
        written,
        {"files": [str(path) for path in written], "sheets": sheets, "all": total},
        f"{len(written)} files, {total} sheets of paper "
        f"({', '.join(f'{name} {count}' for name, count in sheets.items())}); print at 100 %",
    )
