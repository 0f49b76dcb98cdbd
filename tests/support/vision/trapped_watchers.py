"""Watchers for tests of the watcher process; the picture's first value controls them.

Each is imported by a fresh process, so this module imports no more than it needs.
"""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Final

from companion.readings import TableView

if TYPE_CHECKING:
    import ctypes
    from multiprocessing.connection import Connection

    from rules import Manifest

CRASH: Final = 1
HANG: Final = 2
SLOW: Final = 3
"""The value for a watcher that answers only after the test calls `free`."""


def serve_with_traps(
    pipe: Connection, memory: ctypes.Array[ctypes.c_uint8], manifests: tuple[Manifest, ...]
) -> None:
    """Answer each picture with its first pixel's value, or crash or hang if that value says so."""
    del manifests
    pipe.send(None)
    while True:
        shape, time_s, index = pipe.recv()
        first = memory[0] if shape else 0
        if first == CRASH:
            os._exit(3)
        while first == HANG:
            time.sleep(60)
        while first == SLOW and memory[0] == SLOW:
            time.sleep(0.005)
        pipe.send(TableView(time_s, index, mat=f"saw {first}"))


def free(memory: ctypes.Array[ctypes.c_uint8]) -> None:
    """Let a slow watcher answer."""
    memory[0] = 0


def die_at_once(
    pipe: Connection, memory: ctypes.Array[ctypes.c_uint8], manifests: tuple[Manifest, ...]
) -> None:
    """Exit before being ready."""
    del pipe, memory, manifests
    os._exit(3)
