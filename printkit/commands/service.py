"""`printkit service`: files for a print service."""

from pathlib import Path
from typing import Annotated

import typer

from printkit.commands import options
from printkit.commands._shared import game_named, languages_of, pictures_counted, report, warn
from rules import Message


def service(
    game: options.Rules,
    to: Annotated[
        str,
        typer.Option(
            "--service",
            help="drivethrucards, makeplayingcards, thegamecrafter or press.",
            metavar="NAME",
        ),
    ] = "",
    cut: Annotated[
        str,
        typer.Option(
            help="Write home sheets with a cutting machine's marks instead, and cut paths as SVG "
            "and DXF: silhouette or plain.",
            metavar="MACHINE",
        ),
    ] = "",
    paper: options.CutPaper = "A4",
    small: options.Small = False,
    size: Annotated[
        str, typer.Option(help="One of the service's sizes; by default its first.", metavar="SIZE")
    ] = "",
    standard: Annotated[
        str, typer.Option(help="x1a or x4; by default the service's own.", metavar="STANDARD")
    ] = "",
    profile: Annotated[
        Path | None, typer.Option(help="Your press's ICC profile.", metavar="FILE.icc")
    ] = None,
    deck: options.SameDecks = None,
    owner: options.Owner = "all",
    lang: options.Lang = None,
    style: options.Dressed = options.InkStyle.full,
    controls: Annotated[bool, typer.Option(help="Add control cards.")] = True,
    out: options.Out = Path("out"),
    as_json: options.Json = False,
) -> None:
    """Write files for a print service: one face per page with trim and bleed, or pictures."""
    from printkit.cards.decks import decks_asked
    from printkit.cards.job import CardJob, SheetOptions
    from printkit.errors import UsageError
    from printkit.pdf.output import Steps
    from printkit.services.cut import write_cuts
    from printkit.services.data import services
    from printkit.services.jobs import ServiceJob, print_service

    lang, talk = languages_of(lang)
    slug = game_named(game)
    if bool(to) == bool(cut):
        raise UsageError("print.service_or_cut", services=", ".join(services()))
    job = CardJob(
        slug,
        decks_asked(slug, deck or []),
        owner=owner,
        lang=lang,
        sheet=SheetOptions(paper),
        style=style.value,
        controls=controls,
        small=small and bool(cut),
        out=out,
    )
    if cut:
        paths = write_cuts(job, cut)
        files = {"files": [str(path) for path in paths]}
        sheets = sum(path.suffix == ".svg" for path in paths)
        report(as_json, paths, files, Message("sheet.told_cut", sheets=sheets).render(talk))
        return
    with pictures_counted(talk) as count:
        printed = print_service(ServiceJob(job, to, size, standard, profile), Steps(count))
    warn(printed.warnings, talk)
    report(
        as_json,
        [printed.pdf, *printed.pictures, printed.manifest],
        {
            "pdf": str(printed.pdf),
            "manifest": str(printed.manifest),
            "pictures": [str(path) for path in printed.pictures],
            "cards": printed.cards,
            "pages": printed.pages,
            "size": printed.size,
            "scale": round(printed.scale, 4),
            "standard": printed.standard,
        },
        Message(
            "sheet.told_service",
            cards=printed.cards,
            service=printed.service,
            size=printed.trim,
            pages=printed.pages,
        ).render(talk),
    )
