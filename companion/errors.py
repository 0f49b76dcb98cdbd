"""The exceptions of `companion`, one tree; each carries one sentence a player understands.

The sentences are data, `companion/texts/fault.LANG.toml`.

CompanionError
├── SourceError           a camera, URL, video or folder cannot be opened or read
│   └── CameraLost        it was there and went away; the match waits
│       └── PhoneSilent   it is a phone and sends nothing: checking a cable does not help
├── ReaderError           the reader was set up with something it cannot use
└── SessionError          a match cannot be started or resumed as asked
"""

import os

from rules import Message, UserError
from rules.messages.system import reason


class CompanionError(UserError):
    """Root of all errors that `companion` raises on purpose; `exit_code` is that of the command."""

    exit_code = 3


class SourceError(CompanionError):
    """A camera, URL, video or folder that cannot be opened or read."""


class CameraLost(SourceError):
    """A camera that disappeared; the match waits for it."""


class PhoneSilent(CameraLost):
    """A phone that sends no pictures, or has stopped sending them."""


class ReaderError(CompanionError):
    """A reader set up with something it cannot use."""

    exit_code = 2


class SessionError(CompanionError):
    """A match that cannot be started or resumed as requested."""

    exit_code = 2


def broken_source(error: OSError) -> SourceError:
    """Wrap a system's error about a source or a file in one sentence."""
    path = os.fsdecode(error.filename) if error.filename else ""
    named = path or Message("fault.source.a_file")
    return SourceError(Message("fault.source.unreadable", file=named, why=reason(error)))
