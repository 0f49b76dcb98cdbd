"""`printkit learn`: the book from which a game is learnt, as a booklet."""

from pathlib import Path

from printkit.api import print_learn
from printkit.commands import options
from printkit.commands._shared import data_of, game_named, languages_of, report, warn
from rules import Message


def learn(
    game: options.Rules,
    lang: options.Lang = None,
    paper: options.BookPaper = "A4",
    booklet: options.Booklet = True,
    style: options.TextStyle = options.InkStyle.full,
    out: options.Out = Path("out"),
    as_json: options.Json = False,
) -> None:
    """Print the book to learn a game from: set-up, turn and a first round in pictures."""
    lang, talk = languages_of(lang)
    printed = print_learn(
        game_named(game), lang=lang, paper=paper, booklet=booklet, style=style.value, out=out
    )
    warn(printed.warnings, talk)
    key = "sheet.told_learn_booklet" if booklet else "sheet.told_learn_pages"
    summary = Message(key, pages=printed.pages, sheets=printed.sheets, paper=printed.paper)
    report(as_json, [printed.pdf], data_of(printed), summary.render(talk))
