"""A world in which one operating system call fails, at a chosen occurrence.

Theory of operation. Python's own `open` and `FileIO` are replaced by those of `_pyio`, which are
written in Python and make every call through the `os` module. The functions of `os` that change or
open something are wrapped. Only calls on files below one folder count; the interpreter's own files
are not touched. Each counted call has a number. The call with the number `at` suffers the `fault`.

A fault is an error number, an exception (`MemoryError`; `KeyboardInterrupt`, a signal's effect on
any call that it interrupts), or a way of writing: `SHORT` writes half, which is no error; `TORN`
writes half and then fails, as a full disk does. Faults happen once; the next call works, because a
passing fault is the harder case.

A `watcher` sees every counted call that has had its effect. The model of a power cut is one
(`tests.support.faults.power_cut`).
"""

from __future__ import annotations

import _pyio
import builtins
import errno
import io
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Protocol

import pytest

SHORT: Final = "short write"
TORN: Final = "torn write"
Fault = int | type[BaseException] | str

_BY_FD: Final = ("write", "read", "fsync", "ftruncate", "close", "lseek", "fstat")
_BY_PATH: Final = ("open", "unlink", "mkdir", "chmod", "replace", "rename", "stat", "rmdir")
_OPENS: Final = (errno.EMFILE, errno.EIO, errno.ENOSPC, errno.EACCES)
FAULTS: Final[dict[str, tuple[Fault, ...]]] = {
    "open": _OPENS,
    "write": (errno.ENOSPC, errno.EIO, SHORT, TORN),
    "read": (errno.EIO,),
    "fsync": (errno.EIO, errno.ENOSPC),
    "ftruncate": (errno.EIO,),
    "close": (errno.EIO,),
    "lseek": (),
    "fstat": (errno.EIO,),
    "stat": (errno.EACCES, errno.EIO),
    "unlink": (errno.EIO, errno.EACCES),
    "mkdir": (errno.ENOSPC, errno.EACCES, errno.EIO),
    "chmod": (errno.EIO, errno.EPERM),
    "replace": (errno.EIO, errno.ENOSPC, errno.EACCES),
    "rename": (errno.EIO,),
    "rmdir": (errno.EIO,),
}
"""The faults of each call, besides those of every call (`ALWAYS`)."""
ALWAYS: Final[tuple[Fault, ...]] = (errno.EINTR, MemoryError, KeyboardInterrupt)


class Watcher(Protocol):
    """An object that follows the calls which change the disk."""

    def opened(self, fd: int, path: Path, flags: int) -> None: ...
    def wrote(self, fd: int, data: bytes) -> None: ...
    def cut(self, fd: int, size: int) -> None: ...
    def moved(self, fd: int, count: int) -> None: ...
    def moved_to(self, fd: int, position: int) -> None: ...
    def synced(self, fd: int) -> None: ...
    def closed(self, fd: int) -> None: ...
    def renamed(self, old: Path, new: Path) -> None: ...
    def removed(self, path: Path) -> None: ...
    def made(self, folder: Path) -> None: ...


@dataclass
class FailingOs:
    """The counted calls of one run, and the fault among them."""

    folder: Path
    at: int = -1
    fault: Fault = errno.EIO
    watcher: Watcher | None = None
    calls: list[str] = field(default_factory=list)
    happened: bool = False
    _files: dict[int, Path] = field(default_factory=dict)
    _real: dict[str, Callable[..., Any]] = field(default_factory=dict)
    _torn: int = -1

    @contextmanager
    def installed(self) -> Iterator[FailingOs]:
        """Replace the functions of `os` and `open` until the end of the block."""
        with pytest.MonkeyPatch.context() as patch:
            for name in (*_BY_FD, *_BY_PATH):
                self._real[name] = getattr(os, name)
                by_fd = name in _BY_FD
                patch.setattr(os, name, self._wrapped(name, by_fd=by_fd))
            for module in (io, builtins):
                patch.setattr(module, "open", _pyio.open)
            patch.setattr(io, "FileIO", _pyio.FileIO)
            yield self

    def _wrapped(self, name: str, *, by_fd: bool) -> Callable[..., Any]:
        real = self._real[name]

        def call(first: Any, *rest: Any, **more: Any) -> Any:  # noqa: ANN401 - as in `os`
            if by_fd or isinstance(first, int):
                path = self._files.get(first)
            else:
                path = Path(os.fsdecode(first))
                path = path if path.is_relative_to(self.folder) else None
            if path is None:
                return real(first, *rest, **more)
            return self._counted(name, first, *rest, **more)

        return call

    def _counted(self, name: str, first: Any, *rest: Any, **more: Any) -> Any:  # noqa: ANN401
        number = len(self.calls)
        self.calls.append(name)
        fault: Fault | None = self.fault if number == self.at else None
        if name == "write" and self._torn == first:
            self._torn, fault = -1, errno.ENOSPC
        if fault is None:
            return self._effect(name, first, *rest, **more)
        self.happened = True
        if isinstance(fault, str):  # half of a write
            self._torn = first if fault == TORN else -1
            return self._effect(name, first, bytes(rest[0])[: max(1, len(rest[0]) // 2)])
        if name == "close":  # the descriptor is closed in any case
            self._effect(name, first)
        if isinstance(fault, int):
            named_file = () if isinstance(first, int) else (os.fsdecode(first),)
            raise OSError(fault, os.strerror(fault), *named_file)
        raise fault

    def _effect(self, name: str, first: Any, *rest: Any, **more: Any) -> Any:  # noqa: ANN401
        """Make the call, except that nothing is synced, and report it to the watcher."""
        result = None if name == "fsync" else self._real[name](first, *rest, **more)
        if name == "open":
            self._files[result] = Path(os.fsdecode(first))
        elif name == "close":
            self._files.pop(first, None)
        if self.watcher is not None and name in _REPORTS:
            _REPORTS[name](self.watcher, result, first, *rest, **more)
        return result


def _path(name: Any) -> Path:  # noqa: ANN401 - as in `os`
    return Path(os.fsdecode(name))


_REPORTS: Final[dict[str, Callable[..., None]]] = {
    "open": lambda to, fd, name, flags, *_, **__: to.opened(fd, _path(name), flags),
    "write": lambda to, count, fd, data: to.wrote(fd, bytes(data)[:count]),
    "read": lambda to, data, fd, *_: to.moved(fd, len(data)),
    "lseek": lambda to, position, fd, *_: to.moved_to(fd, position),
    "ftruncate": lambda to, _, fd, size: to.cut(fd, size),
    "fsync": lambda to, _, fd: to.synced(fd),
    "close": lambda to, _, fd: to.closed(fd),
    "replace": lambda to, _, old, new, **__: to.renamed(_path(old), _path(new)),
    "rename": lambda to, _, old, new, **__: to.renamed(_path(old), _path(new)),
    "unlink": lambda to, _, name, **__: to.removed(_path(name)),
    "rmdir": lambda to, _, name, **__: to.removed(_path(name)),
    "mkdir": lambda to, _, name, *__, **___: to.made(_path(name)),
}
"""A function that receives a call's result, then its arguments."""


def faults_of(call: str) -> tuple[Fault, ...]:
    """Return the faults that a call can suffer."""
    return (*FAULTS[call], *ALWAYS)


def named(fault: Fault) -> str:
    """Return a fault's name for a report."""
    if isinstance(fault, int):
        return errno.errorcode[fault]
    return fault.__name__ if isinstance(fault, type) else fault
