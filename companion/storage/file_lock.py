"""Locks that allow one writer per log and end with their process.

The operating system's advisory locks apply to the file itself, so that a killed process leaves
nothing to clean up. Where available, `flock` is used: a restarted child does not inherit it, and
closing another reader's handle does not release it. On Windows, locked bytes cannot be read, so
one byte far beyond the end of any log is locked. Readers, such as a replay, need no lock.

A network folder may not support locks. In that case the file is not locked, and `hold_lock` yields
False, which the caller reports to the players.
"""

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

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
    """Lock an existing file; yield False if its folder does not support locks.

    Raises `BlockingIOError` if another process holds the lock, or has removed or replaced the file
    meanwhile; `OSError` if the file cannot be opened.
    """
    file = os.open(path, os.O_RDWR | getattr(os, "O_BINARY", 0))
    try:
        sure = _taken(file)
        if not _is_at(path, file):
            raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN), str(path))
        yield sure
    finally:
        os.close(file)  # closing the file releases the lock


def _is_at(path: Path, file: int) -> bool:
    """Return False if the name was removed or given to another file after this one was opened."""
    try:
        return os.path.samestat(os.fstat(file), path.stat())
    except FileNotFoundError:
        return False


def _taken(file: int) -> bool:
    try:
        _lock(file)
    except OSError as error:
        if error.errno in _BUSY:
            raise BlockingIOError(*error.args) from error
        return False
    return True
