"""`companion`: the command line.  Commands live in `companion.commands`, one module each.

A module `NAME` there offers a function `NAME` that typer can call; its docstring is the help.
Modules import what is heavy inside their functions, so that `--help` stays quick.  This one imports
nothing of ours before `main` has begun, so that Ctrl-C while starting up is no traceback either.

Exit codes: 0 fine · 1 findings · 2 usage · 3 environment · 4 our bug · 130 interrupted ·
141 whoever read our stdout has left, as a shell counts it.
stdout carries data, stderr talk; `NO_COLOR` is honoured; `--debug` shows the traceback of a fault
that is otherwise one line.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    import typer

__all__ = ["COMMANDS", "build_app", "main"]

COMMANDS = ("demo", "read", "referee", "replay", "rules", "scan")
"""Every command the contract names; those whose module is installed are offered."""

_USAGE, _BUG, _INTERRUPTED, _UNHEARD = 2, 4, 130, 141
_QUIET = {"OPENCV_LOG_LEVEL": "SILENT", "OPENCV_FFMPEG_LOGLEVEL": "-8"}
"""Libraries that talk past us; read when they are imported.  What went wrong is ours to say."""

_EPILOGUE = (
    "Exit codes: 0 fine, 1 findings, 2 usage, 3 environment, 4 our bug, 130 interrupted. "
    "Data goes to stdout, talk to stderr. --debug shows where an error arose."
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
        add_completion=False,
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
    try:
        _run(list(sys.argv[1:] if arguments is None else arguments))
    except KeyboardInterrupt:
        code = _INTERRUPTED
    except SystemExit as left:
        # Typer leaves with 1 when nobody reads our stdout any more.
        if not isinstance(left.__context__, BrokenPipeError) and left.code != _INTERRUPTED:
            raise
        code = _INTERRUPTED if left.code == _INTERRUPTED else _UNHEARD
    else:
        code = 0
    if code == _INTERRUPTED:
        print("interrupted", file=sys.stderr)
    sys.exit(code)


def _run(words: list[str]) -> None:
    debug = "--debug" in words[:1] or bool(os.environ.get("COMPANION_DEBUG"))
    if not debug:
        for name, value in _QUIET.items():
            os.environ.setdefault(name, value)
    from companion._interrupt import pressed
    from companion.errors import CompanionError
    from rules import RulesError

    try:
        build_app()(words)
    except CompanionError as error:
        _fail(error, error.exit_code, debug=debug)
    except RulesError as error:
        _fail(error, _USAGE, debug=debug)
    except Exception as error:  # whatever is left is our own fault
        if pressed():  # an import that Ctrl-C cut off says it in its own words
            raise KeyboardInterrupt from error
        text = f"this is a fault of ours ({type(error).__name__}: {error}); --debug shows where"
        _fail(error, _BUG, text, debug=debug)


def _fail(error: Exception, code: int, text: str = "", *, debug: bool) -> None:
    if debug:
        raise error
    print(text or error, file=sys.stderr)
    sys.exit(code)
