"""Standard output that may be full: a file on a full disk is no bug of ours."""

from __future__ import annotations

import errno
import os
import sys
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from companion.errors import SourceError

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["telling"]

_FULL = frozenset((errno.ENOSPC, errno.EDQUOT))


@contextmanager
def telling() -> Iterator[None]:
    """While a command prints: raises `SourceError` if the device it prints to is full."""
    try:
        yield
    except OSError as error:
        if error.errno not in _FULL:
            raise
        with suppress(OSError):  # else Python tries to write the rest again when it ends
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SourceError.about("machine.output", why=error) from error
