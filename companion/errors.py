"""The exceptions of `companion`, one tree; each carries one sentence a player understands.

CompanionError
├── SourceError           a camera, URL, video or folder cannot be opened or read
│   └── CameraLost        it was there and went away; the match waits
├── ReaderError           the reader was set up with something it cannot use
└── SessionError          a match cannot be started or resumed as asked
"""

from __future__ import annotations

__all__ = ["CameraLost", "CompanionError", "ReaderError", "SessionError", "SourceError"]


class CompanionError(Exception):
    """Root of everything `companion` raises on purpose; `exit_code` as in the command contract."""

    exit_code = 3


class SourceError(CompanionError):
    """A camera, URL, video or folder cannot be opened or read."""


class CameraLost(SourceError):
    """The camera was there and went away; the match waits for it."""


class ReaderError(CompanionError):
    """The reader was set up with something it cannot use."""

    exit_code = 2


class SessionError(CompanionError):
    """A match cannot be started or resumed as asked."""

    exit_code = 2
