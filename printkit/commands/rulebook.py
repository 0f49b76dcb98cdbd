"""`printkit rulebook`: a game's rules as a booklet."""

from pathlib import Path

from printkit.api import print_rulebook
from printkit.commands import options
from printkit.commands._shared import data_of, game_named, languages_of, report, warn
from rules import Message


def rulebook(
    game: options.Rules,
    lang: options.Lang = None,
    paper: options.BookPaper = "A4",
    booklet: options.Booklet = True,
    style: options.TextStyle = options.InkStyle.full,
    out: options.Out = Path("out"),
    as_json: options.Json = False,
) -> None:
    """Print a rulebook: every clause as the referee cites it."""
    lang, talk = languages_of(lang)
    printed = print_rulebook(
        game_named(game), lang=lang, paper=paper, booklet=booklet, style=style.value, out=out
    )
    warn(printed.warnings, talk)
    counts = {"clauses": printed.clauses, "pages": printed.pages, "sheets": printed.sheets}
    key = "sheet.told_booklet" if booklet else "sheet.told_pages"
    summary = Message(key, **counts, paper=printed.paper)
    report(as_json, [printed.pdf], data_of(printed), summary.render(talk))
