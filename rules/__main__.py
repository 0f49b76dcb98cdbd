"""`python -m rules check | perft | playout`: the rules core at a prompt.

Exit codes: 0 fine, 1 the action is illegal, 2 usage or unreadable input, 4 our bug.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rules import (
    LANGUAGES,
    Deck,
    Game,
    RulesError,
    Setup,
    Status,
    game_slugs,
    judge,
    load_catalog,
    load_game,
    parse_action,
    sentence,
)
from rules._decklist import read_decklist
from rules._faults import did_you_mean, read_data_text
from rules._interrupt import start
from rules._tally import format_tally, tally_csv, tally_data
from rules.playout import POLICIES, perft, playouts_on, starter_setup

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from rules import Catalog, Verdict

__all__ = ["main"]

USAGE = 2

_BETWEEN_PAIRS = re.compile(r",(?=[^,=]+=)")
"""The comma before a further NAME=VALUE; a file's name may hold commas of its own."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code."""
    arguments = _parser().parse_args(argv)
    try:
        game = load_game(arguments.game)
        return int(arguments.run(game, arguments))
    except RulesError as error:
        sys.stderr.write(f"{error}\n")
        return USAGE
    except KeyboardInterrupt:
        sys.stderr.write("interrupted\n")
        return 130
    except BrokenPipeError:
        return 0
    except Exception as error:  # noqa: BLE001 - the last resort: one sentence, exit 4
        sys.stderr.write(f"this is a fault of ours: {type(error).__name__}: {error}\n")
        return 4


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m rules", description="The shared rules core.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    games = ", ".join(game_slugs())

    def command(name: str, run: Any, text: str) -> argparse.ArgumentParser:  # noqa: ANN401 - any command
        sub = commands.add_parser(name, help=text, description=text)
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

    check = command("check", _check, "Judge one action in a position.")
    check.epilog = (
        'A position of The Yggdrasil: "field b1=yr1/A c5=yr1/B" and "turn 1 A" on two lines.'
    )
    check.add_argument("--position", type=Path, required=True, metavar="FILE", help="position text")
    check.add_argument("--action", required=True, metavar="TEXT", help='as in "A place y03 b2"')
    check.add_argument("--lang", choices=LANGUAGES, default="en", help="language of the reasons")
    perft = command("perft", _perft, "Count action sequences, from the specification's start.")
    perft.add_argument("--depth", type=_positive, required=True, metavar="N", help="plies")
    perft.add_argument("--position", type=Path, metavar="FILE", help="start from this position")
    playout = command("playout", _playout, "Play whole games by simulated seats.")
    playout.add_argument("--games", type=_positive, default=100, metavar="N", help="how many")
    playout.add_argument("--seed", default="0", metavar="S", help="same seed, same table")
    playout.add_argument(
        "--seats",
        action="append",
        default=[],
        metavar="SEAT=PLAYER[,…]",
        help=f"who plays: {', '.join(sorted(POLICIES))}",
    )
    playout.add_argument("--csv", type=Path, metavar="FILE", help="write the table as CSV too")
    playout.add_argument(
        "--jobs", type=_positive, metavar="N", help="processes (default: one a core); same table"
    )
    return parser


def _positive(text: str) -> int:
    value = int(text) if text.isascii() and text.isdigit() else 0
    if not 0 < value <= 10_000_000:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 to 10000000")
    return value


def _setup(arguments: argparse.Namespace) -> Setup:
    catalog = load_catalog(arguments.game)
    settings = dict(_pairs(arguments.setting, "--setting"))
    decks = {seat: _deck(catalog, name) for seat, name in _pairs(arguments.deck, "--deck")}
    return Setup(arguments.game, settings, decks)


def _pairs(texts: list[str], option: str) -> list[tuple[str, str]]:
    pairs = []
    for text in (part for given in texts for part in _BETWEEN_PAIRS.split(given)):
        name, equals, value = text.partition("=")
        if not equals:
            msg = f"{option} {text}: write NAME=VALUE"
            raise RulesError(msg)
        pairs.append((name, value))
    return pairs


def _deck(catalog: Catalog, name: str) -> Deck:
    if name in catalog.decks:
        return catalog.decks[name]
    path = Path(name)
    if path.suffix and path.exists():
        return read_decklist(path, catalog.cards)[0]
    msg = f"there is no deck {name!r}: {did_you_mean(name, catalog.decks)}, or name a file"
    raise RulesError(msg)


def _check(game: Game[Any], arguments: argparse.Namespace) -> int:
    catalog = load_catalog(arguments.game)
    text = read_data_text(arguments.position, str(arguments.position))
    state = game.parse(text, _setup(arguments))
    verdict = judge(game, state, parse_action(arguments.action.strip()))
    if arguments.json:
        _print_json(_verdict_data(catalog, verdict, arguments.lang))
    else:
        sys.stdout.write(_verdict_text(catalog, verdict, arguments.lang))
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


def _perft(game: Game[Any], arguments: argparse.Namespace) -> int:
    state = game.perft_start()
    if arguments.position is None and (arguments.setting or arguments.deck):
        msg = "the specification's start has its own settings and decks: give --position, too"
        raise RulesError(msg)
    if arguments.position is not None:
        text = read_data_text(arguments.position, str(arguments.position))
        state = game.parse(text, _setup(arguments))
    counts = perft(game, state, arguments.depth)
    if arguments.json:
        _print_json({"game": arguments.game, "counts": counts})
    else:
        rows = (f"{depth:>5}  {count:>15,}\n" for depth, count in enumerate(counts, 1))
        sys.stdout.write("depth            count\n" + "".join(rows))
    return 0


def _playout(game: Game[Any], arguments: argparse.Namespace) -> int:
    setup = starter_setup(game, _setup(arguments))
    players = _players(game, setup, arguments.seats)
    jobs = arguments.jobs or os.cpu_count() or 1
    show = _bar(arguments.games) if sys.stderr.isatty() else None
    tally = playouts_on(jobs, setup, arguments.games, arguments.seed, players, show)
    if arguments.csv is not None:
        _write(arguments.csv, tally_csv(tally))
    if arguments.json:
        _print_json({"game": arguments.game, **tally_data(tally)})
        return 0
    catalog = load_catalog(arguments.game)
    names = {card.id: card.names["en"] for card in catalog.cards.values()}
    sides = ", ".join(
        f"{seat} {players.get(seat, 'random')}" + (f" with {deck.name}" if deck else "")
        for seat, deck in ((s, setup.decks.get(s)) for s in game.seats(setup))
    )
    head = f"{tally.games} games of {arguments.game}, seed {arguments.seed}: {sides}\n"
    sys.stdout.write(head + format_tally(tally, names))
    return 0


def _players(game: Game[Any], setup: Setup, texts: list[str]) -> dict[str, str]:
    """Who plays each seat; raises `RulesError` with a near match."""
    players = dict(_pairs(texts, "--seats"))
    for seat, name in players.items():
        for word, known, what in (
            (seat, game.seats(setup), "seat"),
            (name, tuple(POLICIES), "player"),
        ):
            if word not in known:
                msg = f"--seats: there is no {what} {word!r}: {did_you_mean(word, known)}"
                raise RulesError(msg)
    return players


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, "utf-8")
    except OSError as error:
        msg = f"{path}: cannot be written ({error.strerror}): name a file in a folder there is"
        raise RulesError(msg) from error


def _bar(games: int) -> Callable[[int], None]:
    def show(done: int) -> None:
        filled = "█" * (30 * done // games)
        end = "\n" if done == games else ""
        sys.stderr.write(f"\r{filled:<30} {done}/{games}{end}")
        sys.stderr.flush()

    return show


def _print_json(data: Mapping[str, Any]) -> None:
    sys.stdout.write(json.dumps(data, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    start(lambda: main)
