"""`printkit reference`: cards that explain a turn, a card's face and the control cards."""

from pathlib import Path
from typing import Annotated

import typer

from printkit.api import print_reference
from printkit.commands import options
from printkit.commands._shared import data_of, game_named, languages_of, report, warn
from rules import Message


def reference(
    game: options.Rules,
    lang: options.Lang = None,
    paper: options.CardPaper = "A4",
    duplex: Annotated[
        options.TurnEdge,
        typer.Option(help="The edge over which the printer turns sheets; none: print one side."),
    ] = options.TurnEdge.long,
    style: options.TextStyle = options.InkStyle.full,
    players: Annotated[
        int,
        typer.Option(min=0, max=20, metavar="N", help="Number of players; 0: one set per seat."),
    ] = 0,
    out: options.Out = Path("out"),
    as_json: options.Json = False,
) -> None:
    """Print reference cards: two per player, with their clauses."""
    lang, talk = languages_of(lang)
    printed = print_reference(
        game_named(game),
        lang=lang,
        paper=paper,
        duplex=duplex.value,
        style=style.value,
        players=players,
        out=out,
    )
    warn(printed.warnings, talk)
    counts = {"cards": printed.cards, "sheets": printed.sheets}
    summary = Message("sheet.told_reference", **counts, paper=printed.paper)
    report(as_json, [printed.pdf], data_of(printed), summary.render(talk))
