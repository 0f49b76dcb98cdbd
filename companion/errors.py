"""The exception tree of `companion`; each exception carries one sentence that players understand.

The sentences are in `companion/texts/fault.LANG.toml`.

CompanionError
├── SourceError           a camera, URL, video or folder cannot be opened or read
│   ├── MissingSource     a file that somebody named does not exist
│   └── CameraLost        it was available and has disappeared; the match waits
│       └── PhoneSilent   a phone that sends nothing: checking a cable does not help
├── ReaderError           the reader has a configuration that it cannot use
└── SessionError          a match cannot be started or resumed as requested
"""

import errno
import os

from rules import Message
from rules.messages.message import UserError
from rules.messages.system import reason


class CompanionError(UserError):
    """The root of all errors that `companion` raises on purpose; commands exit with `exit_code`."""

    exit_code = 3


class SourceError(CompanionError):
    """A camera, URL, video or folder that cannot be opened or read."""


class MissingSource(SourceError):
    """A file or folder that somebody named and that does not exist."""

    exit_code = 2


class CameraLost(SourceError):
    """A camera that disappeared; the match waits for it."""


class PhoneSilent(CameraLost):
    """A phone that sends no pictures, or has stopped sending them."""


class ReaderError(CompanionError):
    """A configuration that the reader cannot use."""

    exit_code = 2


class SessionError(CompanionError):
    """A match that cannot be started or resumed as requested."""

    exit_code = 2


def broken_source(error: OSError) -> SourceError:
    """Convert an operating system error about a source or a file into one sentence."""
    path = os.fsdecode(error.filename) if error.filename else ""
    named = path or Message("fault.source.a_file")
    kind = MissingSource if error.errno == errno.ENOENT else SourceError
    return kind("fault.source.unreadable", file=named, why=reason(error))
