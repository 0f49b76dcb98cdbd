"""Options that several commands share, and the report of written files."""

import gc
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.models import OptionInfo

from printkit.errors import PrintError
from printkit.sheets.papers import book_papers, card_papers, listed, paper_names
from rules import Message
from rules.cli.completion import games, languages


class InkStyle(StrEnum):
    """Amount of ink: full, lines only, or lines in black ink only."""

    full = "full"
    ink = "ink"
    bw = "bw"


class TurnEdge(StrEnum):
    """The edge over which a printer turns sheets, or the way backs are printed otherwise."""

    long = "long"
    short = "short"
    fold = "fold"
    none = "none"


Game = Annotated[
    str,
    typer.Argument(
        help="The game's name, or its folder's name.",
        metavar="GAME",
        autocompletion=games,
    ),
]
Out = Annotated[Path, typer.Option(help="Folder for the output.", metavar="DIR")]
Json = Annotated[bool, typer.Option("--json", help="Print the result as one JSON object.")]
Small = Annotated[
    bool, typer.Option("--small", help="Print everything at 2/3 of its size, for small tables.")
]
Lang = Annotated[
    str | None,
    typer.Option(
        help="Language of the print (by default en) and of the messages (by default the "
        "system's): en, ja or zh-Hant.",
        metavar="LANG",
        autocompletion=languages,
    ),
]
Say = Annotated[
    str | None,
    typer.Option(
        "--lang",
        help="Language of the messages: en, ja or zh-Hant; by default the system's.",
        metavar="LANG",
        autocompletion=languages,
    ),
]


def _papers(names: Callable[[], Iterable[str]], before: str = "", after: str = ".") -> str:
    """Return a paper option's help text, which lists the papers from the data."""
    try:
        return f"{before}{listed(list(names()))}{after}"
    except PrintError:  # the command itself reports the file's faults
        return "A sheet's name."


def _paper_option(
    names: Callable[[], Iterable[str]], before: str = "", after: str = "."
) -> OptionInfo:
    """Return a paper option whose help text and completion list the papers from the data."""

    def complete(incomplete: str) -> list[str]:
        return [name for name in names() if name.lower().startswith(incomplete.lower())]

    option: OptionInfo = typer.Option(
        help=_papers(names, before, after), metavar="PAPER", autocompletion=complete
    )
    return option


CardPaper = Annotated[str, _paper_option(card_papers)]
BookPaper = Annotated[str, _paper_option(book_papers)]
CutPaper = Annotated[str, _paper_option(card_papers, "for --cut: ")]
CraftPaper = Annotated[str, _paper_option(card_papers, after=" (not stickers: see --label).")]
MatPaper = Annotated[
    str, _paper_option(paper_names, "sheet for one large sheet, or a paper for tiles: ")
]
Dressed = Annotated[
    InkStyle, typer.Option(help="ink: lines on white; bw: the same in black ink only.")
]
Decks = Annotated[
    list[str] | None,
    typer.Option(
        help="A deck's name or a deck list file, for every owner, or for one, as in "
        "sun=orchard; repeatable.",
        metavar="[OWNER=]DECK",
    ),
]
Turned = Annotated[
    TurnEdge,
    typer.Option(
        help="The edge over which the printer turns sheets; fold: backs next to the fronts, to "
        "fold and glue; none: no backs."
    ),
]


def game_named(word: str) -> str:
    """Return the slug of a game given by slug or name. Raises `UsageError` with a near match."""
    from printkit.data.toml_source import choose, game_slugs
    from rules.catalog.reader import game_called

    known = game_slugs("card_data", "game.toml")
    return choose("game", word if word in known else game_called(word), known)


def languages_of(lang: str | None) -> tuple[str, str]:
    """Return the languages of the print and of the messages.

    By default, the print is in English, regardless of the user's system, and the messages are in
    the system's language.
    """
    from printkit.data.toml_source import choose
    from printkit.pdf.fonts import LANGUAGES
    from rules.messages.locale import system_language

    if lang is None:
        return "en", system_language()
    known = choose("language", lang, LANGUAGES)
    return known, known


def decks_named(slug: str, words: list[str] | None) -> dict[str, str]:
    """Return the requested decks by owner; empty if the data is faulty, which is reported later."""
    from printkit.cards.decks import decks_asked
    from printkit.errors import Findings
    from rules import DataError

    try:
        return decks_asked(slug, words or [])
    except (DataError, Findings):
        return {}


@contextmanager
def uncollected() -> Iterator[None]:
    """Pause garbage collection while a document is made. The process exits afterwards."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@contextmanager
def on_terminal() -> Iterator[Callable[[str], None]]:
    """Show progress in one line that disappears at the end, if stderr is a terminal."""
    seen = sys.stderr.isatty()

    def show(text: str) -> None:
        if seen:
            print(f"\r\033[K{text} …", end="", file=sys.stderr, flush=True)

    try:
        yield show
    finally:
        if seen:
            print("\r\033[K", end="", file=sys.stderr, flush=True)


@contextmanager
def pictures_counted(lang: str) -> Iterator[Callable[[int, int], None]]:
    """Show how many pictures are drawn so far, if stderr is a terminal."""
    with on_terminal() as show:
        yield lambda done, all_: show(
            Message("sheet.told_pictures", pictures=f"{done}/{all_}").render(lang)
        )


def report(as_json: bool, paths: list[Path], data: dict[str, Any], talk: str) -> None:
    """Print the written paths and, on stderr, `talk`; or print one JSON object."""
    if as_json:
        print(json.dumps(data, ensure_ascii=False))
        return
    for path in paths:
        print(path)
    print(talk, file=sys.stderr)


def warn(lines: Sequence[Message], lang: str, severity: str = "warning") -> None:
    """Print warnings about a finished print to stderr."""
    for line in lines:
        shown = Message("fault", parts=(Message(f"check.{severity}"), line))
        print(shown.render(lang), file=sys.stderr)
