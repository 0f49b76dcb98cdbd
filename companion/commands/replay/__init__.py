"""The command `companion replay`."""

from companion.commands.replay.command import replay

__all__ = ["replay"]
