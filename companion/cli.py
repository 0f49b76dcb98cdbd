"""The command line `companion`; each command is a module of `companion.commands`.

A module `NAME` offers a function `NAME` that typer can call; its docstring is the help text.
Modules import heavy libraries inside their functions, so that `--help` stays quick. This module
imports nothing from this project before `main` runs, so that Ctrl-C during start-up shows no
traceback.

Exit codes: 0 success · 1 findings · 2 usage · 3 environment · 4 a bug in this program · 130
interrupted · 141 the reader of stdout has closed it (a shell's code for SIGPIPE). stdout carries
data, stderr messages. `NO_COLOR` is honoured. `--debug`, anywhere on the line, prints an error's
traceback before its message.
"""

from __future__ import annotations

import os
import sys
import traceback
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    import typer

COMMANDS = ("demo", "doctor", "plan", "read", "referee", "replay", "rules", "scan")
"""All documented commands; only those whose modules are installed are offered."""

_INTERRUPTED, _UNHEARD = 130, 141
_SETTINGS = {
    "OPENCV_LOG_LEVEL": "SILENT",
    "OPENCV_FFMPEG_LOGLEVEL": "-8",
    "OPENBLAS_NUM_THREADS": "1",
    "OPENCV_VIDEOIO_MSMF_ENABLE_HW_TRANSFORMS": "0",
}
"""Environment variables that libraries read when they are imported. OpenCV's own log is muted,
because this program reports the errors. BLAS uses one thread: the matrices are small, and waiting
for threads takes half as long again. Media Foundation's hardware transforms are off: with them,
Windows takes up to twenty seconds to open a camera."""

_MOST_PIXELS = ("OPENCV_IO_MAX_IMAGE_PIXELS", "250000000")
"""Maximum number of pixels that OpenCV decodes, whatever a header claims: the largest of
`stills._MOST_PIXELS`."""

_EPILOGUE = (
    "Exit codes: 0 success, 1 findings, 2 usage error, 3 environment error, 4 internal error, "
    "130 interrupted. Data goes to stdout, messages to stderr. --debug, anywhere in the command, "
    "shows where an error arose."
)


def build_app() -> typer.Typer:
    """Build the command line with every installed command."""
    import importlib
    from importlib.util import find_spec

    import typer

    from companion.commands import options

    app = typer.Typer(
        name="companion",
        help=options.__doc__,
        epilog=_EPILOGUE,
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )
    app.callback()(options)
    for name in COMMANDS:
        if find_spec(f"companion.commands.{name}") is not None:
            command = getattr(importlib.import_module(f"companion.commands.{name}"), name)
            # Typer truncates a short help that it derives from a docstring, but wraps an explicit
            # one.
            app.command(name, short_help=(command.__doc__ or "").partition("\n")[0])(command)
    return app


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit with its code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        code = _run(words)
    except KeyboardInterrupt:
        code = _INTERRUPTED
    except SystemExit as left:
        # Typer exits with 1 when the reader of stdout has closed it.
        if not isinstance(left.__context__, BrokenPipeError):
            raise
        code = _UNHEARD
    if code == _INTERRUPTED:
        print(_stopped(words), file=sys.stderr)
    sys.exit(code)


def _run(words: list[str]) -> int:
    debug = "--debug" in words or bool(os.environ.get("COMPANION_DEBUG"))
    words = [word for word in words if word != "--debug"]
    os.environ.setdefault(*_MOST_PIXELS)
    if not debug:
        for name, value in _SETTINGS.items():
            os.environ.setdefault(name, value)
    from typer.exceptions import TyperException

    from companion.commands.fault import explained
    from companion.errors import CompanionError
    from rules import RulesError
    from rules.messages.usage_errors import format_usage_error, language_of
    from rules.process.interrupt import was_interrupted

    try:
        code = build_app()(words, prog_name="companion", standalone_mode=False)
    except TyperException as error:
        print(format_usage_error(error, language_of(words)), end="", file=sys.stderr)
        return error.exit_code
    except Exception as error:
        if was_interrupted() and not isinstance(error, CompanionError | RulesError | OSError):
            # A library whose import is interrupted raises its own error.
            raise KeyboardInterrupt from error
        code, text = explained(error, language_of(words), shown=debug)
        return _fail(error, code, text, debug=debug)
    return code if isinstance(code, int) else 0


def _stopped(words: list[str]) -> str:
    """Return the message after Ctrl-C, in English if the texts are not loaded yet."""
    try:
        from rules import Message
        from rules.messages.usage_errors import language_of

        return Message("fault.machine.interrupted").render(language_of(words))
    except KeyboardInterrupt:
        return "interrupted"


def _fail(error: Exception, code: int, text: str, *, debug: bool) -> int:
    if debug:
        traceback.print_exception(error)
    print(text, file=sys.stderr)
    return code
