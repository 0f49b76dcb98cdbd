"""A match's log: opened for a new or a resumed match, and always closed."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from companion.errors import SessionError, SourceError, broken_source
from companion.storage.file_lock import hold_lock
from rules import LogWriter
from rules.messages.system import reason
from rules.process.disk import PRIVATE_FOLDER, create_private, make_folder

LogName = Path | Callable[[], Path]
"""A log's path, or a function that returns default names until one of them is free."""


@contextmanager
def kept_log(
    path: LogName | None, *, resume: bool, unlocked: Callable[[Path], object] = Path
) -> Iterator[LogWriter | None]:
    """Open the match's log and always close it; a new log without records is removed.

    A new log is locked. If its folder does not support locks, `unlocked` is called. The caller has
    locked a log that is resumed.
    """
    with ExitStack() as stack:
        if path is None:
            writer = None
        elif isinstance(path, Path) and resume:
            writer = _resumed(path)
        else:
            writer = _begun(path, stack, unlocked)
        try:
            yield writer
        finally:
            if writer is not None:
                with suppress(OSError):  # the error of the last write was already reported
                    writer.close()


def _resumed(path: Path) -> LogWriter:
    try:
        return LogWriter(path)
    except OSError as error:
        raise broken_source(error) from error


def _begun(path: LogName, stack: ExitStack, unlocked: Callable[[Path], object]) -> LogWriter:
    """Begin a log, also in the empty file of a match that was killed before its start."""
    named = path if isinstance(path, Path) else path()
    try:
        make_folder(named.parent, PRIVATE_FOLDER)
    except OSError as error:
        raise SourceError("fault.match.unkept", file=named, why=reason(error)) from error
    try:
        created = _created(named)
        sure = stack.enter_context(hold_lock(named))
        # Without a lock, another match may have begun in an existing file.
        writer = LogWriter(named, fresh=True) if sure or created else None
    except (FileExistsError, BlockingIOError):
        writer = None
    except OSError as error:
        raise SourceError("fault.match.unkept", file=named, why=reason(error)) from error
    if writer is None:
        if named is path:
            raise SessionError("fault.match.there", file=named)
        stack.close()
        return _begun(path, stack, unlocked)
    if not sure:
        unlocked(named)
    return writer


def _created(path: Path) -> bool:
    """Create a file; return False if it exists."""
    try:
        create_private(path).close()
    except FileExistsError:
        return False
    return True
