"""Messages and exit codes of errors that end a command.

A match that ends with a fault reports the fault before its own last notice, so that the players
hear the reason first.
"""

from __future__ import annotations

import errno
import os
import sys
import traceback
from typing import TYPE_CHECKING, Final

import typer

from rules.cli.failure import report_failure
from rules.messages.system import reason

if TYPE_CHECKING:
    from collections.abc import Callable

_MACHINE: Final = 3
_BUG: Final = 4
_REFUSED: Final = (
    errno.EACCES,
    errno.EPERM,
    errno.EROFS,
    errno.ENOTDIR,
    errno.EEXIST,
    errno.ENOSPC,
    errno.EDQUOT,
    errno.ENAMETOOLONG,
)
"""Errors reported with the refused file's name, even if this program did not open the file."""


def report_first(lang: str) -> Callable[[Exception], None]:
    """Return a function that reports a fault and exits, unless the output itself failed."""

    def report(error: Exception) -> None:
        from rules.process.interrupt import was_interrupted

        if isinstance(error, OSError) or was_interrupted():
            return
        shown = "--debug" in sys.argv or bool(os.environ.get("COMPANION_DEBUG"))
        if shown:
            traceback.print_exception(error)
        code, text = explained(error, lang, shown=shown)
        report_failure(code, type(error).__name__, text, as_json="--json" in sys.argv)
        raise typer.Exit(code) from error

    return report


def explained(error: Exception, lang: str, *, shown: bool) -> tuple[int, str]:
    """Return an error's exit code and sentence; `shown` is True if a traceback is printed too."""
    from companion.errors import CompanionError
    from rules import RulesError
    from rules.messages.system import machine_fault, our_fault
    from rules.plugins import game_fault
    from rules.process.installing import install_command
    from rules.process.interrupt import missing_native_library

    error = game_fault(error) or error
    if isinstance(error, RulesError):
        return error.exit_code, error.message.render(lang)
    known: CompanionError | None = None
    if isinstance(error, CompanionError):
        known = error
    elif isinstance(error, OSError):
        if error.filename is not None and error.errno in _REFUSED:
            named = os.fsdecode(error.filename)
            known = CompanionError("fault.machine.refused_file", file=named, why=reason(error))
    elif isinstance(error, ModuleNotFoundError) and not is_ours(error.name):
        command = install_command("companion")
        known = CompanionError("fault.library.absent", name=str(error.name), command=command)
    elif library := missing_native_library(error):
        known = CompanionError("fault.library.broken", name=library, why=reason(error))
    if known is not None:
        return known.exit_code, known.message.render(lang)
    if (failed := machine_fault(error)) is not None:
        return _MACHINE, failed.render(lang)
    return _BUG, our_fault(error, shown=shown).render(lang)


def is_ours(module: str | None) -> bool:
    """Return whether a missing module belongs to this project."""
    return (module or "").partition(".")[0] in ("companion", "rules")
