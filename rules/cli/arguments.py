"""Arguments of `python -m rules`: its commands and options for argparse.

Usage errors are worded by `rules.messages.usage_errors`; `options` interprets the values.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, NoReturn

from rules.catalog.reader import game_called
from rules.cli.help import GameHelp
from rules.cli.options import positive, printable
from rules.errors import RulesError
from rules.messages.languages import LANGUAGES
from rules.messages.message import Message
from rules.messages.usage_errors import reword_usage_error
from rules.registry import game_slugs
from rules.version import __version__


class _Parser(argparse.ArgumentParser):
    """Parser that reports a usage error in one sentence."""

    def error(self, message: str) -> NoReturn:
        raise RulesError(
            Message("slip_see", what=reword_usage_error(message), help=f"{self.prog} --help")
        )

    def _print_message(self, message: str, file: Any = None) -> None:  # noqa: ANN401 - whatever can be written to
        """Write the help; argparse itself hides a failing output."""
        if message and (out := file or sys.stdout) is not None:
            out.write(message)


def parser(
    lang: str, commands: Mapping[str, Callable[..., int]], players: Iterable[str]
) -> argparse.ArgumentParser:
    """Return the parser for `commands` by name and the available `players`.

    `lang` is the default of `--lang` and the language of the games' help.
    """
    whole = _Parser(
        prog="python -m rules",
        description="Judge actions, check decks and simulate games.",
        epilog="--debug, anywhere in the command, shows where an error arose.",
    )
    whole.add_argument("--version", action="version", version=f"rules {__version__}")
    parts = whole.add_subparsers(required=True, metavar="COMMAND")
    games = ", ".join(game_slugs())

    def command(name: str, text: str, **more: Any) -> argparse.ArgumentParser:  # noqa: ANN401 - any command
        sub = parts.add_parser(name, help=text, description=text, **more)
        sub.add_argument("game", metavar="GAME", type=game_called, help=games)
        sub.add_argument(
            "--setting",
            action="append",
            default=[],
            metavar="NAME=VALUE",
            help="change a setting of the rules",
        )
        sub.add_argument(
            "--deck",
            "--decks",
            action="append",
            default=[],
            metavar="SEAT=DECK[,…]",
            help="a built-in deck's name or a deck list file",
        )
        sub.add_argument("--json", action="store_true", help="print the result as JSON")
        sub.set_defaults(run=commands[name])
        return sub

    def spoken(sub: argparse.ArgumentParser, what: str) -> None:
        text = f"{what} (default: your system's)"
        sub.add_argument("--lang", choices=LANGUAGES, default=lang, help=text)

    text = "Create a game of your own: a small complete one to rewrite clause by clause."
    new = parts.add_parser("new", help=text, description=text)
    new.add_argument(
        "folder", type=Path, metavar="GAME", help="a new folder; its name becomes the game's name"
    )
    new.add_argument("--json", action="store_true", help="print the result as JSON")
    spoken(new, "language of the messages; the game has all three")
    new.set_defaults(run=commands["new"])
    check = command("check", "Judge one action in a position.", add_help=False)
    check.add_argument(
        "-h",
        "--help",
        action=GameHelp,
        nargs=0,
        const=lang,
        help="show this message; after GAME, with its notation",
    )
    check.add_argument(
        "--position", type=Path, required=True, metavar="FILE", help="file with a position"
    )
    check.add_argument("--action", required=True, metavar="TEXT", help="the action, one line")
    spoken(check, "language of the verdict and its reasons")
    check.add_argument("--next", action="store_true", help="show the position after a legal action")
    deck = command("deck", "Report every fault of a deck.")
    deck.add_argument(
        "decks", nargs="+", metavar="DECK", help="a deck list file or a built-in deck"
    )
    spoken(deck, "language of the findings")
    perft = command("perft", "Count action sequences from the specification's start.")
    perft.add_argument("--depth", type=positive, required=True, metavar="N", help="number of plies")
    perft.add_argument("--position", type=Path, metavar="FILE", help="start from this position")
    spoken(perft, "language of the table")
    playout = command("playout", "Simulate whole games.")
    playout.add_argument("--games", type=positive, default=100, metavar="N", help="number of games")
    playout.add_argument(
        "--seed",
        type=printable,
        default="0",
        metavar="S",
        help="random seed; the same seed gives the same table",
    )
    playout.add_argument(
        "--seats",
        action="append",
        default=[],
        metavar="SEAT=PLAYER[,…]",
        help=f"who plays: {', '.join(sorted(players))}; greedy looks at every action, "
        "which takes about two seconds per game in spherion, far less in the others",
    )
    playout.add_argument("--csv", type=Path, metavar="FILE", help="also write the table as CSV")
    playout.add_argument(
        "--plot",
        type=Path,
        metavar="FILE",
        help="draw the table as .svg, .png or .pdf (extra: sim)",
    )
    spoken(playout, "language of the table, the names and the picture")
    playout.add_argument(
        "--jobs",
        type=positive,
        metavar="N",
        help="number of processes (default: one per core); the table stays the same",
    )
    return whole
