"""The command `arena`: study the balance of a game, its decks and its cards.

The table goes to stdout as text or JSON; CSV and the page go to files. A terminal shows the running
estimate. After Ctrl-C, the finished games are reported, and the exit code is 130.
"""

import argparse
import json
import os
import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import Executor
from contextlib import contextmanager, nullcontext
from typing import Any

from rules.catalog.reader import load_catalog
from rules.cli.playout import INTERRUPTED, check_players, may_be_written, same_file, write
from rules.core.rules import Rules
from rules.core.values import Seat, Setup
from rules.errors import RulesError
from rules.messages.catalogs import command_words
from rules.messages.message import Message
from rules.sim.arena import Contender, Study, arena
from rules.sim.playout import processes, starter_setup
from rules.sim.progress_bar import bar
from rules.sim.study_report import study_csv, study_data, study_page, study_table


def study_balance(
    game: Rules[Any], setup: Setup, players: Mapping[Seat, str], arguments: argparse.Namespace
) -> int:
    """Play the games, write the files, print the table and return the exit code."""
    setup = starter_setup(game, setup)
    players = check_players(game, setup, players)
    contenders = tuple(
        Contender(players[seat], setup.decks.get(seat)) for seat in game.seats(setup)
    )
    if arguments.csv is not None and same_file(arguments.csv, arguments.html):
        raise RulesError("same_file", path=arguments.csv)
    for path in (arguments.csv, arguments.html):
        may_be_written(path)
    jobs = arguments.jobs or os.cpu_count() or 1
    with _executor(arguments.cluster, jobs) as (pool, workers), bar(arguments.games) as show:
        study = arena(
            pool,
            setup,
            contenders,
            arguments.games,
            arguments.seed,
            until=arguments.until,
            ahead=2 * workers,
            progress=None if show is None else lambda done, _half: show(done),
        )
    _report(game.slug, study, contenders, arguments)
    if study.games == arguments.games or study.widest <= arguments.until:
        return 0
    if sys.stderr is not None:
        counted = Message("cut_short", played=study.games, games=arguments.games)
        print(counted.render(arguments.lang), file=sys.stderr)
    return INTERRUPTED


@contextmanager
def _executor(cluster: str | None, jobs: int) -> Iterator[tuple[Executor | None, int]]:
    """Provide the executor and its number of workers."""
    if cluster is not None:
        from rules.sim.cluster import connected

        with connected(cluster) as found:
            yield found
        return
    with nullcontext() if jobs == 1 else processes(jobs) as pool:
        yield pool, jobs


def _report(
    slug: str, study: Study, contenders: tuple[Contender, ...], arguments: argparse.Namespace
) -> None:
    catalog, lang = load_catalog(slug), arguments.lang
    words = command_words("arena", lang)
    subtitle = words["run"].format(arguments.seed, " · ".join(map(str, contenders)))
    if arguments.csv is not None:
        write(arguments.csv, study_csv(study, catalog).encode())
    if arguments.html is not None:
        write(arguments.html, study_page(study, catalog, lang, subtitle).encode())
    if arguments.json:
        print(json.dumps({"game": slug, **study_data(study, catalog)}, ensure_ascii=False))
        return
    print(f"{catalog.names[lang]} – {subtitle}\n{study_table(study, catalog, lang)}", end="")
