"""Output of commands: JSON, colours, marks of captions, links, and full output devices."""

from __future__ import annotations

import errno
import json
import os
import sys
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final

import typer

from companion.errors import SourceError
from rules.messages.system import reason

if TYPE_CHECKING:
    from collections.abc import Iterator

FINDINGS: Final = 1
"""Exit code of a command that worked and has findings to report."""
USAGE: Final = 2
"""Exit code of a request that cannot be carried out."""

_FULL: Final = frozenset((errno.ENOSPC, errno.EDQUOT))
_MARKS: Final = {
    "accepted": ("✓", typer.colors.GREEN),
    "refused": ("✗", typer.colors.RED),
    "taken_back": ("↶", typer.colors.CYAN),
    "question": ("?", typer.colors.YELLOW),
    "desynced": ("≠", typer.colors.YELLOW),
    "trouble": ("!", typer.colors.YELLOW),
    "table_fault": ("!", typer.colors.YELLOW),
}
_PLAIN: Final = {"game_ended": "■"}


@contextmanager
def checked_output() -> Iterator[None]:
    """Raise `SourceError` if the device that a command prints to is full."""
    try:
        yield
        sys.stdout.flush()
    except OSError as error:
        if error.errno not in _FULL:
            raise
        with suppress(OSError):  # otherwise Python tries to write the rest again when it exits
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SourceError("fault.machine.output", why=reason(error)) from error


def print_json(data: object) -> None:
    """Print a value as one line of JSON, and flush it."""
    print(json.dumps(data, ensure_ascii=False), flush=True)


def coloured(text: str, colour: str, *, bold: bool = False) -> str:
    """Return a text in a colour of `typer.colors`; plain if `NO_COLOR` is set and not empty.

    `typer.echo` removes the colour if the output is not a terminal.
    """
    plain = bool(os.environ.get("NO_COLOR"))
    return text if plain else typer.style(text, fg=colour, bold=bold or None)


def marked(kind: str, caption: str) -> str:
    """Return a caption, preceded by the mark for this kind of notice."""
    if kind in _MARKS:
        return f"{coloured(*_MARKS[kind])} {caption}"
    return f"{_PLAIN.get(kind, '·')} {caption}"


def announce_link(text: str, opened: str = "") -> None:
    """Print the address of a page, and open a link to it in a graphical browser if there is one.

    `opened` should work once, because other users of this computer can read a command line.
    """
    typer.echo(text, err=True)
    if opened:
        from companion.commands.browser import open_window

        open_window(opened)
