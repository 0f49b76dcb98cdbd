"""`python -m rules new | check | deck | perft | playout`: the rules core at a prompt.

Exit codes: 0 fine, 1 the action or the deck is illegal, 2 usage or unreadable input, 3 the
machine refuses (a full disk, a process that was killed), 4 our bug, 130 interrupted.
"""

from __future__ import annotations

import argparse
import errno
import json
import os
import sys
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any

from rules import (
    LANGUAGES,
    Game,
    RulesError,
    Status,
    game_slugs,
    judge,
    load_catalog,
    load_game,
    near_cells,
    read_action,
    read_position,
    sentence,
)
from rules._deck_command import check_decks
from rules._faults import read_data_text
from rules._help import GameHelp
from rules._options import given_deck, given_setup, pairs, positive, printable
from rules._said import said, told
from rules.interrupt import pressed, start
from rules.misuse import language_of, reworded
from rules.new_game import new_game
from rules.playout import POLICIES, perft
from rules.version import __version__

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import NoReturn

    from rules import Catalog, Verdict

__all__ = ["main"]

USAGE, ENVIRONMENT, BUG, INTERRUPTED = 2, 3, 4, 130
REFUSED = {
    errno.ENOSPC: "free some space",
    errno.EDQUOT: "free some space",
    errno.EACCES: "choose a place you may write to",
    errno.EPERM: "choose a place you may write to",
    errno.EROFS: "choose a place you may write to",
}
"""What the machine does not let us write is its trouble, not a slip of who typed."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code."""
    fail = _Failure(argv)
    try:
        code = _run(argv)
        if sys.stdout is not None:  # nobody has closed it
            sys.stdout.flush()  # a full device is told here, not when Python ends
    except RulesError as error:
        return fail(USAGE, error.told(_language(argv)), type(error).__name__)
    except KeyboardInterrupt:
        return fail(INTERRUPTED, "interrupted")
    except BrokenPipeError:
        _drop_output()
        return 0
    except _NoOutput:
        return fail(ENVIRONMENT, "the output is closed: open it, or name a file with --csv")
    except BrokenExecutor:
        said = "a process of the simulation was ended from outside: try again with --jobs 1"
        return fail(ENVIRONMENT, said)
    except ModuleNotFoundError as error:
        said = "install the project with its extra [sim] (python3 play.py setup does)"
        return fail(ENVIRONMENT, f"the library {error.name} is not installed: {said}")
    except Exception as error:  # the last resort: one sentence, exit 4
        if pressed():  # an import that Ctrl-C cut off says it in its own words
            raise KeyboardInterrupt from error
        if isinstance(error, OSError) and error.errno in REFUSED:
            _drop_output()
            what = error.filename or "the output"
            why = f"{what} can't be written ({error.strerror}): {REFUSED[error.errno]}"
            return fail(ENVIRONMENT, why)
        return fail(BUG, f"this is a fault of ours: {type(error).__name__}: {error}")
    return code


def _language(argv: Sequence[str] | None) -> str:
    return language_of(sys.argv[1:] if argv is None else argv)


def _run(argv: Sequence[str] | None) -> int:
    try:
        arguments = _parser(_language(argv)).parse_args(argv)
    except SystemExit as left:  # after --help, or a usage that was told
        return left.code if isinstance(left.code, int) else 0
    run: Callable[..., int] = arguments.run
    if not hasattr(arguments, "game"):
        return run(arguments)
    return run(load_game(arguments.game), arguments)


class _Failure:
    """Tells why a command came to nothing: a sentence on stderr, with `--json` an object."""

    def __init__(self, argv: Sequence[str] | None) -> None:
        self.json = "--json" in (sys.argv[1:] if argv is None else argv)

    def __call__(self, code: int, why: str, kind: str = "") -> int:
        """Tell it; returns the exit code."""
        if self.json and sys.stdout is not None and code != ENVIRONMENT:
            with suppress(OSError):
                _print_json({"error": {"exit": code, "kind": kind, "message": why}})
                sys.stdout.flush()
        elif sys.stderr is not None:
            print(why, file=sys.stderr)
        return code


def _drop_output() -> None:
    """Else Python tries to write the rest again when it ends, and tells of that."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class _Parser(argparse.ArgumentParser):
    """Tells a slip in one sentence."""

    def error(self, message: str) -> NoReturn:
        raise RulesError(said("slip_see", what=reworded(message), help=f"{self.prog} --help"))

    def _print_message(self, message: str, file: Any = None) -> None:  # noqa: ANN401 - whatever can be written to
        """Write the help; argparse's own passes over an output that takes nothing."""
        if message and (out := file or sys.stdout) is not None:
            out.write(message)


def _parser(lang: str) -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m rules", description="The shared rules core.")
    parser.add_argument("--version", action="version", version=f"rules {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    games = ", ".join(game_slugs())

    def command(name: str, run: Any, text: str, **more: Any) -> argparse.ArgumentParser:  # noqa: ANN401 - any command
        sub = commands.add_parser(name, help=text, description=text, **more)
        sub.add_argument("game", metavar="GAME", help=games)
        sub.add_argument(
            "--setting", action="append", default=[], metavar="NAME=VALUE", help="a variant setting"
        )
        sub.add_argument(
            "--deck",
            "--decks",
            action="append",
            default=[],
            metavar="SEAT=DECK[,…]",
            help="a shipped deck's name or a deck list file",
        )
        sub.add_argument("--json", action="store_true", help="print JSON")
        sub.set_defaults(run=run)
        return sub

    text = "Begin a game of your own: a small whole one, to be rewritten clause by clause."
    new = commands.add_parser("new", help=text, description=text)
    new.add_argument(
        "folder", type=Path, metavar="GAME", help="a new folder; the game is called after it"
    )
    new.add_argument("--json", action="store_true", help="print JSON")
    new.set_defaults(run=_new)
    check = command("check", _check, "Judge one action in a position.", add_help=False)
    check.add_argument(
        "-h", "--help", action=GameHelp, nargs=0, const=lang, help="GAME --help: all its words"
    )
    check.add_argument("--position", type=Path, required=True, metavar="FILE", help="position text")
    check.add_argument("--action", required=True, metavar="TEXT", help="one line")
    check.add_argument("--lang", choices=LANGUAGES, default="en", help="language of the reasons")
    check.add_argument(
        "--next", action="store_true", help="show the position that a legal action leads to"
    )
    deck = command("deck", _deck_check, "Say everything that is wrong with a deck.")
    deck.add_argument(
        "decks", nargs="+", metavar="DECK", help="a deck list file, or a shipped deck"
    )
    deck.add_argument("--lang", choices=LANGUAGES, default="en", help="language of the findings")
    perft = command("perft", _perft, "Count action sequences, from the specification's start.")
    perft.add_argument("--depth", type=positive, required=True, metavar="N", help="plies")
    perft.add_argument("--position", type=Path, metavar="FILE", help="start from this position")
    playout = command("playout", _playout, "Play whole games by simulated seats.")
    playout.add_argument("--games", type=positive, default=100, metavar="N", help="how many")
    playout.add_argument(
        "--seed", type=printable, default="0", metavar="S", help="same seed, same table"
    )
    playout.add_argument(
        "--seats",
        action="append",
        default=[],
        metavar="SEAT=PLAYER[,…]",
        help=f"who plays: {', '.join(sorted(POLICIES))}; greedy looks at every action, "
        "which takes about two seconds a game in spherion, far less in the others",
    )
    playout.add_argument("--csv", type=Path, metavar="FILE", help="write the table as CSV too")
    playout.add_argument(
        "--plot", type=Path, metavar="FILE", help="draw it: .svg, .png or .pdf (extra: sim)"
    )
    playout.add_argument(
        "--lang", choices=LANGUAGES, default="en", help="language of names and of the picture"
    )
    playout.add_argument(
        "--jobs", type=positive, metavar="N", help="processes (default: one a core); same table"
    )
    return parser


def _new(arguments: argparse.Namespace) -> int:
    slug, files = new_game(arguments.folder)
    for name, text in files.items():
        path = arguments.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    home = arguments.folder.resolve()
    if arguments.json:
        _print_json({"game": slug, "folder": str(home), "files": [*files]})
        return 0
    said = (
        f"set RULES_GAMES={home}" if os.name == "nt" else f"export RULES_GAMES={quote(str(home))}"
    )
    steps = (said, f"python -m rules playout {slug} --games 100 --seed 1", f"printkit cards {slug}")
    print("\n".join([*map(str, files), f"{slug} is ready:", *(f"  {step}" for step in steps)]))
    return 0


def _check(game: Game[Any], arguments: argparse.Namespace) -> int:
    catalog = load_catalog(arguments.game)
    text = read_data_text(arguments.position, str(arguments.position))
    setup = given_setup(arguments)
    state, action = read_position(text, game, setup), read_action(arguments.action, game, setup)
    verdict = judge(game, state, action)
    legal = arguments.next and verdict.status is Status.LEGAL
    after = game.format(game.advance(state, action)[1]) if legal else ""
    hints = [told(hint, arguments.lang) for hint in near_cells(action, game, setup)]
    if arguments.json:
        data = {**_verdict_data(catalog, verdict, arguments.lang), "hints": hints}
        _print_json(data | ({"next": after} if arguments.next else {}))
    else:
        print("".join(f"{hint}\n" for hint in hints), end="", file=sys.stderr)
        print(_verdict_text(catalog, verdict, arguments.lang) + after, end="")
    return 1 if verdict.status is Status.ILLEGAL else 0


def _verdict_data(catalog: Catalog, verdict: Verdict, lang: str) -> dict[str, Any]:
    return {
        "verdict": verdict.status.value,
        "clauses": list(verdict.clauses),
        "violations": [
            {"clause": v.clause, "facts": dict(v.facts), "why": sentence(catalog, v, lang)}
            for v in verdict.violations
        ],
        "awaits": list(verdict.awaits),
    }


def _verdict_text(catalog: Catalog, verdict: Verdict, lang: str) -> str:
    lines = [verdict.status.value]
    lines += [f"  {v.clause}  {sentence(catalog, v, lang)}" for v in verdict.violations]
    lines += [f"  {c}  {catalog.clauses[c].titles[lang]}" for c in verdict.awaits]
    return "\n".join(lines) + "\n"


def _deck_check(game: Game[Any], arguments: argparse.Namespace) -> int:
    catalog = load_catalog(arguments.game)
    decks = [given_deck(catalog, name) for name in arguments.decks]
    checked = check_decks(game, given_setup(arguments), decks, arguments.lang)
    if arguments.json:
        _print_json({"game": arguments.game, "decks": [one.data() for one in checked]})
    else:
        print("".join(one.text() for one in checked), end="")
    return 0 if all(one.report.legal for one in checked) else 1


class _NoOutput(Exception):
    """Nobody can be told what a long count came to."""


def _perft(game: Game[Any], arguments: argparse.Namespace) -> int:
    if sys.stdout is None:
        raise _NoOutput
    state = game.perft_start()
    if arguments.position is None and (arguments.setting or arguments.deck):
        msg = "the specification's start has its own settings and decks: give --position, too"
        raise RulesError(msg)
    if arguments.position is not None:
        text = read_data_text(arguments.position, str(arguments.position))
        state = read_position(text, game, given_setup(arguments))
    counts = perft(game, state, arguments.depth)
    if arguments.json:
        _print_json({"game": arguments.game, "counts": counts})
    else:
        rows = (f"{depth:>5}  {count:>15,}\n" for depth, count in enumerate(counts, 1))
        print("depth            count\n" + "".join(rows), end="")
    return 0


def _playout(game: Game[Any], arguments: argparse.Namespace) -> int:
    from rules._playout_command import playout

    if sys.stdout is None and not (arguments.csv or arguments.plot):
        raise _NoOutput
    players = dict(pairs(arguments.seats, "--seats", "SEAT=PLAYER"))
    return playout(game, given_setup(arguments), players, arguments)


def _print_json(data: Mapping[str, Any]) -> None:
    print(json.dumps(data, ensure_ascii=False) + "\n", end="")


if __name__ == "__main__":
    start(lambda: main)
