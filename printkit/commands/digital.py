"""`printkit digital`: a game for Tabletop Simulator, and its cards as separate pictures."""

from pathlib import Path
from typing import Annotated

import typer

from printkit.commands import options
from printkit.commands._shared import game_named, languages_of, pictures_counted, report
from rules import Message


def digital(
    game: options.Rules,
    deck: options.SameDecks = None,
    lang: options.Lang = None,
    style: options.Dressed = options.InkStyle.full,
    largest: Annotated[
        int,
        typer.Option(min=512, max=10000, help="Longest side of a sheet, in pixels.", metavar="PX"),
    ] = 4096,
    base: Annotated[
        str,
        typer.Option(
            help="Web address of the folder with the pictures; by default the save file uses "
            "their present paths.",
            metavar="URL",
        ),
    ] = "",
    pictures: Annotated[
        bool, typer.Option("--pictures", help="Also write one PNG per card.")
    ] = False,
    dpi: Annotated[
        float,
        typer.Option(min=50, max=600, help="Resolution of the single pictures, in dots per inch."),
    ] = 300.0,
    out: options.Out = Path("out"),
    as_json: options.Json = False,
) -> None:
    """Write deck sheets and a save file for Tabletop Simulator, and pictures of all cards."""
    from printkit.cards.decks import decks_asked
    from printkit.cards.job import CardJob
    from printkit.export.tabletop_simulator import DigitalJob, write_digital
    from printkit.pdf.output import Steps

    lang, talk = languages_of(lang)
    slug = game_named(game)
    job = CardJob(slug, decks_asked(slug, deck or []), lang=lang, style=style.value, out=out)
    with pictures_counted(talk) as count:
        made = write_digital(DigitalJob(job, largest, base, pictures, dpi), Steps(count))
    data = {
        "save": str(made.save),
        "sheets": [str(path) for path in made.sheets],
        "pictures": [str(path) for path in made.pictures],
        "cards": made.cards,
        "addresses": made.addresses,
    }
    counts = {"cards": made.cards, "sheets": len(made.sheets)}
    summary = Message("sheet.told_digital", **counts, addresses=made.addresses)
    report(as_json, [made.save, *made.sheets, *made.pictures], data, summary.render(talk))
