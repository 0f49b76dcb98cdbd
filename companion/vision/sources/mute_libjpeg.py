"""What libjpeg says of a damaged picture is kept off the terminal.

It writes a line of its own to C's `stderr` ("Corrupt JPEG data: …"), in English and beside what we
say, and OpenCV's log level is nothing to it.  Whether a picture has such damage nobody knows before
it is unpacked.  In the GNU C library `stderr` is a variable that a program may set (The GNU C
Library, "Standard Streams"); while pictures are unpacked it is a stream that nobody reads.  The
descriptor behind it stays what it is, so that what Python writes, in whatever thread, is never
lost, nor what a process that is begun meanwhile writes.  Other systems do not promise it: there
nothing is touched.
"""

from __future__ import annotations

import ctypes
import os
import platform
import threading
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_lock = threading.Lock()
_inside: list[None] = []
"""One for each picture that is being unpacked; the last one out brings `stderr` back."""


@contextmanager
def unheard() -> Iterator[None]:
    """While this lasts, what C libraries write to `stderr` is heard by nobody."""
    streams = _streams()
    if streams is None:
        yield
        return
    stderr, own, nobody = streams
    with _lock:
        _inside.append(None)
        stderr.value = nobody
    try:
        yield
    finally:
        with _lock:
            _inside.pop()
            if not _inside:
                stderr.value = own


@cache
def _streams() -> tuple[ctypes.c_void_p, int | None, int] | None:
    """The variable, what it is, and a stream without a reader; None where it may not be set."""
    if platform.libc_ver()[0] != "glibc":
        return None
    library = ctypes.CDLL(None)
    library.fopen.restype = ctypes.c_void_p
    nobody = library.fopen(os.devnull.encode(), b"w")
    stderr = ctypes.c_void_p.in_dll(library, "stderr")
    return (stderr, stderr.value, nobody) if nobody else None
