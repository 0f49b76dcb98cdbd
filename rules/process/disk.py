"""Files that survive a power cut, or that are written completely or not at all.

A file's bytes and its name in a folder reach the disk independently, each by its own fsync. A file
whose name was not synced may be missing after a power cut, although its bytes were.
"""

import errno
import io
import os
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Final

PRIVATE: Final = 0o600
"""Mode of files that contain secrets."""
PRIVATE_FOLDER: Final = 0o700
_UNABLE: Final = frozenset((errno.EINVAL, errno.ENOTSUP, errno.EACCES, errno.EPERM))
"""Errors of systems that cannot sync a folder, and of folders that may not be read."""


def sync_file(file: int) -> None:
    """Wait until a file's data are on the disk, even behind the drive's cache on macOS."""
    if sys.platform == "darwin":
        from fcntl import F_FULLFSYNC, fcntl  # noqa: PLC0415 - Windows lacks the module

        try:
            fcntl(file, F_FULLFSYNC)
        except OSError:  # a network drive cannot do it
            os.fsync(file)
    else:
        os.fsync(file)


def sync_folder(folder: Path) -> None:
    """Wait until a folder's entries are on the disk; no effect where folders cannot be synced."""
    try:
        file = os.open(folder, os.O_RDONLY)
        try:
            sync_file(file)
        finally:
            os.close(file)
    except OSError as error:
        if error.errno not in _UNABLE:
            raise


def create_private(path: Path) -> io.FileIO:
    """Create a file that only its owner can read; raise `FileExistsError` if it exists."""
    return io.FileIO(path, "x+", opener=lambda name, flags: os.open(name, flags, PRIVATE))


def make_folder(folder: Path, mode: int = 0o777) -> None:
    """Create a folder with its missing parents, on the disk; only the folder itself gets `mode`."""
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    folder.mkdir(mode, parents=True, exist_ok=True)
    for each in reversed(missing):
        sync_folder(each.parent)


def write_whole(path: Path, data: bytes, mode: int = 0o644) -> None:
    """Write a file under a temporary name, then rename it; create its folder if necessary.

    Raises `OSError` if that fails; the file then has its old or its new content, as a whole.
    """
    make_folder(path.parent)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    fresh = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            sync_file(file.fileno())
        fresh.chmod(mode)
        fresh.replace(path)
    except BaseException as error:
        with suppress(OSError):
            fresh.unlink()
        if isinstance(error, OSError) and error.filename is not None:
            raise OSError(error.errno, error.strerror, str(path)) from error
        raise
    sync_folder(path.parent)
