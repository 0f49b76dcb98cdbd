"""The command `playout`: simulate whole games and report the results.

The table goes to stdout as text or JSON; CSV and a picture go to files. A terminal shows a progress
bar. After Ctrl-C, the finished games are reported, and the exit code is 130.
"""

import argparse
import io
import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rules.catalog.reader import load_catalog
from rules.core.rules import Rules
from rules.core.values import Seat, Setup
from rules.errors import Fault, RulesError, UnreadableFile, UnwritableFile
from rules.messages.message import Message
from rules.messages.near_matches import did_you_mean
from rules.messages.system import REFUSED, system_reason
from rules.players.levels import PLAYERS, policy_called
from rules.sim.playout import playouts_on, starter_setup
from rules.sim.plot import SUFFIXES, Labels, draw, labels, require
from rules.sim.progress_bar import bar
from rules.sim.tally import Tally, format_tally, tally_csv, tally_data

INTERRUPTED = 130


def playout(
    game: Rules[Any], setup: Setup, players: Mapping[Seat, str], arguments: argparse.Namespace
) -> int:
    """Play the games, write the files, print the table and return the exit code."""
    setup = starter_setup(game, setup)
    players = check_players(game, setup, players)
    if arguments.csv is not None and same_file(arguments.csv, arguments.plot):
        raise RulesError("same_file", path=arguments.csv)
    for path in (arguments.csv, arguments.plot):
        may_be_written(path)
    if arguments.plot is not None:
        if arguments.plot.suffix.lower() not in SUFFIXES:
            raise RulesError("no_picture", path=str(arguments.plot), words=", ".join(SUFFIXES))
        require()
    jobs = arguments.jobs or os.cpu_count() or 1
    with bar(arguments.games) as show:
        tally = playouts_on(jobs, setup, arguments.games, arguments.seed, players, show)
    decks = {seat: deck.name for seat, deck in setup.decks.items()}
    catalog = load_catalog(game.slug)
    words = labels(catalog, arguments.lang, tally, arguments.seed, players, decks)
    _files(tally, words, arguments)
    _report(game.slug, tally, words, arguments)
    if tally.games == arguments.games:
        return 0
    if sys.stderr is not None:
        counted = Message("cut_short", played=tally.games, games=arguments.games)
        print(counted.render(arguments.lang), file=sys.stderr)
    return INTERRUPTED


def check_players(game: Rules[Any], setup: Setup, players: Mapping[Seat, str]) -> dict[Seat, str]:
    """Return the player of each seat; raise `RulesError` if a seat or player is unknown."""
    for seat, name in players.items():
        if seat not in game.seats(setup):
            raise _unknown("no_seat", seat, game.seats(setup))
        try:
            policy_called(name)
        except KeyError:
            raise _unknown("no_player", name, PLAYERS) from None
    return {seat: players.get(seat, "random") for seat in game.seats(setup)}


def _unknown(key: str, word: str, known: tuple[str, ...]) -> RulesError:
    what, near = Message(key, name=repr(word)), did_you_mean(word, known)
    return RulesError("option_near", option="--seats", what=what, near=near)


def same_file(one: Path, other: Path | None) -> bool:
    """Return True if both paths name the same file."""
    return other is not None and one.resolve() == other.resolve()


def may_be_written(path: Path | None) -> None:
    """Check before a long run that the path names a file in an existing folder."""
    if path is None:
        return
    if path.is_dir():
        raise UnreadableFile([Fault(str(path), 0, "", Message("folder"), Message("name_in_it"))])
    if not path.absolute().parent.is_dir():
        raise UnreadableFile([Fault(str(path), 0, "", Message("no_folder"), Message("make_it"))])


def _files(tally: Tally, words: Labels, arguments: argparse.Namespace) -> None:
    if arguments.csv is not None:
        write(arguments.csv, tally_csv(tally).encode())
    if arguments.plot is not None:
        picture = io.BytesIO()
        draw(tally, picture, arguments.plot.suffix.lower(), words)
        write(arguments.plot, picture.getvalue())


def write(path: Path, data: bytes) -> None:
    """Write a file atomically, so that a failure preserves the previous version."""
    try:
        if path.exists() and not path.is_file():  # a device or a pipe is not replaced
            path.write_bytes(data)
            return
        temporary = path.resolve().with_name(f".playout-{os.getpid()}")
        try:
            temporary.write_bytes(data)
            temporary.replace(path.resolve())
        finally:
            temporary.unlink(missing_ok=True)
    except OSError as error:
        if error.errno in REFUSED:
            raise OSError(error.errno, error.strerror, str(path)) from error
        what, fix = Message("unwritable", why=system_reason(error)), Message("your_folder")
        raise UnwritableFile([Fault(str(path), 0, "", what, fix)]) from error


def _report(slug: str, tally: Tally, words: Labels, arguments: argparse.Namespace) -> None:
    if arguments.json:
        print(json.dumps({"game": slug, **tally_data(tally)}, ensure_ascii=False))
        return
    colon = ": " if words.lang == "en" else "："
    table = format_tally(tally, words.cards, words.lang)
    print(f"{words.title}{colon}{words.subtitle}\n{table}", end="")
