"""The command `companion rules`."""

from companion.commands.rules.command import rules

__all__ = ["rules"]
