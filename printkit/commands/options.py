"""Options that several commands share."""

from collections.abc import Callable, Iterable
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from typer.models import OptionInfo

from printkit.errors import PrintError
from printkit.sheets.papers import book_papers, card_papers, listed, paper_names
from rules.cli.completion import games, languages


class InkStyle(StrEnum):
    """Amount of ink: full, lines only, or lines in black ink only."""

    full = "full"
    ink = "ink"
    bw = "bw"


class TurnEdge(StrEnum):
    """The edge over which a printer turns sheets; for `fold` and `none`, it does not turn them."""

    long = "long"
    short = "short"
    fold = "fold"
    none = "none"


Rules = Annotated[
    str,
    typer.Argument(
        help="The game's name, or its folder's name.", metavar="GAME", autocompletion=games
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


def _paper_option(
    names: Callable[[], Iterable[str]], before: str = "", after: str = "."
) -> OptionInfo:
    """Return a paper option; its help text and completion list the paper sizes from the data."""

    def complete(incomplete: str) -> list[str]:
        return [name for name in names() if name.lower().startswith(incomplete.lower())]

    try:
        text = f"{before}{listed(list(names()))}{after}"
    except PrintError:  # the command itself reports the file's faults
        text = "A sheet's name."
    option: OptionInfo = typer.Option(help=text, metavar="PAPER", autocompletion=complete)
    return option


CardPaper = Annotated[str, _paper_option(card_papers)]
Booklet = Annotated[bool, typer.Option(help="Print two pages per side, to fold and staple.")]
BookPaper = Annotated[str, _paper_option(book_papers)]
CutPaper = Annotated[str, _paper_option(card_papers, "for --cut: ")]
CraftPaper = Annotated[str, _paper_option(card_papers, after=" (not stickers: see --label).")]
MatPaper = Annotated[
    str, _paper_option(paper_names, "sheet for one large sheet, or a paper size for tiles: ")
]
Dressed = Annotated[
    InkStyle, typer.Option(help="ink: lines on white; bw: the same in black ink only.")
]
TextStyle = Annotated[
    InkStyle, typer.Option(help="ink: text in black; bw: marks and pictures in black too.")
]
Art = Annotated[bool, typer.Option(help="Print pictures.")]
Owner = Annotated[str, typer.Option(help="The owner of the cards, or all.", metavar="OWNER")]
Printer = Annotated[str, typer.Option(help="A printer saved with calibrate.", metavar="NAME")]
SameDecks = Annotated[
    list[str] | None, typer.Option(help="As for `cards`; repeatable.", metavar="[OWNER=]DECK")
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
