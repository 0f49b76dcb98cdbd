"""`printkit game`: everything that a game needs, printed in one run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from printkit.commands import options
from printkit.commands._shared import game_named, languages_of, on_terminal, report
from rules import Message

if TYPE_CHECKING:
    from printkit.pdf.geometry import Size


def game(
    game: options.Rules,
    lang: options.Lang = None,
    paper: options.CardPaper = "A4",
    mat: Annotated[str, typer.Option(help="The mat, for example 5x7.", metavar="NAME")] = "",
    mat_paper: options.MatPaper = "sheet",
    style: options.Dressed = options.InkStyle.full,
    deck: options.Decks = None,
    duplex: options.Turned = options.TurnEdge.long,
    printer: options.Printer = "",
    small: options.Small = False,
    out: options.Out = Path("out"),
    as_json: options.Json = False,
) -> None:
    """Print a whole game: cards, mat, reference cards, books, dice and boxes.

    `printkit shopping` lists what you need for it.
    """
    from printkit.cards.decks import decks_asked
    from printkit.cards.job import CardJob, SheetOptions
    from printkit.everything import WholeJob, parts
    from printkit.mats.mat import usual_mat
    from printkit.pdf.geometry import Duplex as Edge
    from printkit.preflight.camera import width_for
    from printkit.template.words import part_name

    lang, talk = languages_of(lang)
    slug = game_named(game)
    cards = CardJob(
        slug,
        decks_asked(slug, deck or []),
        lang=lang,
        sheet=SheetOptions(paper, Edge(duplex.value), printer=printer),
        style=style.value,
        small=small,
        out=out,
    )
    found = parts(WholeJob(cards, mat, mat_paper))
    printed_mat = mat or usual_mat(slug)
    camera = width_for(slug, printed_mat) if printed_mat else 0
    written: list[Path] = []
    sheets: dict[str, int] = {}
    shop: dict[str, Size] = {}
    with on_terminal() as show:
        for n, part in enumerate(found, 1):
            show(f"{n}/{len(found)} {part_name(part.name).render(talk)}")
            made = part.print()
            written += made.files
            sheets[part.name] = sheets.get(part.name, 0) + made.sheets
            if made.shop is not None:
                shop[part.name] = made.shop
    report(
        as_json,
        written,
        {
            "files": [str(path) for path in written],
            "sheets": sheets,
            "all": sum(sheets.values()),
            "shop_mm": {name: [size.width, size.height] for name, size in shop.items()},
            "camera_px": camera,
        },
        "\n".join(_summary(len(written), sheets, shop, talk, paper, mat_paper, camera)),
    )


def _summary(
    files: int,
    sheets: Mapping[str, int],
    shop: Mapping[str, Size],
    lang: str,
    paper: str,
    mat_paper: str,
    camera: int,
) -> Iterator[str]:
    """Yield the summary of the print, line by line, in the user's language."""
    from printkit.template.words import part_name

    yield Message("sheet.told_game", files=files, sheets=sum(sheets.values())).render(lang)
    for name, count in sheets.items():
        if count:
            one = name == "mat" and mat_paper == "sheet"
            called = part_name("sheet_mat" if one else name).render(lang)
            yield Message("sheet.told_part", part=called, sheets=count).render(lang)
    for size in shop.values():
        width, height = f"{size.width:.0f}", f"{size.height:.0f}"
        yield Message("sheet.told_shop", width=width, height=height, paper=paper).render(lang)
    if camera:
        yield Message("sheet.told_camera", width=camera).render(lang)
