"""A match's log: opened for a new or a resumed match, and always closed."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from companion.errors import SessionError, SourceError, broken_source
from rules import LogWriter
from rules.messages.system import reason


@contextmanager
def kept_log(path: Path | None, *, resume: bool) -> Iterator[LogWriter | None]:
    """Open the match's log and always close it; remove it if it is empty."""
    writer = _open_writer(path, resume=resume)
    try:
        yield writer
    finally:
        if writer is not None:
            # Closing retries the write that a full disk refused; the error was already reported.
            with suppress(OSError):
                writer.close()
            with suppress(OSError):
                if not writer.path.stat().st_size:
                    writer.path.unlink()


def _open_writer(path: Path | None, *, resume: bool) -> LogWriter | None:
    if path is None:
        return None
    if path.exists() and not resume:
        raise SessionError("fault.match.there", file=path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return LogWriter(path)
    except OSError as error:
        if resume:
            raise broken_source(error) from error
        raise SourceError("fault.match.unkept", file=path, why=reason(error)) from error
