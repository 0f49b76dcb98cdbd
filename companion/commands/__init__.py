"""One module per command: its options and output, not its implementation."""

from typing import Annotated

import typer

from rules.version import __version__

__all__ = ["options"]


def _print_version(asked: bool) -> None:
    if asked:
        print(f"companion {__version__}")
        raise typer.Exit


def options(
    _debug: Annotated[
        bool,
        typer.Option("--debug", help="Show where an error arose; allowed anywhere in the command."),
    ] = False,
    _version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Show the version and exit."
        ),
    ] = False,
) -> None:
    """Watch a table through a camera and referee it, clause by clause."""
