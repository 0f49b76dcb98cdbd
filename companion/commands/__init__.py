"""One module a command; each holds what the command says and nothing of how it works."""

from __future__ import annotations

import os
from typing import Annotated

import typer

__all__ = ["options"]


def options(
    debug: Annotated[bool, typer.Option("--debug", help="Show tracebacks.")] = False,
) -> None:
    """Watch a table through a camera and referee it, clause by clause."""
    if debug:
        os.environ["COMPANION_DEBUG"] = "1"
