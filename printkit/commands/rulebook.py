"""`printkit rulebook`: a game's rules as a booklet."""

from pathlib import Path
from typing import Annotated

import typer

from printkit.api import print_rulebook
from printkit.commands._shared import (
    BookPaper,
    Game,
    InkStyle,
    Json,
    Lang,
    Out,
    game_named,
    languages_of,
    report,
    warn,
)
from rules import Message


def rulebook(
    game: Game,
    lang: Lang = None,
    paper: BookPaper = "A4",
    booklet: Annotated[
        bool,
        typer.Option(help="Print two pages per side, to fold and staple."),
    ] = True,
    style: Annotated[
        InkStyle, typer.Option(help="ink: text in black; bw: marks and pictures in black too.")
    ] = InkStyle.full,
    out: Out = Path("out"),
    as_json: Json = False,
) -> None:
    """Print a rulebook: every clause as the referee cites it."""
    lang, talk = languages_of(lang)
    printed = print_rulebook(
        game_named(game), lang=lang, paper=paper, booklet=booklet, style=style.value, out=out
    )
    warn(printed.warnings, talk)
    report(
        as_json,
        [printed.pdf],
        {
            "pdf": str(printed.pdf),
            "pages": printed.pages,
            "sheets": printed.sheets,
            "clauses": printed.clauses,
            "paper": printed.paper,
        },
        Message(
            "sheet.told_booklet" if booklet else "sheet.told_pages",
            clauses=printed.clauses,
            pages=printed.pages,
            sheets=printed.sheets,
            paper=printed.paper,
        ).render(talk),
    )
