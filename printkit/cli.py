"""The command line `printkit`: cards and mats as print-ready PDFs with manifests.

Each command is a module in `printkit.commands`; this module registers them. Data goes to stdout
(paths, or one JSON object with `--json`), and messages go to stderr. Exit codes: 0 success · 1
findings in data or template · 2 usage error · 3 environment error · 4 internal error · 130
interrupted · 141 stdout closed by its reader (128 + SIGPIPE). Heavy libraries are imported inside
the commands, so that `--help` stays quick.
"""

import errno
import importlib
import os
import sys
import traceback
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.exceptions import TyperException
from typer.main import get_command

from printkit.commands.help_groups import help_groups
from rules import Message
from rules.cli.grouped_help import with_examples, write_commands, write_options
from rules.messages.message import Text, render
from rules.messages.usage_errors import (
    error_line,
    format_usage_error,
    language_of,
    usage_sentence,
)
from rules.version import __version__

COMMANDS = (
    "calibrate",
    "cards",
    "check",
    "craft",
    "digital",
    "game",
    "init",
    "learn",
    "mat",
    "preview",
    "reference",
    "rulebook",
    "service",
    "shopping",
    "watch",
)
"""Names of all commands. Each is a module in `printkit.commands` and a function in that module."""

USAGE, INTERRUPTED, UNHEARD = 2, 130, 141
_DEVICE = (errno.ENOSPC, errno.EIO, errno.EDQUOT, errno.EFBIG)
"""Errors of writing to standard output. All files are written by `printkit.pdf.output`."""
_REFUSED = (errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOTDIR, errno.EEXIST, *_DEVICE)
"""Errors with files that a library opens, such as a shell's settings."""


_EPILOGUE = (
    "Exit codes: 0 success, 1 findings in data or template, 2 usage error, 3 environment error, "
    "4 internal error, 130 interrupted, 141 output closed. Paths go to stdout, messages to stderr. "
    "--debug, anywhere in the command, shows where an error arose."
)


class _CommandParts(TyperGroup):
    """The program's help, with its commands in groups."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401 - typer's own
        del ctx
        write_commands(formatter, self.commands, help_groups().commands)


class _OptionParts(TyperCommand):
    """A command's help, with its options in groups."""

    def format_options(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401 - typer's own
        write_options(formatter, ctx, help_groups().options.get(self.name or "", {}))


def build_app() -> typer.Typer:
    """Return the command line with every command."""
    app = typer.Typer(
        name="printkit",
        cls=_CommandParts,
        help="Print a card game: cards with QR tags, and mats, as PDFs with manifests.",
        epilog=with_examples(help_groups().examples["program"], _EPILOGUE),
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )
    app.callback()(options)
    for name in COMMANDS:
        command = getattr(importlib.import_module(f"printkit.commands.{name}"), name)
        short = (command.__doc__ or "").partition("\n")[0]
        app.command(
            name,
            cls=_OptionParts,
            short_help=short,
            epilog=with_examples(help_groups().examples.get(name, ())),
        )(command)
    return app


def _print_version(asked: bool) -> None:
    if asked:
        print(f"printkit {__version__}")
        raise typer.Exit


def options(
    _version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Show the version and exit."
        ),
    ] = False,
) -> None:
    """Print a card game."""


def main() -> None:
    """Run the command line and exit with its code. Tracebacks appear only with `--debug`."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run one command line and return the exit code. `--debug` may be anywhere in `arguments`."""
    debug = "--debug" in arguments
    arguments = [argument for argument in arguments if argument != "--debug"]
    lang = language_of(arguments)
    fail = _CommandFailure(arguments, lang)
    try:
        result = build_app()(arguments, prog_name="printkit", standalone_mode=False)
        sys.stdout.flush()  # Report a full device here, not when Python exits.
    except TyperException as error:
        return fail.misused(error)
    except BrokenPipeError:
        return _unheard()
    except SystemExit as left:  # Let typer exit when the reader of stdout has closed it.
        if not isinstance(left.__context__, BrokenPipeError):
            raise
        return _unheard()
    except OSError as error:
        from rules.messages.system import system_reason

        why = system_reason(error)
        if error.filename is not None and error.errno in _REFUSED and not debug:
            refused = Message("print.refused_file", file=os.fsdecode(error.filename), why=why)
            return fail(3, refused, type(error).__name__)
        if error.filename is not None or error.errno not in _DEVICE:
            return fail.unforeseen(error, debug=debug)
        fail.as_json = False
        fail(3, Message("print.no_output", why=why), type(error).__name__)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 3
    except Exception as error:  # noqa: BLE001 - only here, errors become exit codes
        return fail.unforeseen(error, debug=debug)
    code = result if isinstance(result, int) else 0
    if code == INTERRUPTED:  # Let typer report Ctrl-C.
        print(render(Message("print.interrupted"), lang), file=sys.stderr)
    return code


def _unheard() -> int:
    """Discard buffered output after the reader has closed stdout."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return UNHEARD


class _CommandFailure:
    """Reporter of a failed command (`rules.cli.failure`)."""

    def __init__(self, arguments: list[str], lang: str) -> None:
        self._arguments, self._lang = arguments, lang
        self.as_json = "--json" in arguments

    def __call__(self, code: int, what: Text, kind: str) -> int:
        """Report a failure in one sentence, or a mistyped game that precedes it."""
        return self._report(code, kind, render(what, self._lang), error_line(what, self._lang))

    def misused(self, error: TyperException) -> int:
        """Report a usage error in plain words, below the command's usage."""
        sentence, shown = (say(error, self._lang) for say in (usage_sentence, format_usage_error))
        return self._report(int(getattr(error, "exit_code", USAGE)), "UsageError", sentence, shown)

    def _report(self, code: int, kind: str, sentence: str, shown: str) -> int:
        from rules.cli.failure import mistyped_in, report_failure

        if code == USAGE and (typo := mistyped_in(self._arguments, get_command(build_app()))):
            kind, sentence = "UnknownGame", typo.render(self._lang)
            shown = error_line(typo, self._lang)
        text = sentence if self.as_json else shown.rstrip("\n")
        return report_failure(code, kind, text, as_json=self.as_json)

    def unforeseen(self, error: Exception, *, debug: bool) -> int:
        """Report an error of a command, a game or a library, or an internal error."""
        from rules.plugins import game_fault

        if debug:
            traceback.print_exc()
        error = game_fault(error) or error
        code, what = explained(error, self._lang, shown=debug)
        return self(code, what, type(error).__name__)


def explained(error: Exception, lang: str, *, shown: bool = False) -> tuple[int, Text]:
    """Return an error's exit code and sentence; `shown` is True if a traceback is printed too."""
    from printkit.errors import PrintError
    from rules.errors import RulesError
    from rules.messages.system import machine_fault, our_fault
    from rules.plugins import game_fault
    from rules.process.installing import install_command
    from rules.process.interrupt import missing_native_library

    error = game_fault(error) or error
    if isinstance(error, PrintError | RulesError):
        return error.exit_code, error.message
    if isinstance(error, ModuleNotFoundError):
        extra = "cut" if error.name == "ezdxf" else "print"
        lacking = Message("print.no_library", name=str(error.name), command=install_command(extra))
        return 3, render(lacking, lang)
    if (failed := machine_fault(error)) is not None:
        return 3, render(failed, lang)
    if library := missing_native_library(error):
        broken = Message("print.broken_library", name=library, why=str(error))
        return 3, render(broken, lang)
    return 4, render(our_fault(error, shown=shown), lang)
