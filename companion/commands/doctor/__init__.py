"""The command `companion doctor`."""

from companion.commands.doctor.command import doctor

__all__ = ["doctor"]
