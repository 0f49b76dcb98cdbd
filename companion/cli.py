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
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    import typer

COMMANDS = ("demo", "doctor", "plan", "read", "referee", "replay", "rules", "scan")
"""All documented commands; only those whose modules are installed are offered."""

_USAGE, _INTERRUPTED, _UNHEARD = 2, 130, 141
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
    from typer.core import TyperCommand, TyperGroup

    from companion.commands import options
    from companion.commands.help_groups import COMMAND_GROUPS, EXAMPLES, OPTION_GROUPS
    from rules.cli.grouped_help import with_examples, write_commands, write_options

    class GroupedCommands(TyperGroup):
        def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401 - typer's own
            del ctx
            write_commands(formatter, self.commands, COMMAND_GROUPS)

    class GroupedOptions(TyperCommand):
        def format_options(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401 - typer's own
            write_options(formatter, ctx, OPTION_GROUPS.get(self.name or "", {}))

    app = typer.Typer(
        name="companion",
        cls=GroupedCommands,
        help=options.__doc__,
        epilog=with_examples(EXAMPLES["program"], _EPILOGUE),
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
            short = (command.__doc__ or "").partition("\n")[0]
            below = with_examples(EXAMPLES.get(name, ()))
            app.command(name, cls=GroupedOptions, short_help=short, epilog=below)(command)
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
    from typer.main import get_command

    from companion.commands.fault import explained
    from companion.errors import CompanionError
    from rules import RulesError
    from rules.cli.failure import mistyped_in, report_failure
    from rules.messages.usage_errors import format_usage_error, language_of, usage_sentence
    from rules.process.interrupt import was_interrupted

    lang, as_json = language_of(words), "--json" in words
    try:
        code = build_app()(words, prog_name="companion", standalone_mode=False)
        return code if isinstance(code, int) else 0
    except TyperException as error:
        code, kind = error.exit_code, "UsageError"
        text = usage_sentence(error, lang) if as_json else format_usage_error(error, lang)
    except Exception as error:
        if was_interrupted() and not isinstance(error, CompanionError | RulesError | OSError):
            # A library whose import is interrupted raises its own error.
            raise KeyboardInterrupt from error
        code, text = explained(error, lang, shown=debug)
        kind = type(error).__name__
        if debug:
            traceback.print_exception(error)
    if code == _USAGE and (typo := mistyped_in(words, get_command(build_app()))):
        kind, text = "UnknownGame", typo.render(lang)
    return report_failure(code, kind, text.rstrip("\n"), as_json=as_json)


def _stopped(words: list[str]) -> str:
    """Return the message after Ctrl-C, in English if the texts are not loaded yet."""
    try:
        from rules import Message
        from rules.messages.usage_errors import language_of

        return Message("fault.machine.interrupted").render(language_of(words))
    except KeyboardInterrupt:
        return "interrupted"
