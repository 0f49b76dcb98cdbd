"""Mutes libjpeg's messages about damaged pictures.

libjpeg writes a line to C's `stderr` ("Corrupt JPEG data: …"), in English, regardless of OpenCV's
log level, and damage is unknown before decoding. In the GNU C library `stderr` is a variable that a
program may set (The GNU C Library, "Standard Streams"); during decoding it is a stream without a
reader. The descriptor behind it is unchanged, so that output of Python's threads and of child
processes is never lost. Other systems do not guarantee it: there nothing is changed.
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
"""One item for each picture that is being decoded; the last one restores `stderr`."""


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
    """Return the variable, its value, and a stream without a reader; None if it may not be set."""
    if platform.libc_ver()[0] != "glibc":
        return None
    library = ctypes.CDLL(None)
    library.fopen.restype = ctypes.c_void_p
    sink = library.fopen(os.devnull.encode(), b"w")
    stderr = ctypes.c_void_p.in_dll(library, "stderr")
    return (stderr, stderr.value, sink) if sink else None
