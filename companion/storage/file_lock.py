"""One writer per log: a lock that dies with its process, whatever ended it.

The system's own advisory locks are taken on the file itself, so that a killed process leaves
nothing to clean up: `flock` where there is one (a restarted child does not inherit it, and other
readers of the file do not end it), else Windows' lock on one byte far behind any log, because
locked bytes cannot be read there. A reader, such as a replay, needs no lock.

A network folder may not support locks. Then the file is not locked, and `hold_lock` returns False,
which the caller reports to the players.
"""

from __future__ import annotations

import errno
import os
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_BUSY: Final = frozenset((errno.EACCES, errno.EAGAIN, errno.EDEADLK))

if sys.platform == "win32":
    import msvcrt

    _FAR: Final = 0x7FFF_0000
    """The position of a lock is a 32-bit number there."""

    def _lock(file: int) -> None:
        os.lseek(file, _FAR, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def hold_lock(path: Path) -> Iterator[bool]:
    """Lock an existing file; False if its folder has no locks.

    Raises `BlockingIOError` if another process has it, `OSError` if it cannot be opened.
    """
    file = os.open(path, os.O_RDWR | getattr(os, "O_BINARY", 0))
    try:
        yield _taken(file)
    finally:
        os.close(file)  # which ends the lock


def _taken(file: int) -> bool:
    try:
        _lock(file)
    except OSError as error:
        if error.errno in _BUSY:
            raise BlockingIOError(*error.args) from error
        return False
    return True
