"""`printkit watch`: reprint outdated files after every change."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from printkit.commands import options
from printkit.commands._shared import game_named, languages_of
from rules import Message


def watch(
    game: options.Rules,
    only: Annotated[
        list[str] | None,
        typer.Option(
            help="cards, mat, reference, learn or rulebook; by default cards and mat.",
            metavar="PRODUCT",
        ),
    ] = None,
    lang: options.Lang = None,
    style: options.Dressed = options.InkStyle.full,
    out: options.Out = Path("out"),
) -> None:
    """Reprint after every change to card data or templates; stop with Ctrl-C."""
    from printkit.data.toml_source import choose
    from printkit.template.words import part_name
    from printkit.watch import BuildResult, WatchJob, changes_of, watched
    from printkit.watch import watch as follow

    slug, (_, spoken) = game_named(game), languages_of(lang)
    asked = ("--lang", spoken) if lang else ()
    known = ("cards", "mat", "reference", "learn", "rulebook")
    products = tuple(choose("product", word, known) for word in only or ("cards", "mat"))
    job = WatchJob(slug, products, (*asked, "--style", style.value), out)

    def report(built: BuildResult) -> None:
        for path in built.paths:
            print(path, flush=True)
        product, _, mat = built.product.partition(":")
        called = (
            part_name("sheet_mat").render(spoken) + f" {mat}"
            if mat
            else part_name(product).render(spoken)
        )
        kept = f"\n{Message('sheet.told_kept').render(spoken)}" if built.code else ""
        print(f"{called}: {built.errors}{kept}", file=sys.stderr, flush=True)

    try:
        follow(job, changes_of(watched(job)), report)
    except KeyboardInterrupt:
        print(Message("sheet.told_stopped").render(spoken), file=sys.stderr)
