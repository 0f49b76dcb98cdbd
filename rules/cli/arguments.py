"""Arguments of `python -m rules`: its commands and options for argparse.

Usage errors are worded by `rules.messages.usage_errors`; `options` interprets the values.

`GameHelp` adds a game's notation and examples to the help of `check`. `notation.toml` in the game's
data describes lines, phases and actions. `examples.txt` holds examples separated by empty lines.
Each example is the lines of a position, then a line `> ACTION` for each legal action to show.
"""

import argparse
import sys
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NoReturn

from rules.catalog.data_files import read_data_text
from rules.catalog.reader import game_called, load_catalog
from rules.cli.options import percentage, positive, printable
from rules.data_home import DATA_FOLDERS
from rules.errors import RulesError
from rules.messages.catalogs import command_words
from rules.messages.languages import LANGUAGES
from rules.messages.usage_errors import reword_usage_error
from rules.notation.words import Entry, load_notation
from rules.registry import game_slugs
from rules.version import __version__

VALUED: Final = frozenset(
    (
        *("--setting", "--deck", "--decks", "--position", "--action", "--lang", "--depth"),
        *(
            "--games",
            "--seed",
            "--seats",
            "--csv",
            "--plot",
            "--jobs",
            "--cluster",
            "--until",
            "--html",
        ),
    )
)
"""The options of all commands that take a value."""
_WIDTH: Final = 96


class _Parser(argparse.ArgumentParser):
    """Parser that reports a usage error in one sentence."""

    def error(self, message: str) -> NoReturn:
        raise RulesError("slip_see", what=reword_usage_error(message), help=f"{self.prog} --help")

    def _print_message(self, message: str, file: Any = None) -> None:  # noqa: ANN401 - any writable object
        """Write the help; argparse's own method hides output errors."""
        if message and (out := file or sys.stdout) is not None:
            out.write(message)


def parser(
    lang: str, commands: Mapping[str, Callable[..., int]], players: Iterable[str]
) -> argparse.ArgumentParser:
    """Return the parser for the named `commands`, with `players` as the values of `--seats`.

    `lang` is the default for `--lang` and the language of the help on games.
    """
    whole = _Parser(
        prog="python -m rules",
        description="Judge actions, check decks and simulate games.",
        epilog="--debug, anywhere in the command, shows where an error arose.",
    )
    whole.add_argument("--version", action="version", version=f"rules {__version__}")
    parts = whole.add_subparsers(required=True, metavar="COMMAND")
    games = ", ".join(game_slugs())

    def command(name: str, text: str, **more: Any) -> argparse.ArgumentParser:  # noqa: ANN401 - as in argparse
        sub = parts.add_parser(name, help=text, description=text, **more)
        sub.add_argument("game", metavar="GAME", type=game_called, help=games)
        several: dict[str, Any] = {"action": "append", "default": []}
        text = "change a setting of the rules"
        sub.add_argument("--setting", metavar="NAME=VALUE", help=text, **several)
        text = "a built-in deck's name or a deck list file"
        sub.add_argument("--deck", "--decks", metavar="SEAT=DECK[,…]", help=text, **several)
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
        "--position",
        type=Path,
        required=True,
        metavar="FILE",
        help="file with a position; - reads standard input",
    )
    check.add_argument("--action", required=True, metavar="TEXT", help="the action, one line")
    spoken(check, "language of the verdict and its reasons")
    check.add_argument("--next", action="store_true", help="show the position after a legal action")
    check.add_argument(
        "--unchecked", action="store_true", help="accept a position that no match can reach"
    )
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
    _simulated(playout, players)
    playout.add_argument(
        "--plot",
        type=Path,
        metavar="FILE",
        help="draw the table as .svg, .png or .pdf (extra: sim)",
    )
    spoken(playout, "language of the table, the names and the picture")
    arena = command("arena", "Study the balance of players, decks, seats, cards and clauses.")
    _simulated(arena, players)
    arena.add_argument(
        "--until",
        type=percentage,
        default=0.0,
        metavar="P%",
        help="stop when every win rate is known to within P percent",
    )
    arena.add_argument("--html", type=Path, metavar="FILE", help="also write a page with pictures")
    arena.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="play on a Dask cluster, such as tcp://10.0.0.5:8786 (extra: cluster)",
    )
    spoken(arena, "language of the table, the names and the page")
    return whole


def _simulated(sub: argparse.ArgumentParser, players: Iterable[str]) -> None:
    """Add the options of a run of games."""
    sub.add_argument("--games", type=positive, default=100, metavar="N", help="number of games")
    sub.add_argument(
        "--seed",
        type=printable,
        default="0",
        metavar="S",
        help="random seed; the same seed gives the same table",
    )
    sub.add_argument(
        "--seats",
        action="append",
        default=[],
        metavar="SEAT=PLAYER[,…]",
        help=f"players: {', '.join(players)}; greedy looks one action ahead, "
        "search looks N positions ahead with what its seat may know",
    )
    sub.add_argument("--csv", type=Path, metavar="FILE", help="also write the table as CSV")
    sub.add_argument(
        "--jobs",
        type=positive,
        metavar="N",
        help="number of processes (default: one per core); the table stays the same",
    )


class GameHelp(argparse.Action):
    """The option `--help`; after a game's name, it adds that game's notation and examples.

    `const` is the language.
    """

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        _values: str | Sequence[Any] | None,
        _option: str | None = None,
    ) -> None:
        """Print the help and exit."""
        parser.formatter_class = argparse.RawDescriptionHelpFormatter
        words = command_words("help", self.const)
        game = getattr(namespace, "game", None) or ""
        parts = [words["forms"], *_reference(game, self.const, words)]
        parser.epilog = "\n\n".join(parts).rstrip()
        parser.print_help()
        parser.exit()


def _reference(game: str, lang: str, words: Mapping[str, str]) -> list[str]:
    if game not in game_slugs():
        return [words["else"]]
    catalog, notation = load_catalog(game), load_notation(game)
    named = (
        words["seat"].format(seat=seat, name=names[lang])
        for seat, names in catalog.seat_names.items()
    )
    parts = [words["seats"].format(seats=words["comma"].join(named))]
    for key, entries in (
        ("line", notation.lines),
        ("phase", notation.phases),
        ("act", notation.acts),
    ):
        if entries:
            parts.append("\n".join([words[key], *_rows(entries.values(), lang, key)]))
    return parts + _shown(game, words["head"].format(game=game))


def _rows(entries: Iterable[Entry], lang: str, key: str) -> list[str]:
    """Return the help lines of the entries: form (or phase), meaning, and a phase's actions."""
    rows = []
    for entry in entries:
        rows.append(f"  {entry.name if key == 'phase' else entry.forms[0]}")
        rows += textwrap.wrap(
            entry.meaning[lang], _WIDTH, initial_indent=" " * 6, subsequent_indent=" " * 6
        )
        rows += [f"      > {form}" for form in entry.forms if key == "phase"]
        if key == "act":
            rows.append(f"      = {', '.join(entry.also)}")
    return rows


def _shown(game: str, head: str) -> list[str]:
    blocks = examples(game)
    if not blocks:
        return []
    return [head] + [
        "\n".join([*(f"  {line}" for line in lines), *(f"  > {action}" for action in actions)])
        for lines, actions in blocks
    ]


def examples(game: str) -> list[tuple[list[str], list[str]]]:
    """Return a game's example positions as lines, each with the actions to show for it."""
    paths = (home / game / "examples.txt" for home in DATA_FOLDERS if game)
    path = next((path for path in paths if path.is_file()), None)
    if path is None:
        return []
    blocks = []
    for block in read_data_text(path, f"{game}/{path.name}").strip().split("\n\n"):
        lines = block.splitlines()
        actions = [line[2:] for line in lines if line.startswith("> ")]
        blocks.append(([line for line in lines if not line.startswith("> ")], actions))
    return blocks
