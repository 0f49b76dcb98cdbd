"""A match's log: opened for a new or a resumed match, and always closed."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from companion.errors import SessionError, SourceError, broken_source
from rules import LogWriter
from rules.messages.system import reason
from rules.process.disk import PRIVATE_FOLDER, make_folder

LogName = Path | Callable[[], Path]
"""A log's path, or a function that returns default names until one of them is free."""


@contextmanager
def kept_log(path: LogName | None, *, resume: bool) -> Iterator[LogWriter | None]:
    """Open the match's log and always close it; a new log without records is removed."""
    writer = _open_writer(path, resume=resume)
    try:
        yield writer
    finally:
        if writer is not None:
            with suppress(OSError):  # the error of the last write was already reported
                writer.close()


def _open_writer(path: LogName | None, *, resume: bool) -> LogWriter | None:
    if path is None:
        return None
    if isinstance(path, Path) and resume:
        try:
            return LogWriter(path)
        except OSError as error:
            raise broken_source(error) from error
    named = path if isinstance(path, Path) else path()
    try:
        make_folder(named.parent, PRIVATE_FOLDER)
    except OSError as error:
        raise SourceError("fault.match.unkept", file=named, why=reason(error)) from error
    try:
        return LogWriter(named, fresh=True)
    except FileExistsError as error:
        if named is path:
            raise SessionError("fault.match.there", file=named) from error
        return _open_writer(path, resume=resume)
    except OSError as error:
        raise SourceError("fault.match.unkept", file=named, why=reason(error)) from error
