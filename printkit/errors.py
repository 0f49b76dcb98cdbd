"""The exceptions of `printkit`, one tree.

    PrintError                     everything this package raises on purpose
    ├── Findings                   the data or a template cannot be printed as it is (exit 1)
    │   ├── TemplateFaults         a template is malformed (every fault at once)
    │   ├── BadPictures            a picture or icon of a designer's own cannot be printed
    │   ├── StalePictures          shipped pictures were drawn from other facts
    │   ├── MissingGlyphs          no face holds a character that a card asks for
    │   └── TextOverflow           a text does not fit its slot at its smallest size
    ├── UsageError                 what was asked for does not exist or contradicts itself (exit 2)
    │   └── NoRoom                 no card of this size fits on the paper asked for
    └── EnvironmentFault           a font, a folder or the disk is not as needed (exit 3)

`exit_code` is what a command line returns; anything outside this tree is our bug (exit 4).
"""

from collections.abc import Sequence

from rules import Fault, Message, UserError
from rules.messages.message import Text


class PrintError(UserError):
    """Root of all errors that `printkit` raises on purpose."""

    exit_code = 4


class Findings(PrintError):
    """The data or a template cannot be printed as it is; one line a finding."""

    exit_code = 1

    def __init__(self, lines: Sequence[Fault | Message]) -> None:
        """Keep `lines` in the order of the files."""
        self.lines = tuple(lines)
        messages = [line.message if isinstance(line, Fault) else line for line in lines]
        super().__init__(Message("lines", lines=messages))


class TemplateFaults(Findings):
    """A template is malformed: `file:line: field: what: fix`, every fault at once."""


class BadPictures(Findings):
    """Pictures or icons of a designer's own that cannot be printed: card, part, and why."""


class StalePictures(Findings):
    """Shipped pictures were drawn from other facts than the card data holds."""


class MissingGlyphs(Findings):
    """No face holds a character: card, field, character and code point of each."""


class TextOverflow(Findings):
    """A text does not fit its slot at its smallest size: card, slot, and the text."""


class UsageError(PrintError):
    """A request for something that does not exist or contradicts itself."""

    exit_code = 2


class NoRoom(UsageError):
    """No card of this size fits on the paper asked for."""


class EnvironmentFault(PrintError):
    """A font, a folder or the disk is not as needed."""

    exit_code = 3


def fault_at(where: Text, what: Text) -> Fault:
    """Return a fault at a place that is given as text."""
    return Fault(where, 0, "", what)
