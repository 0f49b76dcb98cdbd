"""Command line of the rules core: `python -m rules new | check | deck | perft | playout`.

Exit codes: 0 success, 1 the action or the deck is illegal, 2 usage or unreadable input, 3
environment (a full disk, a killed process), 4 internal error, 130 interrupted. `--debug`, anywhere
on the command line, adds the traceback to the one-line error message.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import traceback
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from rules import (
    Rules,
    RulesError,
    Status,
    judge,
    load_catalog,
    load_game,
    read_action,
    read_position,
    refusal,
)
from rules.cli.arguments import VALUED, parser
from rules.cli.deck import check_decks
from rules.cli.failure import mistyped_game, report_failure
from rules.cli.options import given_deck, given_setup, given_text, pairs
from rules.cli.scaffold import new_game, write_game
from rules.core.perft import perft
from rules.errors import Fault, UnwritableFile
from rules.messages.catalogs import command_words
from rules.messages.message import Message
from rules.messages.system import REFUSED, machine_fault, our_fault, system_reason
from rules.messages.usage_errors import language_of
from rules.notation.read_action import near_cells
from rules.players.levels import PLAYERS
from rules.plugins import game_fault
from rules.process.installing import games_commands, install_command
from rules.process.interrupt import start, was_interrupted

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from rules import Catalog, Verdict

USAGE, ENVIRONMENT, BUG, INTERRUPTED = 2, 3, 4, 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    argv = sys.argv[1:] if argv is None else argv
    fail = _Failure(argv)
    try:
        code = _run([word for word in argv if word != "--debug"], fail.lang)
        if sys.stdout is not None:  # None if the caller closed it
            sys.stdout.flush()  # detect a full disk here, not at interpreter exit
    except RulesError as error:
        return fail(error.exit_code, error.message, type(error).__name__)
    except KeyboardInterrupt:
        return fail(INTERRUPTED, Message("interrupted"))
    except BrokenPipeError:
        _drop_output()
        return 0
    except _NoOutput as error:
        fail.json = False
        return fail(ENVIRONMENT, error.args[0])
    except BrokenExecutor:
        return fail(ENVIRONMENT, Message("process_ended", option="--jobs 1"))
    except ModuleNotFoundError as error:
        lacking = Message(
            "no_extra",
            name=str(error.name),
            command=install_command(_EXTRAS.get(str(error.name), "sim")),
        )
        return fail(ENVIRONMENT, lacking)
    except Exception as error:  # last resort: report one sentence and exit with 4
        if was_interrupted():  # Ctrl-C can surface as an import error
            raise KeyboardInterrupt from error
        if isinstance(error, OSError) and error.errno in REFUSED:
            return fail.refused(error)
        if (fault := game_fault(error)) is not None:
            return fail(fault.exit_code, fault.message, type(fault).__name__)
        failed = machine_fault(error)
        return fail(ENVIRONMENT if failed else BUG, failed or our_fault(error, shown=fail.debug))
    return code


def _run(argv: Sequence[str], lang: str) -> int:
    commands: dict[str, Callable[..., int]] = {
        "new": _new,
        "check": _check,
        "deck": _deck_check,
        "perft": _perft,
        "playout": _playout,
        "arena": _arena,
    }
    try:
        arguments = parser(lang, commands, PLAYERS).parse_args(argv)
    except SystemExit as ended:  # after --help or a reported usage error
        return ended.code if isinstance(ended.code, int) else 0
    run: Callable[..., int] = arguments.run
    if not hasattr(arguments, "game"):
        return run(arguments)
    return run(load_game(arguments.game), arguments)


class _Failure:
    """Reporter of a failed command (`rules.cli.failure`)."""

    def __init__(self, argv: Sequence[str]) -> None:
        self.lang, self.json, self.debug = language_of(argv), "--json" in argv, "--debug" in argv
        self._words = argv

    def __call__(self, code: int, why: Message, kind: str = "") -> int:
        """Report the failure, after the traceback if asked for, and return the exit code."""
        if self.debug and code != INTERRUPTED and sys.stderr is not None:
            traceback.print_exc()
        if code == USAGE and (typo := mistyped_game(self._words[1:], VALUED, self._at)):
            why, kind = typo, "UnknownGame"
        return report_failure(code, kind, why.render(self.lang), as_json=self.json)

    def refused(self, error: OSError) -> int:
        """Report a file that cannot be written, or the output itself."""
        if error.filename is None:
            _drop_output()
            self.json = False
        what, fix = error.filename or Message("the_output"), Message(REFUSED[error.errno or 0])
        return self(ENVIRONMENT, Message("unwritten", what=what, why=system_reason(error), fix=fix))

    @property
    def _at(self) -> int | None:
        """The position of the game among the command's arguments."""
        return None if not self._words or self._words[0] == "new" else 0


_EXTRAS = {"distributed": "cluster"}


def _drop_output() -> None:
    """Discard any further output, so that Python does not report a second failure at exit."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _new(arguments: argparse.Namespace) -> int:
    slug, files = new_game(arguments.folder)
    try:
        write_game(arguments.folder, files)
    except OSError as error:
        if error.errno in REFUSED:
            raise
        what, fix = Message("unwritable", why=system_reason(error)), Message("your_folder")
        raise UnwritableFile([Fault(str(error.filename), 0, "", what, fix)]) from error
    home = arguments.folder.resolve()
    if arguments.json:
        _print_json({"game": slug, "folder": str(home), "files": [*files]})
        return 0
    steps = (
        *games_commands(str(home)),
        f"python -m rules playout {slug} --games 100 --seed 1",
        f"printkit cards {slug}",
    )
    ready = command_words("answers", arguments.lang)["ready"].format(slug=slug)
    print("\n".join([*map(str, files), ready, *(f"  {step}" for step in steps)]))
    return 0


def _check(game: Rules[Any], arguments: argparse.Namespace) -> int:
    catalog = load_catalog(arguments.game)
    text = given_text(arguments.position)
    setup = given_setup(arguments)
    state = read_position(text, game, setup, unchecked=arguments.unchecked)
    action = read_action(arguments.action, game, setup)
    verdict = judge(game, state, action)
    legal = arguments.next and verdict.status is Status.LEGAL
    after = game.notation.format(game.advance(state, action)[1]) if legal else ""
    hints = [hint.render(arguments.lang) for hint in near_cells(action, game, setup)]
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
            {"clause": v.clause, "facts": dict(v.facts), "why": refusal(catalog, v).render(lang)}
            for v in verdict.violations
        ],
        "awaits": list(verdict.awaits),
    }


def _verdict_text(catalog: Catalog, verdict: Verdict, lang: str) -> str:
    lines = [command_words("answers", lang)[verdict.status.value]]
    lines += [f"  {v.clause}  {refusal(catalog, v).render(lang)}" for v in verdict.violations]
    lines += [f"  {c}  {catalog.clauses[c].titles[lang]}" for c in verdict.awaits]
    return "\n".join(lines) + "\n"


def _deck_check(game: Rules[Any], arguments: argparse.Namespace) -> int:
    catalog = load_catalog(arguments.game)
    decks = [given_deck(catalog, name) for name in arguments.decks]
    checked = check_decks(game, given_setup(arguments), decks, arguments.lang)
    if arguments.json:
        _print_json({"game": arguments.game, "decks": [one.data() for one in checked]})
    else:
        print("".join(one.text() for one in checked), end="")
    return 0 if all(one.report.legal for one in checked) else 1


class _NoOutput(Exception):
    """Standard output is closed, so the result of a long computation would be lost."""


def _perft(game: Rules[Any], arguments: argparse.Namespace) -> int:
    from rules.sim.progress_bar import bar

    if sys.stdout is None:
        raise _NoOutput(Message("output_closed"))
    state = game.perft_start()
    if arguments.position is None and (arguments.setting or arguments.deck):
        raise RulesError("perft_start", option="--position")
    if arguments.position is not None:
        text = given_text(arguments.position)
        state = read_position(text, game, given_setup(arguments))
    with bar(sum(1 for _ in game.legal(state))) as show:
        counts = perft(game, state, arguments.depth, show)
    if arguments.json:
        _print_json({"game": arguments.game, "counts": counts})
    else:
        rows = (f"{depth:>5}  {count:>15,}\n" for depth, count in enumerate(counts, 1))
        print(command_words("answers", arguments.lang)["counts"] + "\n" + "".join(rows), end="")
    return 0


def _playout(game: Rules[Any], arguments: argparse.Namespace) -> int:
    from rules.cli.playout import playout

    if sys.stdout is None and not (arguments.csv or arguments.plot):
        raise _NoOutput(Message("output_or_file", option="--csv"))
    players = dict(pairs(arguments.seats, "--seats", "SEAT=PLAYER"))
    return playout(game, given_setup(arguments), players, arguments)


def _arena(game: Rules[Any], arguments: argparse.Namespace) -> int:
    from rules.cli.arena import study_balance

    if sys.stdout is None and not (arguments.csv or arguments.html):
        raise _NoOutput(Message("output_or_file", option="--csv"))
    players = dict(pairs(arguments.seats, "--seats", "SEAT=PLAYER"))
    return study_balance(game, given_setup(arguments), players, arguments)


def _print_json(data: Mapping[str, Any]) -> None:
    print(json.dumps(data, ensure_ascii=False) + "\n", end="")


if __name__ == "__main__":
    start(lambda: main, answers=False)  # a closed stdout is not an error: results may go to a file
