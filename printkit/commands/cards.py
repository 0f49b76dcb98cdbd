"""`printkit cards`: decks with backs, control cards and tokens."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from printkit.commands._shared import (
    Decks,
    Dress,
    Dressed,
    Duplex,
    Game,
    Json,
    Lang,
    Out,
    Small,
    Turned,
    decks_named,
    game_named,
    said,
    tell,
    uncollected,
    warn,
)

__all__ = ["cards"]


def cards(
    game: Game,
    deck: Decks = None,
    owner: Annotated[
        str, typer.Option(help="Whose cards, for example sun; all: everybody's.", metavar="OWNER")
    ] = "all",
    lang: Lang = "en",
    paper: Annotated[str, typer.Option(help="A4, A3 or Letter.", metavar="PAPER")] = "A4",
    duplex: Turned = Duplex.long,
    style: Dressed = Dress.full,
    art: Annotated[bool, typer.Option(help="With or without pictures.")] = True,
    controls: Annotated[
        bool, typer.Option(help="With a page of control cards and tokens, or without.")
    ] = True,
    deck_number: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=1295,
            metavar="N",
            help="Number in the tags: N for the first owner, N + 1 for the second.",
        ),
    ] = None,
    split: Annotated[bool, typer.Option("--split", help="Fronts and backs in two files.")] = False,
    printer: Annotated[
        str, typer.Option(help="A printer measured with calibrate.", metavar="NAME")
    ] = "",
    gutter: Annotated[
        float,
        typer.Option(
            min=0,
            max=40,
            metavar="MM",
            help="Space between cards, so that each has its own bleed and cut lines; 0: cards "
            "share them, and more find room.",
        ),
    ] = 0.0,
    small: Small = False,
    out: Out = Path("out"),
    as_json: Json = False,
) -> None:
    """Print decks: fronts, backs, and a page of control cards."""
    with uncollected():
        from printkit.cards import CardJob, print_cards
        from printkit.imposition import Duplex as Edge
        from printkit.pieces import load_pieces
        from printkit.words import part_name

        slug = game_named(game)
        printed = print_cards(
            CardJob(
                game=slug,
                decks=decks_named(slug, deck),
                owner=owner,
                lang=lang,
                paper=paper,
                duplex=Edge(duplex.value),
                style=style.value,
                art=art,
                controls=controls,
                deck_number=deck_number,
                small=small,
                split=split,
                printer=printer,
                gutter=gutter,
                out=out,
            )
        )
    warn(printed.warnings, lang)
    warn(printed.notes, lang, "note")
    built = [item.thing for item in load_pieces(slug).built] if controls else []
    if built:
        comma = said("comma", lang)
        things = comma.join(f"{part_name(thing, lang)} ({thing})" for thing in built)
        print(said("built", lang, things=things, game=slug), file=sys.stderr)
    tell(
        as_json,
        [printed.pdf, *printed.beside, printed.manifest],
        {
            "pdf": str(printed.pdf),
            "manifest": str(printed.manifest),
            "pages": printed.pages,
            "sheets": printed.sheets,
            "cards": printed.cards,
            "controls": printed.controls,
            "decks": printed.decks,
            "built": built,
            "paper": printed.paper,
        },
        said(
            "cards",
            lang,
            cards=printed.cards,
            controls=printed.controls,
            sheets=printed.sheets,
            paper=printed.paper,
        ),
    )
