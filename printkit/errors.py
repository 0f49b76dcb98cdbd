"""The exceptions of `printkit`, in one tree.

    PrintError                     every error that this package raises on purpose
    ├── Findings                   the data or a template cannot be printed as is (exit 1)
    │   ├── TemplateFaults         a template is malformed (every fault in one)
    │   ├── BadPictures            a designer's picture or icon cannot be printed
    │   ├── StalePictures          shipped pictures do not match the card data
    │   ├── MissingGlyphs          no typeface has a character that a card needs
    │   └── TextOverflow           a text does not fit its slot at its smallest size
    ├── UsageError                 the request is contradictory or names something unknown (exit 2)
    │   └── NoRoom                 no card of this size fits on the requested paper
    └── EnvironmentFault           a font, a folder or the disk is unusable (exit 3)

A command exits with `exit_code`; any exception outside this tree is a bug (exit 4).
"""

from collections.abc import Sequence

from rules import Fault, Message
from rules.messages.message import Fact, Text, UserError
from rules.messages.system import system_reason


class PrintError(UserError):
    """Root of all errors that `printkit` raises on purpose."""

    exit_code = 4


class Findings(PrintError):
    """Findings in data or a template that prevent printing, one line per finding."""

    exit_code = 1

    def __init__(self, lines: Sequence[Fault | Message]) -> None:
        self.lines = tuple(lines)
        messages = [line.message if isinstance(line, Fault) else line for line in lines]
        super().__init__(Message("lines", lines=messages))


class TemplateFaults(Findings):
    """All faults of a malformed template, each as `file:line: field: what: fix`."""


class BadPictures(Findings):
    """A designer's pictures or icons that cannot be printed, each with card, part and reason."""


class StalePictures(Findings):
    """Shipped pictures that were drawn from facts other than those in the card data."""


class MissingGlyphs(Findings):
    """Characters that no typeface has, each with its card, field and code point."""


class TextOverflow(Findings):
    """Texts that do not fit their slots at the smallest size, each with its card and slot."""


class UsageError(PrintError):
    """A request that contradicts itself or names something that does not exist."""

    exit_code = 2


class NoRoom(UsageError):
    """A paper size on which no card of the requested size fits."""


class EnvironmentFault(PrintError):
    """A font, folder or disk that is missing or unusable."""

    exit_code = 3


def fault_at(where: Text, key: str, **facts: Fact) -> Fault:
    """Return a fault at a position that is given as text; `key` is that of its message."""
    return Fault(where, 0, "", Message(key, **facts))


def unreadable(file: str, error: OSError) -> EnvironmentFault:
    """Return the fault of a file that the system cannot read."""
    return EnvironmentFault("print.file_unreadable", file=file, why=system_reason(error))
