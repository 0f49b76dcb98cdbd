"""The command `companion referee`."""

from companion.commands.referee.command import referee

__all__ = ["referee"]
