"""Mutes libjpeg's messages about damaged pictures.

For a damaged picture, libjpeg writes a line in English to C's `stderr` ("Corrupt JPEG data: …"),
regardless of OpenCV's log level. In the GNU C library, `stderr` is a variable that a program may
set (The GNU C Library, "Standard Streams"). During decoding, it is set to a stream that discards
everything. The file descriptor is unchanged, so that output from Python's threads and child
processes is never lost. Other C libraries do not guarantee this, so nothing is changed there.
"""

import ctypes
import os
import platform
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

_lock = threading.Lock()
_inside: list[None] = []
"""One item for each picture that is being decoded. Removing the last item restores `stderr`."""


@contextmanager
def mute_libjpeg() -> Iterator[None]:
    """Discard what C libraries write to `stderr` in this context."""
    streams = _streams()
    if streams is None:
        yield
        return
    stderr, own, sink = streams
    with _lock:
        _inside.append(None)
        stderr.value = sink
    try:
        yield
    finally:
        with _lock:
            _inside.pop()
            if not _inside:
                stderr.value = own


@cache
def _streams() -> tuple[ctypes.c_void_p, int | None, int] | None:
    """Return `stderr`, its value and a discarding stream, or None if it may not be set."""
    if platform.libc_ver()[0] != "glibc":
        return None
    library = ctypes.CDLL(None)
    library.fopen.restype = ctypes.c_void_p
    sink = library.fopen(os.devnull.encode(), b"w")
    stderr = ctypes.c_void_p.in_dll(library, "stderr")
    return (stderr, stderr.value, sink) if sink else None
