"""`printkit shopping`: the list of everything needed to print and build a game."""

import json
from typing import Annotated

import typer

from printkit.commands import options
from printkit.commands._shared import game_named, languages_of


def shopping(
    game: options.Rules,
    lang: options.Say = None,
    paper: options.CardPaper = "A4",
    mat: Annotated[str, typer.Option(help="The mat, for example 4x5.", metavar="NAME")] = "",
    as_json: options.Json = False,
) -> None:
    """List what a game needs: sheets by kind, sleeves, tools, and working time.

    The numbers come from the real sheet layout; no files are written.
    """
    from printkit.craft.shopping import shopping_list

    _, talk = languages_of(lang)
    found = shopping_list(game_named(game), talk, paper, mat)
    if as_json:
        print(json.dumps(found.data(), ensure_ascii=False))
        return
    for line in found.lines():
        print(line)
