"""Limits for the C library's heap, so that a long match keeps its memory.

glibc gives every thread its own arena, and keeps freed pictures in it instead of returning them.
Over half an hour of pictures and guests, the unused part of these arenas grew by 40 MB
(`docs/lab/endurance.md`).
"""

import ctypes

_ARENA_MAX, _MMAP_THRESHOLD = -8, -3
"""Parameters of glibc's `mallopt` (malloc.h)."""
_ARENAS, _LARGE_BYTES = 2, 512 * 1024


def limit_heap() -> bool:
    """Let threads share two arenas, and return large blocks to the system once they are freed.

    Call it before the first thread starts. Returns False, without any effect, if the C library is
    not glibc.
    """
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError, TypeError):  # TypeError: Windows has no such library
        return False
    arenas = mallopt(_ARENA_MAX, _ARENAS)
    large = mallopt(_MMAP_THRESHOLD, _LARGE_BYTES)
    return bool(arenas and large)
