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
from typing import Annotated

import typer
from typer.exceptions import TyperException

from rules import Message
from rules.messages.message import Text, render
from rules.messages.usage_errors import error_line, format_usage_error, language_of
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

INTERRUPTED, UNHEARD = 130, 141
_DEVICE = (errno.ENOSPC, errno.EIO, errno.EDQUOT, errno.EFBIG)
"""Errors of writing to standard output. All files are written by `printkit.pdf.output`."""
_REFUSED = (errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOTDIR, errno.EEXIST, *_DEVICE)
"""Errors with files that a library opens, such as a shell's settings."""


_EPILOGUE = (
    "Exit codes: 0 success, 1 findings in data or template, 2 usage error, 3 environment error, "
    "4 internal error, 130 interrupted, 141 output closed. Paths go to stdout, messages to stderr. "
    "--debug, anywhere in the command, shows where an error arose."
)


def build_app() -> typer.Typer:
    """Return the command line with every command."""
    app = typer.Typer(
        name="printkit",
        help="Print a card game: cards with QR tags, and mats, as PDFs with manifests.",
        epilog=_EPILOGUE,
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )
    app.callback()(options)
    for name in COMMANDS:
        command = getattr(importlib.import_module(f"printkit.commands.{name}"), name)
        app.command(name, short_help=(command.__doc__ or "").partition("\n")[0])(command)
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
    try:
        result = build_app()(arguments, prog_name="printkit", standalone_mode=False)
        sys.stdout.flush()  # Report a full device here, not when Python exits.
    except TyperException as error:
        return _misused(error, arguments)
    except BrokenPipeError:
        return _unheard()
    except SystemExit as left:  # Let typer exit when the reader of stdout has closed it.
        if not isinstance(left.__context__, BrokenPipeError):
            raise
        return _unheard()
    except OSError as error:
        from rules.messages.system import system_reason

        lang, why = language_of(arguments), system_reason(error)
        if error.filename is not None and error.errno in _REFUSED and not debug:
            refused = Message("print.refused_file", file=os.fsdecode(error.filename), why=why)
            _say(render(refused, lang), lang)
            return 3
        if error.filename is not None or error.errno not in _DEVICE:
            return _unforeseen(error, arguments, debug=debug)
        _say(render(Message("print.no_output", why=why), lang), lang)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 3
    except Exception as error:  # noqa: BLE001 - only here, errors become exit codes
        return _unforeseen(error, arguments, debug=debug)
    code = result if isinstance(result, int) else 0
    if code == INTERRUPTED:  # Let typer report Ctrl-C.
        print(render(Message("print.interrupted"), language_of(arguments)), file=sys.stderr)
    return code


def _misused(error: TyperException, arguments: list[str]) -> int:
    """Report a usage error in plain words, below the command's usage."""
    print(format_usage_error(error, language_of(arguments)), end="", file=sys.stderr)
    return int(getattr(error, "exit_code", 2))


def _unheard() -> int:
    """Discard buffered output after the reader has closed stdout."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return UNHEARD


def _unforeseen(error: Exception, arguments: list[str], *, debug: bool) -> int:
    if debug:
        traceback.print_exc()
    lang = language_of(arguments)
    code, text = explained(error, lang, shown=debug)
    _say(text, lang)
    return code


def explained(error: Exception, lang: str, *, shown: bool = False) -> tuple[int, Text]:
    """Return an error's exit code and sentence; `shown` is True if a traceback is printed too."""
    from printkit.errors import PrintError
    from rules.errors import GameFault, RulesError
    from rules.messages.system import machine_fault, our_fault
    from rules.plugins import game_fault
    from rules.process.installing import install_command
    from rules.process.interrupt import missing_native_library

    error = game_fault(error) or error
    if isinstance(error, PrintError):
        return error.exit_code, error.message
    if isinstance(error, RulesError):
        return 2 if isinstance(error, GameFault) else 1, error.message
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


def _say(what: Text, lang: str) -> None:
    print(error_line(what, lang), file=sys.stderr)
