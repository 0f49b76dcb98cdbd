"""The memory of a test process, which the C library would keep: twice as much as it needs."""

from __future__ import annotations

import ctypes
import os
import sys
from pathlib import Path
from typing import Any

_LIBC: Any = ctypes.CDLL(None) if sys.platform == "linux" else None
_M_MMAP_THRESHOLD, _M_ARENA_MAX = -3, -8
_MUCH_MB = 40
_resident_mb = [0.0]
"""Resident memory after the last `give_back`."""


def limit_heaps() -> None:
    """Make freed memory easier to reuse and to return. Call this before the first thread starts."""
    if hasattr(_LIBC, "mallopt"):  # musl lacks it
        # Threads share one heap: what one of them frees, another can use.
        _LIBC.mallopt(_M_ARENA_MAX, 1)
        # Large pictures are returned when they are freed. With a smaller limit, the system would
        # spend a fifth of a camera test's time on clearing pages.
        _LIBC.mallopt(_M_MMAP_THRESHOLD, 1 << 24)


def give_back() -> None:
    """Return freed memory to the system."""
    if hasattr(_LIBC, "malloc_trim"):
        _LIBC.malloc_trim(0)
    if _LIBC is not None:
        _resident_mb[0] = _resident()


def has_grown() -> bool:
    """Return True if the resident memory has grown much since the last `give_back`."""
    return _LIBC is not None and _resident() > _resident_mb[0] + _MUCH_MB


def _resident() -> float:
    pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE") / 1e6
