"""`companion`: the command line.  Commands live in `companion.commands`, one module each.

A module `NAME` there offers a function `NAME` that typer can call; its docstring is the help.
Modules import what is heavy inside their functions, so that `--help` stays quick.  This one imports
nothing of ours before `main` has begun, so that Ctrl-C while starting up is no traceback either.

Exit codes: 0 fine · 1 findings · 2 usage · 3 environment · 4 our bug · 130 interrupted ·
141 whoever read our stdout has left, as a shell counts it.
stdout carries data, stderr talk; `NO_COLOR` is honoured; `--debug`, anywhere on the line, shows the
traceback of a fault above its one line.
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
"""Every command the contract names; those whose module is installed are offered."""

_INTERRUPTED, _UNHEARD = 130, 141
_SETTINGS = {
    "OPENCV_LOG_LEVEL": "SILENT",
    "OPENCV_FFMPEG_LOGLEVEL": "-8",
    "OPENBLAS_NUM_THREADS": "1",
    "OPENCV_VIDEOIO_MSMF_ENABLE_HW_TRANSFORMS": "0",
}
"""What libraries read when they are imported: OpenCV talks past us, and what went wrong is ours to
say; our matrix products are small, and threads that wait for them cost half the time again; with
its hardware transforms, Windows takes up to twenty seconds to open a camera."""

_MOST_PIXELS = ("OPENCV_IO_MAX_IMAGE_PIXELS", "250000000")
"""What OpenCV unpacks at most, whatever we made of a picture's header: `stills._MOST_PIXELS`."""

_EPILOGUE = (
    "Exit codes: 0 fine, 1 findings, 2 usage, 3 environment, 4 our bug, 130 interrupted. "
    "Data goes to stdout, talk to stderr. --debug, anywhere, shows where an error arose."
)


def build_app() -> typer.Typer:
    """The command line with every command that is installed."""
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
            # Given by itself, the first line is wrapped and not cut off.
            app.command(name, short_help=(command.__doc__ or "").partition("\n")[0])(command)
    return app


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and leave with its exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        code = _run(words)
    except KeyboardInterrupt:
        code = _INTERRUPTED
    except SystemExit as left:
        # Typer leaves with 1 when nobody reads our stdout any more.
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
            raise KeyboardInterrupt from error  # an import that it cut off says it in its own words
        code, text = explained(error, language_of(words), shown=debug)
        return _fail(error, code, text, debug=debug)
    return code if isinstance(code, int) else 0


def _stopped(words: list[str]) -> str:
    """What Ctrl-C is answered with; in English if it was pressed before our texts are there."""
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
