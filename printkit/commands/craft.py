"""`printkit craft`: dice, counters, walls, boxes, a phone stand, screens, stickers."""

from pathlib import Path
from typing import Annotated

import typer

from printkit.api import print_craft
from printkit.commands import options
from printkit.commands._shared import data_of, game_named, languages_of, report

_STICKERS = "stickers"


def craft(
    what: Annotated[
        str,
        typer.Argument(
            help="box, chips, d6, pyramid, rings, screen, stand, stars, stickers or walls.",
            metavar="WHAT",
        ),
    ],
    game: Annotated[
        str, typer.Argument(help="The game, if WHAT belongs to one.", metavar="[GAME]")
    ] = "",
    lang: options.Lang = None,
    paper: options.CraftPaper = "A4",
    style: options.Dressed = options.InkStyle.full,
    deck: Annotated[
        str,
        typer.Option(
            help="box, stickers: the deck to hold or tag, and its owner.", metavar="[OWNER=]DECK"
        ),
    ] = "",
    thickness: Annotated[
        float | None,
        typer.Option(
            min=0.05,
            max=3,
            metavar="MM",
            help="box: thickness of one card; stand: of the card stock.",
        ),
    ] = None,
    sleeved: Annotated[
        bool, typer.Option("--sleeved", help="box: leave room for sleeves.")
    ] = False,
    numbers: Annotated[
        bool, typer.Option("--numbers", help="d6: add a small number to the pips.")
    ] = False,
    mat: Annotated[
        str, typer.Option(help="chips, walls: the mat to use them on.", metavar="NAME")
    ] = "",
    label: Annotated[
        str,
        typer.Option(help="stickers: the label sheet, as named in labels.toml.", metavar="FORMAT"),
    ] = "",
    card: Annotated[
        str,
        typer.Option(
            help="stickers: size of your own cards in mm, each side 30 to 200.", metavar="WxH"
        ),
    ] = "63x88",
    copies: Annotated[
        int,
        typer.Option(
            min=0, max=200, metavar="N", help="Number of copies; 0: as many as the game needs."
        ),
    ] = 0,
    small: options.Small = False,
    out: options.Out = Path("out"),
    as_json: options.Json = False,
) -> None:
    """Print things to build from paper: dice, counters, boxes, stands, stickers."""
    from printkit.craft.registry import MAKERS
    from printkit.craft.stickers import StickerJob, print_stickers
    from printkit.data.toml_source import choose

    lang, talk = languages_of(lang)
    things = [*MAKERS, _STICKERS]
    _in_order(what, game, things)
    slug = game_named(game) if game else ""
    what = choose("thing", what, things)
    if what == _STICKERS:
        stuck = print_stickers(StickerJob(slug, deck, label, card, lang, out))
        report(as_json, [stuck.pdf, stuck.manifest], data_of(stuck), stuck.summary.render(talk))
        return
    owner, parted, name = deck.rpartition("=")
    printed = print_craft(
        what,
        slug,
        lang=lang,
        paper=paper,
        style=style.value,
        deck=name,
        owners=(owner,) if parted else (),
        thickness=thickness,
        sleeved=sleeved,
        numbers=numbers,
        mat=mat,
        small=small,
        copies=copies,
        out=out,
    )
    data = {**data_of(printed), "sheets": printed.pages}
    report(as_json, [printed.pdf], data, printed.summary.render(talk))


def _in_order(what: str, game: str, things: list[str]) -> None:
    """Raise `UsageError` if the game comes before the object to build, as in other commands."""
    from printkit.data.toml_source import game_slugs
    from printkit.errors import UsageError

    if what.lower() in game_slugs("card_data", "game.toml"):
        thing = game if game in things else "box"
        raise UsageError("print.craft_order", command=f"printkit craft {thing} {what.lower()}")
