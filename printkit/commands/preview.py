"""`printkit preview`: pictures of a print."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from printkit.api import preview as draw
from printkit.commands import options
from printkit.commands._shared import (
    decks_named,
    game_named,
    languages_of,
    pictures_counted,
    report,
    warn,
)
from rules import Fault, Message


class _Kind(StrEnum):
    png = "png"
    svg = "svg"


def preview(
    game: options.Rules,
    cards: Annotated[
        list[str] | None,
        typer.Argument(
            help="The faces to show, for example y03, back or control-ready; by default all.",
            metavar="CARD",
        ),
    ] = None,
    deck: options.SameDecks = None,
    owner: options.Owner = "all",
    sheets: Annotated[bool, typer.Option("--sheets", help="Show whole sheets of cards.")] = False,
    mat: Annotated[str, typer.Option(help="Show this mat.", metavar="NAME")] = "",
    proof: Annotated[
        bool, typer.Option("--proof", help="Show trim, bleed and safe zone over each face.")
    ] = False,
    kind: Annotated[_Kind, typer.Option("--as", help="Picture format.")] = _Kind.png,
    dpi: Annotated[
        float, typer.Option(min=20, max=1200, help="Resolution in dots per inch.")
    ] = 150.0,
    lang: options.Lang = None,
    style: options.Dressed = options.InkStyle.full,
    art: options.Art = True,
    small: options.Small = False,
    out: options.Out = Path("out"),
    as_json: options.Json = False,
) -> None:
    """Show cards, sheets or a mat as pictures; texts that do not fit are shown in red."""
    from printkit.errors import UsageError

    lang, talk = languages_of(lang)
    slug = game_named(game)
    if ((sheets or mat) and (cards or proof)) or (sheets and mat):
        raise UsageError(Message("print.one_preview"))
    decks = decks_named(slug, deck)
    faults: list[Fault] = []
    with pictures_counted(talk) as count:
        written = draw(
            slug,
            cards or (),
            decks=decks,
            owner=owner,
            sheets=sheets,
            mat=mat,
            kind=kind.value,
            lang=lang,
            style=style.value,
            pictures=art,
            small=small,
            dpi=dpi,
            proof=proof,
            out=out,
            progress=count,
            faulty=faults.append,
        )
    summary = Message("sheet.told_pictures", pictures=len(written)).render(talk)
    data = {
        "pictures": [str(path) for path in written],
        "faults": [fault.message.render("en") for fault in faults],
    }
    report(as_json, written, data, summary)
    if faults:
        warn([fault.message for fault in faults], talk, "error")
        raise typer.Exit(1)
