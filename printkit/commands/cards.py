"""`printkit cards`: decks with backs, control cards and tokens."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from printkit.api import print_cards, print_missing
from printkit.commands import options
from printkit.commands._shared import (
    data_of,
    decks_named,
    game_named,
    languages_of,
    report,
    uncollected,
    warn,
)
from rules import Message

if TYPE_CHECKING:
    from printkit.cards.write import Printed


def cards(
    context: typer.Context,
    game: options.Rules = "",
    deck: options.Decks = None,
    owner: Annotated[
        str, typer.Option(help="The owner of the cards, for example sun; or all.", metavar="OWNER")
    ] = "all",
    lang: options.Lang = None,
    paper: options.CardPaper = "A4",
    duplex: options.Turned = options.TurnEdge.long,
    style: options.Dressed = options.InkStyle.full,
    art: options.Art = True,
    controls: Annotated[bool, typer.Option(help="Add a page of control cards and tokens.")] = True,
    deck_number: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=1295,
            metavar="N",
            help="Deck number in the tags: N for the first owner, N + 1 for the second.",
        ),
    ] = None,
    split: Annotated[
        bool, typer.Option("--split", help="Write fronts and backs to separate files.")
    ] = False,
    printer: options.Printer = "",
    gutter: Annotated[
        float,
        typer.Option(
            min=0,
            max=40,
            metavar="MM",
            help="Gap between cards, which gives each card its own bleed and cut lines; 0: cards "
            "share them, and more fit on a sheet.",
        ),
    ] = 0.0,
    small: options.Small = False,
    missing: Annotated[
        Path | None,
        typer.Option(
            help="Reprint the cards that a scan missed (the .json of companion scan), with new "
            "copy numbers; GAME is optional.",
            metavar="RESULT",
        ),
    ] = None,
    piece: Annotated[
        list[str] | None,
        typer.Option(
            help="With --missing: also reprint a control card or token, for example why or "
            "sun=tok.claim, or all; repeatable.",
            metavar="[OWNER=]NAME",
        ),
    ] = None,
    out: options.Out = Path("out"),
    as_json: options.Json = False,
) -> None:
    """Print decks: fronts, backs, and a page of control cards."""

    def asked(option: str) -> bool:
        return getattr(context.get_parameter_source(option), "name", "DEFAULT") != "DEFAULT"

    with uncollected():
        lang_asked, (lang, talk) = lang, languages_of(lang)
        slug = _game(game, missing, piece or [])
        decks = decks_named(slug, deck)
        if missing is None:
            printed = print_cards(
                slug,
                decks=decks,
                owner=owner,
                lang=lang,
                paper=paper,
                duplex=duplex.value,
                style=style.value,
                pictures=art,
                controls=controls,
                deck_number=deck_number,
                small=small,
                split=split,
                printer=printer,
                gutter=gutter,
                out=out,
            )
            _print_summary(printed, slug, talk, as_json=as_json, controls=controls)
            return
        for reprinted in print_missing(
            missing,
            pieces=piece or (),
            lang=lang if lang_asked else "",
            paper=paper if asked("paper") else "",
            duplex=duplex.value if asked("duplex") else None,
            style=style.value,
            pictures=art,
            split=split,
            printer=printer,
            gutter=gutter,
            out=out,
        ):
            _print_summary(reprinted, slug, talk, as_json=as_json, controls=False)


def _game(game: str, missing: Path | None, pieces: list[str]) -> str:
    """Return the slug of the named game, or of the game in a scan's result."""
    from printkit.cards.reprint import game_of
    from printkit.errors import UsageError

    if missing is None:
        if not game:
            raise UsageError(Message("print.no_game"))
        if pieces:
            raise UsageError(Message("print.piece_alone"))
        return game_named(game)
    found = game_of(missing)
    if game and game_named(game) != found:
        raise UsageError("print.missing_game", file=str(missing), found=found, game=game)
    return game_named(found)


def _print_summary(
    printed: Printed, slug: str, lang: str, *, as_json: bool, controls: bool
) -> None:
    from printkit.cards.pieces import load_pieces
    from printkit.template.words import part_name

    warn(printed.warnings, lang)
    warn(printed.notes, lang, "note")
    built = [item.thing for item in load_pieces(slug).built] if controls else []
    if built:
        things = [
            Message("sheet.built_thing", called=part_name(each), thing=each) for each in built
        ]
        print(Message("sheet.told_built", things=things, game=slug).render(lang), file=sys.stderr)
    counts = {"cards": printed.cards, "controls": printed.controls, "sheets": printed.sheets}
    summary = Message("sheet.told_cards", **counts, paper=printed.paper)
    paths = [printed.pdf, *printed.more_files, printed.manifest]
    report(as_json, paths, {**data_of(printed), "built": built}, summary.render(lang))
