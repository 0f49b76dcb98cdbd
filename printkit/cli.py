"""The command line `printkit`: cards and mats as print-ready PDFs with manifests.

Data goes to stdout (paths, or one JSON object with `--json`), talk to stderr. Exit codes:
0 fine · 1 findings in data or template · 2 usage · 3 environment · 4 our bug · 130 interrupted.
Heavy libraries are imported inside the commands, so that `--help` stays quick.
"""

from __future__ import annotations

import errno
import json
import os
import sys
import traceback
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.exceptions import TyperException

__all__ = ["app", "main"]

app = typer.Typer(
    name="printkit",
    help="Print a card game: cards with QR tags, and mats, as PDFs with a manifest beside.",
    epilog="Exit codes: 0 fine, 1 findings in data or template, 2 usage, 3 environment, 4 our bug, "
    "130 interrupted. Paths go to stdout, talk to stderr. --debug shows where an error arose.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


INTERRUPTED = 130
_DEVICE = (errno.ENOSPC, errno.EIO, errno.EDQUOT, errno.EFBIG)
"""How a write to standard output fails; every other file is written by `printkit.output`."""


class _Style(StrEnum):
    full = "full"
    ink = "ink"


class _Duplex(StrEnum):
    long = "long"
    short = "short"
    none = "none"


_Game = Annotated[str, typer.Argument(help="The game, for example yggdrasil.", metavar="GAME")]
_Out = Annotated[Path, typer.Option(help="Folder to write into.", metavar="DIR")]
_Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
_Lang = Annotated[str, typer.Option(help="en, ja or zh-Hant.", metavar="LANG")]


@app.command()
def cards(
    game: _Game,
    deck: Annotated[
        list[str] | None,
        typer.Option(
            help="A deck's name or a deck list file, for every owner or, as in sun=orchard, "
            "for one. May be repeated.",
            metavar="[OWNER=]DECK",
        ),
    ] = None,
    owner: Annotated[
        str, typer.Option(help="Whose cards, for example sun; all: everybody's.", metavar="OWNER")
    ] = "all",
    lang: _Lang = "en",
    paper: Annotated[str, typer.Option(help="A4, A3 or Letter.", metavar="PAPER")] = "A4",
    duplex: Annotated[
        _Duplex, typer.Option(help="The edge the printer turns sheets over; none: no backs.")
    ] = _Duplex.long,
    style: Annotated[_Style, typer.Option(help="ink: white grounds, lines only.")] = _Style.full,
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
    out: _Out = Path("out"),
    as_json: _Json = False,
) -> None:
    """Print decks: fronts, backs, and a page of control cards."""
    from printkit.cards import CardJob, print_cards
    from printkit.decks import decks_asked
    from printkit.imposition import Duplex

    slug = _game(game)
    printed = print_cards(
        CardJob(
            game=slug,
            decks=decks_asked(slug, deck or []),
            owner=owner,
            lang=lang,
            paper=paper,
            duplex=Duplex(duplex.value),
            style=style.value,
            art=art,
            controls=controls,
            deck_number=deck_number,
            out=out,
        )
    )
    _warn(printed.warnings)
    _tell(
        as_json,
        [printed.pdf, printed.manifest],
        {
            "pdf": str(printed.pdf),
            "manifest": str(printed.manifest),
            "pages": printed.pages,
            "sheets": printed.sheets,
            "cards": printed.cards,
            "controls": printed.controls,
            "decks": printed.decks,
            "paper": printed.paper,
        },
        f"{printed.cards} cards, {printed.controls} control cards and tokens, "
        f"{printed.sheets} sheets of {printed.paper}; print at 100 %",
    )


@app.command()
def mat(
    game: _Game,
    mat: Annotated[str, typer.Option(help="Which mat, for example 4x5.", metavar="NAME")] = "",
    paper: Annotated[
        str,
        typer.Option(
            help="sheet: one large sheet; A4, A3, A2, A1 or Letter: tiles.", metavar="PAPER"
        ),
    ] = "sheet",
    overlap: Annotated[
        float, typer.Option(min=3, max=40, help="Glue strip of the tiles, mm.", metavar="MM")
    ] = 10.0,
    lang: _Lang = "en",
    style: Annotated[_Style, typer.Option(help="ink: white ground, lines only.")] = _Style.full,
    out: _Out = Path("out"),
    as_json: _Json = False,
) -> None:
    """Print a mat: one large sheet, or tiles to glue together."""
    from printkit.mat_sheets import MatJob, print_mat

    printed = print_mat(MatJob(_game(game), mat, paper, overlap, lang, style.value, out))
    _tell(
        as_json,
        [printed.pdf, printed.manifest],
        {
            "pdf": str(printed.pdf),
            "manifest": str(printed.manifest),
            "pages": printed.pages,
            "mat": printed.mat,
            "paper": printed.paper,
            "cells": printed.cells,
        },
        f"mat {printed.mat}, {printed.pages} page(s) of {printed.paper}; print at 100 %",
    )


def _game(word: str) -> str:
    from printkit.data import CARD_DATA, choose

    return choose("game", word, sorted(path.parent.name for path in CARD_DATA.glob("*/game.toml")))


def _tell(as_json: bool, paths: list[Path], data: dict[str, Any], talk: str) -> None:
    if as_json:
        print(json.dumps(data, ensure_ascii=False))
        return
    for path in paths:
        print(path)
    print(talk, file=sys.stderr)


def _warn(lines: tuple[str, ...]) -> None:
    for line in lines:
        print(f"warning: {line}", file=sys.stderr)


def main() -> None:
    """Run the command line and leave with its exit code; nobody sees a traceback unasked."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run one command line; gives the exit code. `--debug` may stand anywhere."""
    debug = "--debug" in arguments
    arguments = [argument for argument in arguments if argument != "--debug"]
    try:
        result = app(arguments, prog_name="printkit", standalone_mode=False)
        sys.stdout.flush()  # a full device is told here, not when Python ends
    except TyperException as error:
        show = getattr(error, "show", None)  # what misuse raises can show itself
        if callable(show):
            show()
        else:
            print(f"error: {error}", file=sys.stderr)
        return int(getattr(error, "exit_code", 2))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        if error.filename is not None or error.errno not in _DEVICE:
            return _unforeseen(error, debug=debug)
        print(f"error: standard output cannot be written ({error.strerror})", file=sys.stderr)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 3
    except Exception as error:  # noqa: BLE001 - the one place that turns errors into exit codes
        return _unforeseen(error, debug=debug)
    code = result if isinstance(result, int) else 0
    if code == INTERRUPTED:  # so typer tells of Ctrl-C
        print("interrupted", file=sys.stderr)
    return code


def _unforeseen(error: Exception, *, debug: bool) -> int:
    if debug:
        traceback.print_exc()
    return _explain(error)


def _explain(error: Exception) -> int:
    from printkit.errors import PrintError
    from rules import RulesError

    if isinstance(error, PrintError):
        print(f"error: {error}", file=sys.stderr)
        return error.exit_code
    if isinstance(error, RulesError):
        print(f"error: {error}", file=sys.stderr)
        return 1
    if isinstance(error, ModuleNotFoundError):
        print(
            f"error: the library {error.name!r} is not installed: "
            "install the project with its extra [print]",
            file=sys.stderr,
        )
        return 3
    kind = type(error).__name__
    print(f"error: this is our bug ({kind}: {error}); --debug shows where", file=sys.stderr)
    return 4


if __name__ == "__main__":
    main()
