"""The command `companion demo`."""

from companion.commands.demo.command import demo

__all__ = ["demo"]
