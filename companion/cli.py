"""`companion`: the command line.  Commands live in `companion.commands`, one module each.

A module `NAME` there offers a function `NAME` that typer can call; its docstring is the help.
Modules import what is heavy inside their functions, so that `--help` stays quick.

Exit codes: 0 fine · 1 findings · 2 usage · 3 environment · 4 our bug · 130 interrupted.
stdout carries data, stderr talk; `NO_COLOR` is honoured; `--debug` shows the traceback of a fault
that is otherwise one line.
"""

from __future__ import annotations

import importlib
import os
import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING, Annotated

import typer

from companion.errors import CompanionError
from rules import RulesError

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["COMMANDS", "build_app", "main"]

COMMANDS = ("demo", "read", "referee", "replay", "rules", "scan")
"""Every command the contract names; those whose module is installed are offered."""

_USAGE, _BUG, _INTERRUPTED = 2, 4, 130


def build_app() -> typer.Typer:
    """The command line with every command that is installed."""
    app = typer.Typer(
        name="companion",
        help="Watch a table through a camera and referee it, clause by clause.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )

    @app.callback()
    def options(
        debug: Annotated[bool, typer.Option("--debug", help="Show tracebacks.")] = False,
    ) -> None:
        """Watch a table through a camera and referee it, clause by clause."""
        if debug:
            os.environ["COMPANION_DEBUG"] = "1"

    for name in COMMANDS:
        if find_spec(f"companion.commands.{name}") is not None:
            module = importlib.import_module(f"companion.commands.{name}")
            app.command(name)(getattr(module, name))
    return app


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and leave with its exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    debug = "--debug" in words[:1] or bool(os.environ.get("COMPANION_DEBUG"))
    try:
        build_app()(words)
    except KeyboardInterrupt:
        sys.exit(_INTERRUPTED)
    except CompanionError as error:
        _fail(error, error.exit_code, debug=debug)
    except RulesError as error:
        _fail(error, _USAGE, debug=debug)
    except Exception as error:  # noqa: BLE001 - whatever is left is our own fault
        text = f"this is a fault of ours ({type(error).__name__}: {error}); --debug shows where"
        _fail(error, _BUG, text, debug=debug)


def _fail(error: Exception, code: int, text: str = "", *, debug: bool) -> None:
    if debug:
        raise error
    print(text or error, file=sys.stderr)
    sys.exit(code)
