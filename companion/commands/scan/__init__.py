"""The command `companion scan`."""

from companion.commands.scan.command import scan

__all__ = ["scan"]
